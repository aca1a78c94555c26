// Package stack asks what nested layers of retries do to one request: how many attempts reach the bottom, how long the
// call takes, and which calls can outlast the timeout around them.
package stack

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"retune/calc/stack"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// Question answers with the fate of one request.
var Question = answer.Question{
	Command: answer.Command{
		Name:        "stack",
		Names:       "layers nested nesting",
		AlsoAskedBy: "layer",
		Short:       "follow nested retries and timeouts: attempts at the bottom, call time, inversions",
		Examples: []string{"retune stack --layer 3x3x3",
			"retune stack --layer 'gateway: timeout=15s' --layer 'app: a=300ms, retries=3, timeout=5s'",
			"retune stack --inside lambda --layer 'app: retries=2' --layer 'sdk: client=botocore, timeout=60s'"},
		Long: `The first layer is the outermost. Each attempt of a layer is a call of the next; an attempt of the
last layer is an attempt at the bottom. A layer is a name and settings, as --vs takes them:

    --layer 'sdk: client=botocore, timeout=5s'         timeout        of one attempt of the layer
    --layer 'mesh: retries=2, a=25ms, timeout=2s'      total-timeout  of its whole call
    --layer 4x3                                       cancel=no      its timeout does not end
                                                                      the call below

By default a layer has no retries, no timeout, and the waits of the policy flags. --layer 3 is
three layers, each with the policy of the flags. In a scenario file a layer is a table [[layer]];
--import takes the layers from configuration files, outermost first.

An attempt at the bottom takes --attempt-time, or without that hangs until a timeout. It fails
with probability --failure-rate, by default always. A timeout ends everything below it. --inside
HOST adds the limit of a host around all layers.

    worst                the longest call of a layer that nothing around it ends: the recursion
                         H = max over attempts j of min(L_j + min(timeout, H below), total timeout),
                         L_j the latest start of attempt j
    attempts at bottom   the most that one request makes; without timeouts the product of the
                         attempts of the layers
    inverted             a call that can outlast a timeout around it: its caller has gone
    attempts that fit    the most attempts of a layer that end within the timeout around it
    means, percentiles   of simulated requests, with standard errors; --seed controls them

retune solve sdk.timeout --inversions 0 finds the largest timeout that fits; solve sdk.retries
finds the most retries. Retry budgets and breakers are not part of a layer.

Sources: Site Reliability Engineering, chapter 22; M. Brooker, "Timeouts, retries, and backoff
with jitter", Amazon Builders' Library.`,
	},
	Scope: answer.Scope{
		Takes: []string{"layer", "inside", "failure-rate", "seed"},
		Lacks: func(s *setting.Scenario) string {
			if s.Layers == nil {
				return "layer"
			}
			return ""
		},
	},
	SettingsRead: answer.SettingsRead{NoAssumptions: true, Ignored: func(*setting.Scenario) map[string]string {
		const own = "beside layers: each has its own"
		return map[string]string{"retries": own, "deadline": own, "total-timeout": own}
	}},
	Screen: answer.Screen{
		Tab: "stack", Rows: []string{"layer", "inside", "failure-rate"}, Layout: answer.Nested, Layers: true, HasCharts: true,
	},
	Computation: answer.Computation{Slow: answer.Slow, Ask: ask, Worked: worked},
}

// A study is a stack with its analysis.
type study struct {
	stack.Stack
	asked    setting.Scenario
	reach    []stack.Reach
	fits     []float64      // most attempts of each layer that fit into the timeout around it; NaN: there is none
	first    int            // the layer that gives up first
	inverted []int          // the layers whose calls can outlast a timeout around them
	results  []stack.Result // results of a call of each layer; without a failure rate failing alone
	failing  stack.Result   // result of a call of the first layer if every attempt fails
	why      error          // reason why there are no results
}

// requests is the number of simulated requests.
var requests = map[answer.Effort]int{answer.Full: 20_000, answer.Rough: 500}

func newStudy(ctx context.Context, s *setting.Scenario) (study, error) {
	t := study{Stack: s.Stack(), asked: *s}
	if s.Layers == nil {
		return t, errors.New("there are no layers of retries: add --layer")
	}
	if err := t.Validate(); err != nil {
		return t, err
	}
	t.reach = t.Reach(ctx)
	for i, r := range t.reach {
		limit, _ := t.Around(i)
		if t.fits = append(t.fits, math.NaN()); !math.IsInf(limit, 1) {
			t.fits[i] = t.Fitting(ctx, i, limit)
		}
		if r.Longest <= t.reach[t.first].Longest {
			t.first = i
		}
		if t.Inverted(t.reach, i) {
			t.inverted = append(t.inverted, i)
		}
	}
	return t, ctx.Err()
}

// simulate simulates calls of each layer, or only of the first without a failure rate.
func (t *study) simulate(ctx context.Context, effort answer.Effort) {
	of := func(s stack.Stack, i int) (r stack.Result) {
		if s.Layers = s.Layers[i:]; t.why == nil {
			r, t.why = s.Simulate(ctx, rand.New(rand.NewPCG(uint64(t.asked.Seed), uint64(i))), requests[effort])
		}
		return r
	}
	down := t.Stack
	down.FailureRate = 1
	list := []stack.Result{of(down, 0)}
	if t.failing = list[0]; t.asked.FailureRate > 0 {
		list = nil
		for i := range t.Layers {
			list = append(list, of(t.Stack, i))
		}
	}
	if t.why == nil {
		t.results = list
	}
}

// outlasts returns the name of the layer whose timeout a call of layer i can outlast, or "".
func (t *study) outlasts(i int) string {
	if !slices.Contains(t.inverted, i) {
		return ""
	}
	_, around := t.Around(i)
	return t.Layers[around].Name
}

func ask(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
	t, err := newStudy(ctx, s)
	if ctx.Err() != nil {
		return answer.Cancelled
	}
	if err != nil {
		return answer.Answer{None: &answer.None{Reason: err.Error()}}
	}
	if t.simulate(ctx, effort); ctx.Err() != nil {
		return answer.Cancelled
	}
	a := t.answer()
	if a.WarnAbsent(); t.why != nil {
		a.Warn(answer.Partial, t.why.Error(), "call_time_mean_s")
	}
	return a
}

// answer returns what is known of the stack.
func (t *study) answer() answer.Answer {
	a := answer.Answer{Summary: t.summary(), Tone: answer.Good, Assumed: t.assumed(), Tables: []answer.Table{t.table()},
		Bars: t.bars(), Groups: []answer.Group{{Title: "one request", Quantities: t.quantities()}}}
	if t.inverted != nil {
		a.Tone = answer.Bad
	}
	return a
}

// assumed states the assumptions: how attempts fail, and the delays of layers that give none.
func (t *study) assumed() string {
	text := "attempts fail at once, as there is no attempt time and no timeout"
	if math.IsInf(t.AttemptTime, 1) {
		text = "attempts that fail hang until a timeout ends them"
	} else if t.AttemptTime > 0 {
		text = ""
	}
	usual := setting.Default()
	for _, l := range t.asked.Layers {
		if l.Library.Row == nil && l.Retries > 0 && l.InitialDelay == usual.InitialDelay && l.Factor == usual.Factor {
			return strings.TrimPrefix(text+"; waits of 1s x2 where a layer gives none", "; ")
		}
	}
	return text
}
