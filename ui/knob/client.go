package knob

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/ui/unit"
)

// clientKnobs is the client whose policy it is, and what it is told. They come before the
// knobs of the policy, which change what the client does.
var clientKnobs = []Knob{
	{Name: "client", Group: GroupPolicy, Sets: true, Names: "library sdk", Help: "client whose rule it is, such as grpc or envoy; other flags change its policy", Value: library},
	{Name: "set", Group: GroupPolicy, Sets: true, Many: true, Help: "parameters of the client, by its own names: maxAttempts=4", Value: parameters},
}

// Adopt makes the policy that of a client with those values. The time that an attempt
// takes stays.
func (s *Scenario) Adopt(v client.Values) error {
	p, err := v.Policy()
	if err != nil {
		return err
	}
	p.AttemptTime = s.AttemptTime
	if err := p.Validate(); err != nil {
		return fmt.Errorf("%s: %w", v.Row.Name, err)
	}
	s.Policy, s.Library = p, v
	return nil
}

// adopted is s with the policy that its client has of itself, for who looks for what was
// changed of it; s where it has none.
func (s Scenario) adopted() Scenario {
	if s.Library.Row != nil {
		_ = s.Adopt(s.Library) // it stood before
	}
	return s
}

// library is the Value of the knob that names a client.
var library = compound{
	rule: "a client that retune clients lists, or none",
	text: func(s Scenario) string {
		if s.Library.Row == nil {
			return ""
		}
		return s.Library.Row.Name
	},
	set: func(s *Scenario, text string) error {
		name := strings.TrimSpace(text)
		if name == "none" {
			withoutClient(s)
			return nil
		}
		row := client.Find(name)
		if row == nil {
			return UnknownClient{name}
		}
		return s.Adopt(row.Defaults())
	},
	reset: withoutClient,
	words: func() (names []string) {
		for i := range client.Rows {
			names = append(names, client.Rows[i].Name)
		}
		return names
	},
}

// withoutClient has s have the policy of nobody.
func withoutClient(s *Scenario) {
	time := s.AttemptTime
	s.Library, s.Policy = client.Values{}, Default().Policy
	s.AttemptTime = time
}

// An UnknownClient is the error of a client that is not in the table.
type UnknownClient struct{ Name string }

func (e UnknownClient) Error() string {
	return fmt.Sprintf("unknown client %s: retune clients lists them", unit.Quote(e.Name))
}

// parameters is the Value of the knob that sets the parameters of the client, as a list:
// "maxAttempts=4,initialBackoff=50ms". In a list of knobs / stands for the comma.
var parameters = compound{
	rule: "parameters of the client as name=value, separated by commas",
	text: func(s Scenario) string {
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
			_ = s.Adopt(s.Library.Row.Defaults()) // which stand
		}
	},
}

func setParameters(s *Scenario, text string) error {
	v := s.Library
	if v.Row == nil {
		return fmt.Errorf("%s sets a parameter of a client: say which by --client", unit.Quote(text))
	}
	if strings.Trim(text, " ,/") == "" {
		return errors.New("the list is empty: write it like maxAttempts=4")
	}
	for item := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '/' }) {
		name, value, ok := strings.Cut(item, "=")
		p, _ := v.Row.Find(strings.TrimSpace(name))
		switch {
		case p == nil:
			return UnknownParameter{strings.TrimSpace(name), v.Row}
		case !ok:
			return fmt.Errorf("%s has no value: write it like %s=%s", unit.Quote(item), p.Name, ParameterText(p, p.Default))
		}
		x, err := ParseParameter(p, value)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		v = v.With(p.Name, x)
	}
	return s.Adopt(v)
}

// An UnknownParameter is the error of a parameter that the client does not have.
type UnknownParameter struct {
	Name string
	Row  *client.Row
}

func (e UnknownParameter) Error() string {
	return fmt.Sprintf("%s has no parameter %s: it has %s", e.Row.Name, unit.Quote(e.Name), strings.Join(e.Names(), ", "))
}

// Names is those that it has.
func (e UnknownParameter) Names() (list []string) {
	for _, p := range e.Row.Parameters {
		list = append(list, p.Name)
	}
	return list
}

// kinds is how values of parameters are written.
var kinds = map[client.Unit]unit.Kind{client.Count: unit.Count, client.Number: unit.Number, client.Seconds: unit.Duration}

// ParameterText is a value of a parameter as it is set; "" where it follows from others.
func ParameterText(p *client.Parameter, x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case p.Unit == client.Truth:
		return map[bool]string{true: "true", false: "false"}[x == 1]
	case p.Unit == client.Word:
		return p.Words[int(x)]
	}
	return kinds[p.Unit].Exact(x)
}

// ParseParameter reads a value of a parameter.
func ParseParameter(p *client.Parameter, text string) (float64, error) {
	text = strings.TrimSpace(text)
	switch p.Unit {
	case client.Word:
		i := slices.IndexFunc(p.Words, func(w string) bool { return Plain(w) == Plain(text) })
		if i < 0 {
			return 0, fmt.Errorf("%s is not %s", unit.Quote(text), p.Range())
		}
		return float64(i), nil
	case client.Truth:
		switch strings.ToLower(text) {
		case "true", "yes", "on", "1":
			return 1, nil
		case "false", "no", "off", "0":
			return 0, nil
		}
		return 0, fmt.Errorf("%s is not true or false", unit.Quote(text))
	}
	x, err := kinds[p.Unit].Parse(text)
	if err == nil && math.IsInf(x, 1) && !math.IsInf(p.Default, 1) {
		if p.Least == -1 {
			return -1, nil
		}
		return 0, fmt.Errorf("there is no %s here: it must be %s", unit.Quote(text), p.Range())
	}
	if err == nil && !math.IsInf(x, 1) && !(x >= p.Least && x <= p.Most) {
		return 0, fmt.Errorf("%s is out of range: %s", unit.Quote(text), p.Range())
	}
	return x, err
}
