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
func Fourier(x []complex128) {
	n := len(x)
	for i, shift := 0, 65-bits.Len(uint(n)); i < n; i++ {
		if j := int(bits.Reverse64(uint64(i)) >> shift); i < j {
			x[i], x[j] = x[j], x[i]
		}
	}
	turns := make([]complex128, max(1, n/2)) // e^(2 pi i j/n)
	turns[0] = 1
	for known := 1; known < n/2; known *= 2 {
		sin, cos := math.Sincos(2 * math.Pi * float64(known) / float64(n))
		for i, turn := range turns[:known] {
			turns[known+i] = turn * complex(cos, sin)
		}
	}
	for half, stride := 1, n/2; half < n; half, stride = 2*half, stride/2 {
		for from := 0; from < n; from += 2 * half {
			low, high := x[from:from+half], x[from+half:from+2*half]
			for i, a := range low {
				b := high[i] * turns[i*stride]
				low[i], high[i] = a+b, a-b
			}
		}
	}
}
