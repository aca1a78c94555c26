package des

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

// exponential returns a number of mean 1. The area under e^-x is cut into 256
// layers of the same size; a point of one that lies under the next narrower one too
// is under the curve, which it nearly always is. The lowest ends in the tail, which
// is the curve again.
//
// Source: Marsaglia and Tsang, The Ziggurat Method for Generating Random Variables,
// Journal of Statistical Software 5(8), 2000.
func (d *dice) exponential() float64 {
	from := 0.0
	for {
		draw := d.next()
		i := draw & 255
		x := float64(draw>>11) * 0x1p-53 * layers[i].width
		if x < layers[i+1].width {
			return from + x
		}
		if i == 0 {
			from += tail
		} else if low, high := layers[i].height, layers[i+1].height; low+d.uniform()*(high-low) < math.Exp(-x) {
			return from + x
		}
	}
}

// Where the tail begins, and the size of a layer.
const (
	tail  = 7.69711747013104972
	layer = 0.0039496598225815571993
)

// layers are from x = 0 to where the curve is that high. The lowest has the tail
// in it, and is as wide as if it were a rectangle.
var layers = func() (l [257]struct{ width, height float64 }) {
	l[0].width, l[1].width = layer/math.Exp(-tail), tail
	for i := range l[:256] {
		if i > 1 {
			l[i].width = -math.Log(l[i-1].height + layer/l[i-1].width)
		}
		if i > 0 {
			l[i].height = math.Exp(-l[i].width)
		}
	}
	l[256].height = 1
	return l
}()

// normal returns a number of mean 0 and standard deviation 1.
func (d *dice) normal() float64 {
	return math.Sqrt2 * math.Erfinv(2*d.uniform()-1)
}
