package jitter_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/outage"
)

// end draws the end of a fault.
func end(r *rand.Rand, f outage.Outage) float64 {
	switch f.Kind {
	case outage.Uniform:
		return f.A + (f.B-f.A)*r.Float64()
	case outage.Exponential:
		return f.A * r.ExpFloat64()
	case outage.LogUniform:
		return f.A * math.Pow(f.B/f.A, r.Float64())
	}
	return f.A
}

// Every figure of the overshoot against clients played one by one.
func TestOvershootPlayed(t *testing.T) {
	draws := 30_000
	if testing.Short() {
		draws = 3000
	}
	faults := []outage.Outage{
		{Kind: outage.Fixed, A: 7},
		{Kind: outage.Uniform, A: 2, B: 9},
		{Kind: outage.Exponential, A: 5},
		{Kind: outage.LogUniform, A: 0.5, B: 30},
	}
	check := func(t *testing.T, p jitter.Policy) {
		const n = 8
		errors := 5.0 // standard ones; of a stateful plan the package plays 10,000 clients itself
		if p.Stateful() {
			errors *= math.Sqrt(1 + float64(draws)/10_000)
		}
		s := jitter.New(p, n, jitter.Coarse)
		waits := make([]float64, n)
		for _, f := range faults {
			o := s.Overshoot(f)
			r := rand.New(rand.NewPCG(2, 71))
			var w []float64
			vain, never := 0, 0
			var sum, squares, sumRelative, squaresRelative, vainSquares float64
			for range draws {
				x := end(r, f)
				play(r, p, waits)
				at, before := 0.0, 0
				for _, wait := range waits {
					at += wait + p.AttemptTime
					if at >= x {
						break
					}
					before++
				}
				vain += before
				vainSquares += float64(before * before)
				if at < x {
					never++
					continue
				}
				w = append(w, at-x)
				sum += at - x
				squares += (at - x) * (at - x)
				rel := (at - x) / x
				sumRelative += rel
				squaresRelative += rel * rel
			}
			all, met := float64(draws), float64(len(w))
			what := fmt.Sprint(f, " ")
			pNever := float64(never) / all
			near(t, what+"never", pNever, o.GaveUp, errors*math.Sqrt(o.GaveUp*(1-o.GaveUp)/all)+5/all)
			mean := float64(vain) / all
			near(t, what+"in vain", mean, o.Wasted, errors*math.Sqrt(math.Max(0, vainSquares/all-mean*mean)/all)+10/all)
			if met < 1000 {
				continue
			}
			mean = sum / met
			near(t, what+"mean", mean, o.Mean, errors*math.Sqrt(math.Max(0, squares/met-mean*mean)/met)+1e-5)
			if !math.IsInf(o.RelativeMean, 1) {
				mean = sumRelative / met
				near(t, what+"relative", mean, o.RelativeMean, errors*math.Sqrt(math.Max(0, squaresRelative/met-mean*mean)/met)+1e-5)
			}
			if longest := slices.Max(w); !(longest <= o.Max*(1+1e-12)) {
				t.Errorf("%slongest %g, want at most %g", what, longest, o.Max)
			}
			for _, q := range []struct{ p, at float64 }{{0.5, o.P50}, {0.95, o.P95}, {0.99, o.P99}} {
				le, lt := 0, 0
				for _, x := range w {
					if x <= q.at+1e-9 {
						le++
					}
					if x < q.at-1e-9 {
						lt++
					}
				}
				allow := errors*math.Sqrt(q.p*(1-q.p)/met) + 1e-5
				if !(float64(le)/met >= q.p-allow) || !(float64(lt)/met <= q.p+allow) {
					t.Errorf("%sp%g at %g, where the draws go from %g to %g", what, 100*q.p, q.at, float64(lt)/met, float64(le)/met)
				}
			}
		}
	}
	eachPlan(t, check)
	eachStateful(t, check)
}

// What a stateful plan plays against what it computes: the retries that start
// before the fault ends, and against closed forms.
func TestOvershootStateful(t *testing.T) {
	for _, law := range []jitter.Jitter{{Type: jitter.Decorrelated, Amount: 3}, {Type: jitter.Full}} {
		s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.5, Factor: 3, Cap: 6}, Jitter: law, Feedback: true}, 8, jitter.Fine)
		for _, x := range []float64{0.7, 4, 15} {
			mean, square := 0.0, 0.0 // of the retries in vain
			for k, p := range s.Started(x) {
				mean += p
				square += float64(2*k+1) * p
			}
			never := s.Elapsed(8).CDF(x)
			o := s.Overshoot(outage.Outage{Kind: outage.Fixed, A: x})
			near(t, fmt.Sprint(law, x, " in vain"), o.Wasted, mean, 5*math.Sqrt((square-mean*mean)/200_000)+1e-3)
			near(t, fmt.Sprint(law, x, " never"), o.GaveUp, never, 5*math.Sqrt(never*(1-never)/200_000)+1e-3)
		}
	}
	// One retry, uniform from 1 to 3 s: half come too late to see the end at 2 s.
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 100}, Jitter: jitter.Jitter{Type: jitter.Decorrelated, Amount: 3}}
	o := jitter.New(p, 1, jitter.Fine).Overshoot(outage.Outage{Kind: outage.Fixed, A: 2})
	for _, c := range []struct{ got, want float64 }{
		{o.Mean, 0.5}, {o.P50, 0.5}, {o.P95, 0.95}, {o.P99, 0.99}, {o.Wasted, 0.5}, {o.GaveUp, 0.5}, {o.RelativeMean, 0.25},
	} {
		near(t, "one retry", c.got, c.want, 5*0.5/math.Sqrt(100_000))
	}
	near(t, "one retry, at most", o.Max, 1, 1e-12)
	// Long after the start the wait is that of a stationary law, E t^2/(2 E t):
	// maths.md B5.
	o = jitter.New(p, 40, jitter.Coarse).Overshoot(outage.Outage{Kind: outage.Uniform, A: 800, B: 900})
	near(t, "long after the start", o.Mean, 41.0, 5*0.3)
}

// maths.md A4: what the overshoot is without jitter.
func TestOvershootPublished(t *testing.T) {
	none := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}}, 600, jitter.Coarse)
	o := none.Overshoot(outage.Outage{Kind: outage.Exponential, A: 30})
	near(t, "exponential mean", o.Mean, 4.174134781, 5e-10)
	near(t, "exponential in vain", o.Wasted, 8.937466870-1, 5e-10) // the source counts call 0

	free := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}}, 40, jitter.Coarse)
	o = free.Overshoot(outage.Outage{Kind: outage.Uniform, A: 31, B: 63})
	near(t, "gap mean", o.Mean, 16, 1e-12)
	near(t, "gap relative", o.RelativeMean, 0.396134, 5e-7)
	near(t, "gap max", o.Max, 32, 0)

	for _, c := range []struct{ r, uniform, logUniform float64 }{
		{1.1, 0.048412, 0.049206},
		{1.5, 0.216395, 0.233152},
		{2, 0.386294, 0.442695},
		{3, 0.647918, 0.820478},
	} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: c.r, Cap: inf}}
		n := int(math.Ceil(30 / math.Log(c.r)))
		s := jitter.New(p, n, jitter.Coarse)
		a, b := p.Elapsed(float64(n-1)), p.Elapsed(float64(n))
		near(t, "uniform in a gap", s.Overshoot(outage.Outage{Kind: outage.Uniform, A: a, B: b}).RelativeMean, c.uniform, 5e-7)
		near(t, "log-uniform", s.Overshoot(outage.Outage{Kind: outage.LogUniform, A: a, B: b}).RelativeMean, c.logUniform, 5e-7)
		near(t, "scale-free", p.ScaleFree(), c.logUniform, 5e-7)
	}

	// A long outage at the cap: E d^2/(2 E d).
	for _, c := range []struct {
		law  jitter.Jitter
		want float64
	}{
		{jitter.Jitter{Type: jitter.Full}, 1. / 3},
		{jitter.Jitter{Type: jitter.Equal}, 7. / 18},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, (1 + 0.04/3) / 2},
	} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 1}, Jitter: c.law}
		s := jitter.New(p, 300, jitter.Coarse)
		o := s.Overshoot(outage.Outage{Kind: outage.Uniform, A: 80, B: 81})
		near(t, "mean at the cap", o.Mean, c.want, 2e-3*c.want)
	}
}

// maths.md B7: the scale-free figure with jitter, which a log-uniform fault
// over one factor, deep in the schedule, has too.
func TestScaleFree(t *testing.T) {
	for _, c := range []struct {
		law       jitter.Jitter
		want, tol float64
	}{
		{jitter.Jitter{Type: jitter.None}, 0.4426950409, 1e-10},
		{jitter.Jitter{Type: jitter.Full}, 2.3148861/math.Ln2/2*2/2 - 1, 1e-7}, // E[1/Fabius] by mpmath
		{jitter.Jitter{Type: jitter.Equal}, 0.461, 1e-3},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, 0.450, 1e-3},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.5}, 0.486, 1e-3},
	} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}, Jitter: c.law}
		got := p.ScaleFree()
		near(t, fmt.Sprint(c.law, " scale-free"), got, c.want, c.tol)
		deep := jitter.New(p, 50, jitter.Coarse).Overshoot(outage.Outage{Kind: outage.LogUniform, A: 1 << 30, B: 1 << 31})
		near(t, fmt.Sprint(c.law, " deep"), deep.RelativeMean, got, 1e-7)
	}
}

// A policy that ends before the fault has no overshoot, and says so.
func TestOvershootNever(t *testing.T) {
	for _, law := range []jitter.Jitter{{Type: jitter.None}, {Type: jitter.Full}} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}, Jitter: law}
		o := jitter.New(p, 3, jitter.Coarse).Overshoot(outage.Outage{Kind: outage.Fixed, A: 100})
		if o.GaveUp != 1 || o.Wasted != 3 || !math.IsNaN(o.Mean) || !math.IsNaN(o.P99) || !math.IsNaN(o.Max) {
			t.Errorf("%v: %+v", law, o)
		}
	}
	// A retry exactly at X succeeds.
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.1, Cap: inf}}
	if o := jitter.New(p, 5, jitter.Coarse).Overshoot(outage.Outage{Kind: outage.Fixed, A: 3.31}); o.Mean != 0 || o.Wasted != 2 {
		t.Errorf("at a retry: %+v", o)
	}
	// So it does where a law draws and the cap leaves nothing of it: 3, 6, 9 s.
	p = jitter.Policy{Policy: calc.Policy{InitialDelay: 3, Factor: 2, Cap: 3}, Jitter: jitter.Jitter{Type: jitter.Up, Amount: 0.5}, CapAfter: true}
	s := jitter.New(p, 5, jitter.Coarse)
	if o := s.Overshoot(outage.Outage{Kind: outage.Fixed, A: 6}); o.Mean != 0 || o.P99 != 0 || o.Wasted != 1 {
		t.Errorf("at a retry at the cap: %+v", o)
	}
	if o := s.Overshoot(outage.Outage{Kind: outage.Fixed, A: 7}); o.Mean != 2 || o.P50 != 2 || o.P99 != 2 || o.Max != 2 || o.Wasted != 2 {
		t.Errorf("between: %+v", o)
	}
}
