package clientconfig

import (
	"bytes"
	"encoding/json"
	"errors"
)

// readJSON reads one JSON value. It accepts comments and trailing commas, because some clients do. It then parses the
// text as YAML, whose parser knows the lines.
func readJSON(data []byte) ([]*node, error) {
	data = strict(data)
	if err := json.Unmarshal(data, new(any)); err != nil {
		offset := len(data)
		if s, ok := errors.AsType[*json.SyntaxError](err); ok {
			offset = int(s.Offset)
		}
		return nil, wrong(1+bytes.Count(data[:min(offset, len(data))], []byte("\n")), "not JSON: %s", printable(err.Error()))
	}
	return readYAML(data)
}

// lenient matches comments and trailing commas. It also matches strings, so that text in a string is not mistaken for
// either.
var lenient = lazily(`"(?:\\(?s:.)|[^"\\])*"?|//.*|/\*(?s:.*?)(?:\*/|\z)|,\s*[}\]]`)

// strict returns the text with blanks instead of comments, and then of trailing commas. The line numbers stay.
func strict(data []byte) []byte {
	data = bytes.Clone(data)
	for range 2 { // a comment may follow the comma
		for _, at := range lenient().FindAllIndex(data, -1) {
			switch found := data[at[0]:at[1]]; found[0] {
			case ',':
				found[0] = ' '
			case '/':
				for i, c := range found {
					if c != '\n' {
						found[i] = ' '
					}
				}
			}
		}
	}
	return data
}
