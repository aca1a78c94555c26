package oracle

import (
	"math/rand/v2"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// Values are the values of random systems. Each number is drawn uniformly from its list, or is 0 if the list is empty.
// See package fleet for their meaning.
type Values struct {
	Clients, Think, Rate                              []float64
	InitialDelay, Factor, Cap                         []float64
	Amount, Growth                                    []float64 // of jitter; of decorrelated jitter
	Retries, Deadline, Timeout                        []float64
	Ratio, Reserve                                    []float64 // of the budget
	BreakerShare, BreakerWindow, Least, Pause         []float64 // of the breaker
	ServiceTime, Concurrency, Slowdown, CheckInterval []float64
	Workers, Room, Capacity                           []float64
	Outages                                           int // at most
	// of outages; After is the time since the previous one of the same kind
	After, Length, Share               []float64
	FailureRate, Processes, RetryAfter []float64
	Duration, Step                     []float64
}

// System returns a random system: any kind of traffic, server, jitter and budget. Every second one has a breaker. Every
// third one has feedback or, with closed traffic, its first delay from the think time.
func (v Values) System(r *rand.Rand) fleet.System {
	of := func(xs []float64) float64 {
		if len(xs) == 0 {
			return 0
		}
		return xs[r.IntN(len(xs))]
	}
	oneIn := func(n int) bool { return r.IntN(n) == 0 }
	w := fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.TrafficKind(r.IntN(3)), Clients: of(v.Clients), Think: of(v.Think),
			Rate: of(v.Rate)},
		Server: fleet.Server{
			Kind: fleet.ServerKind(r.IntN(3)), AtArrival: oneIn(2), ServiceTime: of(v.ServiceTime),
			Concurrency: of(v.Concurrency), Slowdown: of(v.Slowdown),
			CheckInterval: of(v.CheckInterval), Workers: of(v.Workers), QueueSize: of(v.Room), Capacity: of(v.Capacity),
		},
		FailureRate: of(v.FailureRate), Duration: of(v.Duration), Step: of(v.Step),
	}
	if oneIn(3) {
		w.Server.PerAttempt = of(v.ServiceTime) / 10
	}
	c := &w.Client
	c.InitialDelay, c.Factor, c.Cap = of(v.InitialDelay), of(v.Factor), of(v.Cap)
	c.Jitter = jitter.Jitter{Type: jitter.Type(r.IntN(len(jitter.Types))), Amount: of(v.Amount)}
	if row := c.Jitter.Type.Row(); row.Unit == jitter.Multiplier {
		c.Jitter.Amount = of(v.Growth)
	} else if row.TwoAmounts {
		c.Jitter.From = c.Jitter.Amount / 2
	}
	c.CapAfter, c.Feedback, c.Cancel = oneIn(2), oneIn(3), oneIn(2)
	row := c.Jitter.Type.Row()
	c.Feedback = c.Feedback && !row.ByRetryNumber && !row.NotMonotone // refused
	c.FirstFromThink = w.Traffic.Kind == fleet.Closed && oneIn(3)
	if !c.ByDelayAlone() || c.Jitter.Type.Row().Path != nil {
		c.FirstFromThink = false // refused
	}
	c.Retries, c.Deadline, c.Timeout = of(v.Retries), of(v.Deadline), of(v.Timeout)
	c.ZeroDeadline = true
	c.Budget = fleet.Budget{Kind: fleet.BudgetKind(r.IntN(4)), Ratio: of(v.Ratio), Reserve: of(v.Reserve)}
	if oneIn(2) {
		c.Breaker = fleet.Breaker{Share: of(v.BreakerShare), Window: of(v.BreakerWindow), Least: of(v.Least),
			Pause: of(v.Pause), RetriesOnly: oneIn(3)}
	}
	c.Processes = of(v.Processes)
	if oneIn(3) {
		w.Server.RetryAfter = fleet.RetryAfter{Least: of(v.RetryAfter), Spread: of(v.RetryAfter) * float64(r.IntN(2))}
		c.Honor = fleet.Honor{Kind: fleet.HonorKind(r.IntN(5)), Up: of(v.Amount) * float64(r.IntN(2)),
			Most: of(v.RetryAfter), Skips: oneIn(3), Leaves: oneIn(3)}
	}
	ends := [fleet.Spike + 1]float64{}
	for range r.IntN(v.Outages + 1) {
		f := fleet.Outage{Kind: fleet.OutageKind(r.IntN(len(ends))), Length: of(v.Length), Share: of(v.Share)}
		f.At = ends[f.Kind] + of(v.After)
		ends[f.Kind] = f.End()
		w.Outages = append(w.Outages, f)
	}
	return w
}
