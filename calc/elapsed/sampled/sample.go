package sampled

import (
	"math"
	"math/rand/v2"
	"sort"

	"retune/calc/num"
)

// A sample is the distribution of equally likely values: its CDF is (i + 1/2)/N at value
// i of N, with straight lines between. Values that are the same are a step of it.
type sample struct {
	y                      []float64 // sorted, seconds, >= 0
	mean, variance, lo, hi float64   // the support is from lo to hi
}

// rounding is how far from a point, relative to it, a time still is the point.
const rounding = 1e-13

// newSample returns the distribution of values, which are sorted as their bits are, by
// 11 at a time.
func newSample(x []float64, lo, hi float64) *sample {
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
	s := &sample{y: make([]float64, len(x)), lo: lo, hi: hi}
	var m num.Mean
	for i, k := range key {
		s.y[i] = math.Float64frombits(k)
		m.Add(s.y[i] - s.y[0]) // so that the mean of what is the same is that
	}
	if s.mean, s.variance = s.y[0]+m.Value(), m.Variance(); math.IsInf(s.y[len(x)-1], 1) {
		s.mean, s.variance = math.Inf(1), math.Inf(1)
	}
	return s
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

func (s *sample) Mean() float64 { return s.mean }

func (s *sample) Variance() float64 { return s.variance }

func (s *sample) Support() (lo, hi float64) { return s.lo, s.hi }

func (s *sample) Sample(r *rand.Rand) float64 { return s.Quantile(r.Float64()) }

// upTo returns how many values are x or less.
func (s *sample) upTo(x float64) int {
	return sort.Search(len(s.y), func(i int) bool { return s.y[i] > x })
}

func (s *sample) CDF(x float64) float64 {
	i := s.upTo(x * (1 + rounding))
	switch {
	case x*(1+rounding) >= s.hi || i == len(s.y):
		return 1
	case i == 0:
		return 0
	}
	at := float64(i) - 0.5
	if a, b := s.y[i-1], s.y[i]; !math.IsInf(b, 1) {
		at += max(0, (x-a)/(b-a))
	}
	return at / float64(len(s.y))
}

func (s *sample) Quantile(q float64) float64 {
	switch {
	case q <= 0:
		return s.lo
	case q >= 1:
		return s.hi
	}
	at := min(max(0, q*float64(len(s.y))-0.5), float64(len(s.y)-1))
	i := int(at)
	if i+1 == len(s.y) || s.y[i] == s.y[i+1] || math.IsInf(s.y[i+1], 1) {
		return s.y[i]
	}
	return s.y[i] + (at-float64(i))*(s.y[i+1]-s.y[i])
}

// Atom returns the share of the values at x, 0 if they are so few that they may be
// there by chance.
func (s *sample) Atom(x float64) float64 {
	n := s.upTo(x*(1+rounding)) - s.upTo(math.Nextafter(x*(1-rounding), -1))
	if n > 3 || n == len(s.y) {
		return float64(n) / float64(len(s.y))
	}
	return 0
}
