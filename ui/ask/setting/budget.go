package setting

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// budgetRule is how a retry budget is written.
const budgetRule = "none, 10%, throttle=10%, quota, concurrent=20% or expiring=20%, with the size of the bucket as 10%+100 and a window as expiring=20%:10s"

// budgets is the Value of the setting that withholds retries, and breakers that of the one
// that stops all attempts: none, or the share of failed attempts that opens it, the
// window, the least attempts in it, and the pause, of which the last may be left out.
var (
	budgets  = compound{rule: budgetRule, text: budgetText, set: setBudget, reset: func(s *Scenario) { s.Budget = s.Library.Budget() }, inside: shareOfBudget}
	breakers = compound{rule: breakerRule, text: breakerText, set: setBreaker, reset: func(s *Scenario) { s.Breaker = fleet.Breaker{} }, inside: shareOfBreaker}
)

// A budgetWord is the word of a kind of budget, and what it has if nothing more is said.
type budgetWord struct {
	word   string
	usual  fleet.Budget
	shares bool    // it has a share
	least  float64 // of what it always allows, or holds
	of     string  // unit of that
}

// budgetWords is the budgets: buckets with a small reserve, as gRPC's examples have it, and
// that of the AWS SDKs; what Envoy always allows, and Finagle and Linkerd.
var budgetWords = []budgetWord{
	{"", fleet.Budget{Kind: fleet.Ratio, Reserve: 10}, true, 1, "tokens"},
	{"throttle", fleet.Budget{Kind: fleet.Throttle, Reserve: 10}, true, 1, "tokens"},
	{"quota", fleet.Budget{Kind: fleet.Quota, Reserve: 500}, false, 1, "tokens"},
	{"concurrent", fleet.Budget{Kind: fleet.Concurrent, Reserve: 3}, true, 0, "retries"},
	{"expiring", fleet.Budget{Kind: fleet.Expiring, Reserve: 10, Window: 10}, true, 0, "retries per second"},
}

// otherBudgets is other words that people know for budgets: those of clients for their
// usual one.
var otherBudgets = map[string]string{"off": "none", "no": "none", "aws": "quota", "aws-standard": "quota", "standard": "quota", "token-bucket": "quota",
	"grpc": "throttle=10%", "throttle": "throttle=10%", "linkerd": "expiring=20%:successes", "tower": "expiring=20%:successes", "finagle": "expiring=20%:early", "expiring": "expiring=20%", "gateway-api": "concurrent=20%:10s+10",
	"envoy": "concurrent=20%", "istio": "concurrent=20%", "concurrent": "concurrent=20%", "retry-budget": "concurrent=20%", "sre": "10%"}

// The words of a budget with a window: that successes are counted, and that a slot counts
// until a window after its start.
const onSuccess, fromStart = "successes", "early"

func budgetText(s Scenario) string { return BudgetText(s.Budget) }

// BudgetText is how a retry budget is written.
func BudgetText(b fleet.Budget) string {
	if b.Kind == fleet.NoBudget {
		return "none"
	}
	w := budgetWords[slices.IndexFunc(budgetWords, func(w budgetWord) bool { return w.usual.Kind == b.Kind })]
	text := w.word
	if w.shares {
		if text != "" {
			text += "="
		}
		text += unit.Share.Exact(b.Ratio)
	}
	if b.Cost != 0 || b.LateCost != 0 {
		text += ":" + unit.Number.Exact(b.Cost)
		if b.LateCost != b.Cost {
			text += ":" + unit.Number.Exact(b.LateCost)
		}
	}
	if b.Window != w.usual.Window {
		text += ":" + unit.Duration.Exact(b.Window)
	}
	if b.OnSuccess {
		text += ":" + onSuccess
	}
	if b.FromStart {
		text += ":" + fromStart
	}
	if b.Reserve != w.usual.Reserve {
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
		s.Budget = fleet.Budget{}
		return nil
	}
	rest, reserve, given := strings.Cut(rest, "+")
	rest, more, parted := strings.Cut(rest, ":")
	word, share, shared := strings.Cut(rest, "=")
	if i := slices.IndexFunc(budgetWords, func(w budgetWord) bool { return w.word == word }); !shared && (i < 0 || budgetWords[i].shares) {
		word, share = "", rest
	}
	i := slices.IndexFunc(budgetWords, func(w budgetWord) bool { return w.word == word })
	if i < 0 {
		return fmt.Errorf("%s is not a budget: %s", unit.Quote(text), budgetRule)
	}
	w := budgetWords[i]
	b := w.usual
	if shared && !w.shares && !given { // quota=500
		reserve, given = share, true
	}
	var err error
	if share = strings.TrimSpace(share); w.shares {
		if b.Ratio, err = unit.Share.Parse(share); err != nil {
			return fmt.Errorf("%s is not a budget: %s", unit.Quote(text), budgetRule)
		}
		if b.Ratio > 1 && b.Ratio <= 100 && !strings.HasSuffix(share, "%") {
			return fmt.Errorf("%s would be %s: write %[1]s%% or %[2]s", unit.Number.Exact(b.Ratio), unit.Share.Exact(b.Ratio))
		}
		if !(b.Ratio > 0 && b.Ratio <= 100) && !(w.least == 0 && b.Ratio == 0) {
			return fmt.Errorf("%s is out of range: above 0%% to 10000%%", unit.Quote(share))
		}
	}
	if parted {
		if err := w.parts(&b, more); err != nil {
			return err
		}
	}
	if given {
		if b.Reserve, err = unit.Number.Parse(strings.TrimSuffix(reserve, "/s")); err != nil {
			return err
		}
		if !(b.Reserve >= w.least && b.Reserve <= 1e12) {
			return fmt.Errorf("%s is out of range: %g to 1e12 %s", unit.Quote(reserve), w.least, w.of)
		}
	}
	s.Budget = b
	return nil
}

// parts reads what stands behind colons: the costs of a quota, or the window of a budget that
// has one and what counts in it.
func (w budgetWord) parts(b *fleet.Budget, text string) (err error) {
	switch b.Kind {
	case fleet.Quota:
		b.Cost, b.LateCost, err = parseCosts(text)
		return err
	case fleet.Concurrent, fleet.Expiring:
	default:
		return fmt.Errorf("a budget of %s has no window: %s", w.of, budgetRule)
	}
	for part := range strings.SplitSeq(text, ":") {
		switch word := Fold(part); {
		case b.Kind == fleet.Expiring && word == onSuccess:
			b.OnSuccess = true
		case word == fromStart:
			b.FromStart = true
		default:
			if b.Window, err = unit.Duration.Parse(part); err != nil {
				return fmt.Errorf("%s is neither the window of a budget, such as 10s, nor %s or %s", unit.Quote(part), onSuccess, fromStart)
			}
			if !(b.Window >= 1e-3 && b.Window <= day) {
				return fmt.Errorf("%s is out of range: 1ms to 1d", unit.Quote(part))
			}
		}
	}
	if b.FromStart && b.Window == 0 {
		return fmt.Errorf("%s needs a window: concurrent=20%%:10s:%[1]s", fromStart)
	}
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
		if s.Budget.Kind == fleet.NoBudget {
			s.Budget = budgetWords[0].usual
			s.Budget.Ratio = math.Inf(1)
		}
		return &s.Budget.Ratio
	}
	if s.Budget.Kind == fleet.Quota {
		v.kind, v.lo, v.hi, v.rungs, v.grid = unit.Number, 1, 1e12, counts[1:], 1
		v.at = func(s *Scenario) *float64 { return &s.Budget.Reserve }
	}
	v.then = func(s *Scenario, _ Scenario) {
		if math.IsInf(*v.at(s), 1) {
			s.Budget = fleet.Budget{}
		}
	}
	return v
}

// shareOfBreaker is the share of failed attempts that opens a breaker, or K of adaptive throttling; none is one
// that is never reached.
func shareOfBreaker(s Scenario) number {
	if s.Breaker.Adaptive > 0 {
		return number{kind: unit.Number, lo: 1, hi: mostAdaptive, rungs: []float64{1, 1.1, 1.5, 2, 3, 5, 10}, grid: 10,
			at: func(s *Scenario) *float64 { return &s.Breaker.Adaptive }}
	}
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
				s.Breaker = fleet.Breaker{}
			}
		}}
}

var usualBreaker = fleet.Breaker{Window: 10, Least: 20, Pause: 5}

// adaptive is the throttling of the SRE book, which is written as K and its window: Share only says that there is one.
var adaptive = fleet.Breaker{Share: 1, Window: 120, Least: 20, Pause: 5, Adaptive: 2}

// onlyRetries stands before the share of a breaker that stops retries only, adapts before K of adaptive throttling.
const (
	onlyRetries, adapts = "retries=", "adaptive="
	mostAdaptive        = 1000
)

// breakerRule is how a circuit breaker is written.
const breakerRule = "none, 50%, retries=50% or adaptive=2; with window, minimum attempts and pause 50%:10s:20:5s, " +
	"with a window adaptive=2:2m"

func breakerText(s Scenario) string {
	b := s.Breaker
	if b.Share == 0 {
		return "none"
	}
	if b.Adaptive > 0 {
		text := adapts + unit.Number.Exact(b.Adaptive)
		if b.Window != adaptive.Window {
			text += ":" + unit.Duration.Exact(b.Window)
		}
		return text
	}
	text, usual := unit.Share.Exact(b.Share), usualBreaker
	if b.RetriesOnly {
		text = onlyRetries + text
	}
	if usual.Share, usual.RetriesOnly = b.Share, b.RetriesOnly; b != usual {
		text += ":" + unit.Duration.Exact(b.Window) + ":" + unit.Number.Exact(b.Least) + ":" + unit.Duration.Exact(b.Pause)
	}
	return text
}

func setBreaker(s *Scenario, text string) error {
	if word := Fold(strings.TrimSpace(text)); word == "none" || word == "off" || word == "no" {
		s.Breaker = fleet.Breaker{}
		return nil
	}
	b := usualBreaker
	rest, only := strings.CutPrefix(strings.TrimSpace(text), onlyRetries)
	b.RetriesOnly = only
	type part struct {
		to     *float64
		kind   unit.Kind
		lo, hi float64
	}
	known := []part{{&b.Share, unit.Share, 1e-6, 1}, {&b.Window, unit.Duration, 1e-3, day},
		{&b.Least, unit.Number, 1, 1e12}, {&b.Pause, unit.Duration, 1e-3, day}}
	if k, is := strings.CutPrefix(rest, adapts); is && !only || rest == strings.TrimSuffix(adapts, "=") {
		if b, known, rest = adaptive, []part{{&b.Adaptive, unit.Number, 1, mostAdaptive}, {&b.Window, unit.Duration, 1e-3, day}}, k; !is {
			rest = unit.Number.Exact(b.Adaptive)
		}
	}
	parts := strings.Split(rest, ":")
	if len(parts) > len(known) {
		return fmt.Errorf("%s is not a circuit breaker: %s", unit.Quote(text), breakerRule)
	}
	for i, part := range known[:len(parts)] {
		parts[i] = strings.TrimSpace(parts[i])
		x, err := part.kind.Parse(parts[i])
		if err != nil && part.kind == unit.Share {
			return fmt.Errorf("%s is not a share of failed attempts: write it like 50%%, which opens when half of them fail", unit.Quote(parts[i]))
		}
		if err != nil {
			return err
		}
		if part.kind == unit.Share && x > part.hi && x <= 100 && !strings.HasSuffix(parts[i], "%") {
			return fmt.Errorf("%s would be %s: write %[1]s%%", unit.Number.Exact(x), part.kind.Exact(x))
		}
		if !(x >= part.lo && x <= part.hi) {
			return fmt.Errorf("%s is out of range: %s to %s", unit.Quote(parts[i]), part.kind.Exact(part.lo), part.kind.Exact(part.hi))
		}
		*part.to = x
	}
	s.Breaker = b
	return nil
}
