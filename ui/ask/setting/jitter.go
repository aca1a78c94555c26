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

func wordOf(kind jitter.Type) typeWord {
	l := typeWord{*kind.Row(), kind, unit.Number}
	l.MaxAmount = min(l.MaxAmount, maxDelay)
	if l.Unit == jitter.Seconds {
		l.unit = unit.Duration
	}
	return l
}

// usual returns the type with its default amount.
func (l typeWord) usual() jitter.Jitter {
	return jitter.Jitter{Type: l.kind, Amount: l.Default, From: l.DefaultFrom}
}

func (l typeWord) hasAmount() bool { return l.MinAmount != l.MaxAmount }

// form returns the name of the type with its amount: 0.2, 100ms, or 0.8..1.3 for a type with two.
func (l typeWord) form() form[jitter.Jitter] {
	from := amount(func(x *jitter.Jitter) *float64 { return &x.From }, l.unit, 0, l.MaxAmount)
	to := amount(func(x *jitter.Jitter) *float64 { return &x.Amount }, l.unit, l.MinAmount, l.MaxAmount)
	from.mark, from.must, to.mark, to.must = "=", true, "=", !l.OmitDefault
	f := form[jitter.Jitter]{words: l.Name, usual: l.usual()}
	switch {
	case l.TwoAmounts:
		to.mark, to.must = "..", true
		f.parts = []part[jitter.Jitter]{from, to}
	case l.hasAmount():
		f.parts = []part[jitter.Jitter]{to}
	}
	return f
}

// jitterGrammar is the grammar of a type with its amount, without the types.
var jitterGrammar = grammar[jitter.Jitter]{what: "a type of jitter"}

// once is the prefix of a type with one draw for all delays of a call.
const once = "once:"

// JitterText returns the text of a jitter type: spread=0.2.
func JitterText(j jitter.Jitter) string {
	l, prefix := wordOf(j.Type), ""
	if j.OncePerCall {
		prefix = once
	}
	return prefix + jitterGrammar.written(l.form(), j)
}

// JitterTypes returns the types that are offered for choice, each with its default amount. The type of own appears as
// own, even if it is rare.
func JitterTypes(own jitter.Jitter) (list []jitter.Jitter) {
	for i := range jitter.Types {
		switch l := wordOf(jitter.Type(i)); {
		case l.kind == own.Type:
			list = append(list, own)
		case !l.Rare:
			list = append(list, l.usual())
		}
	}
	return list
}

// jitters is the Value of the setting for the jitter type and its amount, written full, spread=0.2 or normal=100ms.
// Keys step through the types.
var jitters = compound{
	set:   setJitter,
	words: jitterWords,
	text:  jitterOf,
	reset: func(s *Scenario) { s.Jitter = Default().Jitter },
	types: typesToChoose,
}

func jitterOf(s *Scenario) string { return JitterText(s.Jitter) }

// typesToChoose returns a word for the types offered beside the type of s. Choosing a type sets its default amount.
func typesToChoose(s *Scenario) word {
	types := JitterTypes(s.Jitter)
	var words []string
	for _, kind := range types {
		words = append(words, JitterText(kind))
	}
	return word{words: func() []string { return words },
		get: jitterOf,
		put: func(s *Scenario, word string) { s.Jitter = types[slices.Index(words, word)] }}
}

// jitterWords returns the offered types with their default amounts.
func jitterWords() (words []string) {
	for _, kind := range JitterTypes(jitter.Jitter{}) {
		l := wordOf(kind.Type)
		l.OmitDefault = false
		words = append(words, jitterGrammar.written(l.form(), kind))
	}
	return words
}

// setJitter reads a type and its amount. normal has two types: a plain number is relative to the delay, a number with a
// unit is a time.
func setJitter(s *Scenario, text string) error {
	g := jitterGrammar
	g.rule = strings.Join(jitterWords(), ", ")
	for i := range jitter.Types {
		l := wordOf(jitter.Type(i))
		f := l.form()
		f.words += " " + strings.Join(l.Names, " ")
		g.forms = append(g.forms, f)
	}
	text, single := strings.CutPrefix(strings.TrimSpace(text), once)
	x, err := g.parse(spelt(text))
	if share, ok := strings.CutPrefix(text, "add="); err != nil && ok && strings.HasSuffix(share, "%") {
		return Refused{Reason: err.Error(), Hint: "up=" + share + " adds up to that share of the delay"}
	}
	if err == nil && x.From > x.Amount {
		err = fmt.Errorf("%s is out of range: write the smaller amount first", unit.Quote(text))
	}
	if err == nil {
		x.OncePerCall = single && x.Draws()
		s.Jitter, s.AnyJitter = x, false
	}
	return err
}
