package simulate

import (
	"math/bits"
	"math/rand/v2"
)

// A wyrand is a random number generator: a counter scrambled by one 128-bit product. It is short enough to be inlined,
// unlike the PCG of math/rand/v2, which saves a tenth of the time of an attempt.
//
// Source: Wang Yi, wyrand (wyhash, public domain), 2019.
type wyrand uint64

// Uint64 returns 64 random bits.
func (w *wyrand) Uint64() uint64 {
	*w += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*w), uint64(*w)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// An rng draws random numbers of several distributions from a wyrand.
type rng struct {
	*rand.Rand
	source wyrand
}

// seed starts the sequence of a seed. It scrambles the seed twice so that neighbouring seeds give independent
// sequences.
func (r *rng) seed(seed uint64) {
	r.source = wyrand(seed)
	r.source = wyrand(r.source.Uint64())
	r.source = wyrand(r.source.Uint64())
	r.Rand = rand.New(&r.source)
}

// below returns a uniform whole number from 0 to n-1, biased by at most 1 part in 2^64/n, and 0 for n = 0.
func (r *rng) below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.source.Uint64(), n)
	return hi
}

// falls draws x, uniform below 2^64, and reports whether x is below p, an event of probability p/2^64. p = always is
// certain.
func (r *rng) falls(p uint64) (x uint64, falls bool) {
	if p == always {
		return p, true
	}
	x = r.source.Uint64()
	return x, x < p
}
