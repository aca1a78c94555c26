package solve

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
)

// missed explains why no value keeps the bound.
func (t *search) missed(sol Solution, found numeric.Border) string {
	name, kind := t.k.SentenceName(), t.w.Kind(&t.s)
	if err := t.ctx.Err(); err != nil {
		return "stopped before there was an answer"
	}
	if x, j := t.lost(); j.Lost {
		at := sol
		at.Value = x
		return fmt.Sprintf("%s gives %s of %s, but %s", at.phrase(), article(t.w.DisplayName()),
			t.w.withError(&t.s, j.Judgement.Number, j.Error), j.Why)
	}
	if len(found.Tries) == 0 {
		v := t.w.Compute(t.ctx, &t.s, answer.Rough)
		switch {
		case v.Why != "" && t.w.Simulated():
			return fmt.Sprintf("there is no %s with any %[3]s: %[2]s", t.w.DisplayName(), v.Why, name)
		case v.Why != "":
			return fmt.Sprintf("no %s helps: %s", name, v.Why)
		}
		return fmt.Sprintf("no %s gives %s", name, article(t.w.DisplayName()))
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, try := range found.Tries {
		least, most = min(least, try.Y), max(most, try.Y)
	}
	switch {
	case math.IsInf(least, 1) && t.w.Simulated():
		return fmt.Sprintf("no %s from %s to %s %s: the fleet recovers with none of them", name, sol.place(sol.From),
			sol.place(sol.To), t.w.making(&t.s))
	case math.IsInf(least, 1):
		return fmt.Sprintf("the %s is infinite with any %s", t.w.DisplayName(), name)
	case least == most:
		return fmt.Sprintf("the %s has no influence: the %s stays %s", name, t.w.DisplayName(), kind.Format(most))
	}
	value := t.w.withError(&t.s, sol.Achieved, sol.AchievedError)
	if t.w.Simulated() {
		name = fmt.Sprintf("%s from %s to %s", name, sol.place(sol.From), sol.place(sol.To))
	}
	text := fmt.Sprintf("no %s %s: the nearest is %s, at %s", name, t.w.making(&t.s), value, sol.place(sol.Value))
	if math.Abs(sol.Achieved-t.s.Wanted) <= 2*sol.AchievedError {
		text += ", too near to the bound for its standard error of " + kind.Rounded(sol.AchievedError, 1)
	}
	return text
}

// lost returns the value nearest to the present one of those that keep the bound but do not count, the greatest of
// equally near ones. No limit counts as nearest to nothing.
func (t *search) lost() (x float64, j judged) {
	now := t.k.CurrentNumber(&t.s)
	off := func(at float64) float64 {
		if math.IsInf(at, 1) {
			return math.NaN() // it sorts before all numbers
		}
		return -math.Abs(at - now)
	}
	list := slices.SortedFunc(maps.Keys(t.down), func(a, b float64) int {
		return cmp.Or(cmp.Compare(off(a), off(b)), cmp.Compare(a, b))
	})
	if len(list) == 0 {
		return 0, j
	}
	x = list[len(list)-1]
	return x, t.down[x]
}

// nearest returns the try whose result is nearest to the wanted value.
func nearest(list []numeric.Try, wanted float64) numeric.Try {
	return slices.MinFunc(list, func(a, b numeric.Try) int {
		return cmp.Compare(math.Abs(a.Y-wanted), math.Abs(b.Y-wanted))
	})
}
