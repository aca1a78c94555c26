package setting

import (
	"errors"
	"math"
	"strings"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// budgetGrammar returns the grammar of a retry budget. Its defaults are the small reserve of gRPC's examples, the quota
// of the AWS SDKs, and the retries that Envoy, Finagle and Linkerd always allow.
func budgetGrammar() grammar[fleet.Budget] {
	ratio := func(x *fleet.Budget) *float64 { return &x.Ratio }
	reserve := func(x *fleet.Budget) *float64 { return &x.Reserve }
	return grammar[fleet.Budget]{
		what: "a budget",
		rule: "none, 10%, throttle=10%, quota, concurrent=20% or expiring=20%, with the size of the bucket as " +
			"10%+100 and a window as expiring=20%:10s",
		also: spellings{"10% on yes sre", "expiring=20%:successes linkerd tower", "expiring=20%:early finagle",
			"concurrent=20%:10s+10 gateway-api"},
		parts: map[string]part[fleet.Budget]{
			"SHARE":     amount(ratio, unit.Share, 1e-6, 100),
			"ACTIVE":    amount(ratio, unit.Share, 0, 100),
			"SIZE":      amount(reserve, unit.Number, 1, 1e12),
			"SOME":      amount(reserve, unit.Number, 0, 1e12),
			"COST":      amount(func(x *fleet.Budget) *float64 { return &x.Cost }, unit.Number, 1e-3, 1e9),
			"LATE":      amount(func(x *fleet.Budget) *float64 { return &x.LateCost }, unit.Number, 1e-3, 1e9),
			"WINDOW":    amount(func(x *fleet.Budget) *float64 { return &x.Window }, unit.Duration, 1e-3, day),
			"successes": {on: func(x *fleet.Budget) *bool { return &x.OnSuccess }},
			"early":     {on: func(x *fleet.Budget) *bool { return &x.FromStart }},
		},
		patterns: []pattern[fleet.Budget]{
			{written: "none off no"},
			{"SHARE+SIZE?", usualBudget},
			{"throttle grpc=SHARE+SIZE?", fleet.Budget{Kind: fleet.Throttle, Ratio: 0.1, Reserve: 10}},
			{"quota aws aws-standard standard token-bucket:COST?:LATE?+SIZE?",
				fleet.Budget{Kind: fleet.Quota, Reserve: 500}},
			{"concurrent envoy istio retry-budget=ACTIVE:early?:WINDOW?+SOME?",
				fleet.Budget{Kind: fleet.Concurrent, Ratio: 0.2, Reserve: 3}},
			{"expiring=ACTIVE:successes?:early?:WINDOW?+SOME?",
				fleet.Budget{Kind: fleet.Expiring, Ratio: 0.2, Reserve: 10, Window: 10}},
		},
		check: func(b *fleet.Budget) error {
			if b.FromStart && b.Window == 0 {
				return errors.New("early needs a window: concurrent=20%:10s:early")
			}
			if b.LateCost == 0 { // a quota without a second cost charges all retries the same
				b.LateCost = b.Cost
			}
			if b.Cost == 5 && b.LateCost == 10 {
				b.Cost, b.LateCost = 0, 0
			}
			return nil
		},
		brief: func(b *fleet.Budget) {
			if b.Cost == b.LateCost {
				b.LateCost = 0
			}
		},
	}
}

var (
	usualBudget  = fleet.Budget{Kind: fleet.Ratio, Reserve: 10}
	usualBreaker = fleet.Breaker{Window: 10, Least: 20, Pause: 5}

	// adaptive is the client throttling of the SRE book; Share is only set so that the breaker counts as present.
	adaptive = fleet.Breaker{Share: 1, Window: 120, Least: 20, Pause: 5, Adaptive: 2}
)

const mostAdaptive = 1000

// BudgetText returns the text of a retry budget.
func BudgetText(b fleet.Budget) string { return budgetGrammar().compiled().text(b) }

// budgets returns the Value of the setting for the retry budget.
func budgets() compound {
	v := budgetGrammar().value(func(s *Scenario) *fleet.Budget { return &s.Budget })
	set := v.set
	v.set = func(s *Scenario, text string) error { return set(s, strings.Replace(text, "quota=", "quota+", 1)) }
	v.reset = func(s *Scenario) { s.Budget = s.Library.Budget() }
	v.number, v.still = shareOfBudget, true
	return v
}

// shareOfBudget returns the number inside a budget: its share of the requests, or the tokens of a quota. +Inf means no
// budget.
func shareOfBudget(s *Scenario) (number, bool) {
	v := ranged(func(s *Scenario) *float64 { return &s.Budget.Ratio }, unit.Share, 1e-3, 1).
		over(100, append([]float64{0.001, 0.002, 0.005}, shares[1:16]...)...)
	if s.Budget.Kind == fleet.Quota {
		v = ranged(func(s *Scenario) *float64 { return &s.Budget.Reserve }, unit.Number, 1, 1e12).over(1, counts[1:]...)
	}
	return absent(v, func(s *Scenario) *fleet.Budget { return &s.Budget }, usualBudget), true
}

// breakers returns the Value of the circuit breaker: none, or the share of failed attempts that opens it, the window,
// the least number of attempts in the window, and the pause.
func breakers() compound {
	retries := usualBreaker
	retries.RetriesOnly = true
	v := grammar[fleet.Breaker]{
		what: "a circuit breaker",
		rule: "none, 50%, retries=50% or adaptive=2; with window, minimum attempts and pause 50%:10s:20:5s, " +
			"with a window adaptive=2:2m",
		also: spellings{"50% on yes"},
		parts: map[string]part[fleet.Breaker]{
			"SHARE":  amount(func(x *fleet.Breaker) *float64 { return &x.Share }, unit.Share, 1e-6, 1),
			"WINDOW": amount(func(x *fleet.Breaker) *float64 { return &x.Window }, unit.Duration, 1e-3, day),
			"LEAST":  amount(func(x *fleet.Breaker) *float64 { return &x.Least }, unit.Number, 1, 1e12),
			"PAUSE":  amount(func(x *fleet.Breaker) *float64 { return &x.Pause }, unit.Duration, 1e-3, day),
			"K":      amount(func(x *fleet.Breaker) *float64 { return &x.Adaptive }, unit.Number, 1, mostAdaptive),
		},
		patterns: []pattern[fleet.Breaker]{{written: "none off no"},
			{"SHARE:WINDOW?:LEAST?:PAUSE?", usualBreaker},
			{"retries=SHARE:WINDOW?:LEAST?:PAUSE?", retries},
			{"adaptive=K:WINDOW?", adaptive}},
	}.value(func(s *Scenario) *fleet.Breaker { return &s.Breaker })
	v.number, v.still = shareOfBreaker, true
	return v
}

// shareOfBreaker returns the number inside a breaker: the share of failed attempts that opens it, or K of adaptive
// throttling. +Inf means no breaker.
func shareOfBreaker(s *Scenario) (number, bool) {
	if s.Breaker.Adaptive > 0 {
		return ranged(func(s *Scenario) *float64 { return &s.Breaker.Adaptive }, unit.Number, 1, mostAdaptive).
			over(10, 1, 1.1, 1.5, 2, 3, 5, 10), true
	}
	v := ranged(func(s *Scenario) *float64 { return &s.Breaker.Share }, unit.Share, 1e-2, 1)
	return absent(v, func(s *Scenario) *fleet.Breaker { return &s.Breaker }, usualBreaker), true
}

// absent returns the number within a whole value, as one that is +Inf if there is no such value. A number then makes
// it the usual one.
func absent[T comparable](v number, whole field[T], usual T) number {
	number := v.at
	var none T
	v.moves = true
	v.at = func(s *Scenario) *float64 {
		if *whole(s) == none {
			*whole(s), *number(s) = usual, math.Inf(1)
		}
		return number(s)
	}
	v.then = func(s *Scenario, _ *Scenario) {
		if math.IsInf(*number(s), 1) {
			*whole(s) = none
		}
	}
	return v.orNone(nil)
}
