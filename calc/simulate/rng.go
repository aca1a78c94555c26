package simulate

import (
	"math/bits"
	"math/rand/v2"
)

// A wyrand is a generator of random numbers: a counter that is scrambled by one product
// of 128 bits. It is short enough to be compiled into the place where it is used, which
// the PCG of math/rand/v2 is not: that is a tenth of the time of an attempt.
//
// Source: Wang Yi, wyrand (wyhash, public domain), 2019.
type wyrand uint64

// Uint64 returns 64 random bits.
func (w *wyrand) Uint64() uint64 {
	*w += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*w), uint64(*w)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// An rng draws random numbers of all kinds from a wyrand.
type rng struct {
	*rand.Rand
	source wyrand
}

// seed begins the sequence of a seed. Neighbouring seeds have nothing in common: they
// are scrambled twice.
func (r *rng) seed(seed uint64) {
	r.source = wyrand(seed)
	r.source = wyrand(r.source.Uint64())
	r.source = wyrand(r.source.Uint64())
	r.Rand = rand.New(&r.source)
}

// below returns a whole number that is uniform on 0 to n-1, to 1 part in 2^64/n, and 0
// for n = 0.
func (r *rng) below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.source.Uint64(), n)
	return hi
}

// falls reports whether something of probability p/2^64 happens: x, uniform below 2^64, is below p.
func (r *rng) falls(p uint64) (x uint64, falls bool) {
	if p == always {
		return p, true
	}
	x = r.source.Uint64()
	return x, x < p
}
