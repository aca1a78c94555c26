package knob

import (
	"slices"
	"strings"
	"unicode"
)

// Fold writes a name as the tables do, with small letters and dashes: maxBackoff and
// MAX_BACKOFF are max-backoff.
func Fold(name string) string {
	var folded strings.Builder
	small := false // the letter before is a small one, or a digit
	for _, r := range name {
		switch {
		case r == '_' || r == '.' || r == ' ':
			r = '-'
		case unicode.IsUpper(r):
			if small {
				folded.WriteByte('-')
			}
			r = unicode.ToLower(r)
			folded.WriteRune(r)
			small = false
			continue
		}
		folded.WriteRune(r)
		small = unicode.IsLower(r) || unicode.IsDigit(r)
	}
	return folded.String()
}

// Called tells whether people know the knob by that name, however it is spelt.
func (k Knob) Called(name string) bool {
	name = Fold(name)
	return name == k.Name || name != "" && slices.Contains(strings.Fields(k.Names), name)
}
