package elapsed

import "math"

// caps is the distribution of T_k where the cap comes after the jitter and all delays from
// retry m on are c, or 0 with probability q: the stage of retry m-1 and a binomial
// number of caps.
type caps struct {
	*stage
	t      sum
	c      float64
	first  float64   // the least number of caps, seconds after the stage, attempts included
	weight []float64 // of first, first + c, ...
}

// onCaps returns the distribution of T_k, k beyond the last stage.
func (e *independent) onCaps(k int, t sum) distribution {
	if e.caps != nil && e.caps.t == t {
		return e.caps
	}
	from := e.stage(e.walkTo)
	n := float64(k - e.walkTo)
	q := e.one(k).Atom(0)
	l := &caps{stage: from, t: t, c: e.policy.Cap, first: n * (e.policy.AttemptTime + e.policy.Cap), weight: []float64{1}}
	if q > 1e-15 {
		sd := math.Sqrt(n * q * (1 - q))
		least, most := max(0, math.Floor(n*q-8.5*sd-10)), min(n, math.Ceil(n*q+8.5*sd+20)) // of zeros
		l.weight = make([]float64, int(most-least)+1)
		l.first -= most * l.c
		total := 0.0
		ln := func(x float64) float64 { y, _ := math.Lgamma(x + 1); return y }
		for i := range l.weight {
			zeros := most - float64(i)
			l.weight[i] = math.Exp(ln(n) - ln(zeros) - ln(n-zeros) + zeros*math.Log(q) + (n-zeros)*math.Log1p(-q))
			total += l.weight[i]
		}
		for i := range l.weight {
			l.weight[i] /= total
		}
	}
	e.caps = l
	return l
}

func (l *caps) Mean() float64             { return l.t.mean }
func (l *caps) Deviation() float64        { return l.t.sd }
func (l *caps) Support() (lo, hi float64) { return l.t.lo, l.t.hi }

func (l *caps) near() (lo, hi float64) {
	lo, hi = l.stage.near()
	return lo + l.first, hi + l.first + l.c*float64(len(l.weight)-1)
}

func (l *caps) each(x float64, f func(float64) float64) float64 {
	lo, _ := l.stage.near()
	total := 0.0
	for i, w := range l.weight {
		y := x - l.first - l.c*float64(i)
		if y < lo-slack*x {
			break
		}
		total += w * f(y)
	}
	return total
}

func (l *caps) moment(x float64, p int) float64 {
	if p == 0 && x >= l.t.hi {
		return 1
	}
	return l.each(x, func(y float64) float64 { return l.stage.moment(y, p) })
}

func (l *caps) below(x float64) float64 { return l.each(x, l.stage.below) }
