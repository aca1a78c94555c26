package elapsed

import (
	"math"
	"math/bits"
	"math/cmplx"
	"slices"
	"sort"
	"sync"

	"retune/calc/num"
)

// A series is the distribution of T_k by the characteristic functions of its delays, as
// a Fourier series on a period L that holds all of it but 1e-13, or 1e-7 if it is coarse:
//
//	F(x) = 1/2 + z/L + (1/pi) sum over j = 1..n of Im(psi_j e^(i w_j z))/j
//
//	z      x - E T_k, seconds, from -L/2 to L/2
//	w_j    2 pi j/L
//	psi_j  E e^(-i w_j (T_k - E T_k)), the product of those of the delays
//
// Its integrals are those of a grid of it. Source: the Fourier series of a distribution
// function, the constant fixed by the mean.
type series struct {
	sum
	period float64
	psi    []complex128 // psi_j
	over   []complex128 // psi_j/j
	errors float64
	nats   float64
	cells  int

	once sync.Once
	grid *stage
}

// Lengths of a series: a longer one is slow, a shorter one costs next to nothing.
const longestSeries, cheapSeries = 400, 27

// reach returns how far from its mean the sum is but for 2 e^-nats, seconds, by Bernstein's
// inequality, P(T - E T > x) <= exp(-x^2/2 / (sd^2 + step x/3)).
func (s sum) reach(nats float64) float64 {
	return nats/3*s.step + math.Hypot(nats/3*s.step, math.Sqrt(2*nats)*s.sd)
}

func (s sum) near(nats float64) (lo, hi float64) {
	x := s.reach(nats)
	return max(s.lo, s.mean-x), min(s.hi, s.mean+x)
}

// series returns the series of T_k, whose sum is t.
func (e *independent) series(k int, t sum) *series {
	lo, hi := t.near(e.nats)
	half := max(t.mean-lo, hi-t.mean)
	s := &series{sum: t, period: 2 * math.Exp2(math.Ceil(2*math.Log2(half))/2), cells: max(64, e.cells/2), nats: e.nats} // one serves many k
	v := &e.waves
	if v.period != s.period || k < v.first {
		*v = waves{period: s.period, first: k}
		v.terms(e, k)
	}
	if k < v.k { // go on from the last before k that is kept
		from := v.kept[0]
		for _, x := range v.kept {
			if from.k < x.k && x.k <= k {
				from = x
			}
		}
		v.k = from.k
		copy(v.psi, from.psi)
	}
	v.goOn(e, k)
	s.psi, s.over, s.errors = slices.Clone(v.psi), slices.Clone(v.psi), v.off
	for j := range s.over {
		s.over[j] *= complex(1/float64(j+1), 0)
	}
	if v.kept = append(v.kept, wave{k, s.psi}); len(v.kept) > mostKept {
		v.kept = slices.Delete(v.kept, 1, 2)
	}
	return s
}

// mostKept is how many waves are kept to go on from, beside the first.
const mostKept = 16

// A wave is the psi_j of T_k.
type wave struct {
	k   int
	psi []complex128
}

// waves are the psi_j of some T_k at the frequencies of a period: those of the next are
// products with them.
type waves struct {
	period     float64 // L, seconds
	first, k   int     // of these for which there are enough; of psi
	kept       []wave
	off        float64      // what the terms left out may add up to
	psi, alike []complex128 // of T_k; of a delay from settled on
}

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
	n = (n + 3) &^ 3 // they are added four by four
	v.psi = make([]complex128, n)
	v.k = sort.Search(k, func(i int) bool { return e.sumOf(float64(i+1)).sd*v.frequency(n) > 1e-4 })
	sd := e.sumOf(float64(v.k)).sd
	for j := range v.psi {
		x := sd * v.frequency(j+1)
		v.psi[j] = complex(math.Exp(-x*x/2), 0)
	}
	v.kept = []wave{{v.k, slices.Clone(v.psi)}}
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
		if e.scales && (1-most)*min(r.first, 1/e.growth) < 1e-3 {
			break // those before it are shorter, and do not matter
		}
		k = r.first - 1
	}
	return b
}

// bound returns what |psi| of the delay is at most at frequencies from w on: of a uniform
// |sin x/x| <= min(e^(-x^2/6), 1/x) to x = 2 and beyond, of a normal, cut where it has a
// density, e^(-(sigma w)^2/2) + 2 density/w.
func (d *delay) bound(w float64) float64 {
	if d.sigma > 0 {
		x := d.sigma * w
		return min(1, d.points+math.Exp(-x*x/2)+2*d.density/w)
	}
	total := d.points
	for _, b := range d.pieces {
		switch x := w * (b.Hi - b.Lo) / 2; {
		case x > 2:
			total += b.Weight / x
		case x > 0:
			total += b.Weight * math.Exp(-x*x/6)
		}
	}
	return total
}

func (s *series) Mean() float64             { return s.mean }
func (s *series) Deviation() float64        { return s.sd }
func (s *series) Support() (lo, hi float64) { return s.lo, s.hi }
func (s *series) off() float64              { return s.errors }
func (s *series) near() (lo, hi float64)    { return s.sum.near(s.nats) }
func (s *series) below(x float64) float64   { return s.moment(x, 0) }

// at returns the distribution function at x, and its density if that is asked for.
func (s *series) at(x float64, dense bool) (f, density float64) {
	z := (x - s.mean) / s.period
	switch {
	case x >= s.hi || z >= 0.5:
		return 1, 0
	case x < s.lo || z <= -0.5:
		return 0, 0
	}
	sin, cos := math.Sincos(2 * math.Pi * z)
	turn := complex(cos, sin)
	if dense {
		density = (1 + 2*real(powers(s.psi, turn))) / s.period
	}
	return min(1, max(0, 0.5+z+imag(powers(s.over, turn))/math.Pi)), density
}

// powers returns the sum of c_j x^j, j = 1..n, n a multiple of four: four chains of products
// take little more time than one.
func powers(c []complex128, x complex128) complex128 {
	x2 := x * x
	x4 := x2 * x2
	var one, two, three, four complex128
	for i := len(c) - 4; i >= 0; i -= 4 {
		d := c[i : i+4 : i+4]
		one, two, three, four = one*x4+d[0], two*x4+d[1], three*x4+d[2], four*x4+d[3]
	}
	return x*(one+three*x2) + x2*(two+four*x2)
}

func (s *series) moment(x float64, p int) float64 {
	if p == 0 {
		f, _ := s.at(x, false)
		return f
	}
	s.once.Do(func() {
		s.grid = &stage{mean: s.mean, sd: s.sd, lo: s.lo, hi: s.hi, errors: s.errors}
		v := s.values()
		s.grid.rest = newGrid(s.mean-s.period/2, s.period/float64(len(v)/2), v)
	})
	return s.grid.moment(x, p)
}

// values returns F at both ends and in the middle of cells of a period.
func (s *series) values() []float64 {
	n := max(2*s.cells, 4<<bits.Len(uint(len(s.psi))))
	list := make([]complex128, n)
	for j, p := range s.over {
		list[j+1] = p * complex(float64(2*(j&1)-1), 0)
	}
	num.Fourier(list)
	f := make([]float64, n+1)
	for i := range list {
		f[i] = min(1, max(0, float64(i)/float64(n)+imag(list[i])/math.Pi))
	}
	f[n] = 1
	return f
}

// quantile returns the time with F = q by Newton's steps, unless they do not get there.
func (s *series) quantile(q float64) (float64, bool) {
	x, _, ok := s.newton(q, s.mean+s.sd*math.Sqrt2*math.Erfinv(2*q-1))
	return x, ok
}

// newton is quantile from a first guess, and returns about the density as well.
func (s *series) newton(q, x float64) (at, density float64, ok bool) {
	for range 12 {
		f, density := s.at(x, true)
		step := (f - q) / density
		if x -= step; !(math.Abs(step) < s.sd) {
			break
		}
		if math.Abs(step) < 1e-6*s.sd { // the next one would be its square
			return min(s.hi, max(s.lo, x)), density, true
		}
	}
	return 0, 0, false
}

// psi returns E e^(-iw (t - E t)) of the delay t, w in radians per second.
func (d *delay) psi(w float64) complex128 {
	if d.exact {
		x := w * d.sd
		return complex(math.Exp(-x*x/2), 0)
	}
	turn := func(x float64) complex128 {
		sin, cos := math.Sincos(w * x)
		return complex(cos, -sin)
	}
	var total, at, next complex128
	size := 0.0
	for _, b := range d.pieces {
		half := (b.Hi - b.Lo) / 2
		if strip := d.normal && half > 0; strip && size > 0 { // as wide as the one before, and next to it
			at *= next
		} else {
			at, size = turn(d.ref-d.mean+b.Lo+half), 1
			if x := w * half; x > 0 {
				size = math.Sin(x) / x
			}
			if strip {
				next = turn(2 * half)
			}
		}
		total += at * complex(b.Weight*size, 0)
		if d.normal && half == 0 {
			size = 0
		}
	}
	return total
}
