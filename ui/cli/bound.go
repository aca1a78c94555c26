package cli

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/report"
)

// A bound is a statement about a figure of an answer, as typed after --fail-unless or
// --fail-if: a verdict, or a figure, a comparison and a value.
type bound struct {
	text    string
	name    string // of the figure, or the verdict
	compare string // "" for a verdict
	value   string
	fails   bool // if it holds, and not if it does not
}

// unmet is a bound that is not kept: the answer stands, and its status says so.
type unmet string

func (u unmet) Error() string { return string(u) }

// comparisons are longest first, so that <= is not read as <.
var comparisons = []string{"<=", ">=", "==", "!=", "<", ">", "="}

// bounds is the flag that adds one.
type bounds struct {
	list  *[]bound
	fails bool
}

func (b bounds) String() string { return "" }
func (b bounds) Type() string   { return "bound" }
func (b bounds) Set(text string) error {
	of := bound{text: strings.TrimSpace(text), fails: b.fails}
	of.name = of.text
	if at := strings.IndexAny(of.text, "<>=!"); at >= 0 {
		for _, c := range comparisons {
			if strings.HasPrefix(of.text[at:], c) {
				of.name, of.compare, of.value = strings.TrimSpace(of.text[:at]), c, strings.TrimSpace(of.text[at+len(c):])
				break
			}
		}
		if of.compare == "" || of.value == "" {
			return fmt.Errorf("%s is not a comparison: write it like 'peak_load > 2000/s'", quote(text))
		}
	}
	if of.name == "" {
		return fmt.Errorf("%s names no figure: write it like recovers or 'elapsed_p99 < 30s'", quote(text))
	}
	*b.list = append(*b.list, of)
	return nil
}

func (b bound) flag() string {
	return map[bool]string{false: "--fail-unless", true: "--fail-if"}[b.fails]
}

// check is the failure of an answer of s that does not keep all bounds, with a line
// for the first that it breaks; err is that one of them cannot be read.
func check(ctx context.Context, list []bound, a answer.Answer, s knob.Scenario) (broken, err error) {
	for _, b := range list {
		holds, now, err := b.holds(ctx, a, s)
		if err != nil {
			return nil, err
		}
		if holds == b.fails && broken == nil {
			word := map[bool]string{false: "does not hold", true: "holds"}[b.fails]
			broken = unmet(fmt.Sprintf("%s %s %s: %s", b.flag(), quote(b.text), word, now))
		}
	}
	return broken, nil
}

// holds tells whether the bound does, and how it is now in words.
func (b bound) holds(ctx context.Context, a answer.Answer, s knob.Scenario) (holds bool, now string, err error) {
	if b.compare == "" {
		for _, q := range a.Quantities() {
			if slices.ContainsFunc(q.Among, func(word string) bool { return same(word, b.name) }) {
				return same(q.Words, b.name), q.Name + " is " + q.Words, nil
			}
			if q.Among != nil {
				return false, "", usage("its words are "+strings.Join(q.Among, ", ")+"; a figure is compared, as in 'peak_load > 2000/s'",
					"%s: unknown %s %s", b.flag(), q.Name, quote(b.name))
			}
		}
		return false, "", usage(among(strings.ReplaceAll(b.name, " ", "_"), names(a), "the figures are the keys that --format json prints"), "%s: %s is not compared with anything, as in '%s < 10'", b.flag(), quote(b.name), b.name)
	}
	name, i := b.name, 0
	switch {
	case strings.HasPrefix(name, "b."):
		name, i = name[2:], 1
	case strings.HasPrefix(name, "a."):
		name = name[2:]
	}
	if i > 0 && !a.Pair {
		return false, "", usage("", "%s: there is no policy B to have %s", b.flag(), quote(b.name))
	}
	q, ok := figure(ctx, a, s, name, i)
	if !ok {
		return false, "", usage(among(strings.ReplaceAll(b.name, " ", "_"), names(a), "the figures are the keys that --format json prints"), "%s: there is no figure %s here", b.flag(), quote(b.name))
	}
	v := q.Of(i)
	now = b.name + " is " + report.Values(q, a.Pair && !q.Single)[i]
	if v.Words != "" {
		if b.compare != "=" && b.compare != "==" && b.compare != "!=" {
			return false, "", usage("", "%s: %s is words: compare with = or !=", b.flag(), quote(b.name))
		}
		return same(v.Words, b.value) == (b.compare != "!="), now, nil
	}
	value, err := q.Kind.Parse(b.value)
	if err != nil {
		return false, "", usage("", "%s: %v", b.flag(), err)
	}
	x := v.Number
	switch v.Status {
	case "":
	case answer.NotReached, answer.Unbounded, answer.Overflow: // longer, or more, than any bound
		x = math.Inf(1)
	default:
		return b.fails, now + ", which is neither kept nor broken: " + v.Why, nil // to be on the safe side
	}
	switch b.compare {
	case "<":
		return x < value, now, nil
	case "<=":
		return x <= value, now, nil
	case ">":
		return x > value, now, nil
	case ">=":
		return x >= value, now, nil
	case "!=":
		return x != value, now, nil
	}
	return x == value, now, nil
}

// figure is the figure of that name: its JSON key, with or without the unit, what
// people read, or its name among the results of a policy.
func figure(ctx context.Context, a answer.Answer, s knob.Scenario, name string, i int) (answer.Quantity, bool) {
	for _, is := range []func(q answer.Quantity) bool{
		func(q answer.Quantity) bool { return same(q.Key(), name) },
		func(q answer.Quantity) bool { return same(strings.TrimSuffix(q.Key(), q.Kind.Suffix()), name) },
		func(q answer.Quantity) bool { return same(q.Called(), name) },
	} {
		list := a.Quantities()
		if k := slices.IndexFunc(list, is); k >= 0 {
			return list[k], true
		}
	}
	result, ok := query.Wanted.Find(strings.ReplaceAll(normal(name), "_", "-"))
	if i > 0 {
		s = s.B()
	}
	if !ok || result.Simulated() || result.Missing(s) != "" {
		return answer.Quantity{}, false
	}
	v := result.Value(ctx, s, answer.Full)
	q := answer.Quantity{Name: result.Name, Kind: result.Unit, A: v.Number, Words: v.Words, Why: v.Why, Status: v.Status}
	return answer.Beside([]answer.Quantity{q}, []answer.Quantity{q})[0], true
}

// names is what a bound of the answer may name.
func names(a answer.Answer) (list []string) {
	for _, q := range a.Quantities() {
		if !q.Error {
			list = append(list, q.Key())
		}
	}
	return list
}

// same tells whether two names are the same but for how their words are joined.
func same(a, b string) bool { return normal(a) == normal(b) }

func normal(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(name)))
}
