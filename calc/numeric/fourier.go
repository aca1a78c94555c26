package numeric

import (
	"math"
	"math/bits"
)

// Fourier replaces x by its discrete Fourier transform
//
//	X_k = sum over j of x_j e^(2 pi i jk/n)    k = 0, ..., n-1
//
// where n, the length of x, is a power of 2. The conjugate of the transform of the conjugate of the transform is n
// times x. The error of each value is about 1e-16 log2 n times the root of the sum of squares. Source: J. W. Cooley
// and J. W. Tukey, An algorithm for the machine calculation of complex Fourier series (1965).
//
// It halves the distance between the values that it combines, two halvings at a time, and puts the result in order at
// the end. So each block has one factor.
func Fourier(x []complex128) {
	n := len(x)
	turns := make([]complex128, max(1, n/2)) // e^(2 pi i j/n), in the order of the blocks
	turns[0] = 1
	for known := 1; known < n/2; known *= 2 {
		sin, cos := math.Sincos(math.Pi / 2 / float64(known))
		for i, turn := range turns[:known] {
			turns[known+i] = turn * complex(cos, sin)
		}
	}
	size := n // of a block
	for ; size >= 4; size /= 4 {
		quarter := size / 4
		for block := range n / size {
			turn, even, odd := turns[block], turns[2*block], turns[2*block+1]
			part := x[block*size : (block+1)*size]
			a, b, c, d := part[:quarter], part[quarter:2*quarter], part[2*quarter:3*quarter], part[3*quarter:]
			for i := range a {
				c2, d2 := c[i]*turn, d[i]*turn
				ac, bd := a[i]+c2, (b[i]+d2)*even
				less, odd := a[i]-c2, (b[i]-d2)*odd
				a[i], b[i], c[i], d[i] = ac+bd, ac-bd, less+odd, less-odd
			}
		}
	}
	if size == 2 {
		for block, turn := range turns {
			a, b := x[2*block], x[2*block+1]*turn
			x[2*block], x[2*block+1] = a+b, a-b
		}
	}
	for i, shift := 0, 65-bits.Len(uint(n)); i < n; i++ {
		if j := int(bits.Reverse64(uint64(i)) >> shift); i < j {
			x[i], x[j] = x[j], x[i]
		}
	}
}
