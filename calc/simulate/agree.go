package simulate

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// agrees reports whether two scales give the same result: the shares of runs that recover are no more than 5 points
// apart, the amplification no more than 2 %, the failed attempts no more than 5 % or a thousandth of the requests, and
// the time to recovery no more than 5 % or 1 s.
func (s *Study) agrees(t *Study) bool {
	x, y := s.mean(amplification), t.mean(amplification)
	m, n := s.mean(failed), t.mean(failed)
	if before, after := s.recovery(), t.recovery(); math.Abs(before-after) > max(1, 0.05*after) {
		return false // NaN agrees with NaN; the shares decide then
	}
	return math.Abs(s.Back()-t.Back()) <= 0.05+1e-9 && math.Abs(x-y) <= 0.02*y &&
		math.Abs(m-n) <= max(0.05*n, 1e-3*t.mean(started))
}

func amplification(v *fleet.Verdict) float64 { return v.RetryAmplification }
func failed(v *fleet.Verdict) float64        { return v.Wasted }
func started(v *fleet.Verdict) float64       { return v.Started }

// mean returns the mean of a figure over the runs.
func (s *Study) mean(of func(*fleet.Verdict) float64) (mean float64) {
	for i := range s.Each {
		mean += of(&s.Each[i]) / float64(len(s.Each))
	}
	return mean
}

// recovery returns the mean time to recovery of the runs that recover, seconds, or NaN.
func (s *Study) recovery() float64 {
	var mean numeric.Mean
	for _, v := range s.Each {
		if v.Outcome.Back() {
			mean.Add(v.Recovery)
		}
	}
	return mean.Value()
}

// Back returns the share of runs that are back to normal by the end.
func (s *Study) Back() (share float64) {
	for _, v := range s.Each {
		if v.Outcome.Back() {
			share++
		}
	}
	return share / float64(len(s.Each))
}
