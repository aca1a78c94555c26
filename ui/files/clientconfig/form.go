package clientconfig

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"retune/ui/unit"
)

// A form converts the text of a value between a file and retune.
type form struct {
	like string // an example for messages
	// read returns the value as retune writes it: a time with its unit, a number, a word.
	read func(text string) (string, error)
	// write returns the text of a value from read. bare is true if syntaxes with strings and numbers write it without
	// quotes.
	write func(text string) (written string, bare bool, err error)
}

var errNone = errors.New("there is no way to write that there is none")

// lazily compiles a pattern on first use.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

func quantity(
	like, what string, kind unit.Kind, bare bool,
	parse func(string) (float64, bool), write func(float64) string,
) form {
	return form{like,
		func(text string) (string, error) {
			x, ok := parse(strings.TrimSpace(text))
			if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
				return "", fmt.Errorf("%s is not a %s: it is written like %s", unit.Quote(text), what, like)
			}
			return kind.Exact(x), nil
		},
		func(text string) (string, bool, error) {
			x, err := kind.Parse(text)
			if err == nil && math.IsInf(x, 0) {
				err = errNone
			}
			if err != nil {
				return "", false, err
			}
			return write(x), bare, nil
		}}
}

func number(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

func wholeNumber(text string) (float64, bool) {
	x, ok := number(text)
	return x, ok && x == math.Trunc(x)
}

// decimal writes a number without an exponent and without the rounding error of a multiplication.
func decimal(x float64) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return strconv.FormatFloat(y, 'f', -1, 64)
}

var (
	count = quantity("5", "whole number", unit.Count, true, wholeNumber, decimal)
	float = quantity("1.5", "number", unit.Number, true, number, decimal)
)

// orWord adds words that mean no limit to a form. words are separated by |; write uses the first.
func orWord(f form, words string) form {
	list := strings.Split(words, "|")
	return form{f.like + " or " + list[0],
		func(text string) (string, error) {
			is := func(word string) bool { return strings.EqualFold(word, strings.TrimSpace(text)) }
			if slices.ContainsFunc(list, is) {
				return "none", nil
			}
			return f.read(text)
		},
		func(text string) (string, bool, error) {
			written, bare, err := f.write(text)
			if err == errNone {
				return list[0], true, nil
			}
			return written, bare, err
		}}
}

// words returns a form of words, in any case. Synonyms follow an = sign: exponential=expo=exp. read returns the first.
func words(list string) form {
	all := strings.Fields(list)
	like := strings.ReplaceAll(strings.Join(all, ", "), "=", " or ")
	first := func(text string) (string, error) {
		for _, w := range all {
			for word := range strings.SplitSeq(w, "=") {
				if strings.EqualFold(word, strings.TrimSpace(text)) {
					first, _, _ := strings.Cut(w, "=")
					return first, nil
				}
			}
		}
		return "", fmt.Errorf("%s is none of %s", unit.Quote(text), like)
	}
	return form{like,
		func(text string) (string, error) {
			word, err := first(text)
			return strings.ToLower(word), err
		},
		func(text string) (string, bool, error) {
			word, err := first(text)
			return word, word == "true" || word == "false", err
		}}
}

// truth is a form of true and false.
var truth = words("true=yes=on=1 false=no=off=0")
