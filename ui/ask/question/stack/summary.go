package stack

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// summary returns the answer in two or three sentences.
func (t *study) summary() string {
	text := ""
	if t.inverted != nil {
		i := t.inverted[0]
		limit, _ := t.Around(i)
		own := "never gives up"
		if h := t.reach[i].Longest; !math.IsInf(h, 1) {
			own = "takes up to " + unit.Duration.Format(h)
		}
		fits := "none"
		if n := t.fits[i]; n > 0 {
			fits = unit.Count.Format(n)
		}
		text = fmt.Sprintf("Inversion: %s %s, but %s ends it after %s; %s of its %s attempts fit. ", t.Layers[i].Name, own,
			t.outlasts(i), unit.Duration.Format(limit), fits, unit.Count.Format(t.Layers[i].Retries+1))
	}
	top := t.reach[0]
	text += "One request makes up to " + answer.Counted(top.Bottom, "attempt", "attempts") + " at the bottom"
	if math.IsInf(top.Longest, 1) {
		return answer.Singulars(text + " and never ends: no timeout ends it.")
	}
	longest := unit.Duration.Format(top.Longest)
	text += fmt.Sprintf(" and takes up to %s; %s gives up first.", longest, t.Layers[t.first].Name)
	return answer.Singulars(text + t.misread())
}

// misread says what the same numbers would mean as retries instead of attempts, if all layers make the same number of
// attempts.
func (t *study) misread() string {
	n := t.Layers[0].Retries
	for _, l := range t.Layers {
		if l.Retries != n {
			return ""
		}
	}
	k := len(t.Layers)
	if k > 1 && n > 0 && n < 100 && t.reach[0].Bottom == math.Pow(n+1, float64(k)) { // no timeout ends it first
		more := unit.Count.Format(n + 1)
		return fmt.Sprintf(" (Counted as %s attempts per layer; %s retries per layer would make %s.)", more, more,
			unit.Count.Format(math.Pow(n+2, float64(k))))
	}
	return ""
}

// The verdicts, as check accepts them.
const (
	sound = "no inversion"
	unfit = "inversion"
)

// quantities returns the figures of one request.
func (t *study) quantities() (list []answer.Quantity) {
	top := t.reach[0]
	add := func(name string, kind unit.Kind, x, se float64) *answer.Quantity {
		q := answer.Quantity{Name: name, Value: answer.Value{Kind: kind, Number: x, Error: se}, Better: answer.Less}
		if math.IsInf(x, 1) {
			q.Status, q.Why = answer.Unbounded, "no timeout ends it"
		}
		if se > 0 {
			q.Digits, q.Sample = unit.Known(x, se), answer.Sampled
		}
		list = append(list, q)
		return &list[len(list)-1]
	}
	verdict := answer.Quantity{Name: "nesting", Value: answer.Word(sound), PossibleWords: []string{sound, unfit}}
	if t.inverted != nil {
		i := t.inverted[0]
		verdict.Words, verdict.DeterminedBy = unfit, t.Layers[i].Name+" outlasts "+t.outlasts(i)
	}
	list = append(list, verdict)
	add("inversions", unit.Count, float64(len(t.inverted)), 0)
	add("attempts at bottom", unit.Count, top.Bottom, 0)
	normal, load, off := 1.0, top.Bottom, 0.0
	if len(t.results) > 0 {
		r := &t.results[0]
		if t.asked.FailureRate > 0 {
			normal, off = r.Attempts.Value(), r.Attempts.Error()/r.Attempts.Value()
			add("attempts at bottom mean", unit.Number, normal, r.Attempts.Error())
		}
		load = t.failing.Attempts.Value()
		if se := t.failing.Attempts.Error(); se > 0 { // NaN for a call that nothing random changes
			off = math.Hypot(off, se/load)
		}
		p99, se := r.Quantile(0.99)
		add("call time mean", unit.Duration, r.Time.Value(), r.Time.Error())
		add("call time p99", unit.Duration, p99, se)
	}
	add("call time max", unit.Duration, top.Longest, 0).Label = "longest call time"
	all := add("load when all fail", unit.Number, load/normal, off*load/normal)
	all.Label = "load when all fail / normal load"
	return list
}

// table returns the layers, outermost first.
func (t *study) table() answer.Table {
	columns := answer.Columns("layer: words, attempts: count, timeout: duration, worst as longest call: duration, " +
		"p99 as call p99: duration estimated, gives up first: yes-no, inverted: yes-no, attempts that fit: count")
	columns[4].Digits = 2
	return answer.Table{Name: "layers", Named: true, Columns: columns}.WithRows(len(t.Layers), func(i int) []answer.Value {
		p99, digits, off := math.NaN(), 2, 0.0
		if t.asked.FailureRate > 0 && i < len(t.results) {
			if p99, off = t.results[i].Quantile(0.99); 2*off <= 1e-3*p99 {
				digits = 3
			}
		}
		return []answer.Value{{Words: t.Layers[i].Name}, {Number: t.Layers[i].Retries + 1}, {Number: t.Layers[i].Timeout},
			{Number: t.reach[i].Longest}, {Number: p99, ErrorEstimate: off, Digits: digits}, answer.YesNo(i == t.first),
			answer.YesNo(t.outlasts(i) != ""), {Number: t.fits[i]}}
	})
}

// bars returns the longest call of each layer when every attempt fails, with its attempts.
func (t *study) bars() *answer.Bars {
	b := &answer.Bars{Title: "the longest call of each layer, when every attempt fails"}
	for i, l := range t.Layers {
		r := t.reach[i]
		bar := answer.Bar{Name: l.Name, Value: r.Longest, Parts: r.Attempt, Text: "never ends"}
		if !math.IsInf(r.Longest, 1) {
			bar.Text = unit.Duration.Format(r.Longest)
		}
		if around := t.outlasts(i); around != "" {
			bar.Text, bar.Rank = bar.Text+", outlasts "+around, 3
		}
		b.List = append(b.List, bar)
	}
	return b
}

// Figures are the figures of a stack.
var Figures = sync.OnceValue(func() figure.Table {
	list := figure.Table{
		{Name: "inversions", Label: "number of inversions", Unit: unit.Count, Better: answer.Less,
			ZeroText: "no call outlasts the timeout around it",
			Help:     "calls that can outlast the timeout around them"},
		{Name: "attempts-at-bottom", Names: "attempts-at-the-bottom", Unit: unit.Count, Better: answer.Less,
			Label: "number of attempts at the bottom", Help: "most attempts at the bottom for one request"},
		{Name: "attempts-at-bottom-mean", Unit: unit.Number, Better: answer.Less,
			Label: "mean number of attempts at the bottom",
			Help:  "mean attempts at the bottom for one request, at --failure-rate",
			Scope: answer.Scope{Takes: []string{"failure-rate"}, Lacks: lacksFailures}},
		{Name: "load-when-all-fail", Unit: unit.Number, Better: answer.Less, Label: "load when all fail / normal load",
			Help:  "attempts at the bottom for one request while all fail, over those in normal operation",
			Scope: answer.Scope{Takes: []string{"failure-rate"}}},
		{Name: "nesting", Unit: unit.Count, Help: "whether a call can outlast the timeout around it",
			PossibleWords: []string{sound, unfit}, Tones: []answer.Tone{answer.Good, answer.Bad}},
	}
	for i := range list {
		r := &list[i]
		random := r.Takes != nil // a mean over simulated calls
		if r.Takes = append(r.Takes, "layer", "inside"); r.Lacks == nil {
			r.Lacks = Question.Lacks
		}
		r.NotMonotone = func(*setting.Scenario) bool { return true }
		r.Compute = func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Value {
			t, err := newStudy(ctx, s)
			if err != nil {
				return answer.Number(math.NaN(), err.Error())
			}
			if random {
				t.simulate(ctx, effort)
			}
			return t.answer().Value(strings.ReplaceAll(r.Name, "-", " "), 0)
		}
	}
	return list
})

// lacksFailures names the setting without which no mean over calls is simulated, or returns "".
func lacksFailures(s *setting.Scenario) string {
	if lacks := Question.Lacks(s); lacks != "" || s.FailureRate > 0 {
		return lacks
	}
	return "failure-rate"
}

// worked explains the longest call of each layer, outermost first.
func worked(s *setting.Scenario, _ answer.Answer) (list []string) {
	t, _ := newStudy(context.Background(), s)
	for _, bar := range t.bars().List {
		list = append(list, bar.Name+": H = "+bar.Text)
	}
	return list
}
