package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Limit is a condition on a figure of an answer: "peak_load <= 1.5x", "retries_by 60s <= 10". A verdict alone, such
// as "recovers", means "verdict = recovers".
type Limit struct {
	Text    string
	Name    string // name of the figure
	At      string // time since the first attempt, or ""
	Compare string
	Value   string
	Line    int // line in its file, or 0
}

// Word reports whether the limit is a verdict alone.
func (l Limit) Word() bool { return l.Text == l.Value }

// OfOne reports whether the limit names a policy, as b.peak_load does.
func (l Limit) OfOne() bool { return strings.Contains(l.Name, ".") }

// comparison matches a limit: the figure, how it compares, and the value.
var comparison = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([^<>=!]*[^<>=!\s])\s*(<=|>=|==|!=|<|>|=)\s*([^<>=!\s].*)$`)
})

// ParseLimit parses a limit. Whether its figure exists depends on the answer.
func ParseLimit(text string) (Limit, error) {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "<>=!") {
		return verdictOf(text)
	}
	m := comparison().FindStringSubmatch(text)
	if m == nil {
		return Limit{}, fmt.Errorf("%s is not a comparison: write it like 'peak_load > 2000/s'", unit.Quote(text))
	}
	l := Limit{Text: text, Name: m[1], Compare: m[2], Value: m[3]}
	if i := strings.LastIndexByte(l.Name, ' '); i > 0 {
		if _, err := unit.Duration.Parse(l.Name[i+1:]); err == nil {
			l.Name, l.At = strings.TrimSpace(l.Name[:i]), l.Name[i+1:]
		}
	}
	return l, nil
}

// verdictOf returns the limit that a figure has that word, as the figure has it.
func verdictOf(typed string) (Limit, error) {
	for _, r := range question.Results() {
		word := cmp.Or(r.Also[setting.Fold(typed)], typed)
		if slices.ContainsFunc(r.Among, func(w string) bool { return same(w, word) }) {
			return Limit{Text: word, Name: r.Name, Compare: "=", Value: word}, nil
		}
	}
	r, _ := question.Results().Find("verdict")
	return Limit{Text: typed, Value: typed}, setting.Refused{Reason: "unknown verdict " + unit.Quote(typed), Typed: typed,
		Names: r.Among, Hint: "the verdicts are " + strings.Join(r.Among, ", ") +
			"; a figure needs a comparison, as in 'peak_load > 2000/s'"}
}

// A Finding is the result of evaluating a limit.
type Finding struct {
	Holds   bool
	Open    bool      // inconclusive: the runs do not show on which side of the limit the figure is
	Figure  string    // the figure with its value, as in "peak load is 218.6/s"
	Kind    unit.Kind // kind of the numbers
	Number  float64   // value of the figure; NaN for words, +Inf if it is beyond any limit
	Error   float64   // standard error of Number, or 0
	Runs    float64   // number of runs that would decide an open share of runs, or 0
	Allowed float64   // value of the limit; NaN for words
	Why     string    // reason for having no result, or ""
	Binds   string    // what determines the figure: a time, an outage, a retry; or ""
}

// Margin returns the distance of the figure from the limit as a share of the limit, positive if the limit holds. It
// returns NaN if the share is undefined.
func (f Finding) Margin() float64 {
	m := math.Abs(f.Number-f.Allowed) / math.Abs(f.Allowed)
	if math.IsNaN(m) || f.Allowed == 0 || math.IsInf(f.Number, 0) {
		return math.NaN()
	}
	if !f.Holds {
		return -m
	}
	return m
}

// MostRuns is the largest number of runs made to decide a limit.
const MostRuns = 400

// sure is the distance from the limit, in standard errors, that decides a limit.
const sure = 2

// Hold evaluates the limit in an answer about s. It looks for the figure in the answer, then among the results of the
// policy. A name that begins with "b." or the name of a policy is a figure of that policy.
func (l Limit) Hold(ctx context.Context, a answer.Answer, s setting.Scenario) (Finding, error) {
	name, i := l.Name, 0
	if of, figure, ok := strings.Cut(name, "."); ok {
		i = slices.IndexFunc(a.Policies, func(policy string) bool { return same(policy, of) })
		if i < 0 && len(of) == 1 {
			i = int(of[0] | 32 - 'a')
		}
		if i < 0 || i > 0 && i >= len(a.Policies) {
			return Finding{}, fmt.Errorf("there is no policy %s to have %s", unit.Quote(of), unit.Quote(l.Name))
		}
		name = figure
	}
	if l.At != "" {
		at := setting.At()
		if err := at.Set(&s, l.At); err != nil {
			return Finding{}, err
		}
	}
	q, ok := l.figure(ctx, a, s, name, i)
	if !ok {
		if l.Word() {
			name = l.Text
		}
		return Finding{}, setting.Refused{Reason: "there is no figure " + unit.Quote(name) + " here", Typed: l.Name,
			Names: keys(a), Hint: "figures are named as the keys of --format json"}
	}
	return l.hold(a, q, i, s.RecoversShare)
}

// hold evaluates the limit for figure q of policy i.
func (l Limit) hold(a answer.Answer, q answer.Quantity, i int, share float64) (Finding, error) {
	v := q.Of(0)
	f := Finding{Kind: q.Kind, Binds: q.Binds, Number: v.Number, Error: q.Noise, Allowed: math.NaN(),
		Figure: strings.TrimSpace(l.Name+" "+l.At) + " is " + q.Text(0)}
	if v.Words != "" {
		f.Number = math.NaN()
		switch l.Compare {
		case "=", "==", "!=":
			f.Holds = same(v.Words, l.Value) == (l.Compare != "!=")
			return f.among(q.Tally, v.Words, l.Value, l.Compare == "!=", share).settled(a), nil
		}
		return f, errors.New(unit.Quote(l.Name) + " is a word: compare it with = or !=")
	}
	if err := l.allow(&f, q, a, i); err != nil || f.Why != "" {
		return f, err
	}
	var ok bool
	if f.Number, ok = v.Limited(); !ok {
		return f.without(v).settled(a), nil
	}
	f.Holds = compares(f.Number, l.Compare, f.Allowed)
	f.Open = f.Error > 0 && math.Abs(f.Number-f.Allowed) < sure*f.Error
	below := !strings.HasPrefix(l.Compare, ">")
	if q.Tally != nil && (f.Open || f.Holds == below) { // in the runs without the figure it is beyond any limit
		lost := f
		lost.Number, lost.Error = math.NaN(), 0
		if lost = lost.among(q.Tally, "", "", false, share); lost.Open || !lost.Holds {
			lost.Holds = !below
			return lost.settled(a), nil
		}
	}
	if math.IsNaN(f.Error) || a.Early && ofFleet(l) { // too few runs for a standard error, or runs that are too short
		return f.settled(a), nil
	}
	return f, nil
}

// without returns the finding for a figure that has no value.
func (f Finding) without(v answer.Value) Finding {
	f.Why, f.Number = v.Why, math.NaN()
	if v.Status != answer.Unknown {
		f.Figure += ", so there is no result: " + v.Why
	}
	return f
}

// among returns a finding on the share of runs with the word, or without it if not is true. The limit holds if the
// share is at least share, and fails if it is less. The two ends of Wilson's interval of two standard errors must
// agree, otherwise the finding is open.
func (f Finding) among(runs answer.Tally, verdict, word string, not bool, share float64) Finding {
	n, all := 0, 0
	for w, k := range runs {
		if all += k; same(w, word) != not {
			n += k
		}
	}
	if all == 0 {
		return f
	}
	lo, hi := numeric.Wilson(float64(n), float64(all), sure)
	p := float64(n) / float64(all)
	f.Holds, f.Open = p >= share, lo < share && share <= hi
	if runs[verdict] < all || f.Open {
		f.Figure += fmt.Sprintf(" in %s of %d runs", unit.Share.Rounded(float64(runs[verdict])/float64(all), 2), all)
	}
	if !f.Open && !f.Holds && same(verdict, word) != not {
		f.Figure += ", not " + unit.Share.Format(share)
	}
	if f.Open {
		f.Number, f.Allowed, f.Error = p, share, (hi-lo)/(2*sure)
		// An end of the interval is at share if (p - share)^2 = sure^2 share (1 - share) / runs.
		f.Runs = math.Ceil(sure*sure*share*(1-share)/((p-share)*(p-share)) - 1e-9)
	}
	return f
}

// settled returns the finding, which is open if the answer is inconclusive.
func (f Finding) settled(a answer.Answer) Finding {
	if a.Inconclusive != nil {
		f.Open, f.Why = true, a.Inconclusive.Error()
	}
	return f
}

// allow parses the value of the limit. A multiple such as 1.5x is relative to the load without the outage.
func (l Limit) allow(f *Finding, q answer.Quantity, a answer.Answer, i int) (err error) {
	times, ok := strings.CutSuffix(l.Value, "x")
	if !ok || q.Kind != unit.Rate {
		f.Allowed, err = q.Kind.Parse(l.Value)
		return err
	}
	x, err := unit.Number.Parse(times)
	base := a.Value("baseline load", i)
	multiple := unit.Quote(l.Value) + " is a multiple of the load without the outage"
	switch f.Allowed = x * base.Number; {
	case err != nil:
	case base.Why != "":
		f.Why, f.Allowed = multiple+": "+base.Why, math.NaN()
	case !(f.Allowed > 0):
		err = errors.New(multiple + ", which is not known here")
	}
	return err
}

// sides lists the comparisons that hold for a figure below, at and above its limit.
var sides = map[int]string{-1: "< <= !=", 0: "<= >= = ==", 1: "> >= !="}

func compares(x float64, how string, value float64) bool {
	return slices.Contains(strings.Fields(sides[cmp.Compare(x, value)]), how)
}

// figure returns the named figure of policy i, with its standard error as noise. The name is its JSON key with or
// without the unit, its label, or a name of a result.
func (l Limit) figure(
	ctx context.Context, a answer.Answer, s setting.Scenario, name string, i int,
) (q answer.Quantity, ok bool) {
	list := a.Quantities()
	k := slices.IndexFunc(list, func(q answer.Quantity) bool {
		return same(q.Key(), name) || same(strings.TrimSuffix(q.Key(), q.Kind.Suffix()), name) || same(q.Called(), name)
	})
	if k >= 0 && l.At == "" {
		q = list[k].For(i)
		if q.Noise = 0; k+1 < len(list) && list[k+1].Error {
			q.Noise = max(0, list[k+1].Of(i).Number)
		}
		return q, true
	}
	result, ok := question.Wanted().Find(name)
	if i > 0 {
		s = s.Policies()[i]
	}
	if !ok || result.Simulated() || result.Missing(s) != "" {
		return q, false
	}
	v := result.At(ctx, s, answer.Full)
	if ended := (&answer.Answer{}); result.Ended != nil {
		if result.Ended(ended, s); len(ended.Warnings) > 0 { // the figure assumes that the policy continues
			v = answer.Value{Number: math.NaN(), Status: answer.NotApplicable, Why: ended.Warnings[0].Message}
		}
	}
	q = answer.Quantity{Name: result.Name, Kind: result.Unit}
	if result.Binds != nil {
		q.Binds = result.Binds(s)
	}
	q.Set(v)
	return q, true
}

// keys returns the JSON keys of the figures of the answer.
func keys(a answer.Answer) (list []string) {
	for _, q := range a.Quantities() {
		if !q.Error {
			list = append(list, q.Key())
		}
	}
	return list
}

// same compares two names, whose words may be joined by spaces, hyphens or underscores.
func same(a, b string) bool { return setting.Fold(a) == setting.Fold(b) }
