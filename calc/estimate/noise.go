package estimate

import (
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// noise is what a log adds to a delay.
type noise struct {
	Shift float64 // s, seconds
	Scale float64 // h, seconds
}

// kernel has the widths of the noise, in units of its scale, and their weights. Their mean is close to the distribution
// of Laplace, exp(-|e|/h)/2h, with a hundredth of longer errors.
var kernel = [...]struct{ width, weight float64 }{
	{0.3, 0.08}, {0.7, 0.15}, {1.2, 0.23}, {2, 0.24}, {3, 0.18}, {4.5, 0.09}, {7, 0.02}, {12, 0.01}}

const (
	mostNoise = 0.02  // usual limit of the noise and of the overhead, seconds
	odd       = 0.005 // share of delays that no law explains
	slack     = 5     // units of the scale by which a delay may miss a law without being odd
)

// A law has the distributions of the delays of a policy.
type law struct {
	jitter.Policy
	dists  []jitter.Dist // by retry
	ranges []span        // by retry, if the delays are uniform
	row    *jitter.Row
	chain  bool
	path   bool
	plain  bool // no rule but initial delay, factor, cap and jitter
}

// A span is the law of min(c, U(lo, hi)), seconds.
type span struct{ lo, hi, c float64 }

// cdf returns the probability of a delay of at most t seconds.
func (s span) cdf(t float64) float64 {
	switch {
	case t >= s.c || t >= s.hi:
		return 1
	case t < s.lo:
		return 0
	}
	return (t - s.lo) / (s.hi - s.lo)
}

func lawOf(p jitter.Policy) *law {
	w := &law{Policy: p, row: p.Jitter.Type.Row(), chain: p.Chained()}
	w.path = w.row.Path != nil
	usual := p
	usual.Growth = calc.Growth{} // a list of delays changes no rule of a draw
	w.plain = usual.Exponential() && !p.Feedback && !p.Jitter.OncePerCall && p.Rule == (jitter.Rule{Stop: p.Rule.Stop}) &&
		(w.row.Bounds != nil || w.row.After != nil)
	return w
}

// span returns the range of the delay, for a plain policy.
func (l *law) span(d delay, n noise) span {
	if l.row.After != nil {
		lo, hi := l.row.After(l.DrawArgs(float64(d.retry), l.InitialDelay), max(0, d.before-n.Shift))
		return span{lo, hi, l.Cap}
	}
	for k := len(l.ranges) + 1; k <= d.retry; k++ {
		g, c := l.Grown(float64(k)), math.Inf(1)
		if l.CapAfter {
			c = l.Cap
		}
		s := span{g, g, c}
		if !l.CapAfter {
			s = span{min(g, l.Cap), min(g, l.Cap), c}
		}
		if l.Jitter.Draws() {
			s.lo, s.hi = l.row.Bounds(l.DrawArgs(float64(k), s.lo))
		}
		l.ranges = append(l.ranges, s)
	}
	return l.ranges[d.retry-1]
}

// at returns the distribution of a delay, and the time to add to it before its CDF is asked.
func (l *law) at(d delay, n noise) (f jitter.Dist, plus float64) {
	k := float64(d.retry)
	if l.chain {
		return l.Next(max(0, d.before-n.Shift), d.retry == 1), 0
	}
	for len(l.dists) < d.retry {
		l.dists = append(l.dists, nil)
	}
	if f = l.dists[d.retry-1]; f == nil {
		if l.path {
			f = l.PathTo(k)
		} else {
			f = l.Retry(k)
		}
		l.dists[d.retry-1] = f
	}
	if l.path {
		plus = max(0, d.elapsed-(k-1)*n.Shift)
	}
	return f, plus
}

// cdf returns the probability of a delay of at most t seconds where d was measured.
func (l *law) cdf(d delay, n noise) func(t float64) float64 {
	if l.plain {
		return l.span(d, n).cdf
	}
	f, plus := l.at(d, n)
	if !l.path {
		return f.CDF
	}
	c := l.CapOf(float64(d.retry))
	return func(t float64) float64 {
		if t >= c {
			return 1
		}
		return f.CDF(t + plus)
	}
}

// cost returns -log L of the delays. Delays that no law explains have the constant density floor.
func (l *law) cost(list []delay, n noise, floor float64) float64 {
	total := 0.0
	for _, d := range list {
		density := l.density(d, n)
		if !math.IsInf(d.left, 1) {
			density /= max(1e-3, l.cdf(d, n)(d.left+slack*n.Scale))
		}
		total -= math.Log((1-odd)*density + odd*floor)
	}
	return total
}

// density returns the density of a measured delay.
func (l *law) density(d delay, n noise) (density float64) {
	z := d.y - n.Shift
	if l.plain { // no noise reaches the ends of the range from inside
		s, reach := l.span(d, n), kernel[len(kernel)-1].width*n.Scale
		if z-reach > s.lo && z+reach < min(s.hi, s.c) {
			return 1 / (s.hi - s.lo)
		}
		if z+reach < min(s.lo, s.c) || z-reach > min(s.hi, s.c) {
			return 0
		}
	}
	f := l.cdf(d, n)
	for _, k := range kernel {
		h := k.width * n.Scale
		density += k.weight * (f(z+h) - f(z-h)) / (2 * h)
	}
	return density
}

// miss returns the probabilities of a shorter delay and of one that is at most as long, with the slack of the noise.
func (l *law) miss(d delay, n noise) (below, upTo float64) {
	f, z := l.cdf(d, n), d.y-n.Shift
	below, upTo = f(z-slack*n.Scale), f(z+slack*n.Scale)
	if !math.IsInf(d.left, 1) {
		all := max(1e-3, f(d.left+slack*n.Scale))
		below, upTo = min(1, below/all), min(1, upTo/all)
	}
	return below, upTo
}

// outside returns whether a delay is shorter or longer than the law allows, by more than the noise and by more than a
// hundredth of it.
func (l *law) outside(d delay, n noise) (short, long bool) {
	f, z := l.cdf(d, n), d.y-n.Shift
	far := max(slack*n.Scale, 1e-3+0.01*d.y)
	return f(z+far) <= 0, f(z-far) >= 1
}

// noisyCDF returns the probability, in [0, 1], that a measured delay, noise included, is at most as long as d. ok is
// false if it depends on the law of the noise: the delay has an atom at the cap, or its distribution is not wide
// against the scale of the noise, a uniform one 12 times as wide, another between its quartiles 6 times.
func (l *law) noisyCDF(d delay, n noise) (u float64, ok bool) {
	f, z := l.cdf(d, n), d.y-n.Shift
	for _, k := range kernel {
		h := k.width * n.Scale / 2
		u += k.weight * (f(z-h) + f(z+h)) / 2
	}
	if !math.IsInf(d.left, 1) {
		u = min(1, u/max(1e-3, f(d.left)))
	}
	if l.plain {
		s := l.span(d, n)
		return u, s.hi <= s.c && s.hi-s.lo > 12*n.Scale
	}
	dist, _ := l.at(d, n)
	return u, dist.Atom(l.CapOf(float64(d.retry))) == 0 && dist.Quantile(0.75)-dist.Quantile(0.25) > 6*n.Scale
}
