package client

import (
	"slices"
	"strings"
)

// mostNamed is the number of clients that Named returns.
const mostNamed = 3

// Named returns the clients that a file names in the name of the file, or else in its text, in the order of the table.
// Names below five letters are too common, and so are words that are names of clients too.
func Named(file, text string) []string {
	for _, s := range []string{file, text} {
		words := map[string]bool{}
		for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
		}) {
			words[word] = true
		}
		var named []string
		for i := range Rows() {
			r := &Rows()[i]
			if slices.ContainsFunc(append([]string{r.Name}, r.Names...), func(name string) bool {
				return len(name) >= 5 && name != "retry" && name != "driver" && words[name]
			}) {
				named = append(named, r.Name)
			}
		}
		if len(named) > 0 {
			return named[:min(len(named), mostNamed)]
		}
	}
	return nil
}
