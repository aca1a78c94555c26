package jitter

import "math"

// A Type is a type of jitter, the rule that draws the delay t before a retry around the delay before jitter d. It is
// an index in Types.
type Type uint8

// The types of jitter. U(x, y) is uniform between x and y.
const (
	None           Type = iota // d
	Full                       // U(0, d)
	Equal                      // d/2 + U(0, d/2)
	Decorrelated               // U(a, m t), t the delay before; stateful
	Spread                     // d U(1-j, 1+j)
	Up                         // d U(1, 1+j)
	Down                       // d U(1-j, 1)
	Add                        // d + U(0, m)
	NormalRelative             // d + N(0, (j d)^2), never below 0
	NormalAbsolute             // d + N(0, sigma^2), never below 0
	Between                    // d U(i, j)
	Within                     // d + U(-m, m), never below 0
	AddGrowing                 // d + U(0, m k), k the retry
	WithinSteps                // d + U(-m n, m n), n = d/a in whole numbers, never below 0
	Slices                     // d (1 -+ j U(0, 1)), the sign alternates by tenths: one draw gives both
	Gap                        // d U(1-j/2, 1) or d U(1+j/2, 1+j)
	Parted                     // d + floor(S v) + (d - S) v, v = U(0, j), S the whole seconds of d
	Truncated                  // exponential, mean d, between two multiples of d
	Prior                      // r t + U(0, m t), t the delay before; stateful
	Smooth                     // F(k-1+U) - F(k-2+U before), F(x) = a r^x tanh(2 sqrt x)/1.4; stateful
)

// clamp returns x limited to [0, 1].
func clamp(x float64) float64 { return min(1, max(0, x)) }

// shareOfTenths returns the length of the part of [0, z] in the odd tenths of [0, 1], from 0.1 to 0.2, from 0.3 to 0.4
// and so on.
func shareOfTenths(z float64) float64 {
	fifths := math.Floor(clamp(z) * 5)
	return fifths/10 + min(0.1, max(0, clamp(z)-fifths/5-0.1))
}
