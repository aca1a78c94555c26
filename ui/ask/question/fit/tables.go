package fit

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"retune/calc/estimate"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// kindOf returns the unit of a parameter of a policy.
func kindOf(name estimate.Name, p jitter.Policy) unit.Kind {
	switch {
	case name == estimate.Factor:
		return unit.Number
	case name == estimate.Retries:
		return unit.Count
	case name == estimate.Amount && p.Jitter.Type.Row().Unit != jitter.Seconds:
		return unit.Number
	}
	return unit.Duration
}

// parameters returns the table of the parameters with their intervals.
func parameters(f *estimate.Fit) answer.Table {
	s := setting.Default()
	s.Policy = f.Policy
	t := answer.Table{Name: "parameters",
		Columns: answer.Columns("parameter: words, value: words, from: own-digits, to: own-digits, note: words")}
	return t.WithRows(len(f.Parameters)+1, func(i int) []answer.Value {
		blank := answer.Value{Number: math.NaN(), Status: answer.NotApplicable, Why: "-"}
		if i == len(f.Parameters) {
			return []answer.Value{{Words: "type of jitter"}, {Words: setting.JitterText(f.Policy.Jitter)}, blank, blank,
				{Words: "the best of all types by likelihood and number of parameters"}}
		}
		p := f.Parameters[i]
		kind := kindOf(p.Name, f.Policy)
		bound := func(x float64) answer.Value {
			if math.IsInf(x, 0) {
				return blank
			}
			return answer.Value{Number: x, Kind: kind, Digits: 4}
		}
		name, value := string(p.Name), "not seen"
		if p.Name == estimate.Each {
			name = fmt.Sprintf("delay %d", i+1)
		}
		if p.Seen {
			value = kind.Rounded(p.Best, 4)
			if k, ok := setting.Find(string(p.Name)); ok && p.Name != estimate.Amount && p.Name != estimate.Each {
				value = k.Show(&s)
			}
		}
		return []answer.Value{{Words: name}, {Words: value}, bound(p.Lo), bound(p.Hi), {Words: cmp.Or(note(f, p), "-")}}
	})
}

// note explains why a parameter was not seen, or what it rests on.
func note(f *estimate.Fit, p estimate.Parameter) string {
	switch {
	case p.Name == estimate.Cap && !p.Seen:
		return "no delay reached it"
	case p.Name == estimate.Factor && !p.Seen:
		return "no request has a second retry"
	case p.Name == estimate.Retries && !p.Seen:
		return "no request reached it; the most attempts of a request are " + unit.Count.Format(p.Lo+1)
	case p.Name == estimate.Retries:
		return fmt.Sprintf("%s attempts; %s gave up after them", unit.Count.Format(p.Best+1),
			answer.Counted(float64(f.End.GaveUp[int(p.Best)]), "request", "requests"))
	case p.Name == estimate.Deadline && !p.Seen:
		return "no request reached it"
	case p.Name == estimate.Deadline && f.End.Stop == jitter.LookBehind:
		return "compared with the time at which an attempt failed"
	case p.Name == estimate.Deadline:
		return "no retry starts later"
	}
	return ""
}

// misfits returns the table of what the policy does not explain.
func misfits(f *estimate.Fit) (t answer.Table, some bool) {
	var rows [][]string
	add := func(what string, n int) {
		if n > 0 {
			rows = append(rows, []string{what, unit.Count.Format(float64(n))})
		}
	}
	if f.End.Seen {
		for n, requests := range f.End.GaveUp {
			if n != f.End.Retries {
				add("requests that gave up after "+answer.Counted(float64(n+1), "attempt", "attempts"), requests)
			}
		}
	}
	add("delays shorter than the law allows", f.Short)
	add("delays longer than the law allows", f.Long)
	seen := f.Seen()
	add("retries of different requests in the same instant", seen.Together)
	add("retries after an answer with Retry-After", seen.Asked)
	add("retries that waited as long as Retry-After asked", seen.Honored)
	return answer.WordTable("misfits", "what, count", rows), len(rows) > 0
}

// fewOf names the first clients of a row.
func fewOf(names []string) string {
	const most = 3
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// near returns the table of the nearest clients.
func near(list []Near) answer.Table {
	const most = 5
	t := answer.Table{Name: "clients", Columns: answer.Columns("client: words, sure: share, parameters: words")}
	t.Columns[1].Digits = 2
	return t.WithRows(min(most, len(list)), func(i int) []answer.Value {
		return []answer.Value{{Words: strings.Join(list[i].Names, ", "), TableText: fewOf(list[i].Names)},
			{Number: list[i].Sure},
			{Words: cmp.Or(strings.ReplaceAll(list[i].Parameters, ",", ", "), "defaults")}}
	})
}
