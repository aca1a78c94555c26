package knob

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// words is the Value of a knob that holds one of a few words.
type words struct {
	at  func(*Scenario) *Jitter
	all []Jitter
}

func (v words) Kind() unit.Kind        { return unit.Count }
func (v words) Text(s Scenario) string { return string(*v.at(&s)) }
func (v words) Show(s Scenario) string { return v.Text(s) }

func (v words) Number(Scenario) (float64, bool) { return 0, false }

func (v words) Range() string {
	names := make([]string, len(v.all))
	for i, w := range v.all {
		names[i] = string(w)
	}
	if len(names) == 1 {
		return "only " + names[0] + " for now"
	}
	return strings.Join(names, ", ")
}

func (v words) Set(s *Scenario, text string) error {
	w := Jitter(strings.TrimSpace(text))
	if !slices.Contains(v.all, w) {
		return fmt.Errorf("%s is not a law that can be chosen: %s", unit.Quote(text), v.Range())
	}
	*v.at(s) = w
	return nil
}

func (v words) Reset(s *Scenario) {
	d := Default()
	*v.at(s) = *v.at(&d)
}

func (v words) index(s Scenario) int { return slices.Index(v.all, *v.at(&s)) }

func (v words) Step(s *Scenario, notches int, _ bool) {
	*v.at(s) = v.all[max(0, min(len(v.all)-1, v.index(*s)+notches))]
}

func (v words) Limit(s *Scenario, end bool) {
	i := 0
	if end {
		i = len(v.all) - 1
	}
	*v.at(s) = v.all[i]
}

func (v words) Place(s Scenario) float64 {
	return float64(v.index(s)) / float64(max(1, len(v.all)-1))
}

func (v words) Move(s *Scenario, place float64) {
	*v.at(s) = v.all[int(math.Round(max(0, min(1, place))*float64(len(v.all)-1)))]
}
