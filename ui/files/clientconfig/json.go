package clientconfig

import "bytes"

// startOfJSON matches the start of JSON, which is read as YAML.
const startOfJSON = `^\s*(//|/\*|[{\[]\s*["{}\]/])`

var jsonStart = lazily(startOfJSON)

// comments matches comments, and strings, so that text in a string is not mistaken for one.
var comments = lazily(`"(?:\\(?s:.)|[^"\\])*"?|//.*|/\*(?s:.*?)(?:\*/|\z)`)

// withoutComments returns JSON without comments, which some clients accept. The lines stay.
func withoutComments(data []byte) []byte {
	return comments().ReplaceAllFunc(data, func(found []byte) []byte {
		if found[0] == '/' {
			return bytes.Repeat([]byte("\n"), bytes.Count(found, []byte("\n")))
		}
		return found
	})
}
