package report

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"

	"retune/ui/ask/answer"
)

// schema is the version of the JSON format, which docs/schema.json describes. Renaming a key or changing its meaning
// needs a new version; adding a key does not.
const schema = 3

// jsonObject writes one JSON object with its keys in a fixed order. JSON has no infinity, so an infinite or absent
// value is null, and its status says why. encoding/json provides neither the order nor the null.
func jsonObject(w *bufio.Writer, r Result, o Options) {
	a := r.Answer
	w.WriteString("{\n  \"schema\": " + strconv.Itoa(schema))
	field := func(name string) { w.WriteString(",\n  \"" + name + "\": ") }
	words := func(name, text string) { field(name); scalar(w, text) }
	words("retune_version", r.Version)
	words("query", r.Question.Name)
	words("command", r.Command)
	words("summary", a.Summary)
	words("assumed", a.Assumed)
	field("scenario")
	var settings []answer.Pair
	if r.Scenario != nil {
		settings = r.Scenario()
	}
	object(w, "    ", settings)
	figures, tables := o.pick(a)
	switch list := a.Quantities(); {
	case figures && a.Policies != nil:
		jsonPolicies(w, a, list, field)
	case figures:
		values, statuses := fields(list, 0)
		field("quantities")
		object(w, "    ", values)
		field("statuses")
		object(w, "    ", statuses)
	}
	field("tables")
	jsonTables(w, tables)
	field("warnings")
	array(w, "    ", len(a.Warnings), func(i int) {
		n := a.Warnings[i]
		w.WriteString("{\"code\": ")
		scalar(w, string(n.Code))
		if n.Policy != "" {
			w.WriteString(", \"policy\": ")
			scalar(w, n.Policy)
		}
		w.WriteString(", \"keys\": ")
		scalar(w, append([]string{}, n.Keys...))
		w.WriteString(", \"message\": ")
		scalar(w, n.Message)
		w.WriteByte('}')
	})
	w.WriteString("\n}\n")
}

// jsonPolicies writes the figures of several policies, and the ratios of two.
func jsonPolicies(w *bufio.Writer, a answer.Answer, list []answer.Quantity, field func(name string)) {
	single := func(q answer.Quantity) bool { return q.Single } // one value for all policies: a ratio
	own := slices.DeleteFunc(slices.Clone(list), single)
	policy := func(i int) {
		values, statuses := fields(own, i)
		w.WriteString("{\"name\": ")
		scalar(w, a.Policies[i])
		w.WriteString(", \"quantities\": ")
		object(w, "", values)
		w.WriteString(", \"statuses\": ")
		object(w, "", statuses)
		w.WriteByte('}')
	}
	field("policies")
	array(w, "    ", len(a.Policies), policy)
	if len(a.Policies) == 2 {
		field("policy_a")
		policy(0)
		field("policy_b")
		policy(1)
		field("ratio")
		object(w, "    ", ratios(list))
	}
	field("better")
	object(w, "    ", betters(a))
	field("ranking")
	ranking := a.Ranking()
	array(w, "    ", len(ranking), func(i int) { scalar(w, ranking[i]) })
}

// Failure writes why there is no answer as one line of JSON, for users who asked for JSON.
func Failure(out io.Writer, reason, hint string, status int) error {
	w := bufio.NewWriter(out)
	fields := []answer.Pair{{Key: "error", Value: reason}, {Key: "hint", Value: hint}, {Key: "status", Value: status}}
	if hint == "" {
		fields[1].Value = nil
	}
	object(w, "", fields)
	w.WriteByte('\n')
	return w.Flush()
}

// jsonTables writes tables with one row per line.
func jsonTables(w *bufio.Writer, tables []answer.Table) {
	w.WriteByte('{')
	for k, t := range tables {
		t = t.Bounded()
		if k > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n    " + jsonWords(t.Name) + ": ")
		names := keys(t)
		array(w, "      ", t.Len, func(i int) {
			comma := byte('{')
			for j, cell := range whole(t, i, jsonNumber, jsonCell) {
				w.WriteByte(comma)
				if comma = ','; j > 0 {
					w.WriteByte(' ')
				}
				w.WriteString(jsonWords(names[j]) + ": " + cell)
			}
			w.WriteByte('}')
		})
	}
	if len(tables) > 0 {
		w.WriteString("\n  ")
	}
	w.WriteByte('}')
}

// fields returns the figures of policy i by their keys, each with its error if it is not exact, and the statuses of
// absent ones.
func fields(list []answer.Quantity, i int) (values, statuses []answer.Pair) {
	for k, q := range list {
		v := q.Of(i)
		switch {
		case v.Status != "":
			statuses = append(statuses, answer.Pair{Key: q.Key(), Value: string(v.Status)})
			values = append(values, answer.Pair{Key: q.Key(), Value: math.NaN()})
		case v.Words != "":
			values = append(values, answer.Pair{Key: q.Key(), Value: v.Words})
		default:
			values = append(values, answer.Pair{Key: q.Key(), Value: tidy(v.Number)})
			if e, ok := uncertainty(q, i); ok && (k+1 == len(list) || !list[k+1].Error) {
				values = append(values, e)
			}
		}
	}
	return values, statuses
}

// uncertainty returns the standard error of a measured figure, or the error bound of one that is computed from
// distributions. ok is false for an exact figure.
func uncertainty(q answer.Quantity, i int) (_ answer.Pair, ok bool) {
	e, of := answer.Quantity{Name: q.Name + " se", Kind: q.Kind, A: q.For(i).Noise}, q.For(i)
	if !(of.Noise > 0) {
		e.Name, e.A = q.Name+" error", answer.Bound(of.A, of.Digits, of.Kind)
	}
	return answer.Pair{Key: e.Key(), Value: tidy(e.A)}, e.A > 0 && q.As == ""
}

// ratios returns B/A for each figure with a finite ratio.
func ratios(list []answer.Quantity) (fields []answer.Pair) {
	for _, q := range list {
		x := q.Ratio()
		if q.Single {
			x = q.A
		}
		if !math.IsNaN(x) {
			fields = append(fields, answer.Pair{Key: q.Key(), Value: tidy(x)})
		}
	}
	return fields
}

// betters returns the policy with the best value for each figure that has one.
func betters(a answer.Answer) (fields []answer.Pair) {
	for _, q := range a.Quantities() {
		if of := Better(a, q); of != "" {
			fields = append(fields, answer.Pair{Key: q.Key(), Value: of})
		}
	}
	return fields
}

// object writes fields, each on its own line after indent, or all on one line if indent is "".
func object(w *bufio.Writer, indent string, fields []answer.Pair) {
	w.WriteByte('{')
	for i, f := range fields {
		switch {
		case i > 0 && indent == "":
			w.WriteString(", ")
		case i > 0:
			w.WriteByte(',')
		}
		if indent != "" {
			w.WriteString("\n" + indent)
		}
		scalar(w, f.Key)
		w.WriteString(": ")
		scalar(w, f.Value)
	}
	if indent != "" && len(fields) > 0 {
		w.WriteString("\n" + indent[2:])
	}
	w.WriteByte('}')
}

// array writes n elements, each on its own line after indent.
func array(w *bufio.Writer, indent string, n int, element func(i int)) {
	w.WriteByte('[')
	for i := range n {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n" + indent)
		element(i)
	}
	if n > 0 {
		w.WriteString("\n" + indent[2:])
	}
	w.WriteByte(']')
}

func scalar(w *bufio.Writer, v any) {
	switch v := v.(type) {
	case float64:
		w.WriteString(exact(v))
	case string:
		w.WriteString(jsonWords(v))
	default:
		b, err := json.Marshal(v)
		if err != nil {
			panic("report: " + err.Error()) // strings and numbers cannot fail
		}
		w.Write(b)
	}
}

// jsonCell writes a word in a table, or null for "".
func jsonCell(s string) string {
	if s == "" {
		return "null"
	}
	return jsonWords(s)
}

func jsonWords(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("report: " + err.Error()) // a string cannot fail
	}
	return string(b)
}
