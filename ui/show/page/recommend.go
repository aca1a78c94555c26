package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/files/scenario"
	"retune/ui/unit"
)

// sure is the number of standard errors by which two figures must differ.
const sure = 2

// alike is the relative difference up to which two policies are equally good.
const alike = 0.05

// choose returns the recommended policy of those that pass, and why: the one with the fewest failed requests. Of those
// with up to alike more, or more by chance, it is the one with the most left to its nearest limit.
func (r Review) choose(passing []int) (pick int, why string) {
	best := slices.MinFunc(passing, func(i, j int) int { return cmp.Compare(r.failed(i).Number, r.failed(j).Number) })
	least := r.failed(best)
	near := slices.DeleteFunc(slices.Clone(passing), func(i int) bool {
		f := r.failed(i)
		more := f.Number - least.Number
		return more > alike*least.Number && more > sure*math.Hypot(f.Error, least.Error)
	})
	pick = slices.MaxFunc(near, func(i, j int) int { return cmp.Compare(r.headroom(i), r.headroom(j)) })
	switch others := len(passing); {
	case len(r.File.Policies) == 1:
		return pick, ""
	case others == 1:
		return pick, "It is the only one that passes."
	case len(near) == 1:
		return pick, fmt.Sprintf("It has the fewest failed requests (%s).", unit.Count.Rounded(least.Number, 3))
	}
	why = "Failed requests differ by less than 5%, or by chance"
	if slices.ContainsFunc(near, func(i int) bool { return i != pick && r.headroom(i) == r.headroom(pick) }) {
		return pick, why + ", and so does what is left to the limits: it is the first in the file."
	}
	return pick, why + "; it has the most left to its nearest limit."
}

// failed returns the failed requests of policy i over all outages.
func (r Review) failed(i int) (all answer.Value) {
	for j := range r.File.Outages {
		a := r.of(i, j)
		all.Number += a.Value("requests failed", 0).Number
		all.Error = math.Hypot(all.Error, a.Value("requests failed", 0).Error)
	}
	return all
}

// headroom returns the least margin of a policy that passes, or +Inf if its limits are words.
func (r Review) headroom(i int) float64 {
	least := math.Inf(1)
	for _, c := range r.checksOf(r.File.Policies[i].Name) {
		if m := c.Finding.Margin(); !math.IsNaN(m) {
			least = min(least, m)
		}
	}
	return least
}

// recommend returns the sentence about the recommended policy: why, its cost and its margin to the nearest limit.
func (r Review) recommend(pick int, why string) (text string) {
	if len(r.File.Policies) > 1 {
		text = " Recommended: " + name(r.File.Policies[pick]) + ". " + why + " " + r.price(pick)
	}
	if n := scenario.Nearest(r.checksOf(r.File.Policies[pick].Name)); !math.IsNaN(n.Finding.Margin()) {
		text += fmt.Sprintf(" Nearest to its limit: %s%s, %s.", n.Limit.Text, r.in(n), n.MarginText())
	}
	return text
}

// in returns the outage of a check for a sentence, or "" if the figure is the same in another outage.
func (r Review) in(c scenario.Checked) string {
	for _, other := range r.Checks {
		if other.Limit.Text == c.Limit.Text && other.Case.Policy == c.Case.Policy && other.Case.Outage != c.Case.Outage &&
			other.Now() == c.Now() {
			return ""
		}
	}
	return in(c.Case.Outage)
}

// A rise is a cost that is higher than that of another policy.
type rise struct {
	text  string
	ratio float64
}

// mostRises is the number of costs that are named against a policy that is not the first of the file.
const mostRises = 2

// price describes what the policy costs more than the first policy of the file, and than the others that pass. If the
// policy is the first and no other passes, the second is the one.
func (r Review) price(pick int) (text string) {
	main := 0
	var others []int
	for i := range r.File.Policies {
		if i != pick && passes(r.checksOf(r.File.Policies[i].Name)) {
			others = append(others, i)
		}
	}
	switch {
	case pick > 0:
	case len(others) > 0:
		main = others[0]
	default:
		main = 1
	}
	texts, compared := r.rises(pick, main)
	against := name(r.File.Policies[main])
	if text = "Its price against " + against + ": " + strings.Join(texts, "; ") + "."; texts == nil {
		text = "It costs no more than " + against + ", give or take " + unit.Share.Format(alike) + " or 1s, in " +
			answer.JoinWords(compared) + "."
	}
	for _, i := range others {
		if texts, _ := r.rises(pick, i); i != main && texts != nil {
			text += " Against " + name(r.File.Policies[i]) + ": " + strings.Join(texts[:min(len(texts), mostRises)], "; ") + "."
		}
	}
	return text
}

// rises returns what the policy costs more than another, most first: of each cost the outage in which it rises most.
// names are the costs that were compared.
func (r Review) rises(pick, other int) (texts, names []string) {
	most := map[string]rise{}
	see := func(p, q answer.Quantity, e float64, outage string) {
		if !slices.Contains(names, p.DisplayName()) {
			names = append(names, p.DisplayName())
		}
		if found, ok := rises(p, q, e, outage); ok && found.ratio > most[p.DisplayName()].ratio {
			most[p.DisplayName()] = found
		}
	}
	for j, o := range r.File.Outages {
		a, b := r.of(pick, j), r.of(other, j)
		for _, p := range costs(a) {
			if q, ok := b.Figure(p.Name); ok {
				see(p, q, sure*math.Hypot(a.Value(p.Name, 0).Error, b.Value(p.Name, 0).Error), o.Name)
			}
		}
	}
	see(r.Calls[pick], r.Calls[other], 0, "")
	for _, name := range slices.SortedStableFunc(slices.Values(names), func(x, y string) int {
		return cmp.Compare(most[y].ratio, most[x].ratio)
	}) {
		if most[name].ratio > 0 {
			texts = append(texts, most[name].text)
		}
	}
	return texts, names
}

// rises compares a cost of two policies, where e is the difference that may be chance. It is a rise if it is more than
// alike, and at least a second or a whole number.
func rises(p, q answer.Quantity, e float64, outage string) (found rise, ok bool) {
	x, y := reach(p), reach(q)
	least := 1.0
	if p.Kind != unit.Duration && p.Kind != unit.Count {
		least = 0
	}
	if p.Better != answer.Less || !(x-y > max(e, alike*y)) || x-y < least {
		return found, false
	}
	found.ratio = x / y
	how := ""
	switch {
	case math.IsInf(found.ratio, 1):
	case found.ratio >= 2:
		how = " (" + unit.Number.Rounded(found.ratio, 2) + "x)"
	default:
		how = " (" + unit.Share.Rounded(found.ratio-1, 2) + " more)"
	}
	found.text = fmt.Sprintf("%s %s, not %s%s%s", p.DisplayName(), threeDigits(p), threeDigits(q), in(outage), how)
	return found, true
}

// reach returns the number of a cost, +Inf if it is never reached or has no bound, and NaN if it is unknown.
func reach(q answer.Quantity) float64 {
	switch v := q.Of(0); v.Status {
	case "":
		return v.Number
	case answer.NotReached, answer.Unbounded, answer.Overflow:
		return math.Inf(1)
	}
	return math.NaN()
}

// costs returns the figures of a fleet that describe the cost of a policy: those that sentences compare, and the time
// until all of the goodput is back.
func costs(a answer.Answer) []answer.Quantity {
	return slices.DeleteFunc(a.Quantities(), func(q answer.Quantity) bool {
		return !q.InComparisons && q.Name != "goodput 99" || q.PossibleWords != nil
	})
}
