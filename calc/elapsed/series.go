package elapsed

import (
	"math"
	"math/bits"
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
	work   *num.Work
	period float64
	psi    []complex128 // psi_j
	over   []complex128 // psi_j/j
	errors float64
	nats   float64
	cells  int

	once sync.Once
	grid *stage
}

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
	s := &series{sum: t, work: e.work, period: 2 * math.Exp2(math.Ceil(2*math.Log2(half))/2), cells: max(64, e.cells/2), nats: e.nats} // one serves many k
	v := &e.waves
	if v.period != s.period || k < v.first {
		*v = waves{period: s.period, first: k}
		v.terms(e, k)
	}
	if k < v.k {
		v.begin(e)
	}
	v.goOn(e, k)
	n, both := len(v.psi), make([]complex128, 2*len(v.psi))
	s.psi, s.over, s.errors = both[:n:n], both[n:], v.off
	for j, psi := range v.psi {
		s.psi[j], s.over[j] = psi, psi*complex(1/float64(j+1), 0)
	}
	return s
}

func (s *series) off() float64            { return s.errors }
func (s *series) near() (lo, hi float64)  { return s.sum.near(s.nats) }
func (s *series) below(x float64) float64 { return s.moment(x, 0) }

// at returns the distribution function at x, and its density if that is asked for.
func (s *series) at(x float64, dense bool) (f, density float64) {
	s.work.Did(2 + len(s.psi)/5)
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
		s.grid = &stage{sum: s.sum, errors: s.errors}
		v := s.values()
		s.grid.rest = newGrid(s.mean-s.period/2, s.period/float64(len(v)/2), v)
	})
	return s.grid.moment(x, p)
}

// values returns F at both ends and in the middle of cells of a period.
func (s *series) values() []float64 {
	n := max(2*s.cells, 4<<bits.Len(uint(len(s.psi))))
	s.work.Did(10 * n)
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

// quantile returns the time with F = q, unless Newton's steps do not get there.
func (s *series) quantile(q float64) (float64, bool) {
	x, _, ok := s.newton(q, s.mean+s.sd*math.Sqrt2*math.Erfinv(2*q-1))
	return x, ok
}

// rising returns the quantiles of shares that rise, which takes less than each alone: the next
// is first looked for where the density at the last one has it.
func (s *series) rising(alone func(q float64) float64) func(q float64) float64 {
	x, last, density := 0.0, 0.0, 0.0
	return func(q float64) float64 {
		ok := density > 0 && q < 1
		if ok {
			x, density, ok = s.newton(q, x+(q-last)/density)
		}
		if !ok {
			x = alone(q)
			_, density = s.at(x, true)
		}
		last = q
		return x
	}
}

// newton returns the time with F = q, and the density next to it, by Newton's steps from x,
// unless they do not get there.
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
