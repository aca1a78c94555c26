package setting

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"retune/calc/client"
	"retune/ui/unit"
)

// parameters is the Value of the setting for the client's parameters as a list: "maxAttempts=4,initialBackoff=50ms".
// Inside a list of settings / replaces the comma.
var parameters = compound{
	rule: "parameters of the client as name=value, separated by commas",
	text: func(s *Scenario) string {
		var list []string
		if v := s.Library; v.Row != nil {
			for i := range v.Row.Parameters {
				if v.Set(i) {
					list = append(list, v.Row.Parameters[i].Name+"="+ParameterText(&v.Row.Parameters[i], v.Value(i)))
				}
			}
		}
		return strings.Join(list, ",")
	},
	set: setParameters,
	reset: func(s *Scenario) {
		if s.Library.Row != nil {
			_ = s.SetClient(s.Library.Row.Defaults()) // the client accepts its defaults
		}
	},
}

func setParameters(s *Scenario, text string) error {
	v := s.Library
	if v.Row == nil {
		return fmt.Errorf("%s sets a parameter of a client: name the client with --client", unit.Quote(text))
	}
	for item := range strings.SplitSeq(slashesToCommas(text), ",") {
		name, value, ok := strings.Cut(item, "=")
		p, _ := v.Row.Find(strings.TrimSpace(name))
		switch {
		case p == nil:
			return unknownParameter(strings.TrimSpace(name), v.Row)
		case !ok:
			return fmt.Errorf("%s has no value: write it like %s=%s", unit.Quote(item), p.Name, ParameterText(p, p.Default))
		}
		x, err := ParseParameter(p, value)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		v = v.With(p.Name, x)
	}
	return s.SetClient(v)
}

// unknownParameter returns the error for a parameter that the client does not have.
func unknownParameter(name string, row *client.Row) Refused {
	var names []string
	for _, p := range row.Parameters {
		names = append(names, p.Name)
	}
	return Refused{Typed: name, Names: names, Hint: "retune clients " + row.Name + " explains them",
		Reason: row.Name + " has no parameter " + unit.Quote(name) + ": it has " + strings.Join(names, ", ")}
}

// kinds maps units of parameters to the kinds that print them.
var kinds = map[client.Unit]unit.Kind{client.Count: unit.Count, client.Number: unit.Number,
	client.Seconds: unit.Duration}

// words returns the words that a parameter accepts, or nil.
func words(p *client.Parameter) []string {
	if p.Unit == client.Truth {
		return []string{"false", "true"}
	}
	return p.Words
}

// ParameterText returns the text of a parameter's value x, or "" for NaN, which follows from other parameters.
func ParameterText(p *client.Parameter, x float64) string {
	switch list := words(p); {
	case math.IsNaN(x):
		return ""
	case list != nil:
		return list[int(x)]
	}
	return kinds[p.Unit].Exact(x)
}

// ParameterRange returns the range of a parameter in words, with its unit.
func ParameterRange(p *client.Parameter) string {
	if list := words(p); list != nil {
		return strings.Join(list, ", ")
	}
	kind := kinds[p.Unit]
	text := kind.Exact(p.Least)
	if p.Most >= 1e10 {
		text += " or more"
	} else {
		text += " to " + kind.Exact(p.Most)
	}
	text += p.Grains()
	if p.OrNone() {
		text += ", or none"
	}
	return text
}

// unitless reports whether the text of a time is a number without a unit.
func unitless(text string) bool {
	x, err := strconv.ParseFloat(text, 64)
	return err == nil && unit.Finite(x)
}

// NumberUnit returns the unit of a number for a time of the client that has none, such as ms, or "".
func NumberUnit(p *client.Parameter) string {
	if p.Unit != client.Seconds || p.Written.Number == 0 {
		return ""
	}
	return strings.TrimPrefix(unit.Duration.Exact(p.Written.Number), "1")
}

// parseNumber parses a number of a parameter without its range.
func parseNumber(p *client.Parameter, text string) (float64, error) {
	if strings.EqualFold(text, "infinity") && p.OrNone() { // as systemd and JavaScript write it
		return math.Inf(1), nil
	}
	x, err := kinds[p.Unit].Parse(text)
	switch {
	case err != nil || p.Unit != client.Seconds || x == 0 || !unitless(text):
		return x, err
	case p.Written.Number == 0:
		return 0, fmt.Errorf("%s needs a unit: write it like %s", unit.Quote(text), p.Written.Example)
	}
	return unit.Duration.Parse(text + NumberUnit(p))
}

// ParseParameter parses a value of a parameter. A time without a unit is in the unit of the client's own numbers.
func ParseParameter(p *client.Parameter, text string) (float64, error) {
	text = strings.TrimSpace(text)
	if list := words(p); list != nil {
		if on, ok := ParseYesNo(text); ok && p.Unit == client.Truth {
			text = strconv.FormatBool(on)
		}
		i := slices.IndexFunc(list, func(w string) bool { return Normalized(w) == Normalized(text) })
		if i < 0 {
			return 0, fmt.Errorf("%s is not one of %s", unit.Quote(text), ParameterRange(p))
		}
		return float64(i), nil
	}
	x, err := parseNumber(p, text)
	endless := math.IsInf(x, 1)
	switch {
	case err != nil || endless && p.OrNone():
		return x, err
	case endless && p.Least == -1:
		return -1, nil
	case !p.Takes(x):
		return 0, fmt.Errorf("%s is out of range: %s", unit.Quote(text), ParameterRange(p))
	}
	return x, nil
}
