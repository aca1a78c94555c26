package setting

import (
	"fmt"
	"slices"
	"strings"

	"retune/calc/jitter"
	"retune/ui/unit"
)

// A typeWord is a jitter type as users write it.
type typeWord struct {
	word    string
	kind    jitter.Type
	help    string
	unit    unit.Kind // unit of the amount
	amount  float64   // default amount
	lo, hi  float64   // range of the amount; equal if the type has no amount
	implied bool      // the text leaves out the default amount
}

// typeWords yields the jitter types in display order.
func typeWords(yield func(typeWord) bool) {
	for i := range jitter.Types {
		if !yield(wordOf(jitter.Type(i))) {
			return
		}
	}
}

func wordOf(kind jitter.Type) typeWord {
	r := kind.Row()
	l := typeWord{word: r.Name, kind: kind, help: r.Formula, unit: unit.Number,
		amount: r.Default, lo: r.Least, hi: min(r.Most, maxDelay), implied: r.Implied}
	if r.Unit == jitter.Seconds {
		l.unit = unit.Duration
	}
	return l
}

// usual returns the type with its default amount.
func (l typeWord) usual() jitter.Jitter {
	return jitter.Jitter{Type: l.kind, Amount: l.amount, From: l.kind.Row().DefaultFrom}
}

func (l typeWord) hasAmount() bool { return l.lo != l.hi }

// offered returns the types that are offered for choice: all that are not rare, and own.
func offered(own jitter.Type) (list []typeWord) {
	for l := range typeWords {
		if !l.kind.Row().Rare || l.kind == own {
			list = append(list, l)
		}
	}
	return list
}

// JitterText returns the text of a jitter type: spread=0.2.
func JitterText(j jitter.Jitter) string {
	l := wordOf(j.Type)
	if j.Once {
		l.word = once + l.word
	}
	if !l.hasAmount() || l.implied && j.Amount == l.amount {
		return l.word
	}
	return l.word + "=" + l.written(j)
}

// JitterTypes returns the types that are offered for choice, each with its default amount. The type of own appears as
// own, even if it is rare.
func JitterTypes(own jitter.Jitter) []jitter.Jitter {
	var list []jitter.Jitter
	for _, l := range offered(own.Type) {
		kind := l.usual()
		if l.kind == own.Type {
			kind = own
		}
		list = append(list, kind)
	}
	return list
}

// jitters is the Value of the setting for the jitter type and its amount, written full, spread=0.2 or normal=100ms.
// Keys step through the types.
var jitters = compound{text: jitterText, set: setJitter, words: jitterWords,
	reset: func(s *Scenario) { s.Jitter = Default().Jitter },
	track: func(s Scenario) track { return typesBeside(s.Jitter.Type) }}

// typesBeside returns a word for the offered types without amounts. Choosing a type sets its default amount.
func typesBeside(own jitter.Type) word {
	types := offered(own)
	words := wordsOf(types)
	return word{words: func() []string { return words },
		get: func(s Scenario) string {
			return words[slices.IndexFunc(types, func(l typeWord) bool { return l.kind == s.Jitter.Type })]
		},
		put: func(s *Scenario, word string) { s.Jitter = types[slices.Index(words, word)].usual() }}
}

// once is the prefix of a type with one draw for all delays of a call.
const once = "once:"

func jitterText(s Scenario) string { return JitterText(s.Jitter) }

// written returns the amount of j as text: 0.2, 100ms, or 0.8..1.3 for a type with two amounts.
func (l typeWord) written(j jitter.Jitter) string {
	if l.kind.Row().From {
		return l.unit.Exact(j.From) + ".." + l.unit.Exact(j.Amount)
	}
	return l.unit.Exact(j.Amount)
}

// jitterWords returns the offered types with their default amounts.
func jitterWords() []string { return wordsOf(offered(jitter.None)) }

func wordsOf(types []typeWord) (words []string) {
	for _, l := range types {
		word := l.word
		if l.hasAmount() {
			word += "=" + l.written(l.usual())
		}
		words = append(words, word)
	}
	return words
}

// setJitter reads a type and its amount. normal has two types: a plain number is relative to the delay, a number with a
// unit is a time.
func setJitter(s *Scenario, text string) error {
	if rest, is := strings.CutPrefix(strings.TrimSpace(text), once); is {
		err := setJitter(s, rest)
		if err == nil {
			s.Jitter.Once = s.Jitter.Draws()
		}
		return err
	}
	text = spelt(text)
	word, amount, given := strings.Cut(text, "=")
	err := fmt.Errorf("unknown type of jitter %s: use %s", unit.Quote(text), strings.Join(jitterWords(), ", "))
	for l := range typeWords {
		if l.word != word {
			continue
		}
		x := l.usual()
		if err = nil; given {
			err = l.read(&x, amount)
		}
		if err == nil {
			s.Jitter, s.AnyJitter = x, false
		}
		if _, wrong := l.unit.Parse(amount); err == nil || wrong == nil {
			return err
		}
	}
	return err
}

// read reads the amount, or both amounts, of the type into x.
func (l typeWord) read(x *jitter.Jitter, amount string) (err error) {
	if !l.hasAmount() {
		return fmt.Errorf("%s jitter has no amount: write %[1]s", l.word)
	}
	if l.kind.Row().From {
		from, to, two := strings.Cut(amount, "..")
		if x.From, err = l.unit.Parse(from); err == nil && !two {
			err = fmt.Errorf("%s has two amounts: write %[1]s=%s", l.word, l.written(l.usual()))
		}
		if err != nil {
			return err
		}
		amount = to
	}
	if x.Amount, err = l.unit.Parse(amount); err != nil {
		if _, no := unit.Duration.Parse(amount); no == nil && l.kind == jitter.Spread {
			err = fmt.Errorf("%s is a time, and spread takes a share of the delay: write within=%[1]s", amount)
		}
		return err
	}
	switch {
	case !(x.Amount >= l.lo && x.Amount <= l.hi):
		return fmt.Errorf("%s is out of range: %s=%s to %s", unit.Quote(amount), l.word, l.unit.Exact(l.lo),
			l.unit.Exact(l.hi))
	case l.kind.Row().From && !(x.From >= 0 && x.From <= x.Amount):
		return fmt.Errorf("%s is out of range: write the smaller amount first, from 0", unit.Quote(amount))
	}
	return nil
}
