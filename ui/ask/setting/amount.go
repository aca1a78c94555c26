package setting

import (
	"errors"
	"math"
	"slices"
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
// Full and full_jitter become full, gaussian 10% becomes normal=0.1.
func spelt(text string) string {
	text = strings.TrimSpace(text)
	if amount := signed(text); amount != "" {
		return amount
	}
	word, amount, given := strings.Cut(text, "=")
	if !given {
		word, amount, given = strings.Cut(text, " ")
	}
	word = strings.TrimPrefix(strings.TrimSuffix(Fold(strings.TrimSpace(word)), "-jitter"), "jitter-")
	for _, r := range jitter.Types {
		if slices.Contains(r.Names, word) {
			word = r.Name
			break
		}
	}
	if given {
		word += "=" + strings.TrimSpace(amount)
	}
	return word
}

// signed returns the jitter type that a bare amount means, with or without a sign, or "".
func signed(text string) string {
	for _, s := range signs {
		rest, ok := strings.CutPrefix(text, s.sign)
		if !ok {
			continue
		}
		x, err := unit.Share.Parse(rest)
		switch share := err == nil && x >= 0 && !math.IsInf(x, 1); {
		case share && x == 0 && s.sign == "":
			return "none"
		case share && (s.sign == "" || strings.HasSuffix(rest, "%")):
			return s.share + "=" + unit.Number.Exact(x)
		}
		if x, err := unit.Duration.Parse(rest); err == nil && x >= 0 && !math.IsInf(x, 1) && s.time != "" {
			return s.time + "=" + rest
		}
	}
	return ""
}

// amounts is the Value of the setting that changes only the amount of the jitter type.
var amounts = carried(func(s *Scenario) { s.Jitter.Amount = wordOf(s.Jitter.Type).Default }, amountOf)

// carried returns the Value of a number that is part of the text of another setting, and has no flag. ok of the number
// is false if the text has none.
func carried(reset func(*Scenario), of func(Scenario) (v number, ok bool)) compound {
	return compound{rule: "a number that is part of another setting", number: of, reset: reset,
		text: func(s Scenario) string {
			if v, ok := of(s); ok {
				return v.Text(s)
			}
			return ""
		},
		show: func(s Scenario) string {
			if v, ok := of(s); ok {
				return v.Show(s)
			}
			return "-"
		},
		set: func(s *Scenario, text string) error {
			v, ok := of(*s)
			if !ok {
				return errors.New("there is no such number here")
			}
			return v.Set(s, text)
		},
		track: func(s Scenario) track {
			if v, ok := of(s); ok {
				return v
			}
			return nil
		}}
}

// amountOf returns the amount of the jitter as a number with the unit and range of its type.
func amountOf(s Scenario) (number, bool) {
	l := wordOf(s.Jitter.Type)
	least := l.Least
	if l.From {
		least = max(least, s.Jitter.From)
	}
	at := func(s *Scenario) *float64 { return &s.Jitter.Amount }
	v := ranged(at, l.unit, least, l.Most)
	switch {
	case l.unit == unit.Duration:
	case l.Unit == jitter.Multiplier:
		v = v.over(10, inside(factors, least, l.Most)...)
	default:
		v = v.over(100, inside(shares, least, l.Most)...)
	}
	return v, l.hasAmount()
}
