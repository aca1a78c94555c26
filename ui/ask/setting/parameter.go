package setting

import (
	"cmp"
	"fmt"
	"math"

	"retune/calc/client"
	"retune/ui/unit"
)

// ParametersOf returns a setting for each parameter of the client of s, under the client's own names. It returns nil
// without a client. These settings have no flags: the flag --set writes all of them.
func ParametersOf(s *Scenario) (list []Setting) {
	row := s.Library.Row
	if row == nil {
		return nil
	}
	for i := range row.Parameters {
		list = append(list, parameter{&row.Parameters[i], row, i}.setting())
	}
	return list
}

// A parameter is one parameter of a client. Setting it keeps settings of the policy that the user changed, unless the
// parameter determines them.
type parameter struct {
	*client.Parameter
	row *client.Row
	i   int
}

func (v parameter) asked(s *Scenario) bool { return s.Library.Row == v.row }

func (v parameter) setting() Setting {
	rule := ParameterRange(v.Parameter)
	if name := NumberUnit(v.Parameter); name != "" {
		rule += "; a number is in " + name
	}
	return Setting{
		Name: "set " + v.Name, Label: v.Name, Group: GroupParameters, Help: v.Help,
		ofClient: v.row.Defaults(), exampleDefault: v.Example,
		Value: compound{
			rule:   rule,
			words:  func() []string { return words(v.Parameter) },
			number: v.number,
			show:   v.show,
			text: func(s *Scenario) string {
				if !v.asked(s) {
					return ""
				}
				return ParameterText(v.Parameter, s.Library.Value(v.i))
			},
			set: func(s *Scenario, text string) error {
				x, err := ParseParameter(v.Parameter, text)
				if err != nil {
					return err
				}
				return v.put(s, x)
			},
			reset: func(s *Scenario) { _ = v.put(s, v.Default) }, // fails only if other parameters conflict
		},
	}
}

// get returns the value in s, or NaN if s has another client. A value that follows from other parameters is read from
// the policy where the policy shows it.
func (v parameter) get(s *Scenario) float64 {
	if !v.asked(s) {
		return math.NaN()
	}
	x, p := s.Library.Value(v.i), s.ClientDefaults()
	switch {
	case !math.IsNaN(x):
		return x
	case v.Role == client.Cap:
		return p.Cap
	case v.Role == client.Limit && v.row.Counts == client.Attempts:
		return p.Retries + 1
	case v.Role == client.Limit:
		return p.Retries
	}
	return x
}

func (v parameter) show(s *Scenario) string {
	x := v.get(s)
	if math.IsNaN(x) || math.IsInf(x, 1) || words(v.Parameter) != nil {
		return cmp.Or(ParameterText(v.Parameter, x), "-")
	}
	return kinds[v.Unit].Format(x)
}

// put sets the parameter to x. Settings of the policy that differ from the client's stay, unless x changes them.
func (v parameter) put(s *Scenario, x float64) error {
	if !v.asked(s) {
		return unknownParameter(v.Name, v.row)
	}
	before, next := s.ClientDefaults(), *s
	if err := next.SetClient(s.Library.With(v.Name, x)); err != nil {
		return err
	}
	after := next
	for _, k := range policySettings {
		if own := k.Text(s); k.HasFlag() && own != k.Text(&before) && k.Text(&after) == k.Text(&before) {
			if err := k.Set(&next, k.Typed(s)); err != nil {
				return fmt.Errorf("%s %s: %w", k.SentenceName(), own, err)
			}
		}
	}
	if err := next.Check(); err != nil {
		return err
	}
	*s = next
	return nil
}

// mostSteps is the largest count or factor of a client that keys reach.
const mostSteps = 1e6

// number returns the parameter as a number to step; words are the numbers from 0. A step that the client refuses
// changes nothing.
func (v parameter) number(s *Scenario) (number, bool) {
	kind, most := kinds[v.Unit], min(v.Most, mostSteps)
	switch {
	case v.Role == client.Factor:
		kind = unit.Factor
	case v.Unit == client.Seconds:
		most = min(v.Most, maxDelay)
	}
	x := v.get(s)
	if math.IsNaN(x) {
		x = v.Least
	}
	was := x
	n := ranged(func(*Scenario) *float64 { return &x }, kind, v.Least, most)
	n.then = func(s *Scenario, _ *Scenario) {
		if x != was {
			_ = v.put(s, v.Nearest(x))
		}
	}
	n.none = v.OrNone()
	if v.Unit == client.Seconds || v.Role == client.Deadline {
		n.enter = (*Scenario).end
	}
	return n, v.asked(s)
}
