package attempts

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
)

// A span is an attempt in the JSON form of OTLP: a span of kind client. Those with the same parent belong to one
// request.
type span struct {
	TraceID      string `json:"traceId"`
	ParentSpanID string `json:"parentSpanId"`
	Name         string `json:"name"`
	Kind         any    `json:"kind"`
	Start        any    `json:"startTimeUnixNano"`
	End          any    `json:"endTimeUnixNano"`
	Status       struct {
		Code any `json:"code"`
	} `json:"status"`
	Attributes []struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	} `json:"attributes"`
}

// spanNames are the columns of spans.
var spanNames = []string{"start", "end", "request", "status"}

// row returns the attempt of a span. ok is false for a span that is none.
func (s span) row() (r Row, ok bool) {
	switch fmt.Sprint(s.Kind) {
	case "3", "SPAN_KIND_CLIENT":
	default:
		return r, false
	}
	status := map[string]string{"0": "unset", "1": "ok", "2": "error", "<nil>": "unset"}[fmt.Sprint(s.Status.Code)]
	if status == "" {
		status = fmt.Sprint(s.Status.Code)
	}
	for _, a := range s.Attributes {
		if slices.Contains([]string{"http.response.status_code", "http.status_code"}, a.Key) {
			for _, v := range a.Value {
				status = fmt.Sprint(v)
			}
		}
	}
	if status == "unset" { // a span without an error has no status
		status = "ok"
	}
	return Row{spanNames, []string{fmt.Sprint(s.Start), fmt.Sprint(s.End),
		s.TraceID + "/" + s.ParentSpanID + "/" + s.Name, status}}, true
}

// spansOf returns the client spans of one or more OTLP documents, one span at a time.
func spansOf(r io.Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		d := json.NewDecoder(r)
		d.UseNumber()
		for {
			token, err := d.Token()
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(Row{}, fmt.Errorf("the JSON is cut short or wrong: %w", err))
				return
			case token != "spans":
				continue
			}
			if _, err = d.Token(); err != nil {
				continue
			}
			for d.More() {
				var s span
				if err := d.Decode(&s); err != nil {
					yield(Row{}, fmt.Errorf("the JSON is cut short or wrong: %w", err))
					return
				}
				if row, ok := s.row(); ok && !yield(row, nil) {
					return
				}
			}
		}
	}
}

// sorted returns the names of an object in order.
func sorted(object map[string]any) []string { return slices.Sorted(maps.Keys(object)) }
