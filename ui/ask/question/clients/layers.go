package clients

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// calls holds the policies that may be in the same calls: those of one file, those of Kubernetes objects with one name,
// and those that are given as belonging to all others.
type calls struct {
	groups map[string][]Case
	with   []Case
}

// callsOf returns the groups of the policies that their clients take.
func callsOf(cases []Case) calls {
	all := calls{groups: map[string][]Case{}}
	for _, c := range cases {
		switch {
		case c.Wrong != nil:
		case c.With:
			all.with = append(all.with, c)
		default:
			for _, name := range c.groups() {
				all.groups[name] = append(all.groups[name], c)
			}
		}
	}
	return all
}

// groups returns the names of the groups of a policy: its file, and the name of its Kubernetes object.
func (c Case) groups() []string {
	file := c.Where[:max(0, strings.LastIndex(c.Where, ":"))]
	kind, rest, found := strings.Cut(c.Path, "/")
	name, _, _ := strings.Cut(rest, "/")
	if !found || kind == "" || strings.ToUpper(kind[:1]) != kind[:1] || strings.ContainsAny(kind, ".[") {
		return []string{"file " + file}
	}
	return []string{"file " + file, "object " + name}
}

// of returns the other policies in the calls of c, one of each kind.
func (all calls) of(c Case) (list []Case) {
	candidates := [][]Case{all.with}
	for _, name := range c.groups() {
		candidates = append(candidates, all.groups[name])
	}
	if c.With {
		for _, group := range all.groups {
			candidates = append(candidates, group)
		}
	}
	for _, other := range slices.Concat(candidates...) {
		same := func(known Case) bool { return known.Where == other.Where && known.Path == other.Path }
		if around(c, other) && !slices.ContainsFunc(list, same) {
			list = append(list, other)
		}
	}
	slices.SortFunc(list, func(a, b Case) int { return strings.Compare(a.Where+a.Path, b.Where+b.Path) })
	return list
}

// around reports whether each attempt of the outer policy may be a whole call of the inner one.
func around(outer, inner Case) bool {
	return (outer.Library.Row.Layer == client.Proxy && inner.Library.Row.Layer == client.Request ||
		outer.Library.Row.Layer == client.Workflow && inner.Library.Row == outer.Library.Row && within(inner, outer)) &&
		outer.MostRetries() > 0 && inner.MostRetries() > 0
}

// within reports whether the inner policy is inside the object of the outer one.
func within(inner, outer Case) bool {
	object := outer.Path[:strings.LastIndex(outer.Path, ".")+1]
	return object != "" && inner.Path != outer.Path && strings.HasPrefix(inner.Path, object) &&
		strings.Count(inner.Path, ".") > strings.Count(outer.Path, ".") && inner.Where != outer.Where
}

// stacked returns findings about a policy around others: each of its attempts is a whole call of an inner policy.
func stacked(outer Case, inside []Case) (list []Finding) {
	if len(inside) == 0 {
		return nil
	}
	add := func(r client.Rule, text, advice string) {
		list = append(list, Finding{Rule: r, Client: outer.Library.Row.Name, Text: text, Advice: advice})
	}
	most := slices.MaxFunc(inside, func(a, b Case) int { return int(a.MostRetries() - b.MostRetries()) })
	name, more := most.Library.Row.Name+" at "+most.Where, ""
	if n := len(inside) - 1; n > 0 {
		more = fmt.Sprintf(", and those of %s", answer.Counted(float64(n), "other policy", "other policies"))
	}
	add(client.Multiplied, fmt.Sprintf("its retries multiply those of %s%s: up to %g attempts of one request", name, more,
		(outer.MostRetries()+1)*(most.MostRetries()+1)), "retry in one of the two")
	var tried []client.Values
	for _, inner := range inside {
		if slices.ContainsFunc(tried, inner.Library.Same) {
			continue
		}
		tried = append(tried, inner.Library)
		if text := cutShort(outer, inner); text != "" {
			add(client.InnerCut, text, "retune stack --import FILE shows how many attempts fit")
			break
		}
	}
	return list
}

// cutShort says that the outer policy ends a call of the inner one before its retries do, or returns "".
func cutShort(outer, inner Case) string {
	s := setting.Default()
	for _, c := range []Case{outer, inner} {
		c.Timeout = math.Inf(1) // the timeouts of the clients count
		s.Layers = append(s.Layers, c.Scenario)
	}
	t := s.Stack()
	if t.AttemptTime = 0; t.Validate() != nil { // attempts fail at once
		return ""
	}
	reach := t.Reach(context.Background())
	limit, _ := t.Around(1)
	if !t.Inverted(reach, 1) || math.IsInf(reach[1].Longest, 1) {
		return ""
	}
	return fmt.Sprintf("it ends a call of %s at %s after %s, whose waits alone take up to %s: the last retries never run",
		inner.Library.Row.Name, inner.Where, unit.Duration.Format(limit), unit.Duration.Format(reach[1].Longest))
}
