package fluid

import "math"

// Noise returns the standard deviation of the load of step i in one run, attempts
// per second, by which a run of N clients strays from the fluid model.
//
//	sqrt(n)/Step,  n = Load Step, the expected attempts in the step
//
// That is the Poisson distribution of many independent clients who each rarely call in
// the step. It is too much where they call in step, as without jitter, and too little
// where a server near a threshold makes much of a small difference.
func (s Solution) Noise(i int) float64 {
	return math.Sqrt(math.Max(0, s.Load(i)) / s.Step)
}

// PeakBias returns how far above the peak of the fluid model the peak of one run is to be
// expected, as a share of it: of steps that are about as busy, one is high by
// chance. With B of them, each of n attempts, it is m/sqrt(n), m the mean of the
// largest of B standard normals,
//
//	m = Phi^-1((B - 3/8)/(B + 1/4)),  close to sqrt(2 ln B) for many
//
// Steps count as comparable within two standard deviations of the peak. Source of
// the quantile: Blom, Statistical Estimates and Transformed Beta-Variables, 1958.
func (s Solution) PeakBias() float64 {
	peak, at, _ := s.Peak()
	if peak == 0 {
		return 0
	}
	b := 0.0
	for i := range s.Len() {
		if s.Load(i) >= peak-2*s.Noise(at) {
			b++
		}
	}
	m := math.Sqrt2 * math.Erfinv(2*(b-0.375)/(b+0.25)-1)
	return math.Max(0, m) / math.Sqrt(peak*s.Step)
}
