package setting

import (
	"fmt"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A grammar describes the text of a value with several parts: a word, then numbers behind marks, as in
// expiring=20%:10s+5. A value without a word begins with a number.
type grammar[T comparable] struct {
	what  string             // name of the value, with its article
	rule  string             // how to write it
	also  spellings          // texts of the grammar, each with other texts that people type for it
	parts map[string]part[T] // the parts of all forms by name
	check func(*T) error     // completes a parsed value and refuses impossible combinations; or nil
	brief func(*T)           // undoes what check completed; or nil

	patterns []pattern[T]
	forms    []form[T] // of the patterns
}

// A pattern is how a form is written: the word with its synonyms, or nothing, and then the names of parts behind their
// marks. A part with a question mark is left out if it is as usual. The others are always written; a text may leave one
// out if its usual value is not 0.
type pattern[T comparable] struct {
	written string
	usual   T
}

// A form is a word and its parts. usual supplies the parts that a text leaves out.
type form[T comparable] struct {
	words string // the word and its synonyms, separated by spaces; or ""
	usual T
	parts []part[T]
}

// A part is a number behind its mark, or a word that switches something on, in a value of type T.
type part[T any] struct {
	at     func(*T) *float64 // the number; or nil
	on     func(*T) *bool    // the switch; or nil
	kind   unit.Kind
	lo, hi float64

	mark string
	must bool   // every text of the form has it
	word string // of a switch
}

// amount returns a part that is a number.
func amount[T any](at func(*T) *float64, kind unit.Kind, lo, hi float64) part[T] {
	return part[T]{at: at, kind: kind, lo: lo, hi: hi}
}

// compiled returns the grammar with the forms of its patterns.
func (g grammar[T]) compiled() grammar[T] {
	for _, one := range g.patterns {
		f, list := form[T]{usual: one.usual}, pieces(one.written)
		if _, ok := g.parts[list[0][1]]; !ok {
			f.words, list = list[0][1], list[1:]
		}
		for _, piece := range list {
			name, optional := strings.CutSuffix(piece[1], "?")
			p := g.parts[name]
			if p.mark, p.must = piece[0], !optional; p.on != nil {
				p.word = name
			}
			f.parts = append(f.parts, p)
		}
		g.forms = append(g.forms, f)
	}
	return g
}

// pieces splits a text at the marks = : + @ and .. into pairs of a mark and the text behind it. The first pair has no
// mark.
func pieces(text string) (list [][2]string) {
	for mark := ""; ; {
		end, next := strings.IndexAny(text, "=:+@"), 1
		if dots := strings.Index(text, ".."); dots >= 0 && (end < 0 || dots < end) {
			end, next = dots, 2
		}
		if end < 0 {
			return append(list, [2]string{mark, strings.TrimSpace(text)})
		}
		list = append(list, [2]string{mark, strings.TrimSpace(text[:end])})
		mark, text = text[end:end+next], text[end+next:]
	}
}

// word returns the word of the form without its synonyms.
func (f form[T]) word() string {
	word, _, _ := strings.Cut(f.words, " ")
	return word
}

// called returns the forms that begin with the word. A synonym counts for all forms of its word.
func (g grammar[T]) called(word string) (forms []form[T]) {
	for _, f := range g.forms {
		if word == f.words || slices.Contains(strings.Fields(f.words), DashedLower(word)) ||
			forms != nil && f.word() == forms[0].word() {
			forms = append(forms, f)
		}
	}
	return forms
}

// parse reads a text. Of two forms with one word it takes the first that has its parts, in their units.
func (g grammar[T]) parse(text string) (x T, err error) {
	wrong := unreadable{fmt.Errorf("%s is not %s: write %s", unit.Quote(text), g.what, g.rule)}
	if known, ok := g.also.find(strings.TrimSpace(text)); ok {
		text = known
	}
	list := pieces(text)
	forms := g.called(list[0][1])
	if forms == nil {
		forms = g.called("")
	} else if list[0][1] != "" {
		list = list[1:]
	}
	err = wrong
	for _, f := range forms {
		x, err = g.read(f, list, wrong)
		if _, unread := err.(unreadable); !unread {
			break
		}
	}
	if err == nil && g.check != nil {
		err = g.check(&x)
	}
	return x, err
}

// unreadable is the error for a text that is no number of the unit, or has no part of the form.
type unreadable struct{ error }

// read reads the pieces behind the word of a form. wrong is the error for pieces that do not fit the form.
func (g grammar[T]) read(f form[T], list [][2]string, wrong error) (T, error) {
	x := f.usual
	left := slices.Clone(f.parts)
	for _, piece := range list {
		of := func(word string) int {
			return slices.IndexFunc(left, func(p part[T]) bool { return p.mark == piece[0] && p.word == word })
		}
		i := of(DashedLower(piece[1]))
		if i < 0 {
			i = of("")
		}
		if i < 0 {
			return x, wrong
		}
		p := left[i]
		if err := p.set(&x, piece[1]); err != nil {
			if p.kind == unit.Share && p.mark == "" && !strings.ContainsAny(piece[1], "0123456789") {
				err = wrong // an unknown word
			}
			if strings.Contains(strings.TrimPrefix(piece[1], "-"), "-") {
				err = wrong // a range with a dash
			}
			return x, err
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, p := range left {
		if p.must && p.get(x) == 0 {
			return x, wrong
		}
	}
	return x, nil
}

// get returns the number of the part in x, which is 1 for a switch that is on.
func (p part[T]) get(x T) float64 {
	if p.on == nil {
		return *p.at(&x)
	}
	if *p.on(&x) {
		return 1
	}
	return 0
}

// put stores the number of the part in x.
func (p part[T]) put(x *T, n float64) {
	if p.on != nil {
		*p.on(x) = n == 1
		return
	}
	*p.at(x) = n
}

// set stores the text of the part in x.
func (p part[T]) set(to *T, text string) error {
	if p.on != nil {
		p.put(to, 1)
		return nil
	}
	x, err := p.kind.Parse(strings.TrimSuffix(text, "/s"))
	switch {
	case err != nil:
		return unreadable{err}
	case p.kind == unit.Share && x > 1 && x <= 100 && !strings.HasSuffix(text, "%"):
		return fmt.Errorf("%s would be %s: write %[1]s%% or %[2]s", unit.Number.Exact(x), unit.Share.Exact(x))
	case !(x >= p.lo && x <= p.hi):
		return fmt.Errorf("%s is out of range: %s to %s", unit.Quote(text), p.kind.Exact(p.lo), p.kind.Exact(p.hi))
	}
	p.put(to, x)
	return nil
}

// text returns the text that parse reads as x: its form is as usual in all but its parts.
func (g grammar[T]) text(x T) string {
	if g.brief != nil {
		g.brief(&x)
	}
	i := slices.IndexFunc(g.forms, func(f form[T]) bool {
		rest := x
		for _, p := range f.parts {
			p.put(&rest, p.get(f.usual))
		}
		return rest == f.usual
	})
	return g.written(g.forms[i], x)
}

// written returns x in a form. It leaves out parts that have their usual value, unless one with the same mark follows.
func (g grammar[T]) written(f form[T], x T) string {
	text := f.word()
	for i, p := range f.parts {
		said := slices.ContainsFunc(f.parts[i:], func(q part[T]) bool {
			return q.mark == p.mark && q.word == "" && (q.must || q.get(x) != q.get(f.usual))
		})
		switch n := p.get(x); {
		case p.on != nil && n == 1:
			text += p.mark + p.word
		case p.on == nil && said:
			text += p.mark + p.kind.Exact(n)
		}
	}
	return text
}

// value returns the Value of a setting with this grammar.
func (g grammar[T]) value(at field[T]) compound {
	g = g.compiled()
	return compound{
		rule: g.rule,
		text: func(s *Scenario) string { return g.text(*at(s)) },
		set: func(s *Scenario, text string) error {
			x, err := g.parse(text)
			if err == nil {
				*at(s) = x
			}
			return err
		},
		reset: func(s *Scenario) {
			d := Default()
			*at(s) = *at(&d)
		},
	}
}
