package clients

import (
	"fmt"
	"math"
	"slices"

	"retune/calc"
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
func To(s setting.Scenario, name string) (f Fit, ok bool) {
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
			if v = fitted(v, t); len(becoming(v, t)) == 0 {
				return Fit{Values: v, Same: jittered(s) + " is written as " + jittered(t) + ", which has the same delays"}, true
			}
		}
	}
	return f, true
}

// Without says what harm a file of the fit does to a server compared with the policy of s, if the file has no place for
// the lost parameters. It returns "" for none.
func (f Fit) Without(lost []string, s setting.Scenario) string {
	v := f.Values
	for _, name := range lost {
		if p, _ := v.Row.Find(name); p != nil {
			v = v.With(name, p.Default)
		}
	}
	return harm(v, s)
}

// harm says what harm v does to a server that the policy of s does not: it retries without end or without a delay.
func harm(v client.Values, s setting.Scenario) string {
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
func exact(v client.Values, s setting.Scenario) bool {
	p, err := v.Policy()
	return err == nil && same(p, s) && (s.Budget.Kind == fleet.NoBudget || sameBudget(v.Budget(), s.Budget))
}

// jittered returns the jitter of s, and the delay around which it is drawn.
func jittered(s setting.Scenario) string {
	return "jitter " + setting.JitterText(s.Jitter) + " of " + unit.Duration.Format(s.InitialDelay)
}

// same reports whether the policy equals the policy of s apart from the attempt time.
func same(p jitter.Policy, s setting.Scenario) bool {
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

// fitted sets the parameters with a role in the policy. The effect of a parameter can depend on later ones, so it sets
// all of them twice.
func fitted(v client.Values, s setting.Scenario) client.Values {
	for _, p := range slices.Concat(v.Row.Parameters, v.Row.Parameters) {
		var want float64
		var is func(jitter.Policy) float64
		switch p.Role {
		case client.Initial:
			want, is = s.InitialDelay, func(q jitter.Policy) float64 { return q.InitialDelay }
		case client.Factor:
			want, is = s.Factor, func(q jitter.Policy) float64 { return q.Factor }
		case client.Cap:
			want, is = s.Cap, func(q jitter.Policy) float64 { return q.Cap }
		case client.Amount:
			want, is = s.Jitter.Amount, func(q jitter.Policy) float64 { return q.Jitter.Amount }
			if !s.Jitter.Draws() {
				want = 0
			}
		case client.Limit:
			want, is = s.Retries, limit
		case client.Steps:
			if steps := math.Log(s.Cap/s.InitialDelay) / math.Log(s.Factor); steps > 0 && !math.IsInf(steps, 0) {
				v = v.With(p.Name, math.Max(1, math.Round(steps)))
			}
			continue
		case client.Deadline:
			want, is = s.Deadline, func(q jitter.Policy) float64 { return q.Deadline }
		default:
			continue
		}
		v = v.With(p.Name, nearest(v, p, want, is))
	}
	return budgeted(v, s.Budget)
}

// limit returns the number of retries after which a policy ends, including a limit of starts if that many fall into its
// window.
func limit(p jitter.Policy) float64 {
	if n := p.Rule.Starts.Most - 1; n >= 0 && p.Elapsed(n) < p.Rule.Starts.Within {
		return math.Min(p.Retries, n)
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

// nearest returns the value of the parameter for which is(policy) is nearest to want.
func nearest(v client.Values, p client.Parameter, want float64, is func(jitter.Policy) float64) float64 {
	best, least := v.At(p.Name), math.Inf(1)
	if now, ok := policyWith(v, p, best); ok && now.Growth.Kind != calc.Listed {
		least = apart(is(now), want)
	}
	for i, x := range tries(v, p, want, is) {
		if p.Grain > 0 {
			x = p.Nearest(x)
		}
		q, ok := policyWith(v, p, x)
		if !ok || q.Growth.Kind == calc.Listed && p.Role != client.Limit { // the policy does not wait
			continue
		}
		if off := apart(is(q), want); off < least*(1-1e-12) || i == 0 && off == 0 && least > 0 {
			best, least = x, off
		}
	}
	if p.Role == client.Limit {
		return leastLimit(v, p, best)
	}
	return best
}

// policyWith returns the policy of v with parameter p at x. ok is false if the client refuses it.
func policyWith(v client.Values, p client.Parameter, x float64) (jitter.Policy, bool) {
	q, err := v.With(p.Name, x).Policy()
	return q, err == nil
}

// tries returns values of the parameter that may give what is wanted.
func tries(v client.Values, p client.Parameter, want float64, is func(jitter.Policy) float64) []float64 {
	now := v.At(p.Name)
	list := []float64{want, want + 1, want / 2, math.Inf(1), -1, 0, p.Grain, p.Least, p.Default, now}
	if c, err := v.Policy(); err == nil && is(c) > 0 && !math.IsInf(is(c), 1) && now > 0 {
		list = append(list, now*want/is(c)) // is may be proportional to the parameter
	}
	if p.Unit == client.Count {
		list = append(list, math.Round(want))
	}
	return list
}

// apart returns the distance of a number from the wanted one. If +Inf is wanted, larger numbers are nearer.
func apart(is, want float64) float64 {
	off := math.Abs(is - want)
	switch {
	case is == want: // both may be infinite
		return 0
	case math.IsInf(want, 1):
		return 1 / (1 + is)
	case math.IsNaN(off) || math.IsInf(off, 1):
		return math.MaxFloat64
	}
	return off
}

// leastLimit returns the smallest value of a limit that leaves as many retries as limit does.
func leastLimit(v client.Values, p client.Parameter, limit float64) float64 {
	q, err := v.With(p.Name, limit).Policy()
	if err != nil {
		return limit
	}
	for _, x := range []float64{q.Retries, q.Retries + 1} {
		if r, err := v.With(p.Name, x).Policy(); err == nil && r.Retries == q.Retries && x < limit {
			return x
		}
	}
	return limit
}

// becoming lists what parts of the policy of s change with v.
func becoming(v client.Values, s setting.Scenario) (list []string) {
	t := s
	if err := t.Adopt(v); err != nil {
		return []string{err.Error(), "", "", "", "", "", ""} // worse than any other fit
	}
	delays := t // with the delays of s
	if delays.InitialDelay, delays.Factor, delays.Cap = s.InitialDelay, s.Factor, s.Cap; !sameWaits(s.Policy, t.Policy) {
		delays = t
	}
	delays.Retries = limit(t.Policy)
	for _, k := range setting.Settings {
		idle := k.Idle != nil && k.Idle(s) != "" && k.Idle(t) != ""
		if k.Asks || k.Sets || k.Within != "" || idle {
			continue
		}
		if was, is := k.Text(s), k.Text(delays); was != is && !close(k, s, t) {
			list = append(list, fmt.Sprintf("%s %s instead of %s", k.Name, k.Show(delays), k.Show(s)))
		}
	}
	if s.Budget.Kind != fleet.NoBudget && !sameBudget(t.Library.Budget(), s.Budget) {
		was, is := setting.BudgetText(s.Budget), setting.BudgetText(t.Library.Budget())
		list = append(list, fmt.Sprintf("budget %[2]s instead of %[1]s", was, is))
	}
	if rule := becomingRule(v, s.Policy, t.Policy); rule != "" {
		list = append(list, rule)
	}
	return list
}

// becomingRule describes the change of the delay rule, or returns "".
func becomingRule(v client.Values, p, q jitter.Policy) string {
	before, after := p, q
	p.Policy, q.Policy = plain(p), plain(q)
	switch {
	case p.Rule == q.Rule && p.Policy == q.Policy, sameDelays(before, after, 0.01):
		return ""
	case sameDelays(before, after, 1):
		return "delays in whole milliseconds"
	}
	return "the rule becomes " + v.Row.Name + "'s own: " + v.Row.Formula
}

// close reports whether a number is equal up to rounding.
func close(k setting.Setting, s, t setting.Scenario) bool {
	x, ok := k.Number(s)
	y, both := k.Number(t)
	return ok && both && !math.IsInf(x, 0) && !math.IsInf(y, 0) && math.Abs(x-y) <= 1e-9*math.Abs(x)
}

// plain returns a policy without the values that settings describe.
func plain(p jitter.Policy) calc.Policy {
	q := p.Policy
	q.InitialDelay, q.Factor, q.Cap, q.AttemptTime = 1, 1, 1, 0
	return q
}
