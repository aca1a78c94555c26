package fleet

import "math"

// Trend is what a fleet was doing when its run ended without a verdict.
type Trend uint8

// The trends.
const (
	NoTrend     Trend = iota // there is a verdict
	Early                    // the run ends before the outage does
	Draining                 // the backlog falls
	Approaching              // the goodput rises towards the baseline, or load and goodput are near it
	Waiting                  // the server has nothing to do: clients wait before their retries
	Growing                  // the backlog grows and the goodput does not rise
	Level                    // neither backlog nor goodput changes
)

// An Unfinished says what is known of a run that ended without a verdict. Times are seconds from the start of the run.
type Unfinished struct {
	Trend   Trend
	Goodput float64 // requests answered in time, per second, in the last eighth of the time since the outage
	Backlog float64 // attempts in the server above the baseline at the end
	Growth  float64 // attempts per second by which the backlog grew in the second half of that time; negative: it fell
	Gone    float64 // time at which the backlog would be gone at that rate; NaN unless it falls
	Return  float64 // time at which the last waiting client makes its next attempt; NaN if none waits or it is not known

	// Duration is a duration that would do: twice the run, or what the trend needs, rounded up to whole minutes.
	Duration float64
}

// unfinished returns what is known of a run without a verdict.
func (r Result) unfinished(w System, base Baseline) Unfinished {
	u := Unfinished{Gone: math.NaN(), Return: math.NaN(), Duration: 2 * w.Duration}
	from := int(math.Ceil(w.OutageEnd()/r.Step - 1e-6))
	all := r.Len() - from
	if all < 8 {
		u.Trend = Early
		u.Duration = roundUp(max(u.Duration, w.OutageEnd()+FirstCheckpoint))
		return u
	}
	u.Return = r.Return()
	end, last := r.level(r.Len()-all/8, r.Len()), r.level(from+all/2, from+all*5/8)
	lapse := float64(all) * r.Step * 6 / 16 // between the middles of the two
	u.Goodput, u.Backlog = end.goodput, max(0, end.inFlight-base.InFlight)
	u.Growth = (end.inFlight - last.inFlight) / lapse
	rises := end.goodput - last.goodput
	chance := func(a, b float64) float64 { return 2 * math.Sqrt(max(0, a)+max(0, b)+1) }
	moves := chance(end.inFlight, last.inFlight) / lapse
	idle := end.inFlight <= max(1, base.InFlight) && end.goodput < 0.9*base.Goodput
	switch {
	case u.Growth < -moves:
		u.Trend = Draining
		u.Gone = w.Duration + u.Backlog/-u.Growth
		u.Duration = max(u.Duration, 1.25*u.Gone)
	case idle && u.Return > w.Duration:
		u.Trend = Waiting
	case rises > chance(end.goodput, last.goodput)/math.Sqrt(lapse) || end.goodput > 0.9*base.Goodput:
		u.Trend = Approaching
	case u.Growth > moves:
		u.Trend = Growing
	default:
		u.Trend = Level
	}
	if u.Return > w.Duration {
		u.Duration = max(u.Duration, 1.25*u.Return)
	}
	u.Duration = roundUp(u.Duration)
	return u
}

// roundUp returns a time rounded up to whole minutes, seconds.
func roundUp(t float64) float64 { return 60 * math.Ceil(t/60-1e-9) }
