package report

import (
	"bufio"
	"encoding/json"

	"retune/ui/ask/answer"
)

// The values of JSON that are laid out by hand: an object has each of its fields on its own line, a record has them all
// on one line, and a list has each of its elements on its own line. encoding/json cannot keep the order of keys.
type (
	object []answer.Pair
	record object
	list   struct {
		n  int
		of func(i int) any // element i, which is made when it is written
	}
)

func (o *object) add(key string, value any) { *o = append(*o, answer.Pair{Key: key, Value: value}) }

// write writes a value. line begins each line inside of it; "": all stands on one line.
func write(w *bufio.Writer, line string, v any) {
	switch v := v.(type) {
	case record:
		write(w, "", object(v))
	case object:
		enclosed(w, "{}", line, len(v), func(inside string, i int) {
			write(w, inside, v[i].Key)
			w.WriteString(": ")
			write(w, inside, v[i].Value)
		})
	case list:
		enclosed(w, "[]", line, v.n, func(inside string, i int) { write(w, inside, v.of(i)) })
	case *rows:
		v.write(w)
	case float64:
		w.WriteString(exact(v))
	default:
		b, err := json.Marshal(v)
		if err != nil {
			panic("report: " + err.Error()) // words and whole numbers cannot fail
		}
		w.Write(b)
	}
}

// enclosed writes n elements in brackets.
func enclosed(w *bufio.Writer, brackets, line string, n int, element func(line string, i int)) {
	inside, between := "", ", "
	if line != "" {
		inside, between = line+"  ", ","+line
	}
	w.WriteByte(brackets[0])
	for i := range n {
		if i == 0 {
			w.WriteString(line)
		} else {
			w.WriteString(between)
		}
		element(inside, i)
	}
	if n > 0 && line != "" {
		w.WriteString(line[:len(line)-2])
	}
	w.WriteByte(brackets[1])
}

// rows writes the rows of a table, which may be a million.
type rows struct {
	columns []answer.Column
	keys    []string // with their quotes and the colon
	values  []answer.Value
	number  float64 // the last number written, and its text
	text    []byte
}

func newRows(t answer.Table) *rows {
	r := &rows{columns: t.Columns}
	for _, key := range keys(t) {
		quoted, _ := json.Marshal(key)
		r.keys = append(r.keys, string(quoted)+": ")
	}
	return r
}

// write writes one row: numbers with full precision, words and truths. An empty word is null.
func (r *rows) write(w *bufio.Writer) {
	for j, v := range r.values {
		w.WriteString([...]string{"{", ", "}[min(j, 1)])
		w.WriteString(r.keys[j])
		switch c := &r.columns[j]; {
		case c.IsWords && v.Words == "":
			w.WriteString("null")
		case c.IsWords:
			write(w, "", v.Words)
		case c.IsYesNo:
			write(w, "", v.Number != 0)
		default:
			if r.text == nil || v.Number != r.number {
				r.number, r.text = v.Number, appendTidy(r.text[:0], v.Number)
			}
			w.Write(r.text)
		}
	}
	w.WriteByte('}')
}
