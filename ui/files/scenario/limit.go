package scenario

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Limit is a statement about a figure of an answer: "peak_load <= 1.5x", "recovers",
// "retries_by 60s <= 10".
type Limit struct {
	Text    string
	Name    string // of the figure, or the verdict
	At      string // the time since the first attempt that it is about, or ""
	Compare string // "" for a verdict
	Value   string
	Line    int  // in its file, or 0
	Not     bool // of a verdict: it must not be this one
}

// An Unreadable is a limit that says nothing: what is wrong, and what is near.
type Unreadable struct {
	Reason string
	Typed  string   // the name that is unknown, or ""
	Names  []string // that it could be
	Hint   string   // where none of them is near
}

func (u Unreadable) Error() string { return u.Reason }

// comparisons are longest first, so that <= is not read as <.
var comparisons = []string{"<=", ">=", "==", "!=", "<", ">", "="}

// ParseLimit reads a limit. Whether there is such a figure depends on the answer.
func ParseLimit(text string) (Limit, error) {
	of := Limit{Text: strings.TrimSpace(text)}
	of.Name = of.Text
	if at := strings.IndexAny(of.Text, "<>=!"); at >= 0 {
		for _, c := range comparisons {
			if strings.HasPrefix(of.Text[at:], c) {
				of.Name, of.Compare, of.Value = strings.TrimSpace(of.Text[:at]), c, strings.TrimSpace(of.Text[at+len(c):])
				break
			}
		}
		if of.Compare == "" || of.Value == "" {
			return of, fmt.Errorf("%s is not a comparison: write it like 'peak_load > 2000/s'", unit.Quote(text))
		}
	}
	if of.Name == "" {
		return of, fmt.Errorf("%s names no figure: write it like recovers or 'elapsed_p99 < 30s'", unit.Quote(text))
	}
	if name, at, ok := cutLast(of.Name); ok && of.Compare != "" {
		if _, err := unit.Duration.Parse(at); err == nil {
			of.Name, of.At = name, at
		}
	}
	return of, nil
}

// cutLast cuts the last word off.
func cutLast(text string) (before, last string, ok bool) {
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:i]), text[i+1:], true
}

// A Finding is how a limit stands.
type Finding struct {
	Holds   bool
	Open    bool      // it neither holds nor fails: the runs do not settle on which side of the limit the figure is
	Figure  string    // with its value, as in "peak load is 218.6/s"
	Kind    unit.Kind // of the numbers
	Number  float64   // the figure: NaN if it is words, +Inf if it is beyond any limit
	Error   float64   // its standard error, or 0
	Allowed float64   // what it is compared with, NaN for words
	Why     string    // why it can be neither kept nor broken, or ""
	Binds   string    // what makes it what it is: a time, an outage, a retry; or ""
}

// Margin is how far the figure is from what is allowed, as a share of that, above 0 where
// the limit holds; NaN where that says nothing.
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

// MostRuns is how many runs are made at most to tell on which side of a limit a figure is.
const MostRuns = 400

// sure is how many standard errors a figure must be away from a limit to be on one side.
const sure = 2

// Hold tells how the limit stands in an answer about s, whose figures come first, or among
// the results of its policy. A figure that begins with "b." or the name of a policy is that of it.
func (l Limit) Hold(ctx context.Context, a answer.Answer, s setting.Scenario) (Finding, error) {
	if l.Compare == "" {
		return l.verdict(a, s.RecoversShare)
	}
	name, i := l.Name, 0
	if of, figure, ok := strings.Cut(name, "."); ok {
		i = slices.IndexFunc(a.Policies, func(policy string) bool { return same(policy, of) })
		switch {
		case i >= 0:
			name = figure
		case len(of) == 1:
			if name, i = figure, int(of[0]|32-'a'); i > 0 && i >= len(a.Policies) {
				return Finding{}, Unreadable{Reason: "there is no policy " + strings.ToUpper(of) + " to have " + unit.Quote(l.Name)}
			}
		default:
			i = 0
		}
	}
	if l.At != "" {
		at, _ := setting.Find("at")
		if err := at.Set(&s, l.At); err != nil {
			return Finding{}, Unreadable{Reason: err.Error()}
		}
	}
	q, deviation, ok := l.figure(ctx, a, s, name, i)
	if !ok {
		return Finding{}, Unreadable{Reason: "there is no figure " + unit.Quote(l.Name) + " here", Typed: l.Name,
			Names: keys(a), Hint: hint}
	}
	return l.hold(a, q, i, deviation, s.RecoversShare)
}

// hold tells how the limit stands for a figure of policy i, with its standard error.
func (l Limit) hold(a answer.Answer, q answer.Quantity, i int, deviation, share float64) (Finding, error) {
	q = q.For(i)
	v := q.Of(0)
	f := Finding{Kind: q.Kind, Binds: q.Binds, Number: v.Number, Error: deviation, Allowed: math.NaN(),
		Figure: strings.TrimSpace(l.Name+" "+l.At) + " is " + q.Text(0)}
	if v.Words != "" {
		if l.Compare != "=" && l.Compare != "==" && l.Compare != "!=" {
			return f, Unreadable{Reason: unit.Quote(l.Name) + " is a word: compare it with = or !="}
		}
		f.Number = math.NaN()
		f.Holds = same(v.Words, l.Value) == (l.Compare != "!=")
		return f.among(q.Tally, v.Words, l.Value, l.Compare == "!=", share).settled(a), nil
	}
	if err := l.allow(&f, q, a, i); err != nil {
		return f, err
	}
	switch v.Status {
	case "":
	case answer.NotReached, answer.Unbounded, answer.Overflow: // longer, or more, than any limit
		f.Number = math.Inf(1)
	default:
		f.Why, f.Number = v.Why, math.NaN()
		f.Figure += ", which is neither kept nor broken: " + v.Why
		return f, nil
	}
	f.Holds = compares(f.Number, l.Compare, f.Allowed)
	f.Open = f.Error > 0 && math.Abs(f.Number-f.Allowed) < sure*f.Error
	if math.IsNaN(f.Error) { // too few runs to have one
		return f.settled(a), nil
	}
	return f, nil
}

// among is a finding about the outcome of runs, most of which come out as the verdict: it holds if at least that share
// of all runs that could be made has the word, or with not has it not, and fails if fewer have. Both are known where
// the end of Wilson's interval of two standard deviations is on that side.
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
	f.Holds, f.Open = lo >= share, lo < share && share <= hi
	if runs[verdict] < all || f.Open {
		f.Figure += fmt.Sprintf(" in %s of %d runs", unit.Share.Format(float64(runs[verdict])/float64(all)), all)
	}
	if f.Open {
		p := float64(n) / float64(all)
		if f.Number, f.Allowed, f.Error = p, share, (p-lo)/sure; p < share {
			f.Error = (hi - p) / sure
		}
	}
	return f
}

// settled is a finding about a verdict of the answer, which is open where the answer is inconclusive.
func (f Finding) settled(a answer.Answer) Finding {
	if a.Inconclusive != nil {
		f.Open, f.Why = true, a.Inconclusive.Error()
	}
	return f
}

const hint = "figures are named as the keys of --format json"

// verdict is how a limit stands that is one word: that which the answer comes to.
func (l Limit) verdict(a answer.Answer, share float64) (Finding, error) {
	for _, q := range a.Quantities() {
		if slices.ContainsFunc(q.Among, func(word string) bool { return same(word, l.Name) }) {
			f := Finding{Holds: same(q.Words, l.Name), Binds: q.Binds, Figure: q.Name + " is " + q.Words,
				Number: math.NaN(), Allowed: math.NaN()}
			return f.among(q.Tally, q.Words, l.Name, l.Not, share).settled(a), nil
		}
		if q.Among != nil {
			return Finding{}, l.word()
		}
	}
	return Finding{}, Unreadable{Reason: fmt.Sprintf("%s needs a comparison, as in '%s < 10'",
		unit.Quote(l.Name), l.Name),
		Typed: l.Name, Names: keys(a), Hint: hint}
}

// word is the error of a limit that is one word, and none that a verdict may be.
func (l Limit) word() error {
	if l.Compare != "" {
		return nil
	}
	for _, r := range question.Results {
		if slices.ContainsFunc(r.Among, func(word string) bool { return same(word, l.Name) }) {
			return nil
		}
	}
	for _, r := range question.Results {
		if r.Among != nil {
			return Unreadable{Reason: "unknown " + r.Name + " " + unit.Quote(l.Name), Typed: l.Name, Names: r.Among,
				Hint: "its words are " + strings.Join(r.Among, ", ") + "; a figure is compared, as in 'peak_load > 2000/s'"}
		}
	}
	return nil
}

// allow reads what the figure is compared with. A multiple such as 1.5x is of the figure
// without the outage, which is called baseline and its last word.
func (l Limit) allow(f *Finding, q answer.Quantity, a answer.Answer, i int) error {
	if times, ok := strings.CutSuffix(l.Value, "x"); ok && q.Kind == unit.Rate {
		x, err := unit.Number.Parse(times)
		if err != nil {
			return Unreadable{Reason: err.Error()}
		}
		base, ok := a.Figure("baseline load")
		if !ok || !(base.Of(i).Number > 0) {
			return Unreadable{Reason: "there is no baseline load of which " + unit.Quote(l.Value) + " could be a multiple of"}
		}
		f.Allowed = x * base.Of(i).Number
		return nil
	}
	x, err := q.Kind.Parse(l.Value)
	if err != nil {
		return Unreadable{Reason: err.Error()}
	}
	f.Allowed = x
	return nil
}

func compares(x float64, how string, value float64) bool {
	switch how {
	case "<":
		return x < value
	case "<=":
		return x <= value
	case ">":
		return x > value
	case ">=":
		return x >= value
	case "!=":
		return x != value
	}
	return x == value
}

// figure is the figure of that name with its standard error: its JSON key, with or without
// the unit, what people read, or its name among the results of a policy.
func (l Limit) figure(
	ctx context.Context, a answer.Answer, s setting.Scenario, name string, i int,
) (answer.Quantity, float64, bool) {
	list := a.Quantities()
	for _, is := range []func(q answer.Quantity) bool{
		func(q answer.Quantity) bool { return same(q.Key(), name) },
		func(q answer.Quantity) bool { return same(strings.TrimSuffix(q.Key(), q.Kind.Suffix()), name) },
		func(q answer.Quantity) bool { return same(q.Called(), name) },
	} {
		if k := slices.IndexFunc(list, is); k >= 0 && l.At == "" {
			deviation := 0.0
			if k+1 < len(list) && list[k+1].Error {
				deviation = max(0, list[k+1].Of(i).Number)
			}
			return list[k], deviation, true
		}
	}
	result, ok := question.Wanted.Find(strings.ReplaceAll(normal(name), "_", "-"))
	if i > 0 {
		s = s.Policies()[i]
	}
	if !ok || result.Simulated() || result.Missing(s) != "" {
		return answer.Quantity{}, 0, false
	}
	v := result.Value(ctx, s, answer.Full)
	if ended := (&answer.Answer{}); result.Ended != nil {
		if result.Ended(ended, s); len(ended.Warnings) > 0 { // the figure is of a policy that goes on
			v = answer.Value{Number: math.NaN(), Status: answer.NotApplicable, Why: ended.Warnings[0].Message}
		}
	}
	binds := ""
	if result.Binds != nil {
		binds = result.Binds(s)
	}
	q := answer.Quantity{Name: result.Name, Binds: binds, Kind: result.Unit}
	q.Set(v)
	return q, v.Error, true
}

// keys is what a limit of the answer may name.
func keys(a answer.Answer) (list []string) {
	for _, q := range a.Quantities() {
		if !q.Error {
			list = append(list, q.Key())
		}
	}
	return list
}

// same tells whether two names are the same but for how their words are joined.
func same(a, b string) bool { return normal(a) == normal(b) }

func normal(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(name)))
}
