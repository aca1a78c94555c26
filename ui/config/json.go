package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// readJSON reads one JSON value. Comments and a comma behind the last item, which some
// clients allow, are no error.
func readJSON(data []byte) ([]*node, error) {
	data = withoutComments(data)
	r := jsonReader{Decoder: json.NewDecoder(bytes.NewReader(data)), data: data, line: 1}
	r.UseNumber()
	root, err := r.value(0)
	if err == nil {
		if _, more := r.Token(); more != io.EOF {
			err = wrong(r.at(), "not JSON: more follows the value")
		}
	}
	if err != nil {
		if _, ours := errors.AsType[*Error](err); !ours {
			text := err.Error()
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				text = "it ends too early"
			}
			offset := r.InputOffset()
			if s, ok := errors.AsType[*json.SyntaxError](err); ok {
				offset = s.Offset
			}
			err = wrong(1+bytes.Count(data[:min(int(offset), len(data))], []byte("\n")), "not JSON: %s", printable(text))
		}
		return nil, err
	}
	return []*node{root}, nil
}

// A jsonReader reads tokens and knows their lines.
type jsonReader struct {
	*json.Decoder
	data   []byte
	offset int // up to where the lines are counted
	line   int
}

// at is the line of the token that was read last.
func (r *jsonReader) at() int {
	to := min(int(r.InputOffset()), len(r.data))
	r.line += bytes.Count(r.data[r.offset:to], []byte("\n"))
	r.offset = to
	return r.line
}

func (r *jsonReader) value(depth int) (*node, error) {
	token, err := r.Token()
	if err != nil {
		return nil, err
	}
	n := &node{line: r.at()}
	if depth > maxDepth {
		return nil, wrong(n.line, "nested deeper than %d levels", maxDepth)
	}
	switch t := token.(type) {
	case json.Delim:
		n.shape = list
		if t == '{' {
			n.shape = mapping
		}
		for r.More() {
			key, line := "", 0
			if n.shape == mapping {
				token, err := r.Token()
				if err != nil {
					return nil, err
				}
				key, _ = token.(string)
				line = r.at()
			}
			c, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			if c.key = key; line > 0 {
				c.line = line
			}
			n.kids = append(n.kids, c)
		}
		_, err := r.Token()
		return n, err
	case string:
		n.text, n.quoted = t, true
	case json.Number:
		n.text = t.String()
	case bool:
		n.text = map[bool]string{true: "true", false: "false"}[t]
	case nil:
		n.null = true
	}
	return n, nil
}

// withoutComments is JSON with blanks in place of comments and of commas behind which
// nothing follows, so that all lines stay what they are.
func withoutComments(data []byte) []byte {
	out := bytes.Clone(data)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	comma := -1 // behind which nothing has followed
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			for i++; i < len(out) && out[i] != '"'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
			comma = -1
		case c == '/' && i+1 < len(out) && out[i+1] == '/':
			end := len(out)
			if j := bytes.IndexByte(out[i:], '\n'); j >= 0 {
				end = i + j
			}
			blank(i, end)
			i = end - 1
		case c == '/' && i+1 < len(out) && out[i+1] == '*':
			end := len(out)
			if j := bytes.Index(out[i+2:], []byte("*/")); j >= 0 {
				end = i + 2 + j + 2
			}
			blank(i, end)
			i = end - 1
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
	}
	return out
}
