package oracle

import (
	"math"
	"math/rand/v2"

	"retune/calc"
	"retune/calc/jitter"
)

// Delays draws the delays of one client, one after the other.
//
//	before jitter   d_n = a r^(n-1), with Feedback r times the delay that was drawn, or
//	                as the growth of the policy says
//	cap before      the delay is drawn around min(c, d_n)
//	cap after       the drawn delay is at most c
//	decorrelated    min(c, U(a, max(a, m t))), t the previous delay and at first a
//
// The rule of the policy is applied afterwards.
type Delays struct {
	Policy *jitter.Policy // not changed
	Least  float64        // shortest delay that is multiplied for the next one, seconds
	Rand   *rand.Rand

	retry  int     // next retry, from 1
	before float64 // delay before jitter of the next retry, or the last delay, seconds
	u      float64 // the last random number
}

// NewDelays returns the delays of a client that has not retried yet.
func NewDelays(p *jitter.Policy, r *rand.Rand) *Delays {
	return &Delays{Policy: p, Rand: r, before: p.InitialDelay}
}

// After makes the delays follow a delay of t seconds instead of starting at the initial delay.
func (d *Delays) After(t float64) {
	d.before = t
	if d.Policy.Jitter.Type != jitter.Decorrelated {
		d.before *= d.Policy.Factor
	}
	d.retry = 1
}

// Next draws the next delay in seconds.
func (d *Delays) Next() float64 {
	d.retry++
	return d.draw()
}

// grown returns the delay before any limit in seconds.
func (d *Delays) grown() float64 {
	p := d.Policy
	g, x := p.Growth, float64(d.retry-1)+p.Growth.Shift
	if g == (calc.Growth{}) {
		return d.before
	}
	if g.Until > 0 && g.Kind != calc.Doublings {
		x = math.Min(x, g.Until)
	}
	t := p.InitialDelay
	switch g.Kind {
	case calc.Exponential:
		t *= math.Pow(p.Factor, x)
	case calc.Less:
		t *= math.Pow(p.Factor, x) - 1
	case calc.Polynomial:
		t += g.Step * math.Pow(x, g.Power)
	case calc.Fibonacci:
		list := []float64{0, 1, 1}
		for len(list) < int(x)+2 {
			list = append(list, list[len(list)-1]+list[len(list)-2])
		}
		t *= list[int(x)+1]
	case calc.Doublings:
		step := 0.0
		for i := 1.0; i <= x; i++ {
			if i <= g.Until {
				t *= p.Factor
				step = t
			} else {
				t += math.Max(step, p.InitialDelay)
			}
		}
	case calc.Stepped:
		for i := 1.0; i <= x && t < 1e15; i++ {
			t *= p.Factor
			if g.Step > 0 {
				t = g.Step * math.Floor(t/g.Step+1e-9)
			}
		}
	case calc.Listed:
		all := g.List.All()
		t = all[max(0, min(len(all)-1, int(x)))]
	default:
		panic("reference: a kind of growth that it does not know")
	}
	return math.Max(0, t+g.Offset)
}

// draw draws a delay without polling.
func (d *Delays) draw() float64 {
	p, u, top := d.Policy, d.Rand.Float64(), d.Policy.Cap
	if p.Jitter.OncePerCall {
		if d.retry == 1 {
			d.u = u
		}
		u = d.u
	}
	if top == 0 || d.retry == 1 && p.FirstUncapped {
		top = math.Inf(1)
	}
	rule, j, a := p.Rule, p.Jitter.Amount, p.InitialDelay
	chain := p.Jitter.Type == jitter.Decorrelated || p.Jitter.Type == jitter.Prior || p.Jitter.Type == jitter.Smooth
	g := d.grown()
	around := g
	if rule.AtCap != jitter.Redraw && (rule.AtCap != jitter.ByPlace || !p.CapAfter) {
		around = math.Min(around, top)
	}
	lo, hi := around, around
	t, certain := 0.0, math.NaN()
	switch p.Jitter.Type {
	case jitter.None:
	case jitter.Full:
		lo = 0
	case jitter.Equal:
		lo = around / 2
	case jitter.Spread:
		lo, hi = around*(1-j), around*(1+j)
	case jitter.Up:
		hi = around * (1 + j)
	case jitter.Down:
		lo = around * (1 - j)
	case jitter.Add:
		hi = around + j
	case jitter.NormalRelative:
		certain = around * (1 + j*d.normal(u))
	case jitter.NormalAbsolute:
		certain = around + j*d.normal(u)
	case jitter.Between:
		lo, hi = around*p.Jitter.From, around*j
	case jitter.Within:
		lo, hi = around-j, around+j
	case jitter.AddGrowing:
		hi = around + j*float64(d.retry)
	case jitter.Slices:
		if certain = around * (1 + j*u); int(10*u)%2 == 0 {
			certain = around * (1 - j*u)
		}
	case jitter.WithinSteps:
		n := math.Floor(around/a + 1e-9)
		lo, hi = around-n*j, around+n*j
	case jitter.Parted:
		whole := math.Floor(around + 1e-12)
		rest := math.Max(0, around-whole)
		if certain = around + math.Floor(whole*j*u) + rest*j*u; whole > 1000 {
			certain = around * (1 + j*u)
		}
	case jitter.Gap:
		if certain = around * (1 + j*u); u < 0.5 {
			certain = around * (1 - j*u)
		}
	case jitter.Truncated:
		m := 1 + j
		for certain = -1; certain < -around*math.Log2(1-math.Pow(2, -m)) || certain > m*around; {
			certain = around * d.Rand.ExpFloat64()
		}
		if p.Jitter.OncePerCall { // the quantile of u
			longer := math.Exp(math.Log2(1 - math.Pow(2, -m)))
			certain = -around * math.Log(longer-u*(longer-math.Exp(-m)))
		}
	case jitter.Decorrelated:
		lo, hi = a, math.Max(a, j*d.before)
	case jitter.Prior:
		if lo, hi = p.Factor*d.before, (p.Factor+j)*d.before; d.retry == 1 {
			lo, hi = a, a*(1+j)
		}
	case jitter.Smooth:
		f := func(x float64) float64 { return a / 1.4 * math.Pow(p.Factor, x) * math.Tanh(math.Sqrt(4*x)) }
		n := float64(d.retry)
		if certain = f(n - 1 + u); d.retry > 1 {
			certain -= f(n - 2 + d.u)
		}
		d.u = u
	default:
		panic("calc/oracle/delay.go does not say how jitter " + p.Jitter.Type.Row().Name + " draws: add a case")
	}
	if math.IsInf(around, 1) && !chain {
		certain = around
	}
	if math.IsNaN(certain) {
		if rule.Least > 0 && p.Jitter.Draws() { // otherwise the delay itself is not below 0
			lo, hi = math.Max(rule.Least, lo), math.Max(rule.Least, hi)
		}
		if rule.AtCap == jitter.Range {
			lo, hi = math.Min(top, lo), math.Min(top, hi)
		}
		if q := p.Quantum.Size; p.Quantum.WholeEnds && lo < hi {
			lo = q * math.Ceil(lo/q-1e-9)
			hi = math.Max(lo, q*math.Floor(hi/q+1e-9))
		}
		if p.Quantum.Inclusive && lo < hi {
			hi += p.Quantum.Size
		}
		if n := rule.Values; n > 0 {
			t = lo + (hi-lo)*math.Floor(n*u)/(n-1)
		} else {
			t = lo + (hi-lo)*u
		}
	} else {
		t = certain
	}
	if d.retry == 1 && p.First == calc.Exact {
		t = math.Min(g, top)
	}
	t = math.Max(0, t+rule.Plus)
	if rule.AtCap == jitter.Both || p.CapAfter && rule.AtCap == jitter.ByPlace || chain {
		t = math.Min(t, top)
	}
	if rule.AtCap == jitter.Redraw && t > top {
		t = top * (0.5 + 0.5*d.Rand.Float64())
	}
	if rule.AtCap == jitter.Pinned && p.Jitter.Draws() && g >= top {
		t = top
	}
	if t = d.limited(t); d.retry == 1 && p.First == calc.NoDelay {
		t = 0
	}
	if chain {
		d.before = t
		return t
	}
	if p.Feedback && p.Jitter.Type != jitter.None && (j > 0 || p.Jitter.Type <= jitter.Equal) {
		t = math.Max(t, d.Least)
		d.before = t
	}
	d.before *= p.Factor
	return t
}

// normal draws from the standard normal distribution. With one draw for a call it is the normal quantile of u.
func (d *Delays) normal(u float64) float64 {
	if d.Policy.Jitter.OncePerCall {
		return math.Sqrt2 * math.Erfinv(2*u-1)
	}
	return d.Rand.NormFloat64()
}

// limited applies the floor and the quantum to a delay.
func (d *Delays) limited(t float64) float64 {
	q := d.Policy.Quantum
	t = math.Max(d.Policy.Floor, t)
	if q.Size == 0 {
		return t
	}
	switch n := t/q.Size + 1e-9; q.Round {
	case calc.Down:
		return q.Size * math.Floor(n)
	case calc.Nearest:
		return q.Size * math.Floor(n+0.5)
	default:
		return q.Size * math.Ceil(n-2e-9)
	}
}
