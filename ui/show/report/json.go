package report

import (
	"bufio"
	"io"
	"math"
	"slices"

	"retune/ui/ask/answer"
)

// Schema is the version of the JSON format, which docs/schema.json describes. Renaming a key or changing its meaning
// needs a new version; adding a key does not.
const Schema = 3

// jsonObject writes one JSON object with its keys in a fixed order.
func jsonObject(w *bufio.Writer, r Result, o Options) {
	a := r.Answer
	var whole object
	whole.add("schema", Schema)
	whole.add("retune_version", r.Version)
	whole.add("query", r.Query)
	whole.add("command", r.Command)
	whole.add("summary", a.Summary)
	whole.add("assumed", a.Assumed)
	whole.add("scenario", object(r.Scenario))
	figures, tables := o.pick(a)
	switch {
	case figures && a.Policies != nil:
		whole = append(whole, jsonPolicies(a)...)
	case figures:
		whole = append(whole, fields(answer.WithErrors(a.Quantities()), 0)...)
	}
	whole.add("tables", jsonTables(tables))
	whole.add("warnings", list{len(a.Warnings), func(i int) any {
		n := a.Warnings[i]
		var warning object
		warning.add("code", n.Code)
		if n.Policy != "" {
			warning.add("policy", n.Policy)
		}
		warning.add("keys", append([]string{}, n.Keys...))
		warning.add("message", n.Message)
		return record(warning)
	}})
	write(w, "\n  ", whole)
	w.WriteByte('\n')
}

// jsonPolicies returns the figures of several policies, and the ratios of two.
func jsonPolicies(a answer.Answer) (whole object) {
	all, ranking := answer.WithErrors(a.Quantities()), a.Ranking()
	single := func(q answer.Quantity) bool { return q.Shared } // one value for all policies: a ratio
	own := slices.DeleteFunc(slices.Clone(all), single)
	policy := func(i int) any {
		named := object{{Key: "name", Value: a.Policies[i]}}
		for _, f := range fields(own, i) {
			named.add(f.Key, record(f.Value.(object)))
		}
		return record(named)
	}
	whole.add("policies", list{len(a.Policies), policy})
	var ratio, better object
	for _, q := range all {
		x := q.Ratio()
		if q.Shared {
			x = q.Number
		}
		if !math.IsNaN(x) {
			ratio.add(q.Key(), tidy(x))
		}
		if of := Better(a, q); of != "" {
			better.add(q.Key(), of)
		}
	}
	if len(a.Policies) == 2 {
		whole.add("policy_a", policy(0))
		whole.add("policy_b", policy(1))
		whole.add("ratio", ratio)
	}
	whole.add("better", better)
	whole.add("ranking", list{len(ranking), func(i int) any { return ranking[i] }})
	return whole
}

// Failure writes why there is no answer as one line of JSON, for users who asked for JSON.
func Failure(out io.Writer, reason, hint string, status int) error {
	w := bufio.NewWriter(out)
	failure := record{{Key: "error", Value: reason}, {Key: "hint", Value: hint}, {Key: "status", Value: status}}
	if hint == "" {
		failure[1].Value = nil
	}
	write(w, "", failure)
	w.WriteByte('\n')
	return w.Flush()
}

// jsonTables returns the tables by their names, each as a list of its rows.
func jsonTables(tables []answer.Table) (named object) {
	for _, t := range tables {
		t = t.WithErrors(true)
		r := newRows(t)
		named.add(t.Name, list{t.Len, func(i int) any {
			r.values = t.Row(i)
			return r
		}})
	}
	return named
}

// fields returns the figures of policy i by their keys, each with its error if it is not exact, and the statuses of
// absent ones.
func fields(list []answer.Quantity, i int) object {
	var values, statuses object
	for _, q := range list {
		v := q.Of(i)
		if v.IsRange() { // a lower bound is known, and perhaps an upper one
			values.add(q.Key(), nil)
			statuses.add(q.Key(), answer.Unknown)
			values.add(answer.Quantity{Name: q.Name + " at least", Value: answer.Value{Kind: q.Kind}}.Key(), whole(v))
			continue
		}
		values.add(q.Key(), whole(v))
		if v.Status != "" {
			statuses.add(q.Key(), v.Status)
		}
		if name, e := uncertainty(q, i); v.Status == "" && v.Words == "" && e > 0 && v.Sample == answer.Computed {
			values.add(name, tidy(e))
		}
	}
	return object{{Key: "quantities", Value: values}, {Key: "statuses", Value: statuses}}
}

// uncertainty returns the standard error of a measured figure, or the estimate of the error of one that is computed
// from distributions, with its key. It is 0 for an exact figure.
func uncertainty(q answer.Quantity, i int) (key string, e float64) {
	if q.JSONKey != "" {
		return "", 0
	}
	of, name := q.For(i), " se"
	if e = of.Error; !(e > 0) {
		name, e = " error", of.ErrorEstimate
	}
	return answer.Quantity{Name: q.Name + name, Value: answer.Value{Kind: q.Kind}}.Key(), e
}
