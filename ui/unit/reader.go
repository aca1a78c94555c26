package unit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reader reads one text. It keeps the whole text for error messages.
type reader struct {
	kind Kind
	text string // as typed, without surrounding space
	rest string // not read yet
}

// decimal reads a number and the space behind it.
func (r *reader) decimal() (decimal, bool) {
	d, rest, ok := scanDecimal(r.rest)
	r.rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	return d, ok
}

// word reads a unit, known or unknown, and the space behind it.
func (r *reader) word() string {
	end := strings.IndexFunc(r.rest, func(c rune) bool {
		return '0' <= c && c <= '9' || strings.ContainsRune(".+-", c) || unicode.IsSpace(c)
	})
	if end < 0 {
		end = len(r.rest)
	}
	word := r.rest[:end]
	r.rest = strings.TrimLeftFunc(r.rest[end:], unicode.IsSpace)
	return word
}

// withoutThousands removes commas between groups of three digits: 50,000 and 1,200,000/s. Other texts stay unchanged.
func withoutThousands(text string) string {
	end := strings.IndexFunc(text, func(c rune) bool { return (c < '0' || c > '9') && c != ',' })
	if end < 0 {
		end = len(text)
	}
	groups := strings.Split(text[:end], ",")
	for i, g := range groups {
		if i == 0 && (g == "" || len(g) > 3) || i > 0 && len(g) != 3 {
			return text
		}
	}
	return strings.Join(groups, "") + text[end:]
}

// foreign returns an error for number notations that retune does not read. Otherwise they would be reported as an
// unknown unit.
func (r *reader) foreign() error {
	if between(r.text, '_') {
		return r.fail("has an underscore: write digits without a break")
	}
	if !between(r.rest, ',') {
		return nil
	}
	// 1,000 is a thousand in some languages and one in others, so retune does not guess.
	before, after, _ := strings.Cut(r.text, ",")
	if better, ok := r.better(before + "." + after); ok && countDigits(after) != 3 {
		return r.fail("has a comma: write %s, with a point", better)
	}
	return r.fail("has a comma: use a point for decimals and nothing between thousands")
}

// better returns a text to suggest, and whether it is short and valid. It replaces each gap by one space, which keeps
// line breaks out of the message.
func (r *reader) better(text string) (string, bool) {
	text = strings.Join(strings.Fields(text), " ")
	_, err := r.kind.Parse(text)
	return text, err == nil && len(text) <= maxQuote
}

// between reports whether mark is between two digits anywhere in text.
func between(text string, mark byte) bool {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == mark && countDigits(text[i-1:i]) == 1 && countDigits(text[i+1:i+2]) == 1 {
			return true
		}
	}
	return false
}

// fail returns an error that quotes the text, followed by the formatted clause.
func (r *reader) fail(format string, args ...any) error {
	return errors.New(Quote(r.text) + " " + fmt.Sprintf(format, args...))
}

func (r *reader) wrong() error {
	return r.fail("is not %s: write it like %s", r.kind.noun(), r.kind.like())
}

func (r *reader) noUnit(word string) error {
	if guess := guessSpan(word); guess != "" {
		return r.fail("has no unit %s: did you mean %s?", Quote(word), guess)
	}
	return r.fail("has no unit %s: use %s", Quote(word), spanNames)
}

// badPart returns the error for a part without a number. A sign inside a compound has its own message.
func (r *reader) badPart(last int) error {
	if last >= 0 && (r.rest[0] == '-' || r.rest[0] == '+') {
		return r.fail("has a sign inside: only the whole of it can be negative")
	}
	return r.wrong()
}

// unitless returns the error for a number without a unit after one with a unit, as in 1h30.
func (r *reader) unitless(start string, last int) error {
	if last >= 0 && r.rest == "" && spans[last].next != "" {
		if better, ok := r.better(r.text + spans[last].next); ok {
			return r.fail("has no unit after %s: write %s", Quote(start), better)
		}
	}
	return r.fail("has a number without a unit: write it like %s", r.kind.like())
}

// badRate returns the error for an invalid rate. It suggests 50/s for 50s and 50rps.
func (r *reader) badRate(word string) error {
	unit := guessSpan(word)
	switch strings.ToLower(word) {
	case "hz", "req/s", "requests/s", "per s", "per sec", "per second":
		unit = "s"
	}
	number, _, _ := strings.Cut(r.text, word)
	if better, ok := r.better(strings.TrimSpace(number) + "/" + unit); ok && unit != "" {
		return r.fail("is not a rate: did you mean %s?", better)
	}
	return r.wrong()
}

// maxQuote is the number of characters of a text that an error repeats.
const maxQuote = 40

// Quote returns a typed text for messages: in quotes, shortened, and with control characters escaped, so that it cannot
// move the cursor.
func Quote(text string) string {
	quoted, kept := strconv.Quote(text), []rune(text)
	kept = kept[:min(len(kept), maxQuote)]
	for utf8.RuneCountInString(quoted) > len(`""`)+maxQuote {
		kept = kept[:len(kept)-1]
		quoted = strconv.Quote(string(kept) + "…")
	}
	return quoted
}
