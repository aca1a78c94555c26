package setting

import (
	"errors"
	"strings"

	"retune/calc/jitter"
	"retune/ui/unit"
)

// signs are the jitter types that a sign before a bare amount means.
var signs = []struct{ sign, share, time string }{
	{"±", "spread", "normal"}, {"+-", "spread", "normal"}, {"+/-", "spread", "normal"},
	{"+", "up", "add"}, {"-", "down", ""}, {"−", "down", ""}, {"", "spread", "add"},
}

// spelt rewrites what people type into the words of the table: ±20% and 20% become spread=0.2, +1s becomes add=1s,
// full_jitter becomes full, gaussian 10% becomes gaussian=10%.
func spelt(text string) string {
	if amount := signed(strings.TrimSpace(text)); amount != "" {
		return amount
	}
	word, amount, given := strings.Cut(text, "=")
	if !given {
		word, amount, given = strings.Cut(text, " ")
	}
	word = strings.TrimPrefix(strings.TrimSuffix(DashedLower(strings.TrimSpace(word)), "-jitter"), "jitter-")
	if given {
		word += "=" + amount
	}
	return word
}

// signed returns the jitter type that a bare amount means, with or without a sign, or "".
func signed(text string) string {
	for _, s := range signs {
		rest, ok := strings.CutPrefix(text, s.sign)
		if !ok || strings.IndexAny(rest, "0123456789.") != 0 {
			continue
		}
		x, err := unit.Share.Parse(rest)
		switch share := err == nil && (s.sign == "" || strings.HasSuffix(rest, "%")); {
		case share && x == 0 && s.sign == "":
			return "none"
		case share:
			return s.share + "=" + rest
		case s.time != "":
			return s.time + "=" + rest
		}
	}
	return ""
}

// amounts is the Value of the setting that changes only the amount of the jitter type.
var amounts = carried(func(s *Scenario) { s.Jitter.Amount = wordOf(s.Jitter.Type).Default }, amountOf)

// carried returns the Value of a number that is part of the text of another setting, and has no flag. ok of the number
// is false if the text has none.
func carried(reset func(*Scenario), of func(*Scenario) (v number, ok bool)) compound {
	return compound{rule: "a number that is part of another setting", number: of, whole: true, reset: reset,
		text: func(s *Scenario) string {
			if v, ok := of(s); ok {
				return v.Text(s)
			}
			return ""
		},
		show: func(s *Scenario) string {
			if v, ok := of(s); ok {
				return v.Show(s)
			}
			return "-"
		},
		set: func(s *Scenario, text string) error {
			v, ok := of(s)
			if !ok {
				return errors.New("there is no such number here")
			}
			return v.Set(s, text)
		}}
}

// amountOf returns the amount of the jitter as a number with the unit and range of its type.
func amountOf(s *Scenario) (number, bool) {
	l := wordOf(s.Jitter.Type)
	least := l.MinAmount
	if l.TwoAmounts {
		least = max(least, s.Jitter.From)
	}
	v := ranged(func(s *Scenario) *float64 { return &s.Jitter.Amount }, l.unit, least, l.MaxAmount)
	switch {
	case l.unit == unit.Duration:
	case l.Unit == jitter.Multiplier:
		v = v.over(10, inside(factors, least, l.MaxAmount)...)
	default:
		v = v.over(100, inside(shares, least, l.MaxAmount)...)
	}
	return v, l.hasAmount()
}
