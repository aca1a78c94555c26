package clientconfig

import (
	"bytes"
	"encoding/json"
	"errors"
)

// readJSON reads one JSON value. Comments and a comma behind the last item, which some clients allow, are no error.
// What is JSON is also YAML, whose reader knows the lines.
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

// These find what JSON does not have, and the strings in which it would be text.
var (
	jsonComment = lazily(`"(?:\\(?s:.)|[^"\\])*"?|//.*|/\*(?s:.*?)(?:\*/|\z)`)
	jsonComma   = lazily(`"(?:\\(?s:.)|[^"\\])*"?|,\s*[}\]]`)
	letter      = lazily(`[^\n]`)
)

// withoutComments is JSON with blanks in place of comments and of commas behind which
// nothing follows, so that all lines stay what they are.
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
