package question_test

import (
	"math"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// none checks that having no answer is right.
func (c *trial) none(n *answer.None) {
	c.t.Helper()
	switch s := c.a.s; {
	case n.Reason == "":
		c.errorf("it has no answer and no reason")
	case c.q.Name == "solve":
		if place, ok := c.seek(); ok {
			c.errorf("no answer (%s), but %v gives %v", n.Reason, place, s.Wanted)
		}
	}
}

// seek bisects for a value of the setting at which the result is as wanted, between two rungs where it crosses the
// wanted value.
func (c *trial) seek() (place float64, ok bool) {
	s := c.a.s
	k, _ := setting.Find(s.Unknown)
	if k.Kind() == unit.Count {
		return 0, false // it may step over the wanted value
	}
	var before, x float64
	for i := range 25 {
		moved := s
		move(k, &moved, float64(i)/24)
		at, number := k.Number(moved)
		y, can := forwards(s, s.Unknown, at, s.Want)
		if !number || math.IsInf(at, 0) || !can || math.IsNaN(y) || math.IsInf(y, 0) {
			x = math.NaN()
			continue
		}
		if i > 0 && (before-s.Wanted)*(y-s.Wanted) < 0 && !math.IsNaN(x) {
			lo, hi, low := x, at, before < s.Wanted
			for range 60 {
				mid := (lo + hi) / 2
				z, _ := forwards(s, s.Unknown, mid, s.Want)
				if math.Abs(z-s.Wanted) <= 1e-9*math.Abs(s.Wanted) {
					return mid, true
				}
				if (z < s.Wanted) == low {
					lo = mid
				} else {
					hi = mid
				}
			}
		}
		before, x = y, at
	}
	return 0, false
}

// word checks a quantity in words.
func (c *trial) word(x answer.Quantity, a answer.Answer) {
	c.t.Helper()
	if x.Key() == "verdict" && x.Words == "" {
		c.errorf("a fleet without a verdict")
	}
}

// solved returns the check of a solution: it must give the figure called achieved.
func (c *trial) solved(x answer.Quantity, a answer.Answer) (figure, bool) {
	s := c.a.s
	switch x.Key() {
	case "wanted":
		return exactly(s.Wanted), true
	case "achieved":
		got, ok := forwards(s, s.Unknown, a.Groups[0].Quantities[0].A, s.Want)
		if !ok {
			return nil, false
		}
		return about(got, 0, slack{share: 1e-6}), true
	}
	return whichever(), true // a range of values, or the value itself
}

// alternative returns the check of an alternative setting.
func (c *trial) alternative(name, key string, row []float64) (figure, bool) {
	s := c.a.s
	if k, _ := setting.Find(name); key != "value" || math.IsNaN(row[0]) || k.Kind() == unit.Count {
		return whichever(), true
	}
	got, ok := forwards(s, name, row[0], s.Want)
	if !ok {
		return nil, false
	}
	return func(float64) (bool, string) { // a rough solution, as the answer says
		right, want := about(s.Wanted, 0, slack{share: 0.02})(got)
		// The wanted value is a bound. Where the result jumps or never equals it, the bound must hold.
		if w, _ := question.Wanted().Find(s.Want); w.Floor {
			right = right || got > s.Wanted
		} else {
			right = right || got < s.Wanted
		}
		return right, "a " + s.Want + " of " + want + ", but it gives " + unit.Number.Exact(got)
	}, true
}
