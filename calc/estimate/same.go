package estimate

import (
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// scaled reports whether a type with an amount draws from a range from one multiple of the delay before jitter to
// another. All such types have the same laws, around other initial delays.
func scaled(row *jitter.Row) bool {
	return row.Bounds != nil && row.Unit == jitter.Share && !row.OwnPerRetry
}

// written returns the candidates with the law of c: with each scaled type if its own is one.
func (c candidate) written() []candidate {
	list := []candidate{c}
	p, _ := c.policy(c.x)
	if !scaled(c.kind.Row()) {
		return list
	}
	lo, hi := c.kind.Row().Bounds(p.DrawArgs(1, 1))
	for i := range jitter.Types {
		row, next := &jitter.Types[i], c
		if next.kind = jitter.Type(i); !scaled(row) || row.TwoAmounts || next.kind == c.kind {
			continue
		}
		ends := func(j float64) (float64, float64) { return row.Bounds(jitter.DrawArgs{Delay: 1, Amount: j}) }
		j := numeric.Least(func(j float64) float64 { l, h := ends(j); return -l / h }, -lo/hi, row.MinAmount, row.MaxAmount)
		_, most := ends(j)
		next.x = slices.Clone(c.x)
		for i, name := range c.free {
			switch name {
			case Initial, Each, Factor, Cap:
				next.x[i] += math.Log(hi / most)
			case Amount:
				next.x[i] = j
			}
		}
		list = append(list, next)
	}
	return list
}
