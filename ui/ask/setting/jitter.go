package setting

import (
	"fmt"
	"slices"
	"strings"

	"retune/calc/jitter"
	"retune/ui/unit"
)

// A typeWord is a jitter type as users write it. Its amount is at most maxDelay.
type typeWord struct {
	jitter.Row
	kind jitter.Type
	unit unit.Kind // unit of the amount
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
	l := typeWord{*kind.Row(), kind, unit.Number}
	l.Most = min(l.Most, maxDelay)
	if l.Unit == jitter.Seconds {
		l.unit = unit.Duration
	}
	return l
}

// usual returns the type with its default amount.
func (l typeWord) usual() jitter.Jitter {
	return jitter.Jitter{Type: l.kind, Amount: l.Default, From: l.DefaultFrom}
}

func (l typeWord) hasAmount() bool { return l.Least != l.Most }

// offered returns the types that are offered for choice: all that are not rare, and own.
func offered(own jitter.Type) (list []typeWord) {
	for l := range typeWords {
		if !l.Rare || l.kind == own {
			list = append(list, l)
		}
	}
	return list
}

// JitterText returns the text of a jitter type: spread=0.2.
func JitterText(j jitter.Jitter) string {
	l := wordOf(j.Type)
	if j.Once {
		l.Name = once + l.Name
	}
	if !l.hasAmount() || l.Implied && j.Amount == l.Default {
		return l.Name
	}
	return l.Name + "=" + l.written(j)
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
var jitters = compound{set: setJitter, words: jitterWords,
	text:  func(s Scenario) string { return JitterText(s.Jitter) },
	reset: func(s *Scenario) { s.Jitter = Default().Jitter },
	track: func(s Scenario) track { return typesBeside(s.Jitter) }}

// typesBeside returns a word for the types offered beside own. Choosing a type sets its default amount.
func typesBeside(own jitter.Jitter) word {
	types := JitterTypes(own)
	var words []string
	for _, kind := range types {
		words = append(words, JitterText(kind))
	}
	return word{words: func() []string { return words },
		get: func(s Scenario) string { return JitterText(s.Jitter) },
		put: func(s *Scenario, word string) { s.Jitter = types[slices.Index(words, word)] }}
}

// once is the prefix of a type with one draw for all delays of a call.
const once = "once:"

// written returns the amount of j as text: 0.2, 100ms, or 0.8..1.3 for a type with two amounts.
func (l typeWord) written(j jitter.Jitter) string {
	if l.From {
		return l.unit.Exact(j.From) + ".." + l.unit.Exact(j.Amount)
	}
	return l.unit.Exact(j.Amount)
}

// jitterWords returns the offered types with their default amounts.
func jitterWords() []string { return wordsOf(offered(jitter.None)) }

func wordsOf(types []typeWord) (words []string) {
	for _, l := range types {
		word := l.Name
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
		if l.Name != word {
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
		return fmt.Errorf("%s jitter has no amount: write %[1]s", l.Name)
	}
	if l.From {
		from, to, two := strings.Cut(amount, "..")
		if x.From, err = l.unit.Parse(from); err == nil && !two {
			err = fmt.Errorf("%s has two amounts: write %[1]s=%s", l.Name, l.written(l.usual()))
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
	case !(x.Amount >= l.Least && x.Amount <= l.Most):
		return fmt.Errorf("%s is out of range: %s=%s to %s", unit.Quote(amount), l.Name, l.unit.Exact(l.Least),
			l.unit.Exact(l.Most))
	case l.From && !(x.From >= 0 && x.From <= x.Amount):
		return fmt.Errorf("%s is out of range: write the smaller amount first, from 0", unit.Quote(amount))
	}
	return nil
}
