package setting

import (
	"cmp"
	"errors"
	"strings"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// retryAfterSetting is the wait that the server requests.
var retryAfterSetting = Setting{
	Name:  "retry-after",
	Label: "Retry-After",
	Group: GroupServer,
	Names: "retry-after-header server-pushback",
	Help:  "wait that the server asks for with each rejection: 60s, 60s+10s (up to 10s on top) or 60s..90s",
	Idle: func(s *Scenario) string {
		if s.Fleet().Rejects() {
			return ""
		}
		return "with --outage-kind " + outageKinds.Text(s) + " (it comes with rejections: --outage-kind reject or errors, " +
			"--server rate-limited, or a --queue-size)"
	},
	Rare:  true,
	Value: retryAfters,
}

// spreadSetting is the random part of a requested wait.
var spreadSetting = Setting{
	Name:       "retry-after-spread",
	Label:      "Retry-After spread",
	ShortLabel: "  spread",
	Group:      GroupServer,
	Help:       "random part of Retry-After",
	Idle:       withoutRetryAfter,
	PartOf:     "retry-after",
	Value:      spreads,
}

// honorSetting is the clients' rule for a requested wait.
var honorSetting = Setting{
	Name:       "honor-retry-after",
	Label:      "rule for Retry-After",
	ShortLabel: "honor",
	Group:      GroupClient,
	Names:      "honour-retry-after respect-retry-after-header respect-retry-after retry-after-rule pushback",
	Help:       "what clients do with Retry-After: replace their delay, at-least, add, within:5s, ignore; +50% is jitter",
	Idle: func(s *Scenario) string {
		if s.Honor == s.Library.Honor() {
			return "" // the client's own rule needs no flag
		}
		return withoutRetryAfter(s)
	},
	Rare:  true,
	Value: honors,
}

// retryAfters is the Value of the wait that the server requests with a rejection.
var retryAfters = func() compound {
	v := grammar[fleet.RetryAfter]{
		what: "a Retry-After",
		rule: "none, 60s, 60s+10s (10s random on top) or 60s..90s",
		parts: map[string]part[fleet.RetryAfter]{
			"LEAST":  amount(func(x *fleet.RetryAfter) *float64 { return &x.Least }, unit.Duration, 1e-3, year),
			"SPREAD": amount(func(x *fleet.RetryAfter) *float64 { return &x.Spread }, unit.Duration, 0, year),
		},
		patterns: []pattern[fleet.RetryAfter]{{written: "none 0"},
			{"LEAST+SPREAD?", fleet.RetryAfter{Least: 1}}},
	}.value(func(s *Scenario) *fleet.RetryAfter { return &s.Server.RetryAfter })
	set := v.set
	v.set = func(s *Scenario, text string) error {
		if from, to, ok := strings.Cut(text, ".."); ok {
			least, err := unit.Duration.Parse(from)
			most, err2 := unit.Duration.Parse(to)
			if err := cmp.Or(err, err2); err != nil {
				return err
			}
			if !(least <= most) {
				return errors.New(unit.Quote(text) + " is out of range: write the smaller end first")
			}
			text = from + "+" + unit.Duration.Exact(most-least)
		}
		return set(s, text)
	}
	v.number = func(*Scenario) (number, bool) {
		return ranged(func(s *Scenario) *float64 { return &s.Server.RetryAfter.Least }, unit.Duration, 1e-3, year), true
	}
	return v
}()

// withoutRetryAfter is the Idle of settings that matter only if the server requests a wait.
func withoutRetryAfter(s *Scenario) string {
	if s.Server.RetryAfter.Least == 0 {
		return "without --retry-after"
	}
	return ""
}

// spreads is the Value of the random part of a requested wait.
var spreads = carried(func(s *Scenario) { s.Server.RetryAfter.Spread = 0 },
	func(s *Scenario) (number, bool) {
		v := ranged(func(s *Scenario) *float64 { return &s.Server.RetryAfter.Spread }, unit.Duration, 0, hour)
		return v, s.Server.RetryAfter.Least > 0
	})

// honors is the Value of the clients' rule for a requested wait.
var honors = func() compound {
	of := func(words string, kind fleet.HonorKind) pattern[fleet.Honor] {
		return pattern[fleet.Honor]{words + "+UP?:MOST?:skip?:give-up?", fleet.Honor{Kind: kind}}
	}
	v := grammar[fleet.Honor]{
		what: "a rule for Retry-After",
		rule: "replace, at-least, add, within:5s or ignore, the longest wait as replace:60s, beyond it :skip or :give-up",
		parts: map[string]part[fleet.Honor]{
			"UP":      amount(func(x *fleet.Honor) *float64 { return &x.Up }, unit.Share, 0, 10),
			"MOST":    amount(func(x *fleet.Honor) *float64 { return &x.Most }, unit.Duration, 1e-3, year),
			"skip":    {on: func(x *fleet.Honor) *bool { return &x.Skips }},
			"give-up": {on: func(x *fleet.Honor) *bool { return &x.Leaves }},
		},
		patterns: []pattern[fleet.Honor]{of("replace", fleet.Replace), of("at-least", fleet.AtLeast), of("add", fleet.Add),
			{"within+UP?:MOST", fleet.Honor{Kind: fleet.Within, Most: 5}}, of("ignore none", fleet.Ignore)},
		check: func(h *fleet.Honor) error {
			if h.Most == 0 && (h.Skips || h.Leaves) || h.Skips && h.Leaves {
				return errors.New("skip and give-up need the longest wait accepted: replace:60s:skip or replace:60s:give-up")
			}
			return nil
		},
	}.value(func(s *Scenario) *fleet.Honor { return &s.Honor })
	v.reset = func(s *Scenario) { s.Honor = s.Library.Honor() }
	v.words = func() []string { return []string{"replace", "at-least", "add", "within", "ignore"} }
	return v
}()

// HonorText returns the text of a rule for Retry-After.
func HonorText(h fleet.Honor) string {
	return honors.text(&Scenario{System: fleet.System{Client: fleet.Client{Honor: h}}})
}
