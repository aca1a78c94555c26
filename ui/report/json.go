package report

import (
	"bufio"
	"encoding/json"
	"math"

	"retune/ui/query"
)

// jsonObject writes one JSON object. Its keys stand in a fixed order, and what
// is infinite or absent is null, since JSON has no infinity; encoding/json
// keeps neither, so the object's frame is written here.
func jsonObject(w *bufio.Writer, r Result) {
	w.WriteString("{\n  \"query\": ")
	scalar(w, r.Query.Name)
	w.WriteString(",\n  \"scenario\": ")
	object(w, "    ", r.Scenario)
	w.WriteString(",\n  \"command\": ")
	scalar(w, r.Command)
	w.WriteString(",\n  \"version\": ")
	scalar(w, r.Version)
	w.WriteString(",\n  \"quantities\": ")
	object(w, "    ", quantityFields(r.Answer))
	w.WriteString(",\n  \"tables\": ")
	tables(w, r.Answer)
	w.WriteString(",\n  \"warnings\": ")
	array(w, "    ", len(r.Answer.Warnings), func(i int) { scalar(w, r.Answer.Warnings[i]) })
	w.WriteString("\n}\n")
}

// tables writes the answer's tables, and that of a pair.
func tables(w *bufio.Writer, a query.Answer) {
	w.WriteByte('{')
	comma := ""
	for _, t := range a.Tables {
		w.WriteString(comma + "\n    \"" + t.Name + "\": ")
		array(w, "      ", t.Len, func(i int) {
			object(w, "", fields(t, i))
		})
		comma = ","
	}
	if rows := pairRows(a); a.Pair {
		w.WriteString(comma + "\n    \"compare\": ")
		array(w, "      ", len(rows), func(i int) {
			row := rows[i]
			object(w, "", []query.Setting{{Key: "name", Value: row.name}, {Key: "a", Value: row.a}, {Key: "b", Value: row.b}, {Key: "ratio", Value: row.ratio}})
		})
		comma = ","
	}
	if comma != "" {
		w.WriteString("\n  ")
	}
	w.WriteByte('}')
}

func quantityFields(a query.Answer) []query.Setting {
	var fields []query.Setting
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			field := query.Setting{Key: q.Key(), Value: q.A}
			if q.Words != "" {
				field.Value = q.Words
			}
			fields = append(fields, field)
		}
	}
	return fields
}

// object writes fields, each on its own line behind indent, or all on one line
// if indent is "".
func object(w *bufio.Writer, indent string, fields []query.Setting) {
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

// array writes n elements, each on its own line behind indent.
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
	if x, ok := v.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		v = nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic("report: " + err.Error()) // no string, finite number or nil does this
	}
	w.Write(b)
}
