package clients

import (
	"math"
	"slices"

	"retune/calc/client"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Fit holds the parameters with which a client comes nearest to a policy.
type Fit struct {
	Values  client.Values
	Becomes []string // what the client cannot express of the policy, and what it becomes
	Same    string   // how the same delays are written with another jitter type or rounded; "": unchanged
	Harm    string   // reason why the fit must not be used, or ""
}

// Parameters returns the parameters of the fit as texts. It leaves out an absent limit if that is the default.
func (f Fit) Parameters() (names, texts []string) {
	for i, p := range f.Values.Row.Parameters {
		x := f.Values.Value(i)
		asked := f.Values.Set(i)
		if _, with := f.Values.Row.Find(p.With); with >= 0 {
			asked = asked || f.Values.Set(with)
		}
		if math.IsNaN(x) || !asked && (math.IsInf(x, 0) || p.New || !p.Role.OfPolicy() && !p.Example && !p.Needed) {
			continue
		}
		names, texts = append(names, p.Name), append(texts, setting.ParameterText(&f.Values.Row.Parameters[i], x))
	}
	return names, texts
}

// To returns the parameters with which the named client comes nearest to the policy of s. ok is false for an unknown
// client.
func To(s *setting.Scenario, name string) (f Fit, ok bool) {
	row := client.Find(name)
	if row == nil {
		return f, false
	}
	start := row.Defaults()
	if s.Library.Row == row {
		if start = s.Library; exact(start, s) {
			return Fit{Values: start}, true
		}
	}
	best := math.MaxInt
	for _, v := range choices(start) {
		v = fitted(v, s)
		next := Fit{Values: v, Becomes: becoming(v, s), Harm: harm(v, s)}
		off := len(next.Becomes)
		if next.Harm != "" {
			off += 1000
		}
		if off < best {
			f, best = next, off
		}
	}
	if best == 0 {
		if p, err := f.Values.Policy(); err == nil && p.Quantum != s.Quantum && !sameDelays(s.Policy, p, 0) {
			f.Same = "delays must be whole milliseconds"
		}
		return f, true
	}
	for _, t := range alike(s) {
		for _, v := range choices(row.Defaults()) {
			if v = fitted(v, &t); len(becoming(v, &t)) == 0 {
				return Fit{Values: v, Same: jittered(s) + " is written as " + jittered(&t) + ", which has the same delays"}, true
			}
		}
	}
	return f, true
}

// Without says what harm a file of the fit does to a server compared with the policy of s, if the file has no place for
// the lost parameters. It returns "" for none.
func (f Fit) Without(lost []string, s *setting.Scenario) string {
	v := f.Values
	for _, name := range lost {
		if p, _ := v.Row.Find(name); p != nil {
			v = v.With(name, p.Default)
		}
	}
	return harm(v, s)
}

// harm says what harm v does to a server that the policy of s does not: it retries without end or without a delay.
func harm(v client.Values, s *setting.Scenario) string {
	p, err := v.Policy()
	endless := func(p jitter.Policy) bool {
		return math.IsInf(limit(p), 1) && math.IsInf(p.Deadline, 1)
	}
	waits := func(p jitter.Policy) bool {
		_, longest := p.Retry(1).Support()
		return p.MostRetries() == 0 || longest > 0
	}
	switch {
	case err != nil:
		return ""
	case endless(p) && !endless(s.Policy):
		return "it would retry endlessly"
	case !p.Stateful() && !s.Stateful() && !waits(p) && waits(s.Policy):
		return "it would retry without delays"
	}
	return ""
}

// exact reports whether v gives the policy of s, and its retry budget if it has one.
func exact(v client.Values, s *setting.Scenario) bool {
	p, err := v.Policy()
	return err == nil && same(p, s) && (s.Budget.Kind == fleet.NoBudget || sameBudget(v.Budget(), s.Budget))
}

// jittered returns the jitter of s, and the delay around which it is drawn.
func jittered(s *setting.Scenario) string {
	return "jitter " + setting.JitterText(s.Jitter) + " of " + unit.Duration.Format(s.InitialDelay)
}

// same reports whether the policy equals the policy of s apart from the attempt time.
func same(p jitter.Policy, s *setting.Scenario) bool {
	p.AttemptTime = s.AttemptTime
	return p == s.Policy
}

// choices returns start with every combination of words, booleans and a window of a day. start comes first.
func choices(start client.Values) []client.Values {
	list := []client.Values{start}
	for _, p := range start.Row.Parameters {
		var others []float64
		switch {
		case p.Role == client.Window:
			others = []float64{86400}
		case p.Unit == client.Word || p.Unit == client.Truth:
			for x := p.Least; x <= p.Most; x++ {
				others = append(others, x)
			}
		}
		for _, v := range slices.Clone(list) {
			for _, x := range others {
				if x != v.At(p.Name) {
					list = append(list, v.With(p.Name, x))
				}
			}
		}
	}
	return list
}

// part returns the part of a policy that a parameter with this role sets, or nil.
func part(p *jitter.Policy, role client.Role) *float64 {
	switch role {
	case client.Initial:
		return &p.InitialDelay
	case client.Factor:
		return &p.Factor
	case client.Cap:
		return &p.Cap
	case client.Amount:
		return &p.Jitter.Amount
	case client.Deadline:
		return &p.Deadline
	}
	return nil
}

// fitted sets the parameters with a role in the policy. The effect of a parameter can depend on later ones, so it sets
// all of them twice.
func fitted(v client.Values, given *setting.Scenario) client.Values {
	s := *given
	if !s.Jitter.Draws() {
		s.Jitter.Amount = 0
	}
	for _, p := range slices.Concat(v.Row.Parameters, v.Row.Parameters) {
		switch wanted := part(&s.Policy, p.Role); {
		case wanted != nil:
			v = v.With(p.Name, nearest(v, p, *wanted, func(q jitter.Policy) float64 { return *part(&q, p.Role) }))
		case p.Role == client.Limit:
			v = v.With(p.Name, nearest(v, p, s.Retries, limit))
		case p.Role == client.Steps:
			if steps := math.Log(s.Cap/s.InitialDelay) / math.Log(s.Factor); steps > 0 && !math.IsInf(steps, 0) {
				v = v.With(p.Name, math.Max(1, math.Round(steps)))
			}
		}
	}
	return budgeted(v, s.Budget)
}

// limit returns the number of retries after which a policy ends, including a limit of starts if that many fall into its
// window.
func limit(p jitter.Policy) float64 {
	if most := p.Rule.Starts.Most; most > 0 && p.Elapsed(most) < p.Rule.Starts.Within { // the one more is refused
		return math.Min(p.Retries, most-1)
	}
	return p.Retries
}

// budgeted adds a retry budget, if the client can have it.
func budgeted(v client.Values, want fleet.Budget) client.Values {
	if want.Kind == fleet.NoBudget {
		return v
	}
	list := []client.Values{v}
	for _, p := range v.Row.Parameters {
		var tries []float64
		switch p.Role {
		case client.BudgetShare:
			tries = []float64{want.Ratio, short(100 * want.Ratio)}
		case client.BudgetReserve:
			tries = []float64{want.Reserve}
		}
		for _, w := range slices.Clone(list) {
			for _, x := range tries {
				list = append(list, w.With(p.Name, x))
			}
		}
	}
	for _, w := range list {
		if _, err := w.Policy(); err == nil && sameBudget(w.Budget(), want) {
			return w
		}
	}
	return v
}

// sameBudget reports whether two budgets are equal up to rounding.
func sameBudget(a, b fleet.Budget) bool {
	if math.Abs(a.Ratio-b.Ratio) <= 1e-12*b.Ratio {
		a.Ratio = b.Ratio
	}
	return a == b
}
