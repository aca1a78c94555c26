package setting

import (
	"fmt"
	"strings"

	"retune/ui/unit"
)

// toggle is the Value of a setting that is on or off, written yes and no.
type toggle struct {
	at func(*Scenario) *bool
}

func (v toggle) Kind() unit.Kind                 { return unit.Count }
func (v toggle) Number(Scenario) (float64, bool) { return 0, false }
func (v toggle) Range() string                   { return "yes or no" }
func (v toggle) Show(s Scenario) string          { return v.Text(s) }
func (v toggle) Reset(s *Scenario)               { *v.at(s) = false }
func (v toggle) Step(s *Scenario, n int, _ bool) { *v.at(s) = n > 0 }
func (v toggle) Limit(s *Scenario, end bool)     { *v.at(s) = end }
func (v toggle) Move(s *Scenario, place float64) { *v.at(s) = place >= 0.5 }

func (v toggle) Text(s Scenario) string {
	if *v.at(&s) {
		return "yes"
	}
	return "no"
}

func (v toggle) Place(s Scenario) float64 {
	if *v.at(&s) {
		return 1
	}
	return 0
}

func (v toggle) Set(s *Scenario, text string) error {
	on, ok := Truth(text)
	if !ok {
		return fmt.Errorf("%s is not %s", unit.Quote(text), v.Range())
	}
	*v.at(s) = on
	return nil
}

// Truth is what a word says that is yes or no.
func Truth(text string) (on, ok bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "yes", "true", "on", "1":
		return true, true
	case "no", "false", "off", "0":
		return false, true
	}
	return false, false
}
