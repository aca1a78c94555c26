package jitter

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"retune/calc"
)

func stateful(a, r, c float64, k Type, amount float64, after bool) Policy {
	return Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c}, Jitter: Jitter{k, amount}, CapAfter: after, Feedback: true}
}

// chainPlans is every stateful law, cap before and after, with the cap reached
// within six retries and call times that must only shift T_n.
func chainPlans() map[string]Policy {
	plans := map[string]Policy{
		"decorrelated":          stateful(0.1, 2, 10, Decorrelated, 3, false),
		"decorrelated=2":        stateful(1, 2, 3, Decorrelated, 2, false),
		"decorrelated,uncap":    stateful(1, 2, math.Inf(1), Decorrelated, 3, false),
		"full,uncapped":         stateful(1, 3, math.Inf(1), Full, 0, false),
		"smira":                 stateful(0.1, math.E, 300, NormalAbsolute, 0.1, false),
		"normal=10ms,after":     stateful(0.1, 2, 10, NormalAbsolute, 0.01, true),
		"normal=2s,after":       stateful(1, 2, 10, NormalAbsolute, 2, true),
		"normal=0.7,after":      stateful(0.1, 2, 10, NormalRelative, 0.7, true),
		"up=0.5,slow,after":     stateful(1, 1, 3, Up, 0.5, true),
		"spread=0.5,slow":       stateful(0.1, 1.1, 10, Spread, 0.5, false),
		"add=1ms":               stateful(0.1, 2, 10, Add, 0.001, false),
		"spread=1e-4,narrow":    stateful(0.1, 2, 10, Spread, 1e-4, false),
		"full,cap at the first": stateful(1, 2, 1, Full, 0, true),
	}
	for _, after := range []bool{false, true} {
		for _, l := range []Jitter{{Full, 0}, {Equal, 0}, {Spread, 0.2}, {Up, 0.5}, {Down, 0.5}, {Add, 1}, {NormalRelative, 0.1}, {NormalAbsolute, 0.3}} {
			plans[fmt.Sprint("law ", l.Type, " after ", after)] = stateful(0.1, 2, 1, l.Type, l.Amount, after)
		}
	}
	for name, p := range plans {
		p.AttemptTime = 0.25
		plans[name] = p
	}
	return plans
}

// again tells plans that are others with the cap after the jitter: they are
// left out where the paths of the code are what counts.
func again(name string) bool { return testing.Short() && strings.HasSuffix(name, "after true") }

// chainEfforts returns the efforts to test, the better last.
func chainEfforts() []Effort {
	if raceDetector {
		return []Effort{Coarse}
	}
	return []Effort{Coarse, Fine}
}

func chainNear(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.12g, want %.12g within %g", what, got, want, tol)
	}
}

func sd(d Dist) float64 { return math.Sqrt(d.Variance()) }

// The recursions of decorrelated jitter without a cap:
//
//	E t' = (a + m E t)/2,  E t'^2 = (a^2 + a m E t + m^2 E t^2)/3,  Cov(t_i, t_j) = (m/2)^(j-i) Var t_i
//
// and for m = 3 E t_n = 2a 1.5^n - a, E T_n = 6a(1.5^n - 1) - n a.
func TestChainDecorrelatedUncapped(t *testing.T) {
	for _, m := range []float64{1.2, 2, 3, 5} {
		for _, effort := range chainEfforts() {
			const a, n = 0.5, 15
			delays, elapsed, _ := chain(stateful(a, 2, math.Inf(1), Decorrelated, m, false), n, effort)
			m1, m2, sum := a, a*a, 0.0
			variance, cov := 0.0, 0.0 // of S_n, and Cov(S_n, t_n)
			for k := range n {
				m1, m2 = (a+m*m1)/2, (a*a+a*m*m1+m*m*m2)/3
				sum += m1
				v := m2 - m1*m1
				cov = cov*m/2 + v
				variance += 2*cov - v
				name := fmt.Sprintf("m=%v effort %d: %%s %d", m, effort, k+1)
				chainNear(t, fmt.Sprintf(name, "E t"), delays[k].Mean(), m1, 1e-10*m1)
				chainNear(t, fmt.Sprintf(name, "sd t"), sd(delays[k]), math.Sqrt(v), 1e-9*m1)
				chainNear(t, fmt.Sprintf(name, "E T"), elapsed[k].Mean(), sum, 1e-10*sum)
				chainNear(t, fmt.Sprintf(name, "sd T"), sd(elapsed[k]), math.Sqrt(variance), 1e-9*sum)
				if m == 3 {
					chainNear(t, fmt.Sprintf(name, "closed t"), delays[k].Mean(), 2*a*math.Pow(1.5, float64(k+1))-a, 1e-10*m1)
					chainNear(t, fmt.Sprintf(name, "closed T"), elapsed[k].Mean(), 6*a*(math.Pow(1.5, float64(k+1))-1)-float64(k+1)*a, 1e-10*sum)
				}
			}
		}
	}
	delays, elapsed, _ := chain(stateful(1, 2, math.Inf(1), Decorrelated, 3, false), 20, Fine)
	chainNear(t, "E t_10", delays[9].Mean(), 114.330, 1e-3)
	chainNear(t, "E T_10", elapsed[9].Mean(), 329.990, 1e-3)
	chainNear(t, "sd T_10", sd(elapsed[9]), 648.859, 1e-3)
	// t_2: density ln(4)/6 on [1, 3], ln(8/(y-1))/6 on [3, 9].
	for _, y := range []float64{1.5, 2.9, 3, 3.5, 5, 8.9} {
		want := math.Log(4) / 6 * (min(y, 3) - 1)
		if u := y - 1; y > 3 { // integral of ln(8/u) is u (ln(8/u) + 1)
			want += (u*(math.Log(8/u)+1) - 2*(math.Log(4)+1)) / 6
		}
		chainNear(t, fmt.Sprint("P(t_2 <= ", y, ")"), delays[1].CDF(y), want, 2e-5)
	}
}

// The means of maths.md and of the post on the AWS blog's rule, 5 ms to 2 s.
func TestChainPublished(t *testing.T) {
	delays, _, _ := chain(stateful(0.005, 2, 2, Decorrelated, 3, false), 5, Coarse)
	for k, want := range []float64{10, 17.5, 28.75, 45.625, 70.9375} {
		chainNear(t, fmt.Sprint("E t ", k+1), 1e3*delays[k].Mean(), want, 1e-8)
	}
	// a = 0.1, c = 10 by ten million draws; five standard errors are 0.0007 of
	// a probability.
	delays, elapsed, _ := chain(stateful(0.1, 2, 10, Decorrelated, 3, false), 10, Fine)
	chainNear(t, "E t_5", delays[4].Mean(), 1.4105, 0.003)
	chainNear(t, "E T_10", elapsed[9].Mean(), 18.787, 0.025)
	chainNear(t, "P(t_10 = c)", delays[9].Atom(10), 0.1893, 0.0007)
	for i, q := range []float64{0.1, 0.5, 0.9, 0.99} {
		want := []float64{4.0026, 13.2106, 42.559, 58.784}[i]
		chainNear(t, fmt.Sprint("P(T_10 <= q ", q, ")"), elapsed[9].CDF(want), q, 0.0008)
		chainNear(t, fmt.Sprint("T_10 q ", q), elapsed[9].Quantile(q), want, 0.002*want)
	}
}

// The law of the delay after many retries; the table is B5 of maths.md.
func TestChainStationary(t *testing.T) {
	for _, row := range [][5]float64{
		{3, 0.8942, 1, 0.683, 0.467}, {10, 0.7365, 0.956, 0.483, 0.435}, {30, 0.6194, 0.669, 0.381, 0.419},
		{100, 0.5272, 0.463, 0.315, 0.410}, {400, 0.4565, 0.317, 0.269, 0.407}, {1000, 0.4240, 0.254, 0.249, 0.406}, {1e4, 0.3718, 0.161, 0.218, 0.405},
	} {
		c := row[0]
		w := newWalk(newStep(stateful(1, 2, c, Decorrelated, 3, false)), Coarse.accuracy().delays)
		for range 400 {
			w.advance()
		}
		d := w.law()
		chainNear(t, fmt.Sprint("mean/c at ", c), d.Mean()/c, row[1], 6e-5)
		chainNear(t, fmt.Sprint("median/c at ", c), d.Quantile(0.5)/c, row[2], 6e-4)
		chainNear(t, fmt.Sprint("atom at ", c), d.Atom(c), row[3], 6e-4)
		chainNear(t, fmt.Sprint("waste at ", c), (d.Variance()+d.Mean()*d.Mean())/(2*d.Mean()*c), row[4], 6e-4)
	}
}

// Without a cap t_n = a r^(n-1) V_1 ... V_n. For Full -ln of the product is a
// gamma variable: P(t_n <= y) = e^-L sum_(i<n) L^i/i!, L = ln(a r^(n-1)/y).
func TestChainFullUncapped(t *testing.T) {
	const a, r = 2, 3
	delays, elapsed, _ := chain(stateful(a, r, math.Inf(1), Full, 0, false), 12, Fine)
	sum := 0.0
	for k, d := range delays {
		most := a * math.Pow(r, float64(k))
		mean := most / math.Pow(2, float64(k+1))
		sum += mean
		chainNear(t, fmt.Sprint("E t ", k+1), d.Mean(), mean, 1e-9*mean)
		chainNear(t, fmt.Sprint("E T ", k+1), elapsed[k].Mean(), sum, 1e-9*sum)
		for _, q := range []float64{0.02, 0.1, 0.5, 0.9, 0.99} {
			l := math.Log(most / d.Quantile(q))
			p, term := 0.0, math.Exp(-l)
			for i := range k + 1 {
				p += term
				term *= l / float64(i+1)
			}
			chainNear(t, fmt.Sprint("P(t <= q ", q, ") ", k+1), p, q, 5e-5)
		}
	}
}

// Normal draws that are never cut: mean a r^(n-1), and
//
//	absolute   sd = sigma sqrt((r^(2n) - 1)/(r^2 - 1))
//	relative   sd = mean sqrt((1 + j^2)^n - 1)
//
// smira's figures, mean 5.4598 and sd 2.15966 at b = sigma = 0.1 s, are of the
// first line with a = b e, n = 4, and do not cut at 0.
func TestChainNormalUncapped(t *testing.T) {
	const r = math.E
	chainNear(t, "smira sd", 0.1*math.Sqrt((math.Pow(r, 8)-1)/(r*r-1)), 2.15966, 1e-5)
	for _, effort := range chainEfforts() {
		for n := 1; n <= 6; n++ {
			delays, _, _ := chain(stateful(0.1*r, r, math.Inf(1), NormalAbsolute, 0.02, false), n, effort)
			mean := 0.1 * math.Pow(r, float64(n))
			chainNear(t, fmt.Sprint("mean ", n), delays[n-1].Mean(), mean, 1e-7*mean)
			chainNear(t, fmt.Sprint("sd ", n), sd(delays[n-1]), 0.02*math.Sqrt((math.Pow(r, 2*float64(n))-1)/(r*r-1)), 1e-6*mean)
			delays, _, _ = chain(stateful(0.1*r, r, math.Inf(1), NormalRelative, 0.15, false), n, effort)
			chainNear(t, fmt.Sprint("relative mean ", n), delays[n-1].Mean(), mean, 1e-6*mean)
			chainNear(t, fmt.Sprint("relative sd ", n), sd(delays[n-1]), mean*math.Sqrt(math.Pow(1+0.15*0.15, float64(n))-1), 1e-5*mean)
		}
	}
	// A relative deviation makes 0 absorbing: P(t_n = 0) = 1 - (1-p)^n.
	delays, _, _ := chain(stateful(1, 2, 100, NormalRelative, 0.7, false), 8, Fine)
	p := math.Erfc(1/0.7/math.Sqrt2) / 2
	for k, d := range delays {
		chainNear(t, fmt.Sprint("P(t = 0) ", k+1), d.Atom(0), 1-math.Pow(1-p, float64(k+1)), 1e-9)
	}
}

// What leaves nothing to chance is package calc, bit for bit.
func TestChainNothingDrawn(t *testing.T) {
	for _, l := range []Jitter{{None, 0}, {Spread, 0}, {Up, 0}, {Down, 0}, {Add, 0}, {NormalRelative, 0}, {NormalAbsolute, 0}, {Decorrelated, 1}} {
		p := stateful(0.1, 1.7, 20, l.Type, l.Amount, true)
		p.AttemptTime = 0.3
		policy := p.Policy
		if l.Type == Decorrelated {
			policy.Factor = 1
		}
		delays, elapsed, bound := chain(p, 40, Coarse)
		for k := range delays {
			n := float64(k + 1)
			for _, q := range []float64{0, 0.3, 1} {
				if delays[k].Quantile(q) != policy.Delay(n) || elapsed[k].Quantile(q) != policy.Elapsed(n) || bound != 0 {
					t.Errorf("%v: retry %v at %v after %v, want %v after %v", l, n, elapsed[k].Quantile(q), delays[k].Quantile(q), policy.Elapsed(n), policy.Delay(n))
				}
			}
		}
	}
}
