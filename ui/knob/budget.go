package knob

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/system"
	"retune/ui/unit"
)

// budgetRule is how a retry budget is written.
const budgetRule = "none, 10%, throttle=10%, quota or concurrent=20%, with the size of the bucket as 10%+100"

// budgets is the Value of the knob that withholds retries, and breakers that of the one
// that stops all attempts: none, or the share of failed attempts that opens it, the
// window, the least attempts in it, and the pause, of which the last may be left out.
var (
	budgets  = compound{rule: budgetRule, text: budgetText, set: setBudget, reset: func(s *Scenario) { s.Budget = s.Library.Budget() }, inside: shareOfBudget}
	breakers = compound{rule: breakerRule, text: breakerText, set: setBreaker, reset: func(s *Scenario) { s.Breaker = system.Breaker{} }, inside: shareOfBreaker}
)

// The tokens that buckets hold if nothing is said: a small reserve, as gRPC's
// examples have it, and that of the AWS SDKs; and the retries that Envoy always allows.
const usualReserve, usualQuota, usualConcurrent = 10, 500, 3

// otherBudgets is other words that people know for budgets: those of clients for their
// usual one.
var otherBudgets = map[string]string{"off": "none", "no": "none", "aws": "quota", "aws-standard": "quota", "standard": "quota", "token-bucket": "quota",
	"grpc": "throttle=10%", "throttle": "throttle=10%", "linkerd": "20%", "finagle": "20%", "envoy": "concurrent=20%", "istio": "concurrent=20%", "concurrent": "concurrent=20%", "retry-budget": "concurrent=20%", "sre": "10%"}

func budgetText(s Scenario) string { return BudgetText(s.Budget) }

// BudgetText is how a retry budget is written.
func BudgetText(b system.Budget) string {
	text, usual := "none", b.Reserve
	switch b.Kind {
	case system.Ratio:
		text, usual = unit.Share.Exact(b.Ratio), usualReserve
	case system.Throttle:
		text, usual = "throttle="+unit.Share.Exact(b.Ratio), usualReserve
	case system.Quota:
		text, usual = "quota", usualQuota
		if b.Cost != 0 || b.LateCost != 0 {
			text += ":" + unit.Number.Exact(b.Cost)
			if b.LateCost != b.Cost {
				text += ":" + unit.Number.Exact(b.LateCost)
			}
		}
	case system.Concurrent:
		text, usual = "concurrent="+unit.Share.Exact(b.Ratio), usualConcurrent
	}
	if b.Reserve != usual {
		text += "+" + unit.Number.Exact(b.Reserve)
	}
	return text
}

func setBudget(s *Scenario, text string) error {
	rest := strings.TrimSpace(text)
	if known, ok := otherBudgets[Fold(rest)]; ok {
		rest = known
	}
	if rest == "none" {
		s.Budget = system.Budget{}
		return nil
	}
	if tokens, ok := strings.CutPrefix(rest, "quota="); ok {
		rest = "quota+" + tokens
	}
	b := system.Budget{Kind: system.Ratio, Reserve: usualReserve}
	rest, reserve, given := strings.Cut(rest, "+")
	share, throttled := strings.CutPrefix(rest, "throttle=")
	share, concurrent := strings.CutPrefix(share, "concurrent=")
	word, costs, priced := strings.Cut(rest, ":")
	var err error
	least := 1.0
	switch {
	case word == "quota":
		b = system.Budget{Kind: system.Quota, Reserve: usualQuota}
		if priced {
			if b.Cost, b.LateCost, err = parseCosts(costs); err != nil {
				return err
			}
		}
	default:
		if throttled {
			b.Kind = system.Throttle
		}
		if concurrent {
			b.Kind, b.Reserve, least = system.Concurrent, usualConcurrent, 0
		}
		if b.Ratio, err = unit.Share.Parse(share); err != nil {
			return fmt.Errorf("%s is not a budget: %s", unit.Quote(text), budgetRule)
		}
		if b.Ratio > 1 && !strings.HasSuffix(share, "%") {
			return fmt.Errorf("%s would be %s: write %[1]s%% or %[2]s", share, unit.Share.Exact(b.Ratio))
		}
		if !(b.Ratio > 0 && b.Ratio <= 100) && !(concurrent && b.Ratio == 0) {
			return fmt.Errorf("%s is out of range: above 0%% to 10000%%", unit.Quote(share))
		}
	}
	if given {
		if b.Reserve, err = unit.Number.Parse(reserve); err != nil {
			return err
		}
		if !(b.Reserve >= least && b.Reserve <= 1e12) {
			return fmt.Errorf("%s is out of range: %g to 1e12 %s", unit.Quote(reserve), least, map[bool]string{true: "retries", false: "tokens"}[concurrent])
		}
	}
	s.Budget = b
	return nil
}

// parseCosts reads what a retry takes from a quota, and after a timeout, where that is not
// the usual: 14, or 5:20.
func parseCosts(text string) (cost, late float64, err error) {
	one, other, two := strings.Cut(text, ":")
	if cost, err = unit.Number.Parse(one); err != nil {
		return 0, 0, err
	}
	if late = cost; two {
		if late, err = unit.Number.Parse(other); err != nil {
			return 0, 0, err
		}
	}
	if !(cost >= 0 && late >= 0 && max(cost, late) > 0 && max(cost, late) <= 1e9) {
		return 0, 0, fmt.Errorf("a retry that takes %s tokens is out of range: above 0 to 1e9", unit.Quote(text))
	}
	if cost == 5 && late == 10 {
		return 0, 0, nil
	}
	return cost, late, nil
}

// shareOfBudget is the share of requests of a budget, or the tokens of a quota; no budget
// is one without limit.
func shareOfBudget(s Scenario) number {
	v := number{kind: unit.Share, lo: 1e-3, hi: 1, rungs: append([]float64{0.001, 0.002, 0.005}, shares[1:16]...), grid: 100, none: true}
	v.at = func(s *Scenario) *float64 {
		if s.Budget.Kind == system.NoBudget {
			s.Budget = system.Budget{Kind: system.Ratio, Ratio: math.Inf(1), Reserve: usualReserve}
		}
		return &s.Budget.Ratio
	}
	if s.Budget.Kind == system.Quota {
		v.kind, v.lo, v.hi, v.rungs, v.grid = unit.Number, 1, 1e12, counts[1:], 1
		v.at = func(s *Scenario) *float64 { return &s.Budget.Reserve }
	}
	v.then = func(s *Scenario, _ Scenario) {
		if math.IsInf(*v.at(s), 1) {
			s.Budget = system.Budget{}
		}
	}
	return v
}

// shareOfBreaker is the share of failed attempts that opens a breaker; none is one that is
// never reached.
func shareOfBreaker(Scenario) number {
	return number{kind: unit.Share, lo: 1e-2, hi: 1, rungs: shares[1:16], grid: 100, none: true,
		at: func(s *Scenario) *float64 {
			if s.Breaker.Share == 0 {
				s.Breaker = usualBreaker
				s.Breaker.Share = math.Inf(1)
			}
			return &s.Breaker.Share
		},
		then: func(s *Scenario, _ Scenario) {
			if math.IsInf(s.Breaker.Share, 1) {
				s.Breaker = system.Breaker{}
			}
		}}
}

var usualBreaker = system.Breaker{Window: 10, Least: 20, Pause: 5}

// breakerRule is how a circuit breaker is written.
const breakerRule = "none, or 50%; with window, minimum attempts and pause: 50%:10s:20:5s"

func breakerText(s Scenario) string {
	b := s.Breaker
	if b.Share == 0 {
		return "none"
	}
	text := unit.Share.Exact(b.Share)
	if usual := usualBreaker; b != (system.Breaker{Share: b.Share, Window: usual.Window, Least: usual.Least, Pause: usual.Pause}) {
		text += ":" + unit.Duration.Exact(b.Window) + ":" + unit.Number.Exact(b.Least) + ":" + unit.Duration.Exact(b.Pause)
	}
	return text
}

func setBreaker(s *Scenario, text string) error {
	if word := Fold(strings.TrimSpace(text)); word == "none" || word == "off" || word == "no" {
		s.Breaker = system.Breaker{}
		return nil
	}
	b := usualBreaker
	parts := strings.Split(strings.TrimSpace(text), ":")
	if len(parts) > 4 {
		return fmt.Errorf("%s is not a circuit breaker: %s", unit.Quote(text), breakerRule)
	}
	for i, part := range []struct {
		to     *float64
		kind   unit.Kind
		lo, hi float64
	}{{&b.Share, unit.Share, 1e-6, 1}, {&b.Window, unit.Duration, 1e-3, day}, {&b.Least, unit.Number, 1, 1e12}, {&b.Pause, unit.Duration, 1e-3, day}}[:len(parts)] {
		x, err := part.kind.Parse(parts[i])
		if err != nil && i == 0 {
			return fmt.Errorf("%s is not a share of failed attempts: write it like 50%%, which opens when half of them fail", unit.Quote(parts[i]))
		}
		if err != nil {
			return err
		}
		if i == 0 && x > part.hi && x <= 100 && !strings.HasSuffix(parts[i], "%") {
			return fmt.Errorf("%s would be %s: write %[1]s%%", parts[i], part.kind.Exact(x))
		}
		if !(x >= part.lo && x <= part.hi) {
			return fmt.Errorf("%s is out of range: %s to %s", unit.Quote(parts[i]), part.kind.Exact(part.lo), part.kind.Exact(part.hi))
		}
		*part.to = x
	}
	s.Breaker = b
	return nil
}
