package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A Warning says what is doubtful about an answer, or what it leaves out.
type Warning struct {
	Code    Code     // kind of warning, for scripts
	Policy  string   // names of the policies concerned; "": all
	Keys    []string // JSON keys of the quantities, tables and settings concerned
	Message string   // for people, without a full stop
}

// String returns the message with the policies concerned.
func (w Warning) String() string {
	if w.Policy != "" {
		return w.Policy + ": " + w.Message
	}
	return w.Message
}

// A Code names a kind of warning. It stays the same if the words change.
type Code string

// The kinds of warnings.
const (
	Absent       Code = "absent"        // quantities have no value
	Approximate  Code = "approximate"   // the figures are not exact
	OneRun       Code = "one_run"       // a single run has no standard error
	Engine       Code = "engine"        // names the engine, if the user did not
	OnTheEdge    Code = "on_the_edge"   // the outcome differs between runs
	NoEffect     Code = "no_effect"     // a setting changes nothing here
	SharedBudget Code = "shared_budget" // all clients share one budget or breaker
	ClientBudget Code = "client_budget" // the retry budget is the client's, or replaces it
	RetryAfter   Code = "retry_after"   // what a client does with Retry-After
	Herd         Code = "herd"          // many clients retry at the same time
	JitterTrait  Code = "jitter_trait"  // an effect of a jitter type that its name does not reveal
	CapBinds     Code = "cap_binds"     // the cap changes the result of the formula
	PolicyEnded  Code = "policy_ended"  // the policy ends before the time in question
	GaveUp       Code = "gave_up"       // the figures leave out clients that have given up
	Partial      Code = "partial"       // the computation stopped early
	Truncated    Code = "truncated"     // part of the answer is not shown
	WithoutLimit Code = "without_limit" // the figures ignore a limit of the policy
	LimitDropped Code = "limit_dropped" // a given limit is not kept
	Timing       Code = "timing"        // the figures depend on the exact time of an event
	Solution     Code = "solution"      // the solution is not unique or not exact
	Input        Code = "input"         // how retune understood the input
	Trivial      Code = "trivial"       // the answer needs no retry
)

// Remark reports whether warnings of this kind only say how the answer was made, and leave nothing in doubt.
func (c Code) Remark() bool {
	return slices.Contains([]Code{Truncated, Engine, Input, Trivial, NoEffect}, c)
}

// Notes returns the warnings as text.
func (a Answer) Notes() []string {
	notes := make([]string, len(a.Warnings))
	for i, w := range a.Warnings {
		notes[i] = w.String()
	}
	return notes
}

// Warn adds a warning unless the answer has it already.
func (a *Answer) Warn(code Code, message string, keys ...string) {
	w := Warning{Code: code, Keys: keys, Message: Singulars(message)}
	if !slices.ContainsFunc(a.Warnings, func(said Warning) bool { return said.String() == w.String() }) {
		a.Warnings = append(a.Warnings, w)
	}
}

// WarnOf adds a warning about policy i, 0 for A and 1 for B. The same warning about several policies is printed once
// with their names, about all policies without a name.
func (a *Answer) WarnOf(i int, code Code, message string, keys ...string) {
	if a.Policies == nil {
		a.Warn(code, message, keys...)
		return
	}
	w := Warning{Code: code, Policy: a.Policies[i], Keys: keys, Message: Singulars(message)}
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

// WarnAbsent adds a warning for the quantities without a finite value, one for each reason and policy. If others share
// the reason of a Detail, the warning does not name the Detail.
func (a *Answer) WarnAbsent() {
	for i := range max(1, len(a.Policies)) {
		a.warnAbsentOf(i, false, func(says string, keys []string) { a.WarnOf(i, Absent, says, keys...) })
	}
	a.warnAbsentOf(0, true, func(says string, keys []string) { a.Warn(Absent, says, keys...) })
}

// warnAbsentOf warns of the absent quantities of policy i, or of those that the policies share.
func (a *Answer) warnAbsentOf(i int, shared bool, warn func(says string, keys []string)) {
	var reasons []string
	names, details, keys := map[string][]string{}, map[string][]string{}, map[string][]string{}
	for _, q := range a.Quantities() {
		if q.Shared != shared {
			continue
		}
		x := q.Of(i)
		if x.Status == "" || q.IsLimit && math.IsInf(x.Number, 0) {
			continue
		}
		why := cmp.Or(x.Why, "there is none")
		if keys[why] == nil {
			reasons = append(reasons, why)
		}
		keys[why] = append(keys[why], q.Key())
		if q.Detail {
			details[why] = append(details[why], q.DisplayName())
		} else {
			names[why] = append(names[why], q.DisplayName())
		}
	}
	for _, why := range reasons {
		called := names[why]
		if called == nil {
			called = details[why]
		}
		warn(strings.Join(called, ", ")+": "+why, keys[why])
	}
}

// Values returns the number of values of the quantity.
func (a *Answer) Values(q Quantity) int {
	if q.Shared {
		return 1
	}
	return max(1, len(a.Policies))
}

// Beyond is the reason why a finite figure overflows to infinity.
var Beyond = "beyond the largest number, " + unit.Number.Format(math.MaxFloat64)
