package des

import (
	"math/bits"
	"math/rand/v2"
)

// An rng draws random numbers from a PCG.
type rng struct {
	*rand.Rand
	source *rand.PCG
}

func newRNG(seed uint64) rng {
	source := rand.NewPCG(seed, 0x9e3779b97f4a7c15)
	return rng{rand.New(source), source}
}

// below returns a whole number that is uniform on 0 to n-1, to 1 part in 2^64/n, and 0
// for n = 0.
func (r *rng) below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.source.Uint64(), n)
	return hi
}

// falls reports whether something of probability p/2^64 happens.
func (r *rng) falls(p uint64) bool { return p > 0 && (p == always || r.source.Uint64() < p) }
