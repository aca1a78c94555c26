package attempts

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// The names of formats that columns depend on.
const (
	nginx  = "nginx"
	apache = "Apache"
	spans  = "OTLP"
)

// mostLine is the longest row in bytes.
const mostLine = 1 << 20

// opened returns the name of the format of a log and its rows.
func (c *Collector) opened(in io.Reader) (format string, rows iter.Seq2[Row, error], err error) {
	r := bufio.NewReaderSize(in, mostLine)
	if head, _ := r.Peek(3); bytes.Equal(head, []byte("\xef\xbb\xbf")) {
		_, _ = r.Discard(3)
	}
	if c.Layout != "" {
		f, err := parseLayout(c.Layout)
		if err != nil {
			return "", nil, err
		}
		return f.name, lines(r, f.row), nil
	}
	for {
		b, err := r.Peek(1)
		if err != nil {
			return "", nil, errors.New("the log is empty")
		}
		if !strings.ContainsRune(" \t\r\n", rune(b[0])) {
			break
		}
		_, _ = r.Discard(1)
	}
	head, _ := r.Peek(4096)
	first, _, _ := bytes.Cut(head, []byte("\n"))
	switch {
	case head[0] == '[':
		return "JSON", elements(r), nil
	case head[0] == '{' && bytes.Contains(head, []byte(`"resourceSpans"`)):
		return spans, spansOf(r), nil
	case head[0] == '{' && bytes.Contains(first, []byte(`"retune_lab"`)):
		_, _ = r.ReadSlice('\n')
		return "record of retune lab", lines(r, labRow), nil
	case head[0] == '{':
		return "JSON lines", lines(r, objectRow), nil
	case bytes.ContainsAny(first, ",;\t") && !bytes.ContainsAny(first, "[]\""):
		return "CSV", table(r, first), nil
	}
	return "", nil, errors.New("the log is neither JSON lines nor CSV with a head; an access log needs --log-format, " +
		"such as '$time_iso8601 $request_id $status'")
}

// lines returns the rows of a log with one in each line.
func lines(r *bufio.Reader, row func(line []byte) (Row, error)) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for {
			line, err := r.ReadSlice('\n')
			long := errors.Is(err, bufio.ErrBufferFull)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			if line = bytes.TrimSpace(line); long {
				if !yield(Row{}, errRow) {
					return
				}
			} else if len(line) > 0 {
				x, wrong := row(line)
				if !yield(x, wrong) {
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(Row{}, err)
				}
				return
			}
		}
	}
}

// objectRow returns the values of a JSON object, those of objects inside with both names: http.status.
func objectRow(line []byte) (Row, error) {
	var object map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if d.Decode(&object) != nil {
		return Row{}, errRow
	}
	return rowOf(object), nil
}

// rowOf returns the values of an object, in the order of their names.
func rowOf(object map[string]any) (r Row) {
	var walk func(prefix string, object map[string]any, depth int)
	walk = func(prefix string, object map[string]any, depth int) {
		for _, name := range sorted(object) {
			switch v := object[name].(type) {
			case map[string]any:
				if depth < 3 {
					walk(prefix+name+".", v, depth+1)
				}
			case nil, []any:
			default:
				r.Names, r.Values = append(r.Names, prefix+name), append(r.Values, fmt.Sprint(v))
			}
		}
	}
	walk("", object, 0)
	return r
}

// elements returns the objects of a JSON array.
func elements(r io.Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		d := json.NewDecoder(r)
		d.UseNumber()
		_, err := d.Token()
		for err == nil && d.More() {
			var object map[string]any
			if err = d.Decode(&object); err == nil && !yield(rowOf(object), nil) {
				return
			}
		}
		if err != nil {
			yield(Row{}, fmt.Errorf("the JSON is cut short or wrong: %w", err))
		}
	}
}

// table returns the rows of CSV, or of a table with tabs or semicolons.
func table(r io.Reader, first []byte) iter.Seq2[Row, error] {
	c := csv.NewReader(r)
	c.FieldsPerRecord, c.LazyQuotes = -1, true
	for _, comma := range ";\t" {
		if !bytes.Contains(first, []byte(",")) && bytes.ContainsRune(first, comma) {
			c.Comma = comma
		}
	}
	return func(yield func(Row, error) bool) {
		names, err := c.Read()
		for err == nil {
			var values []string
			values, err = c.Read()
			switch {
			case errors.Is(err, io.EOF):
				return
			case errors.Is(err, csv.ErrFieldCount), errors.Is(err, csv.ErrQuote):
				err = nil
				if !yield(Row{}, errRow) {
					return
				}
			case err == nil:
				if !yield(Row{names, values}, nil) {
					return
				}
			}
		}
		yield(Row{}, err)
	}
}

// labRow returns an attempt of a record of the laboratory.
func labRow(line []byte) (Row, error) {
	var a struct {
		Client, Request json.Number
		Start, End      json.Number
		Result, Path    string
	}
	if json.Unmarshal(line, &a) != nil || a.Request == "" {
		return Row{}, errRow
	}
	name := a.Client.String() + "/" + a.Request.String()
	return Row{[]string{"start", "end", "request", "result"},
		[]string{a.Start.String(), a.End.String(), name, a.Result}}, nil
}
