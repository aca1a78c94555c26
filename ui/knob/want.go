package knob

import (
	"fmt"
	"math"
	"strings"

	"retune/ui/unit"
)

// wants is the results that can be wanted of a policy, in the order in which
// everything lists them, with their other names. What each is, package query knows.
var wants = []struct {
	name string
	kind unit.Kind
	help string
	also string
}{
	{"ratio", unit.Number, "delay after a retry at T over T, or in the long run", "delay-ratio"},
	{"delay-after-retry", unit.Duration, "delay that follows a retry at T", "next-delay"},
	{"previous-delay", unit.Duration, "delay before a retry at T", ""},
	{"current-delay", unit.Duration, "delay that is being waited at T", ""},
	{"next-retry-at", unit.Duration, "elapsed time of the first retry after T", "next-retry"},
	{"retries-real", unit.Number, "retries by T, as a real number", "retries-by fractional-retries"},
	{"elapsed", unit.Duration, "elapsed time at which the last retry starts", "total last-retry-at total-delay total-time last-retry"},
	{"gives-up-at", unit.Duration, "elapsed time at which the last attempt has failed", "gives-up gives-up-after"},
	{"last-delay", unit.Duration, "delay before the last retry", "longest-delay"},
	{"reconnect-delay", unit.Duration, "longest wait after an outage that ends at T, or after --outage; 10% is a tenth of its length", "overshoot"},
	{"reconnect-delay-mean", unit.Duration, "expected wait after an outage that ends about T, or after --outage; 10% is a tenth of its length", "overshoot-mean"},
	{"retries-ratio", unit.Number, "retries of B per retry of A, by T or in the long run", ""},
	{"elapsed-mean", unit.Duration, "expected elapsed time at which the last retry starts", "total-mean mean-elapsed"},
	{"elapsed-p99", unit.Duration, "99th percentile of that time; so every percentile, as --elapsed-p50", "total-p99"},
	{"starts-by", unit.Share, "probability that the last retry starts by T", ""},
	{"retries-expected", unit.Number, "expected retries by T", "expected-retries"},
	{"current-delay-mean", unit.Duration, "expected delay that is being waited at T", ""},
	{"current-delay-p99", unit.Duration, "99th percentile of that delay", ""},
	{"cap-from", unit.Duration, "elapsed time from which on the cap is waited", ""},
	{"cap-from-retry", unit.Count, "first retry that waits the cap", ""},
	{"retries-made", unit.Count, "retries before retries or deadline end the policy", ""},
	{"retries-by-deadline-alone", unit.Count, "retries that the deadline would leave", ""},
	{"unused-by-deadline", unit.Duration, "time from the last retry to the deadline", ""},
	{"ended-by-deadline", unit.Share, "probability that the deadline ends the policy", ""},
	{"reconnect-delay-p50", unit.Duration, "median wait after --outage", "overshoot-p50"},
	{"reconnect-delay-p95", unit.Duration, "95th percentile of the wait after --outage", "overshoot-p95"},
	{"reconnect-delay-p99", unit.Duration, "99th percentile of the wait after --outage", "overshoot-p99"},
	{"reconnect-delay-relative-mean", unit.Number, "expected wait after --outage over the length of the outage", "overshoot-relative-mean"},
	{"wasted-retries", unit.Number, "expected retries before the end of --outage", "retries-in-vain"},
	{"gave-up", unit.Share, "probability that the policy ends before --outage does", "never-noticed"},
	{"success-probability", unit.Share, "probability that a request succeeds, at --failure-rate", "success-rate success"},
	{"mean-attempts", unit.Number, "mean attempts per request, at --failure-rate", "attempts-mean"},
	{"time-to-success-mean", unit.Duration, "mean time until a request has succeeded, at --failure-rate", ""},
	{"time-to-success-p50", unit.Duration, "median of that time", ""},
	{"time-to-success-p95", unit.Duration, "95th percentile of that time", ""},
	{"time-to-success-p99", unit.Duration, "99th percentile of that time", ""},
}

// Wants is the names of the results that can be wanted, without the
// percentiles that are like elapsed-p99.
func Wants() []string {
	names := make([]string, len(wants))
	for i, w := range wants {
		names[i] = w.name
	}
	return names
}

// Percentile is the probability of which a want is the percentile of elapsed
// time: 0.99 of elapsed-p99, 0.999 of elapsed-p999.
func Percentile(name string) (p float64, ok bool) {
	digits, ok := strings.CutPrefix(name, "elapsed-p")
	if !ok || len(digits) < 2 || len(digits) > 6 || strings.Trim(digits, "0123456789") != "" || strings.Trim(digits, "0") == "" {
		return 0, false
	}
	p, err := unit.Number.Parse("0." + digits)
	return p, err == nil
}

// wantKnobs is a knob for every want, for table 1.
func wantKnobs() []Knob {
	list := make([]Knob, len(wants))
	for i, w := range wants {
		list[i] = wantKnob(w.name, w.kind, w.help)
		list[i].Names = w.also
	}
	return list
}

func wantKnob(name string, kind unit.Kind, help string) Knob {
	v := number{at: func(s *Scenario) *float64 { return &s.Wanted }, kind: kind, hi: 1e12, rungs: ratios}
	switch kind {
	case unit.Duration:
		v.hi, v.rungs = MaxElapsed, delays(1e-3, MaxElapsed)
	case unit.Share:
		v.hi, v.rungs = 1, shares
	}
	if name == "ratio" {
		v.hi = maxFactor - 1
	}
	either := sized{number: v}
	if name == "reconnect-delay" || name == "reconnect-delay-mean" {
		either.relative = func(s *Scenario) *bool { return &s.Relative }
	}
	return Knob{Name: name, Help: help, Asks: true, Wants: true, Value: want{either, name}}
}

// want is the Value of a knob that wants a result: the number that the result
// shall be, or below or above which it shall stay. One result is wanted at a time.
type want struct {
	sized
	name string
}

func (v want) Text(s Scenario) string {
	if s.Want != v.name {
		return ""
	}
	return string(s.Bound) + v.sized.Text(s)
}

func (v want) Show(s Scenario) string { return v.Text(s) }

func (v want) Set(s *Scenario, text string) error {
	if s.Want != "" && s.Want != v.name {
		return fmt.Errorf("give one target: this or --%s", s.Want)
	}
	bound, rest := cutBound(text)
	if err := v.sized.Set(s, rest); err != nil {
		return err
	}
	s.Want, s.Bound = v.name, bound
	return nil
}

func (v want) Reset(s *Scenario) {
	if s.Want == v.name {
		s.Want, s.Wanted, s.Bound, s.Relative = "", math.NaN(), "", false
	}
}

// A Bound is on which side of a wanted value the result shall stay.
type Bound string

// The bounds, as they are typed before the value; none is the one that the kind of
// result suggests.
const (
	Suggested Bound = ""
	Below     Bound = "<"
	AtMost    Bound = "<="
	Above     Bound = ">"
	AtLeast   Bound = ">="
)

// Strict tells whether the value itself is out of bounds.
func (b Bound) Strict() bool { return b == Below || b == Above }

// cutBound cuts a bound from what was typed.
func cutBound(text string) (b Bound, rest string) {
	text = strings.TrimSpace(text)
	for _, word := range []struct {
		text string
		is   Bound
	}{{"<=", AtMost}, {">=", AtLeast}, {"=<", AtMost}, {"=>", AtLeast}, {"≤", AtMost}, {"≥", AtLeast}, {"<", Below}, {">", Above}, {"=", Suggested}} {
		if rest, ok := strings.CutPrefix(text, word.text); ok {
			return word.is, rest
		}
	}
	return Suggested, text
}

// sized is the Value of a knob that holds a number, or a share of the elapsed
// time where relative is not nil and says so.
type sized struct {
	number
	relative func(*Scenario) *bool
}

func (v sized) shares(s Scenario) bool { return v.relative != nil && *v.relative(&s) }

func (v sized) Text(s Scenario) string {
	if x := v.get(s); v.shares(s) && !math.IsNaN(x) {
		return unit.Share.Exact(x)
	}
	return v.number.Text(s)
}

func (v sized) Show(s Scenario) string { return v.Text(s) }

func (v sized) Number(s Scenario) (float64, bool) { return v.get(s), !v.shares(s) }

func (v sized) Range() string {
	if v.relative == nil {
		return v.number.Range()
	}
	return v.number.Range() + ", or a share of the elapsed time such as 10%"
}

func (v sized) Set(s *Scenario, text string) error {
	share := v.relative != nil && strings.HasSuffix(strings.TrimSpace(text), "%")
	if !share {
		if err := v.number.Set(s, text); err != nil {
			return err
		}
	} else {
		x, err := unit.Share.Parse(text)
		if err != nil {
			return err
		}
		if !(x >= 0 && x <= maxFactor) {
			return fmt.Errorf("%s is out of range: %s", unit.Quote(text), v.Range())
		}
		*v.at(s) = x
	}
	if v.relative != nil {
		*v.relative(s) = share
	}
	return nil
}
