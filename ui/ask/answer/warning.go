package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A Warning is what is doubtful about an answer, or what it leaves out.
type Warning struct {
	Code    Code     // what kind of warning it is, for scripts
	Policy  string   // names of the policies that it is about, if it is not about all
	Keys    []string // JSON keys of the quantities, tables and settings that it is about
	Message string   // for people, without a full stop
}

// String is the message, with the policy that it is about.
func (w Warning) String() string {
	if w.Policy != "" {
		return w.Policy + ": " + w.Message
	}
	return w.Message
}

// A Code names a kind of warning. It stays as it is when the words change.
type Code string

// The kinds of warnings.
const (
	Absent         Code = "absent"          // quantities have no value
	Approximate    Code = "approximate"     // the figures are not exact
	ExpectedValues Code = "expected_values" // the figures are means over all that chance may do
	OneRun         Code = "one_run"         // a single run has no standard error
	Engine         Code = "engine"          // which engine it was, where it was not asked for
	OnTheEdge      Code = "on_the_edge"     // runs come out differently
	NoEffect       Code = "no_effect"       // a setting changes nothing here
	SharedBudget   Code = "shared_budget"   // all clients share one budget or breaker
	ClientBudget   Code = "client_budget"   // the retry budget is the client's, or replaces it
	JitterTrait    Code = "jitter_trait"    // what a type of jitter does that its name does not say
	CapBinds       Code = "cap_binds"       // the cap changes what the formula says
	PolicyEnded    Code = "policy_ended"    // the policy makes no more retries at the time in question
	GaveUp         Code = "gave_up"         // figures are of those clients only that have not given up
	Partial        Code = "partial"         // it was stopped before all of it was computed
	Truncated      Code = "truncated"       // not all of it is shown
	WithoutLimit   Code = "without_limit"   // figures leave a limit of the policy out
	LimitDropped   Code = "limit_dropped"   // a limit that was given is not kept
	Timing         Code = "timing"          // the figures depend on where exactly something falls
	Solution       Code = "solution"        // a solution is not the one number that does it
	PolicyB        Code = "policy_b"        // what policy B has become
	Input          Code = "input"           // how something that was typed is understood
	Trivial        Code = "trivial"         // the question has an answer without any retry
)

// Notes are the warnings as text.
func (a Answer) Notes() []string {
	notes := make([]string, len(a.Warnings))
	for i, w := range a.Warnings {
		notes[i] = w.String()
	}
	return notes
}

// Warn adds a warning, once.
func (a *Answer) Warn(code Code, message string, keys ...string) {
	w := Warning{Code: code, Keys: keys, Message: Agreed(message)}
	if !slices.ContainsFunc(a.Warnings, func(said Warning) bool { return said.String() == w.String() }) {
		a.Warnings = append(a.Warnings, w)
	}
}

// WarnOf adds a warning about policy i, 0 for A and 1 for B. The same warning about several policies is printed
// once with their names, about all policies without a name.
func (a *Answer) WarnOf(i int, code Code, message string, keys ...string) {
	if a.Policies == nil {
		a.Warn(code, message, keys...)
		return
	}
	w := Warning{Code: code, Policy: a.Policies[i], Keys: keys, Message: Agreed(message)}
	at := slices.IndexFunc(a.Warnings, func(said Warning) bool {
		return said.Code == code && said.Message == w.Message && said.Policy != ""
	})
	if at < 0 {
		a.Warnings = append(a.Warnings, w)
		return
	}
	if said := &a.Warnings[at]; strings.Count(said.Policy, ", ")+2 == len(a.Policies) {
		said.Policy = ""
	} else {
		said.Policy += ", " + w.Policy
	}
}

// WarnAbsent adds a warning for the quantities that have no finite value, one for
// those that have the same reason. Details go without saying where others have it too.
func (a *Answer) WarnAbsent() {
	type reason struct {
		why                  string
		names, details, keys []string
	}
	var reasons []reason
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			if q.Error {
				continue
			}
			why := ""
			for i := range a.Values(q) {
				if x := q.Of(i); x.Status != "" && !(q.Limit && math.IsInf(x.Number, 0)) && why == "" {
					why = cmp.Or(x.Why, "there is none")
				}
			}
			if why == "" {
				continue
			}
			i := slices.IndexFunc(reasons, func(r reason) bool { return r.why == why })
			if i < 0 {
				i, reasons = len(reasons), append(reasons, reason{why: why})
			}
			r := &reasons[i]
			if r.keys = append(r.keys, q.Key()); q.Detail {
				r.details = append(r.details, q.Called())
			} else {
				r.names = append(r.names, q.Called())
			}
		}
	}
	for _, r := range reasons {
		if r.names == nil {
			r.names = r.details
		}
		a.Warn(Absent, strings.Join(r.names, ", ")+": "+r.why, r.keys...)
	}
}

// Values is how many values the quantity has.
func (a *Answer) Values(q Quantity) int {
	if q.Single {
		return 1
	}
	return max(1, len(a.Policies))
}

// Beyond is why a value is infinite that is no limit.
var Beyond = "beyond the largest number, " + unit.Number.Format(math.MaxFloat64)
