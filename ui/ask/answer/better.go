package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Better says which of two values of a figure is better.
type Better int

// The directions.
const (
	Neither Better = iota // it depends on the goal
	Less
	More
)

// EqualWithin is the relative difference up to which two values count as equal, HeadlineMargin the one that a headline
// needs.
const EqualWithin, HeadlineMargin = 5e-4, 0.1

// Equal reports whether all policies have the same value: the same text, or numbers within the error.
func (q Quantity) Equal() bool {
	for i, other := range q.Others {
		if q.Text(0) != q.Text(i+1) && !q.EqualWithinErrors(other) {
			return false
		}
	}
	return true
}

func near(x, y, by float64) bool { return math.Abs(x-y) <= by*max(math.Abs(x), math.Abs(y)) }

// score returns a number that is larger for a better value, or NaN if it cannot be compared. A value that is not
// reached or has no bound is the worst. Words rank in the order of PossibleWords.
func (q Quantity) score() float64 {
	v := q.Of(0)
	x := v.Number
	switch at := slices.Index(q.PossibleWords, v.Words); {
	case v.Words != "" && at >= 0:
		return -float64(at)
	case v.Words != "", v.Status == NotApplicable, v.Status == Unknown:
		return math.NaN()
	case v.Status != "":
		x = math.Inf(1)
	}
	if q.Better == More {
		return x
	}
	return -x
}

// beats reports whether the value is better than other's by more than the relative difference by, and by more than two
// standard errors.
func (q Quantity) beats(other Quantity, by float64) bool {
	x, y := q.score(), other.score()
	switch {
	case q.Better == Neither || q.Shared || !(x > y):
		return false
	case q.Words != "" || math.IsInf(x-y, 1):
		return true
	}
	return !near(x, y, by) && !q.EqualWithinErrors(other)
}

// EqualWithinErrors reports whether two measured values differ by no more than two of their standard errors.
func (q Quantity) EqualWithinErrors(other Quantity) bool {
	x, y := q.Of(0), other.Of(0)
	return x.Status == "" && y.Status == "" && x.Words == "" && y.Words == "" &&
		math.Abs(x.Number-y.Number) <= 2*math.Hypot(q.Error, other.Error)
}

// Best returns the policy with the best value. ok is false unless it beats all others by more than the relative
// difference by.
func (q Quantity) Best(by float64) (i int, ok bool) {
	tiers := q.Tiers(by)
	return tiers[0][0], len(tiers) > 1 && len(tiers[0]) == 1
}

// Tiers returns the policies from the best value to the worst, in groups whose values differ by no more than the
// relative difference by. A policy without a value joins the group before it.
func (q Quantity) Tiers(by float64) (tiers [][]int) {
	list := make([]int, 1+len(q.Others))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(q.For(j).score(), q.For(i).score()) })
	for _, i := range list {
		n := len(tiers) - 1
		if n >= 0 && !q.For(tiers[n][0]).beats(q.For(i), by) {
			tiers[n] = append(tiers[n], i)
		} else {
			tiers = append(tiers, []int{i})
		}
	}
	return tiers
}

// Ranking returns a clause for each quantity that ranks the policies. It returns nil for fewer than three policies.
func (a Answer) Ranking() (list []string) {
	if len(a.Policies) < 3 {
		return nil
	}
	for _, q := range a.Quantities() {
		reached := slices.ContainsFunc(append(q.Others, q), func(q Quantity) bool { return q.Of(0).Status == "" })
		if q.BestLabel == "" || q.Better == Neither || !reached {
			continue
		}
		var names []string
		for _, tier := range q.Tiers(EqualWithin) {
			var own []string
			for _, i := range tier {
				own = append(own, a.Policies[i])
			}
			names = append(names, JoinWords(own))
		}
		text := strings.Join(names, ", then ")
		if len(names) == 1 {
			text = "no difference"
		}
		list = append(list, q.BestLabel+": "+text)
	}
	return list
}
