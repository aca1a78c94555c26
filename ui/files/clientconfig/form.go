package clientconfig

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"

	"retune/calc/client"
	"retune/ui/unit"
)

// A form converts the text of a value between a file and retune.
type form struct {
	like  string    // an example for messages
	kind  unit.Kind // kind of a number
	reads []notation
	// text returns the text of a number; nil: the values are words. A number in a file counts less by more.
	text func(x float64) string
	more float64
	none string // the word for no limit; "": there is none
}

// A notation is a way to write a value: a text that matches the pattern means another text, which [unit.Kind.Parse]
// reads, or a word. In means, $0 is the text and $1 the first group of the pattern.
type notation struct {
	pattern func() *regexp.Regexp
	means   string
}

// notations returns a list of notations. pairs holds the pattern and the meaning of each.
func notations(pairs ...string) (list []notation) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, notation{lazily(`^(?:` + pairs[i] + `)$`), pairs[i+1]})
	}
	return list
}

// lazily compiles a pattern on first use.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// words returns a form of words, in any case. Synonyms follow an = sign: exponential=expo=exp. read returns the first.
func words(list string) form {
	f := form{like: strings.ReplaceAll(strings.Join(strings.Fields(list), ", "), "=", " or ")}
	for word := range strings.FieldsSeq(list) {
		first, _, _ := strings.Cut(word, "=")
		f.reads = append(f.reads, notations("(?i)"+strings.ReplaceAll(word, "=", "|"), first)...)
	}
	return f
}

// of returns the form of a parameter's value in a file whose times have form f. A form that is not of times is the
// key's own.
func (f form) of(p *client.Parameter) form {
	if f.kind != unit.Duration {
		return f
	}
	switch p.Unit {
	case client.Count:
		return count
	case client.Number:
		return float
	case client.Truth:
		return truth
	case client.Word:
		return words(strings.Join(p.Words, " "))
	}
	return f
}

// meaning returns the meaning of a text by its first notation.
func (f form) meaning(text string) (means string, ok bool) {
	for _, n := range f.reads {
		if at := n.pattern().FindStringSubmatchIndex(text); at != nil {
			return string(n.pattern().ExpandString(nil, n.means, text, at)), true
		}
	}
	return "", false
}

// read returns the value as retune writes it: a time with its unit, a number, a word, none; or "" for no value.
func (f form) read(text string) (string, error) {
	text = strings.TrimSpace(text)
	means, ok := f.meaning(text)
	if f.text == nil && !ok {
		return "", fmt.Errorf("%s is none of %s", unit.Quote(text), f.like)
	}
	if ok && (f.text == nil || means == "none" || means == "") {
		return strings.ToLower(means), nil
	}
	x, err := f.kind.Parse(strings.ReplaceAll(means, "_", ""))
	if err != nil || math.IsInf(x, 0) {
		what := map[unit.Kind]string{unit.Count: "whole number", unit.Number: "number", unit.Duration: "time"}[f.kind]
		return "", fmt.Errorf("%s is not a %s: it is written like %s", unit.Quote(text), what, f.like)
	}
	return f.kind.Exact(x + f.more), nil
}

// write returns the text of a value from read.
func (f form) write(value string) (string, error) {
	if f.text == nil {
		word, ok := f.meaning(value)
		if !ok {
			return "", fmt.Errorf("%s is none of %s", unit.Quote(value), f.like)
		}
		return word, nil
	}
	x, err := f.kind.Parse(value)
	switch {
	case err != nil:
		return "", err
	case !math.IsInf(x, 0):
		return f.text(x - f.more), nil
	case f.none == "":
		return "", errors.New("there is no way to write that there is none")
	}
	return f.none, nil
}
