package knob

import (
	"fmt"
	"slices"
	"strings"

	"retune/ui/unit"
)

// An index is one of several things, by its number.
type index interface {
	get() int
	set(int)
}

// kindOf is an index that is stored as a small number.
type kindOf[T ~uint8] struct{ at *T }

func (v kindOf[T]) get() int  { return int(*v.at) }
func (v kindOf[T]) set(i int) { *v.at = T(i) }

// choice is the Value of a knob that is one of a few words.
type choice struct {
	words []string
	also  map[string]string // other words that people know, and the one that is printed
	at    func(*Scenario) index
}

func (v choice) Kind() unit.Kind                 { return unit.Count }
func (v choice) Number(Scenario) (float64, bool) { return 0, false }
func (v choice) Text(s Scenario) string          { return v.words[v.at(&s).get()] }
func (v choice) Show(s Scenario) string          { return v.Text(s) }
func (v choice) Range() string                   { return strings.Join(v.words, ", ") }
func (v choice) list() []string                  { return v.words }

func (v choice) Set(s *Scenario, text string) error {
	word := Fold(strings.TrimSpace(text))
	if known, ok := v.also[word]; ok {
		word = known
	}
	i := slices.Index(v.words, word)
	if i < 0 {
		return fmt.Errorf("%s is not one of %s", unit.Quote(text), v.Range())
	}
	v.at(s).set(i)
	return nil
}

func (v choice) pick(s *Scenario, i int) { v.at(s).set(max(0, min(len(v.words)-1, i))) }

func (v choice) Reset(s *Scenario) {
	d := Default()
	v.at(s).set(v.at(&d).get())
}

func (v choice) Step(s *Scenario, n int, _ bool) { v.pick(s, v.at(s).get()+n) }
func (v choice) Limit(s *Scenario, end bool)     { v.Move(s, map[bool]float64{true: 1}[end]) }
func (v choice) Place(s Scenario) float64        { return float64(v.at(&s).get()) / float64(len(v.words)-1) }
func (v choice) Move(s *Scenario, place float64) {
	v.pick(s, int(place*float64(len(v.words)-1)+0.5))
}
