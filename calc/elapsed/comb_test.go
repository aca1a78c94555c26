package elapsed

import (
	"math"
	"math/cmplx"
	"testing"

	"retune/calc/jitter"
)

// A comb has the characteristic function of its pieces, and its bound holds from there on.
func TestComb(t *testing.T) {
	tenths := func(n int, first, step, width float64) (list []jitter.Component) {
		for i := range n {
			x := first + float64(i)*step
			list = append(list, jitter.Component{Weight: 1 / float64(n), Lo: x, Hi: x + width})
		}
		return list
	}
	for _, pieces := range [][]jitter.Component{
		tenths(1, 2, 0, 3), tenths(2, 0.95, 0.075, 0.05), tenths(5, 0.5, 0.1, 0.05), tenths(8, 1, 0.25, 0.25), tenths(7, 0, 1, 0),
		append(tenths(5, 0.5, 0.1, 0.05), jitter.Component{Weight: 1, Lo: 1.3, Hi: 1.5}),
	} {
		list := combs(pieces, -1)
		if len(list) > 2 {
			t.Errorf("%v are %d combs", pieces, len(list))
		}
		size := func(w float64) float64 {
			var got, want complex128
			for _, c := range list {
				got += c.psi(w)
			}
			for _, b := range pieces {
				sinc := 1.0
				if x := w * (b.Hi - b.Lo) / 2; x > 0 {
					sinc = math.Sin(x) / x
				}
				want += complex(b.Weight*sinc, 0) * cmplx.Exp(complex(0, -w*((b.Lo+b.Hi)/2-1)))
			}
			if !(cmplx.Abs(got-want) <= 1e-12) {
				t.Fatalf("%v: psi(%g) = %g, want %g", pieces, w, got, want)
			}
			return cmplx.Abs(got)
		}
		most := 0.0
		for w := 400.0; w > 0; w -= 0.05 {
			bound := 0.0
			for _, c := range list {
				bound += c.bound(w)
			}
			if most = max(most, size(w)); !(most <= bound+1e-12) {
				t.Fatalf("%v: |psi| is %g beyond %g, the bound %g", pieces, most, w, bound)
			}
		}
		size(2 * math.Pi / 0.1)
	}
}

// Delays that grow have the distribution of those that are next to nothing less.
func TestLimit(t *testing.T) {
	for _, typ := range []jitter.Type{jitter.Full, jitter.Slices, jitter.Truncated, jitter.NormalRelative} {
		p := slowly(1, math.Inf(1), jitter.Jitter{Type: typ, Amount: 0.3})
		e := newIndependent(t.Context(), p, Coarse)
		k := int(e.limitFrom()) + 9
		got, want := e.Start(k), start{e.stage(k)}
		for _, q := range []float64{0.001, 0.05, 0.5, 0.95, 0.999} {
			x := want.Quantile(q)
			if f := got.CDF(x); !(math.Abs(f-q) <= 1e-4) {
				t.Errorf("%v: P(T_%d <= %g) = %g, want %g", p.Jitter, k, x, f, q)
			}
			if f := want.CDF(got.Quantile(q)); !(math.Abs(f-q) <= 1e-4) {
				t.Errorf("%v: the quantile of T_%d at %g is that at %g", p.Jitter, k, q, f)
			}
			if y, z := got.(start).moment(x, 1), want.moment(x, 1); !(math.Abs(y-z) <= 1e-4*want.Deviation()) {
				t.Errorf("%v: the integral of the CDF to %g is %g, want %g", p.Jitter, x, y, z)
			}
		}
	}
}
