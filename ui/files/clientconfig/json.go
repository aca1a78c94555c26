package clientconfig

import "bytes"

// readJSON reads JSON as YAML, whose parser knows the lines. It accepts comments, because some clients do.
func readJSON(data []byte) ([]*node, error) {
	data = bytes.Clone(data)
	for _, at := range comments().FindAllIndex(data, -1) {
		if found := data[at[0]:at[1]]; found[0] == '/' {
			for i, c := range found {
				if c != '\n' {
					found[i] = ' '
				}
			}
		}
	}
	return readYAML(data)
}

// comments matches comments, and strings, so that text in a string is not mistaken for one.
var comments = lazily(`"(?:\\(?s:.)|[^"\\])*"?|//.*|/\*(?s:.*?)(?:\*/|\z)`)
