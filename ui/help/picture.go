package help

import (
	"math"
	"slices"
	"strings"

	"retune/calc"
	"retune/calc/jitter"
)

// usual returns the jitter type with its default amount.
func usual(t jitter.Type) jitter.Jitter {
	return jitter.Jitter{Type: t, Amount: t.Row().Default, From: t.Row().DefaultFrom}
}

// density returns the probabilities that a delay with d = 1 s falls into each of n equal parts of [0, 2 d]. If the type
// depends on the previous delay, that is d, and the initial delay is d/2. A type with a path is at retry 2, with
// initial delay d/2 and factor 2.
func density(t jitter.Type, n int) (parts []float64) {
	inf := math.Inf(1)
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf}, Jitter: usual(t), Retries: inf,
		Deadline: inf}
	var x jitter.Dist
	switch {
	case t.Row().Path != nil:
		p.InitialDelay, p.Factor = 0.5, 2
		x = p.Path(2)
	case p.Stateful():
		p.InitialDelay = 0.5
		x = p.Next(1, false)
	default:
		x = p.One(1)
	}
	below := 0.0
	for i := range n {
		upTo := x.CDF(2 * float64(i+1) / float64(n))
		parts = append(parts, upTo-below)
		below = upTo
	}
	return parts
}

// Spark draws the density of a jitter type from 0 to 2 d in one line of 20 bars.
func Spark(t jitter.Type) string {
	eighths := []rune(" ▁▂▃▄▅▆▇█")
	parts := density(t, 20)
	most := slices.Max(parts)
	var b strings.Builder
	for _, p := range parts {
		filled := int(math.Round(8 * p / most))
		if filled == 0 && p > 1e-3*most {
			filled = 1
		}
		b.WriteRune(eighths[filled])
	}
	return strings.TrimRight(b.String(), " ")
}
