package clientconfig

import (
	"bytes"
	"encoding/json"
	"errors"
)

// readJSON reads one JSON value. It accepts comments and trailing commas, because some clients do. It then parses the
// text as YAML, whose parser knows the lines.
func readJSON(data []byte) ([]*node, error) {
	data = withoutComments(data)
	if err := json.Unmarshal(data, new(any)); err != nil {
		offset := len(data)
		if s, ok := errors.AsType[*json.SyntaxError](err); ok {
			offset = int(s.Offset)
		}
		return nil, wrong(1+bytes.Count(data[:min(offset, len(data))], []byte("\n")), "not JSON: %s", printable(err.Error()))
	}
	return readYAML(data)
}

// Patterns of comments and trailing commas. They also match strings, so that text in a string is not mistaken for
// either.
var (
	jsonComment = lazily(`"(?:\\(?s:.)|[^"\\])*"?|//.*|/\*(?s:.*?)(?:\*/|\z)`)
	jsonComma   = lazily(`"(?:\\(?s:.)|[^"\\])*"?|,\s*[}\]]`)
	letter      = lazily(`[^\n]`)
)

// withoutComments replaces comments and trailing commas by blanks, which keeps the line numbers.
func withoutComments(data []byte) []byte {
	data = jsonComment().ReplaceAllFunc(data, func(found []byte) []byte {
		if found[0] == '/' {
			return letter().ReplaceAll(found, []byte(" "))
		}
		return found
	})
	return jsonComma().ReplaceAllFunc(data, func(found []byte) []byte {
		if found[0] == ',' {
			return append([]byte(" "), found[1:]...)
		}
		return found
	})
}
