package solve

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A want is a result with a wanted value in a scenario.
type want struct{ figure.Figure }

// reads reports whether the result depends on setting k. A result of a policy depends on a setting of a fleet only if
// it takes it.
func (w want) reads(k setting.Setting) bool {
	return w.Simulated() || !k.Fleet || slices.Contains(figure.Table{w.Figure}.Takes(), k.Name)
}

// slow reports whether each value is computed from distributions.
func (w want) slow(s *setting.Scenario) bool {
	return w.FromDistributions() && s.Jitter.Type != jitter.None
}

// drawnError returns the error of a value y from distributions: of a full value, or of a rough one for stateful delays.
func (w want) drawnError(s *setting.Scenario, y float64) float64 {
	switch {
	case !w.FromDistributions():
		return 0
	case w.Unit == unit.Share:
		return w.RelativeError(s) * max(0, min(y, 1-y))
	}
	return w.RelativeError(s) * math.Abs(y)
}

// making says what the setting is solved for.
func (w want) making(s *setting.Scenario) string {
	format := w.WantedText
	if format == "" {
		format = article(w.DisplayName()) + " of %s"
	}
	return "gives " + answer.Singulars(fmt.Sprintf(format, w.text(s)))
}

// text returns the wanted value as the user typed it. A value with an exponent is written for people.
func (w want) text(s *setting.Scenario) string {
	text := strings.TrimLeft(w.Setting().Typed(s), "<>=")
	if text != "" && w.Kind(s).Readable(s.Wanted) == w.Kind(s).Exact(s.Wanted) {
		return text
	}
	return w.Kind(s).Readable(s.Wanted)
}

// withError returns a value with its standard error if that exceeds 1%.
func (w want) withError(s *setting.Scenario, x, se float64) string {
	kind := w.Kind(s)
	switch {
	case x > 0 && !unit.Finite(x):
		return "without limit"
	case se > 0.01*x:
		return kind.Rounded(x, unit.Known(x, se)) + " " + kind.Error(x, se)
	case se > 0: // with the digits of the figures below the sentence
		return answer.Value{Number: x, Kind: kind, Error: se, Digits: w.digits(s)}.Text()
	}
	return answer.SentenceText(kind.Beside(x, s.Wanted, w.digits(s)))
}

// digits returns the number of known digits of a result from a distribution; 0: all that are shown.
func (w want) digits(s *setting.Scenario) int {
	switch {
	case !w.slow(s):
		return 0
	case w.RelativeError(s) > 0:
		return 2
	}
	return 3
}

// article puts a or an before name.
func article(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
