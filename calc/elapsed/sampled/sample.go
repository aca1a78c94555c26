package sampled

import (
	"math"
	"sort"
	"sync"

	"retune/calc/num"
)

// A sample is the distribution of equally likely values: its CDF is (i + 1/2)/N at value
// i of N, with straight lines between. Values that are the same are a step of it.
type sample struct {
	lo, hi  float64                         // its support, seconds
	work    *num.Work                       // done for them
	sorted  func() []float64                // the values in ascending order, seconds, >= 0
	moments func() (mean, variance float64) // of them; either is worked out when it is asked for
}

// rounding is how far from a point, relative to it, a time still is the point.
const rounding = 1e-13

// newSample returns the distribution of values, which nobody changes any more; what is done
// with them is work.
func newSample(work *num.Work, x []float64, lo, hi float64) *sample {
	s := &sample{lo: lo, hi: hi, work: work}
	s.sorted = sync.OnceValue(func() []float64 {
		work.Did(2 * len(x))
		return sorted(x, lo, hi)
	})
	s.moments = sync.OnceValues(func() (mean, variance float64) {
		y := s.sorted()
		if math.IsInf(y[len(y)-1], 1) {
			return math.Inf(1), math.Inf(1)
		}
		var m num.Mean
		for _, v := range y {
			m.Add(v - y[0]) // so that the mean of what is the same is that
		}
		return y[0] + m.Value(), m.Variance()
	})
	return s
}

// sorted returns values, kept between lo and hi, in ascending order: they are sorted as
// their bits are, by 11 at a time.
func sorted(x []float64, lo, hi float64) []float64 {
	key, spare := make([]uint64, len(x)), make([]uint64, len(x))
	differ := uint64(0)
	for i, v := range x {
		key[i] = math.Float64bits(min(max(v, lo), hi))
		differ |= key[i] ^ key[0]
	}
	for shift := 0; differ>>shift != 0; shift += 11 {
		const mask = 1<<11 - 1
		var first [mask + 2]int
		for _, k := range key {
			first[k>>shift&mask+1]++
		}
		for b := range mask {
			first[b+1] += first[b]
		}
		for _, k := range key {
			b := k >> shift & mask
			spare[first[b]] = k
			first[b]++
		}
		key, spare = spare, key
	}
	y := make([]float64, len(x))
	for i, k := range key {
		y[i] = math.Float64frombits(k)
	}
	return y
}

// apart returns how far the CDFs of two samples are apart, at their quantiles.
func (s *sample) apart(t *sample) (most float64) {
	for q := 0.025; q < 1; q += 0.025 {
		for _, x := range [2]float64{s.Quantile(q), t.Quantile(q)} {
			most = max(most, math.Abs(s.CDF(x)-t.CDF(x)))
		}
	}
	return most
}

func (s *sample) Mean() float64 {
	mean, _ := s.moments()
	return mean
}

func (s *sample) Variance() float64 {
	_, variance := s.moments()
	return variance
}

func (s *sample) Support() (lo, hi float64) { return s.lo, s.hi }

// upTo returns how many values are x or less.
func (s *sample) upTo(x float64) int {
	y := s.sorted()
	s.work.Did(15)
	return sort.Search(len(y), func(i int) bool { return y[i] > x })
}

func (s *sample) CDF(x float64) float64 {
	y, n := s.sorted(), s.upTo(x*(1+rounding))
	switch {
	case x*(1+rounding) >= s.hi || n == len(y):
		return 1
	case n == 0:
		return 0
	}
	at := float64(n) - 0.5
	if !math.IsInf(y[n], 1) {
		at += max(0, (x-y[n-1])/(y[n]-y[n-1]))
	}
	return at / float64(len(y))
}

func (s *sample) Quantile(q float64) float64 {
	switch {
	case q <= 0:
		return s.lo
	case q >= 1:
		return s.hi
	}
	y := s.sorted()
	at := min(max(0, q*float64(len(y))-0.5), float64(len(y)-1))
	i := int(at)
	if i+1 == len(y) || y[i] == y[i+1] || math.IsInf(y[i+1], 1) {
		return y[i]
	}
	return y[i] + (at-float64(i))*(y[i+1]-y[i])
}

// Atom returns the share of the values at x, 0 if they are so few that they may be
// there by chance.
func (s *sample) Atom(x float64) float64 {
	to, from := s.upTo(x*(1+rounding)), s.upTo(math.Nextafter(x*(1-rounding), -1))
	if n, size := to-from, len(s.sorted()); n > 3 || n == size {
		return float64(n) / float64(size)
	}
	return 0
}
