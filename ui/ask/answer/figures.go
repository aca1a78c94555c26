package answer

import (
	"math"
	"regexp"
	"strings"
	"sync"

	"retune/ui/unit"
)

// Figure returns the quantity with that name. ok is false if the answer has none; its values are then NotApplicable.
func (a Answer) Figure(name string) (q Quantity, ok bool) {
	for _, g := range a.Groups {
		for i := range g.Quantities { // by index, because copying each quantity is slow
			if g.Quantities[i].Name == name {
				return g.Quantities[i], true
			}
		}
	}
	return Quantity{Value: Value{Number: math.NaN()}}, false
}

// FigureText returns the named figure of policy i as text for a sentence, or "" if it has no value.
func (a Answer) FigureText(name string, i int) string {
	q, _ := a.Figure(name)
	switch v := q.Of(i); {
	case v.Status != "":
		return ""
	case v.Words != "":
		return v.WordsWithShare()
	}
	return SentenceText(q.Text(i))
}

// SentenceText is the text of a figure in a sentence: over 99% for > 99%.
func SentenceText(text string) string {
	return strings.NewReplacer("> ", "over ", "< ", "under ").Replace(text)
}

// Value returns the named figure of policy i.
func (a Answer) Value(name string, i int) Value {
	q, _ := a.Figure(name)
	return q.Of(i)
}

// Quantities returns the quantities of all groups.
func (a Answer) Quantities() (list []Quantity) {
	for _, g := range a.Groups {
		list = append(list, g.Quantities...)
	}
	return list
}

// Counted returns a number with its noun: 1 retry, 9 retries.
func Counted(n float64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return unit.Count.Format(n) + " " + many
}

// several maps a plural noun or verb to its singular.
var several = map[string]string{"attempts": "attempt", "clients": "client", "points": "point", "requests": "request",
	"retries": "retry", "rows": "row", "runs": "run",
	"seconds": "second", "times": "time", "values": "value", " are": " is", " leave": " leaves", " start": " starts"}

var oneOf = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(^|[^0-9.,])1 (attempts|clients|points|requests|retries|rows|runs|seconds|times|values)( are| leave| start)?\b`)
})

// Singulars replaces plurals after a number 1 by singulars: "1 retries are" becomes "1 retry is".
func Singulars(text string) string {
	return oneOf().ReplaceAllStringFunc(text, func(match string) string {
		m := oneOf().FindStringSubmatch(match)
		return m[1] + "1 " + several[m[2]] + several[m[3]]
	})
}

// JoinWords joins words with commas and a final "and".
func JoinWords(words []string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " and " + words[n]
}

// Sentence capitalises the text, unless it begins with the name of policy A.
func (a Answer) Sentence(text string) string {
	if a.Policies != nil && strings.HasPrefix(text, a.Policies[0]) {
		return text
	}
	return Sentence(text)
}

// Sentence capitalises the text.
func Sentence(text string) string {
	if text != "" && 'a' <= text[0] && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
