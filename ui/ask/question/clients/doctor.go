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

// A Case is a policy to examine for risks.
type Case struct {
	setting.Scenario
	Client      string   // name in a file
	Wrong       error    // reason why the client would not take the policy; or nil
	Where, Path string   // place in a file, or ""
	Risks       []string // risks of keys that are not parameters
}

// Doctor lists the findings about the policies, most severe first.
func Doctor(cases []Case) answer.Answer {
	var all []Finding
	known := slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return c.Wrong != nil })
	for _, c := range cases {
		if c.Wrong != nil {
			_, text, _ := strings.Cut(c.Wrong.Error(), ": ") // without its place
			all = append(all, Finding{Rule: client.NotAccepted, Text: text, Client: c.Client, Where: c.Where, Path: c.Path})
			continue
		}
		list := found(c.Library)
		for _, risk := range c.Risks {
			_, text, _ := strings.Cut(risk, ": ") // without its line number
			list = append(list, Finding{Rule: client.RiskyKey, Text: text, Client: c.Library.Row.Name})
		}
		for _, f := range append(list, stacked(c, known)...) {
			f.Where, f.Path = c.Where, c.Path
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b Finding) int { return int(b.weight()) - int(a.weight()) })
	if len(all) == 0 {
		return answer.Answer{Tone: answer.Good, Summary: "No risky settings found."}
	}
	a := answer.Answer{Tables: []answer.Table{findings(all, cases[0].Where != "")}}
	one, many, also := "finding", "findings", ""
	serious := slices.IndexFunc(append(all, Finding{}), func(f Finding) bool { return f.weight() != client.Serious })
	switch {
	case serious == len(all):
		a.Tone, one, many = answer.Doubtful, "serious finding", "serious findings"
	case serious > 0:
		a.Tone, also = answer.Doubtful, fmt.Sprintf(", %d serious", serious)
	}
	a.Summary = answer.Counted(float64(len(all)), one, many) + " in " +
		answer.Counted(float64(len(cases)), "policy", "policies") + also + "."
	return a
}

// stacked returns findings about a policy around another one: each of its attempts is a whole call of the inner policy.
func stacked(outer Case, cases []Case) (list []Finding) {
	add := func(r client.Rule, text, advice string) {
		list = append(list, Finding{Rule: r, Client: outer.Library.Row.Name, Text: text, Advice: advice})
	}
	for _, inner := range cases {
		around := outer.Library.Row.Layer == client.Proxy && inner.Library.Row.Layer == client.Request ||
			outer.Library.Row.Layer == client.Workflow && inner.Library.Row == outer.Library.Row && within(inner, outer)
		if !around || outer.MostRetries() == 0 || inner.MostRetries() == 0 {
			continue
		}
		name := inner.Library.Row.Name + " at " + inner.Where
		add(client.Multiplied, fmt.Sprintf("its retries multiply those of %s: up to %g attempts of one request", name,
			(outer.MostRetries()+1)*(inner.MostRetries()+1)), "retry in one of the two")
		s := setting.Default()
		for _, c := range []Case{outer, inner} {
			c.Timeout = math.Inf(1) // the timeouts of the clients count
			s.Layers = append(s.Layers, c.Scenario)
		}
		t := s.Stack()
		if t.AttemptTime = 0; t.Validate() != nil { // attempts fail at once
			continue
		}
		reach := t.Reach(context.Background())
		if limit, _ := t.Around(1); t.Inverted(reach, 1) && !math.IsInf(reach[1].Longest, 1) {
			add(client.InnerCut, fmt.Sprintf("it ends a call of %s after %s, whose waits alone take up to %s: the last retries never run", name,
				unit.Duration.Format(limit), unit.Duration.Format(reach[1].Longest)),
				"retune stack --import FILE shows how many attempts fit")
		}
	}
	return list
}

// within reports whether the inner policy is inside the object of the outer one.
func within(inner, outer Case) bool {
	object := outer.Path[:strings.LastIndex(outer.Path, ".")+1]
	return object != "" && inner.Path != outer.Path && strings.HasPrefix(inner.Path, object) &&
		strings.Count(inner.Path, ".") > strings.Count(outer.Path, ".") && inner.Where != outer.Where
}
