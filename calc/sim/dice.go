package sim

import (
	"math"
	"math/bits"
)

// dice is a generator of random numbers: a counter that is scrambled by one
// product of 128 bits. It is short enough to be compiled into the place where it
// is used, and any number of them can be had from one seed.
//
// Source: Wang Yi, wyrand (wyhash, public domain), 2019.
type dice uint64

// newDice returns stream i of a seed. Neighbouring seeds and streams have
// nothing in common: both are scrambled twice.
func newDice(seed, i uint64) dice {
	d := dice(seed)
	d = dice(d.next() + i)
	return dice(d.next())
}

// next returns 64 random bits.
func (d *dice) next() uint64 {
	*d += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*d), uint64(*d)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// below returns a whole number that is uniform on 0 to n-1, and 0 for n = 0.
func (d *dice) below(n uint64) uint64 {
	hi, _ := bits.Mul64(d.next(), n)
	return hi
}

// uniform returns a number that is uniform on (0, 1).
func (d *dice) uniform() float64 {
	return (float64(d.next()>>11) + 0.5) * 0x1p-53
}

// exponential returns a number of mean 1: the logarithm of a uniform one, which
// is x = 2^-z m with 1 <= m < 2. That of m is found from the next of 256 places.
//
//	-ln x = z ln 2 - ln p - ln(1 + h),  h = m/p - 1, at most 1/512
//
// Four terms of the series are right to 1e-14.
func (d *dice) exponential() float64 {
	x := d.next()
	z := bits.LeadingZeros64(x)
	x <<= z
	p := &places[x>>55&255]
	h := float64(x>>11)*0x1p-52*p.inverse - 1
	return float64(z+1)*math.Ln2 - p.log - h*(1-h*(1./2-h*(1./3-h/4)))
}

// places are the middles of 256 equal parts of 1 to 2.
var places = func() (t [256]struct{ inverse, log float64 }) {
	for i := range t {
		p := 1 + (float64(i)+0.5)/256
		t[i].inverse, t[i].log = 1/p, math.Log(p)
	}
	return t
}()

// normal returns a number of mean 0 and standard deviation 1.
func (d *dice) normal() float64 {
	return math.Sqrt2 * math.Erfinv(2*d.uniform()-1)
}
