package unit

import (
	"errors"
	"fmt"
	"math/big"
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

// number reads a number without a sign, and the space behind it. It stays an exact fraction, so that 0.25ms is rounded
// once, as 0.25e-3, instead of twice, as 0.25 times 1e-3. ok is false if there is no number, or if its exponent has
// seven digits.
func (r *reader) number() (x *big.Rat, ok bool) {
	text := r.cut(func(c rune) bool { return !strings.ContainsRune("0123456789.eE+-", c) })
	x, ok = new(big.Rat).SetString(text)
	return x, ok && !strings.ContainsAny(text[:1], "+-")
}

// word reads a unit, known or unknown, and the space behind it.
func (r *reader) word() string {
	return r.cut(func(c rune) bool { return strings.ContainsRune("0123456789.+-", c) || unicode.IsSpace(c) })
}

// cut reads up to the first character for which end is true, and the space behind it.
func (r *reader) cut(end func(rune) bool) string {
	at := strings.IndexFunc(r.rest, end)
	if at < 0 {
		at = len(r.rest)
	}
	text := r.rest[:at]
	r.rest = strings.TrimLeftFunc(r.rest[at:], unicode.IsSpace)
	return text
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

// fail returns an error that quotes the text, followed by the formatted clause.
func (r *reader) fail(format string, args ...any) error {
	return errors.New(Quote(r.text) + " " + fmt.Sprintf(format, args...))
}

func (r *reader) wrong() error {
	return r.fail("is not %s: write it like %s", texts[r.kind].noun, texts[r.kind].like)
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
