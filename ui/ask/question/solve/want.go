package solve

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A want is a result that a scenario wants to have some value.
type want struct{ answer.Result }

// reads reports whether the want depends on the setting: a result of a policy depends on a setting of a fleet only
// if it takes it.
func (w want) reads(k setting.Setting) bool {
	return w.Simulated() || !k.Fleet || slices.Contains(answer.Results{w.Result}.Takes(), k.Name)
}

// slow reports whether each value of the want is computed from distributions.
func (w want) slow(s setting.Scenario) bool { return w.Drawn() && s.Jitter.Type != jitter.None }

// drawnError is how far a value y of distributions may be off: a full one, or a rough one of stateful delays.
func (w want) drawnError(s setting.Scenario, y float64) float64 {
	switch {
	case !w.Drawn():
		return 0
	case w.Unit == unit.Share:
		return w.Noise(s) * max(0, min(y, 1-y))
	}
	return w.Noise(s) * math.Abs(y)
}

// making says what the setting is solved for.
func (w want) making(s setting.Scenario) string {
	format := w.Phrase
	if format == "" {
		format = article(w.Called()) + " of %s"
	}
	return "gives " + answer.Agreed(fmt.Sprintf(format, w.text(s)))
}

// text is the value that is wanted, as it is typed; one with an exponent as people read it.
func (w want) text(s setting.Scenario) string {
	text := strings.TrimLeft(w.Setting().Typed(s), "<>=")
	if text != "" && w.Kind(s).Readable(s.Wanted) == w.Kind(s).Exact(s.Wanted) {
		return text
	}
	return w.Kind(s).Readable(s.Wanted)
}

// withError is a value with its standard error where it exceeds a percent.
func (w want) withError(s setting.Scenario, x, se float64) string {
	kind := w.Kind(s)
	switch {
	case x > 0 && !finite(x):
		return "without limit"
	case se > 0.01*x:
		return kind.Rounded(x, 2) + " " + kind.Error(se)
	case se > 0:
		return kind.Rounded(x, 3)
	}
	if text := kind.Rounded(x, 3); w.slow(s) && kind != unit.Share && text != kind.Format(s.Wanted) {
		return text
	}
	return kind.Apart(x, s.Wanted)
}

// article is a name behind a or an.
func article(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
