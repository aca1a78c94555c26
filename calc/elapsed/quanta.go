package elapsed

import (
	"math"
	"math/bits"
	"math/cmplx"
	"sort"

	"retune/calc/num"
)

// Limits of the quanta that are told apart: in one distribution, in those of all delays up
// to a retry together, and in those of all retries that may have started by a time. Where
// there are more they are spread evenly: see blur.
const mostQuanta, mostTransforms, mostHeld = 1 << 16, 1 << 22, 1 << 24

// block is the distance of the values at which the integrals of a CDF are kept.
const block = 64

// A quanta is the distribution of T_k of delays whose values are all at one distance: it is
// exact, by the discrete Fourier transform of those of the delays. The period of the
// transform holds all of it but 2 e^-nats.
type quanta struct {
	sum
	at, size float64   // the first value and the distance of the values, seconds
	f        []float64 // P(T <= at + i size)
	one, two []float64 // E (x-T)+ and E (x-T)+^2/2 at every block
	errors   float64
}

// spectrum holds the transform of T_k for a number of quanta: that of the next retry is a
// product with it.
type spectrum struct {
	n          int // length of the transform
	k          int
	psi, alike []complex128 // of T_k; of a delay from settled on. The first half: the rest is its conjugate
}

// quantum returns the distance of the values of all delays, seconds, or 0 if they have none.
func (e *independent) quantum() float64 {
	switch p := e.policy.Poll; {
	case p.Every > 0 && p.Unknown:
		return 0
	case p.Every > 0:
		return p.Every
	}
	return e.policy.Quantum.Size
}

// quanta returns the distribution of T_k, whose sum is t, or nil if it has too many values.
func (e *independent) quanta(k int, t sum) *quanta {
	size := e.quantum()
	if size == 0 {
		return nil
	}
	lo, hi := t.near(e.nats)
	first, last := math.Floor((lo-t.lo)/size+1e-6), math.Ceil((hi-t.lo)/size-1e-6)
	if !(last-first < mostQuanta) || hi*0x1p-50 > size { // or they are not told apart
		return nil
	}
	n := 1 << bits.Len(uint(last-first))
	at := 1 + 16*t.sd/(e.termAt(max(1, float64(k))).mean+e.policy.AttemptTime) // retries whose starts overlap
	if float64(n)*min(float64(k), e.settled) > mostTransforms || !(float64(n)*at <= mostHeld) {
		return nil
	}
	v := &e.spectrum
	if v.n != n || k < v.k {
		*v = spectrum{n: n, psi: make([]complex128, n/2+1)}
		for j := range v.psi {
			v.psi[j] = 1
		}
	}
	if !v.goOn(e, k, size) {
		return nil
	}
	list := make([]complex128, n)
	for j, psi := range v.psi {
		list[j] = cmplx.Conj(psi)
		list[(n-j)%n] = psi
	}
	e.work.Did(n * 10)
	num.Fourier(list)
	q := &quanta{sum: t, at: t.lo + first*size, size: size, errors: 1e-12 + 1e-15*float64(k)}
	q.f = make([]float64, int(last-first)+1)
	total, one, two := 0.0, 0.0, 0.0
	for i := range q.f {
		if i%block == 0 {
			q.one, q.two = append(q.one, one), append(q.two, two)
		}
		total += max(0, real(list[(int(first)+i)%n])/float64(n))
		q.f[i] = min(1, total)
		one, two = q.on(i, one, two)
	}
	return q
}

// on returns the integrals at the value after the i-th from those at the i-th.
func (q *quanta) on(i int, one, two float64) (float64, float64) {
	return one + q.size*q.f[i], two + q.size*one + q.size*q.size/2*q.f[i]
}

// blur returns how far the CDF is off where the quanta of a sum are spread evenly: half a
// jump, and the largest jump of a sum that is nearly normal is size/(sd sqrt(2 pi)).
func (e *independent) blur(t sum) float64 {
	if size := e.quantum(); size > 0 {
		return min(0.5, 0.2*size/t.sd)
	}
	return 0
}

// goOn goes on to T_k, and reports whether all delays are at the distance size.
func (v *spectrum) goOn(e *independent, k int, size float64) bool {
	for ; v.k < k && float64(v.k+1) < e.settled; v.k++ {
		psi := v.of(e, v.k+1, size)
		if psi == nil || e.ctx.Err() != nil {
			return false
		}
		for j := range v.psi {
			v.psi[j] *= psi[j]
		}
	}
	if v.k < k && v.alike == nil {
		if v.alike = v.of(e, k, size); v.alike == nil {
			return false
		}
	}
	e.work.Did(10 * len(v.psi))
	for j := range v.psi {
		switch n := k - v.k; n {
		case 0:
		case 1:
			v.psi[j] *= v.alike[j]
		default:
			v.psi[j] *= cmplx.Pow(v.alike[j], complex(float64(n), 0))
		}
	}
	v.k = k
	return true
}

// of returns the transform of the delay before retry k, less the shortest, or nil if its
// values are not at the distance size.
func (v *spectrum) of(e *independent, k int, size float64) []complex128 {
	list := make([]complex128, v.n)
	d := e.one(float64(k))
	lo, _ := d.Support()
	for _, b := range d.Components(mostQuanta) {
		i := math.Round((b.Lo - lo) / size)
		if b.Lo < b.Hi || math.Abs(b.Lo-lo-i*size) > 1e-6*size {
			return nil
		}
		list[int(i)%v.n] += complex(b.Weight, 0)
	}
	e.work.Did(v.n * 8)
	num.Fourier(list)
	return list[:v.n/2+1]
}

func (q *quanta) near() (lo, hi float64) { return q.at, q.at + float64(len(q.f)-1)*q.size }
func (q *quanta) off() float64           { return q.errors }

// tiny is how far from a value, in quanta, a time near x is that value.
func (q *quanta) tiny(x float64) float64 { return slack * math.Abs(x) / q.size }

func (q *quanta) moment(x float64, p int) float64 {
	y := (x - q.at) / q.size
	i := math.Floor(y + q.tiny(x))
	switch {
	case i < 0:
		return 0
	case i >= float64(len(q.f)):
		return beyond(x-q.mean, q.sd*q.sd, p)
	}
	m, z := int(i), max(0, y-i)*q.size
	if p == 0 {
		return q.f[m]
	}
	one, two := q.one[m/block], q.two[m/block]
	for j := m - m%block; j < m; j++ {
		one, two = q.on(j, one, two)
	}
	if p == 1 {
		return one + z*q.f[m]
	}
	return two + z*one + z*z/2*q.f[m]
}

func (q *quanta) below(x float64) float64 {
	i := math.Ceil((x-q.at)/q.size-q.tiny(x)) - 1
	switch {
	case i < 0:
		return 0
	case i >= float64(len(q.f)):
		return 1
	}
	return q.f[int(i)]
}

// quantile returns the first value with F >= q.
func (q *quanta) quantile(share float64) (float64, bool) {
	i := sort.SearchFloat64s(q.f, share*(1-1e-15))
	return q.at + float64(i)*q.size, i < len(q.f)
}
