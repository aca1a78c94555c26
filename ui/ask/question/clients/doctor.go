package clients

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// A Case is a policy to examine for risks.
type Case struct {
	setting.Scenario
	Client      string   // name in a file
	Wrong       error    // reason why the client would not take the policy; or nil
	Where, Path string   // place in a file, or ""
	Risks       []string // risks of keys that are not parameters
	Missing     []string // keys that the client requires
	Unknown     []string // parameters whose values are not known
	With        bool     // the policy is in the same calls as each of the others
}

// mostFindings is the number of findings that text shows unless all are requested.
const mostFindings = 10

// Findings returns the findings about the policies, most severe first. A finding that another one about the same policy
// explains is left out, and so is what depends on a value that is not known.
func Findings(cases []Case) (all []Finding) {
	calls := callsOf(cases)
	for _, c := range cases {
		if c.Wrong != nil {
			_, text, _ := strings.Cut(c.Wrong.Error(), ": ") // without its place
			all = append(all, Finding{Rule: client.NotAccepted, Text: text, Client: c.Client, Where: c.Where, Path: c.Path})
			continue
		}
		list := certain(c.Library, c.Unknown)
		add := func(rule client.Rule, keys []string) {
			for _, key := range keys {
				_, text, _ := strings.Cut(key, ": ") // without its line number
				list = append(list, Finding{Rule: rule, Text: text, Client: c.Library.Row.Name})
			}
		}
		add(client.RiskyKey, c.Risks)
		add(client.MissingKey, c.Missing)
		list = append(list, stacked(c, calls.of(c))...)
		for _, f := range list {
			behind := func(other Finding) bool {
				return slices.Contains(f.Rule.Row().Behind, other.Rule) || other.Rule.Refuses() && !f.Rule.Refuses()
			}
			if slices.ContainsFunc(list, behind) {
				continue
			}
			f.Where, f.Path = c.Where, c.Path
			all = append(all, f)
		}
	}
	rank(all)
	return all
}

// certain returns the findings about a client that do not depend on its unknown parameters.
func certain(v client.Values, unknown []string) []Finding {
	list := found(v)
	for _, name := range unknown {
		for _, other := range v.Others(name) {
			others := found(other)
			list = slices.DeleteFunc(list, func(f Finding) bool { return !slices.Contains(others, f) })
		}
	}
	return list
}

// Listed returns findings about that many policies as an answer.
func Listed(all []Finding, policies int) answer.Answer {
	if len(all) == 0 && policies == 0 {
		return answer.Answer{Tone: answer.Doubtful, Summary: "No retry policy is found."}
	}
	if len(all) == 0 {
		return answer.Answer{Tone: answer.Good, Summary: "No risky settings found."}
	}
	a := answer.Answer{Tables: []answer.Table{findings(all, all[0].Where != "")}}
	one, many, also := "finding", "findings", ""
	serious, places := 0, 0
	for _, f := range all {
		if f.weight() == client.Serious {
			serious++
		}
		if f.Client == all[0].Client && f.Text == all[0].Text {
			places++
		}
	}
	switch {
	case serious == len(all):
		a.Tone, one, many = answer.Doubtful, "serious finding", "serious findings"
	case serious > 0:
		a.Tone, also = answer.Doubtful, fmt.Sprintf(", %d serious", serious)
	}
	a.Tables[0].TextRows = mostFindings
	a.Summary = all[0].change(places) + ". " + answer.Counted(float64(len(all)), one, many) + " in " +
		answer.Counted(float64(policies), "policy", "policies") + also + "."
	return a
}

// rank orders findings: first one of each kind, then those that repeat it in other places, both by weight. Among equals
// what keeps a configuration from loading comes first, then what is in many places.
func rank(all []Finding) {
	type kind struct{ client, text string }
	places := map[kind]int{}
	of := func(f Finding) kind { return kind{f.Client, f.Text} }
	var first, repeats []Finding
	for _, f := range all {
		if places[of(f)]++; places[of(f)] == 1 {
			first = append(first, f)
		} else {
			repeats = append(repeats, f)
		}
	}
	for _, list := range [][]Finding{first, repeats} {
		slices.SortStableFunc(list, func(f, g Finding) int {
			return cmp.Or(int(g.weight())-int(f.weight()), g.refused()-f.refused(), places[of(g)]-places[of(f)])
		})
	}
	copy(all, slices.Concat(first, repeats))
}

// refused returns 1 if the client does not take the configuration, else 0.
func (f Finding) refused() int {
	if f.Rule.Refuses() {
		return 1
	}
	return 0
}

// change returns what to change because of the finding, with the first of its places.
func (f Finding) change(places int) string {
	at, more := "", ""
	if f.Where != "" {
		at = ", at " + f.Where
	}
	if places > 1 {
		more = " and in " + answer.Counted(float64(places-1), "other place", "other places")
	}
	return "Change first" + at + more + ": " + cmp.Or(f.Advice, f.Text)
}
