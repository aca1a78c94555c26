package estimate

import (
	"math"
	"slices"
)

// Seen is what a log shows beside the policy.
type Seen struct {
	Asked    int // retries after an answer that asked for a wait (Retry-After)
	Honored  int // those that waited at least so long
	Together int // most retries of different requests that start within a millisecond, or a step of the clock; 0: few

	Times []float64 // times of the attempts that failed, ascending, seconds
}

// Seen returns what the log shows beside the policy.
func (f *Fit) Seen() (s Seen) {
	var starts []float64
	for _, r := range f.log.Requests {
		for k, a := range r.Attempts {
			if took := a.End - a.Start; took >= 0 && a.Outcome != Succeeded {
				s.Times = append(s.Times, took)
			}
			if k == 0 {
				continue
			}
			starts = append(starts, a.Start)
			if last := r.Attempts[k-1]; last.Asked > 0 {
				s.Asked++
				if a.Start-last.end() >= last.Asked-max(mostNoise, f.log.Tick) {
					s.Honored++
				}
			}
		}
	}
	slices.Sort(s.Times)
	slices.Sort(starts)
	window := max(1e-3, f.log.Tick)
	for i, j := 0, 0; i < len(starts); i++ {
		for j < len(starts) && starts[j] <= starts[i]+window {
			j++
		}
		s.Together = max(s.Together, j-i)
	}
	if n := float64(len(starts)); n > 0 {
		usual := n * window / max(window, starts[len(starts)-1]-starts[0])
		if s.Together < 5 || float64(s.Together) < 4+usual+6*math.Sqrt(usual) {
			s.Together = 0
		}
	}
	return s
}

// Percentile returns a percentile of ascending values, NaN without one.
func Percentile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	return list[min(len(list)-1, int(q*float64(len(list))))]
}
