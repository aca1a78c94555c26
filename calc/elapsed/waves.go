package elapsed

import (
	"math"
	"math/cmplx"
	"sort"
)

// waves are the psi_j of some T_k at the frequencies of a period: those of the next are
// products with them.
type waves struct {
	period     float64      // L, seconds
	first, k   int          // of these for which there are enough; of psi
	off        float64      // what the terms left out may add up to
	psi, alike []complex128 // of T_k; of a delay from settled on
}

// Lengths of a series: a longer one is slow, a shorter one costs next to nothing.
const longestSeries, cheapSeries = 400, 27

func (v *waves) frequency(j int) float64 { return 2 * math.Pi * float64(j) / v.period }

// terms chooses how many terms T_k and those after it need. The terms after the n-th are
//
//	sum over j > n of |psi_j|/(pi j) <= (ln 2/pi) (B(w_n) + B(2 w_n) + B(4 w_n) + ...)
//
// at most, B a bound of |psi| that falls as the frequency rises. Early retries that the
// frequencies hardly see are a normal.
func (v *waves) terms(e *independent, k int) {
	rounding := 1e-12
	if m := e.settled - 1; m > 0 && e.runAt(min(float64(k), m)).m > 1 {
		rounding = 1e-9 // of runs
	}
	left := func(n int) float64 {
		total, w, b := rounding, v.frequency(n), 1.0
		for i := 0; i < 40 && b > 1e-14 && total < 1; i++ {
			b = e.bound(k, w)
			total, w = total+b*math.Ln2/math.Pi, 2*w
		}
		return total
	}
	n := 8
	for v.off = left(n); n < longestSeries && (v.off > e.tol || !e.coarse && v.off > 2e-12 && n < cheapSeries); v.off = left(n) {
		n += n / 2
	}
	if v.off > 1e-3 && float64(k)-e.settled > 1000 { // of points, of which more see no more: those that a normal has
		n = min(n, int(math.Ceil(7.5/(e.sumOf(float64(k)).sd*v.frequency(1)))))
	}
	n = (n + 3) &^ 3 // they are added four by four
	v.psi = make([]complex128, n)
	v.begin(e)
}

// begin sets psi to that of the last retry before v.first that the frequencies hardly see: a normal.
func (v *waves) begin(e *independent) {
	n := len(v.psi)
	v.k = sort.Search(v.first, func(i int) bool { return e.sumOf(float64(i+1)).sd*v.frequency(n) > 1e-4 })
	sd := e.sumOf(float64(v.k)).sd
	for j := range v.psi {
		x := sd * v.frequency(j+1)
		v.psi[j] = complex(math.Exp(-x*x/2), 0)
	}
}

// goOn goes on to T_k.
func (v *waves) goOn(e *independent, k int) {
	for v.k < k && float64(v.k+1) < e.settled && e.ctx.Err() == nil {
		first := float64(v.k + 1)
		r := e.runAt(first)
		m := min(r.first+r.m-first, float64(k-v.k))
		if m -= math.Mod(m, 2); m < 4 {
			d, by := e.scaled(first, false)
			for j := range v.psi {
				v.psi[j] *= d.psi(v.frequency(j+1) * by)
			}
			v.k++
			continue
		}
		x, y := places(first, m)
		for _, x := range [2]float64{x, y} {
			d, by := e.scaled(x, false)
			for j := range v.psi {
				v.psi[j] *= cmplx.Pow(d.psi(v.frequency(j+1)*by), complex(m/2, 0))
			}
		}
		v.k += int(m)
	}
	if v.k == k || e.ctx.Err() != nil {
		return
	}
	if v.alike == nil {
		d := e.delayOf(float64(k))
		v.alike = make([]complex128, len(v.psi))
		for j := range v.alike {
			v.alike[j] = d.psi(v.frequency(j + 1))
		}
	}
	for j := range v.psi {
		if n := k - v.k; n == 1 {
			v.psi[j] *= v.alike[j]
		} else {
			v.psi[j] *= cmplx.Pow(v.alike[j], complex(float64(n), 0))
		}
	}
	v.k = k
}

// bound returns what |psi| of T_k is at most at frequencies from w on.
func (e *independent) bound(retry int, w float64) float64 {
	b, k := 1.0, float64(retry)
	if m := e.settled - 1; k > m {
		b, k = math.Pow(e.delayOf(k).bound(w), k-m), m
	}
	at := func(k float64) float64 { d, by := e.scaled(k, true); return d.bound(w * by) }
	for k > 0 && b > 1e-15 && e.ctx.Err() == nil {
		r := e.runAt(k)
		most := at(r.first)
		if k > r.first {
			most = max(most, at(k))
		}
		b *= math.Pow(most, k-r.first+1)
		if k = r.first - 1; e.sumOf(k).sd*w < 0.03 {
			break // those before it do not matter
		}
	}
	return b
}
