package setting

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/ui/unit"
)

// ParametersOf returns a setting for each parameter of the client of s, under the client's own names. It returns nil
// without a client. These settings have no flags: the flag --set writes all of them.
func ParametersOf(s Scenario) (list []Setting) {
	row := s.Library.Row
	if row == nil {
		return nil
	}
	for i, p := range row.Parameters {
		list = append(list, Setting{
			Name: "set " + p.Name, Label: p.Name, Group: GroupParameters, Help: p.Help,
			Value: parameter{row, i},
		})
	}
	return list
}

// A parameter is the Value of a setting for one parameter of a client. Setting it keeps settings of the policy that the
// user changed, unless the parameter determines them.
type parameter struct {
	row *client.Row
	i   int
}

func (v parameter) of() *client.Parameter { return &v.row.Parameters[v.i] }

func (v parameter) asked(s Scenario) bool { return s.Library.Row == v.row }

// get returns the value in s, or NaN if s has another client. A value that follows from other parameters is read from
// the policy where the policy shows it.
func (v parameter) get(s Scenario) float64 {
	if !v.asked(s) {
		return math.NaN()
	}
	x := s.Library.Value(v.i)
	if !math.IsNaN(x) {
		return x
	}
	switch p := s.Adopted(); v.of().Role {
	case client.Cap:
		return p.Cap
	case client.Limit:
		if v.row.Counts == client.Attempts {
			return p.Retries + 1
		}
		return p.Retries
	}
	return x
}

func (v parameter) Text(s Scenario) string {
	if !v.asked(s) {
		return ""
	}
	return ParameterText(v.of(), s.Library.Value(v.i))
}

func (v parameter) Show(s Scenario) string {
	switch x := v.get(s); {
	case math.IsNaN(x):
		return "-"
	case v.list() == nil && !math.IsInf(x, 1):
		return kinds[v.of().Unit].Format(x)
	}
	return v.Text(s)
}

func (v parameter) Number(s Scenario) (float64, bool) {
	x := v.get(s)
	return x, v.list() == nil && !math.IsNaN(x)
}

func (v parameter) Range() string     { return ParameterRange(v.of()) }
func (v parameter) Kind() unit.Kind   { return kinds[v.of().Unit] }
func (v parameter) Reset(s *Scenario) { _ = v.put(s, v.of().Default) } // put fails only if other parameters conflict

// list returns the words that the parameter accepts, or nil.
func (v parameter) list() []string {
	switch v.of().Unit {
	case client.Word:
		return v.of().Words
	case client.Truth:
		return []string{"false", "true"}
	}
	return nil
}

func (v parameter) Set(s *Scenario, text string) error {
	x, err := ParseParameter(v.of(), text)
	if err != nil {
		return err
	}
	return v.put(s, x)
}

// put sets the parameter to x. Settings of the policy that differ from the client's stay, unless x changes them.
func (v parameter) put(s *Scenario, x float64) error {
	if !v.asked(*s) {
		return unknownParameter(v.of().Name, v.row)
	}
	before, next := s.Adopted(), *s
	if err := next.Adopt(s.Library.With(v.of().Name, x)); err != nil {
		return err
	}
	after := next
	for _, k := range policySettings {
		if own := k.Text(*s); k.HasFlag() && own != k.Text(before) && k.Text(after) == k.Text(before) {
			if err := k.Set(&next, k.Typed(*s)); err != nil {
				return fmt.Errorf("%s %s: %w", k.Says(), own, err)
			}
		}
	}
	if err := next.Check(); err != nil {
		return err
	}
	*s = next
	return nil
}

// track returns the parameter as a number to step, and a pointer to its value.
func (v parameter) track(s Scenario) (number, *float64) {
	p, x := v.of(), v.get(s)
	if math.IsNaN(x) {
		x = p.Least
	}
	n := ranged(func(*Scenario) *float64 { return &x }, kinds[p.Unit], p.Least, min(p.Most, maxDelay))
	switch n.none = p.OrNone(); {
	case v.list() != nil:
		n = n.over(1, counts[:len(v.list())]...)
	case p.Role == client.Factor:
		n = n.over(100, factors...)
	case p.Unit == client.Number:
		n = n.over(0, append(slices.Clip(shares), counts[11:]...)...)
	}
	n.rungs = slices.DeleteFunc(slices.Clone(n.rungs), func(x float64) bool { return !p.Takes(x) })
	if len(n.rungs) < 2 {
		n.rungs = []float64{p.Least, p.Most}
	}
	n.hi = min(n.hi, max(x, n.rungs[len(n.rungs)-1]))
	if p.Unit == client.Seconds || p.Role == client.Deadline {
		n.enter = func(Scenario) float64 { return s.end() }
	}
	return n, &x
}

// turn applies do to the parameter's number. It changes nothing if the client does not accept the result.
func (v parameter) turn(s *Scenario, do func(number, *Scenario)) {
	if !v.asked(*s) {
		return
	}
	n, x := v.track(*s)
	was := *x
	if do(n, s); *x != was {
		_ = v.put(s, *x)
	}
}

func (v parameter) Step(s *Scenario, steps int, coarse bool) {
	v.turn(s, func(n number, s *Scenario) { n.Step(s, steps, coarse) })
}

func (v parameter) Limit(s *Scenario, end bool) {
	v.turn(s, func(n number, s *Scenario) { n.Limit(s, end) })
}

// ParameterRange returns the range of a parameter in words, with its unit.
func ParameterRange(p *client.Parameter) string {
	switch p.Unit {
	case client.Truth:
		return "true or false"
	case client.Word:
		return strings.Join(p.Words, ", ")
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
