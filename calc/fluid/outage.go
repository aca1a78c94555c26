package fluid

import (
	"math"
	"slices"

	"retune/calc/system"
)

// LongestOutage returns for how long a fault may last so that the fleet still
// recovers, in seconds, and how far off that may be. The fault is one of w.Faults;
// with -1 the lengths of all are multiplied by one number, which is what it
// returns. It is 0 if no length is short enough, and +Inf if none of up to 16 times
// the horizon is too long.
//
// Whether it recovers is what [system.Result.Verdict] says: late is soon enough. The
// fleet gets the time that the world leaves it after its faults, or as much as
// its clients can wait if that is more, and four times as long if it does not
// recover in that just above the answer. The length is found by doubling and halving, on
// a coarse grid and then once more around it on one of half the step: the
// difference and the last interval are the error.
func LongestOutage(w system.System, fault int) (longest, off float64) {
	s := search{w, fault, math.Max(w.Horizon-w.OutageEnd(), w.Horizon/4), 2 * newGrid(w, 0).h}
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		s.after = math.Max(s.after, 30*t)
	}
	if best, _ := w.Server.Best(w.Client.Timeout); w.Traffic.Kind == system.Burst {
		s.after = math.Max(s.after, math.Min(2*w.Traffic.Clients/best, 16*w.Horizon))
	}
	unit, top := 1.0, 16.0
	if fault >= 0 {
		unit, top = w.Horizon/64, 16*w.Horizon
	}
	lo, hi := 0.0, unit
	for patience := 0; ; patience++ {
		if lo == 0 && !s.survives(0) {
			hi = 0
		}
		for hi > 0 && s.survives(hi) {
			if lo, hi = hi, 2*hi; hi > top {
				return math.Inf(1), 0
			}
		}
		lo, hi = s.halve(lo, hi)
		s.after *= 4
		if patience == 2 || !s.survives(hi) {
			s.after /= 4
			break
		}
		lo, hi = hi, math.Max(unit, 2*hi)
	}
	if hi == 0 {
		return 0, 0
	}
	coarse := (lo + hi) / 2
	s.grid /= 2
	for width := hi - lo; ; width *= 2 {
		if lo > 0 && !s.survives(lo) {
			lo = math.Max(0, lo-width)
		} else if s.survives(hi) && hi < top {
			hi += width
		} else {
			break
		}
	}
	lo, hi = s.halve(lo, hi)
	longest = (lo + hi) / 2
	return longest, math.Abs(longest-coarse) + (hi-lo)/2
}

// A search is for the longest outage of a fleet.
type search struct {
	system.System
	fault int
	after float64 // what the fleet is given after its faults, seconds
	grid  float64
}

// survives tells whether the fleet recovers from a fault of that length.
func (s search) survives(length float64) bool {
	v := s.System
	v.Faults = slices.Clone(v.Faults)
	for i := range v.Faults {
		switch {
		case s.fault < 0:
			v.Faults[i].Length *= length
		case i == s.fault:
			v.Faults[i].Length = length
		}
	}
	// Without a cap clients wait about as long as the fault lasted.
	waits := math.Min(2*(v.OutageEnd()-v.OutageStart()), 10*v.Client.Cap)
	v.Horizon = v.Step * math.Ceil((v.OutageEnd()+math.Max(s.after, waits))/v.Step)
	return Solve(v, s.grid).Verdict(v).Outcome != system.Collapses
}

// halve narrows lo, which survives, and hi, which does not, to a hundredth.
func (s search) halve(lo, hi float64) (float64, float64) {
	for hi-lo > math.Max(hi/100, 1e-3) {
		if mid := (lo + hi) / 2; s.survives(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo, hi
}
