package report

import (
	"bufio"
	"encoding/json"
	"math"
	"strconv"

	"retune/ui/answer"
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
	array(w, "    ", len(r.Answer.Warnings), func(i int) { scalar(w, r.Answer.Warnings[i].String()) })
	w.WriteString("\n}\n")
}

// tables writes the answer's tables, and that of a pair.
func tables(w *bufio.Writer, a answer.Answer) {
	w.WriteByte('{')
	comma := ""
	for _, t := range a.Tables {
		w.WriteString(comma + "\n    \"" + t.Name + "\": ")
		rows := rowWriter{end: "}", number: jsonNumber, words: jsonWords}
		for i, key := range keys(t) {
			start := ", "
			if i == 0 {
				start = "{"
			}
			rows.before = append(rows.before, start+string(jsonWords(nil, key))+": ")
		}
		array(w, "      ", t.Len, func(i int) { rows.row(w, t, i) })
		comma = ","
	}
	if rows := pairRows(a); a.Pair {
		w.WriteString(comma + "\n    \"compare\": ")
		array(w, "      ", len(rows), func(i int) {
			row := rows[i]
			object(w, "", []answer.Setting{{Key: "name", Value: row.name}, {Key: "a", Value: row.a}, {Key: "b", Value: row.b}, {Key: "ratio", Value: row.ratio}})
		})
		comma = ","
	}
	if comma != "" {
		w.WriteString("\n  ")
	}
	w.WriteByte('}')
}

func quantityFields(a answer.Answer) []answer.Setting {
	var fields []answer.Setting
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			field := answer.Setting{Key: q.Key(), Value: q.A}
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
func object(w *bufio.Writer, indent string, fields []answer.Setting) {
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
	switch v := v.(type) {
	case float64:
		w.Write(jsonNumber(nil, v))
	case string:
		w.Write(jsonWords(nil, v))
	default:
		b, err := json.Marshal(v)
		if err != nil {
			panic("report: " + err.Error()) // no truth and no nil does this
		}
		w.Write(b)
	}
}

// jsonWords appends a string.
func jsonWords(dst []byte, s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic("report: " + err.Error()) // no string does this
	}
	return append(dst, b...)
}

// jsonNumber appends a number as encoding/json does: with the fewest digits that
// give it back, and an exponent where it is below 1e-6 or from 1e21 on.
func jsonNumber(dst []byte, x float64) []byte {
	switch size := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return append(dst, "null"...)
	case size != 0 && size < 1e-6, size >= 1e21:
		dst = strconv.AppendFloat(dst, x, 'e', -1, 64)
		if n := len(dst); dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' { // e-09 is e-9
			dst = append(dst[:n-2], dst[n-1])
		}
		return dst
	}
	return strconv.AppendFloat(dst, x, 'f', -1, 64)
}
