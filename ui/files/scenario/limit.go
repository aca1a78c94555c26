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
	Line    int    // line in its file, or 0
	Policy  string // the only policy that it is about, or ""; see Assign
}

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

// verdictOf returns the limit that a figure has that word, as the figure has it. The word may follow the name of a
// policy and a dot.
func verdictOf(typed string) (Limit, error) {
	if i := strings.LastIndexByte(typed, '.'); i > 0 {
		of, err := verdictOf(strings.TrimSpace(typed[i+1:]))
		of.Text, of.Name = typed[:i+1]+of.Text, typed[:i+1]+of.Name
		return of, err
	}
	for _, r := range question.Figures() {
		word := cmp.Or(r.WordAliases[setting.DashedLower(typed)], typed)
		if slices.ContainsFunc(r.PossibleWords, func(w string) bool { return same(w, word) }) {
			return Limit{Text: word, Name: r.Name, Compare: "=", Value: word}, nil
		}
	}
	r, _ := question.Figures().Find("verdict")
	return Limit{Text: typed, Value: typed}, setting.Refused{Reason: "unknown verdict " + unit.Quote(typed), Typed: typed,
		Names: r.PossibleWords, Hint: "the verdicts are " + strings.Join(r.PossibleWords, ", ") +
			"; a figure needs a comparison, as in 'peak_load > 2000/s'"}
}

// A Finding is the result of evaluating a limit: what it makes of a figure.
type Finding struct {
	answer.Judgement
	Policy string       // name of the policy, if the answer has several; or ""
	Figure string       // the figure with its value, as in "peak load is 218.6/s"
	Kind   unit.Kind    // kind of the numbers
	Word   string       // value of a figure in words, or ""
	Binds  string       // what determines the figure: a time, an outage, a retry; or ""
	Of     answer.State // state of the fleet that the figure is of, or ""
}

// Margin returns the distance of the figure from the limit as a share of the limit, positive if the figure is within
// it. It returns NaN if the share is undefined.
func (f Finding) Margin() float64 {
	m := math.Abs(f.Number-f.Allowed) / math.Abs(f.Allowed)
	if math.IsNaN(m) || f.Allowed == 0 || math.IsInf(f.Number, 0) || f.ShareText != "" { // the runs decide, not the figure
		return math.NaN()
	}
	if !f.Holds && !f.Lost {
		return -m
	}
	return m
}

// MostRuns is the largest number of runs made to decide a limit.
const MostRuns = 400

// Hold evaluates the limit in an answer about s, for the policy that it names or else for the first. It looks for the
// figure in the answer, then among the results of the policy.
func (l Limit) Hold(ctx context.Context, a answer.Answer, s *setting.Scenario) (Finding, error) {
	i, err := l.index(a.Policies)
	if err != nil {
		return Finding{}, err
	}
	return l.of(ctx, a, s, i)
}

// of evaluates the limit for policy i of an answer about s.
func (l Limit) of(ctx context.Context, a answer.Answer, given *setting.Scenario, i int) (Finding, error) {
	s := *given
	if l.At != "" {
		at := setting.At()
		if err := at.Set(&s, l.At); err != nil {
			return Finding{}, err
		}
	}
	_, name := l.split()
	q, ok := l.figure(ctx, a, &s, name, i)
	if !ok {
		if !strings.ContainsAny(l.Text, "<>=!") { // a word alone
			name = l.Value
		}
		return Finding{}, setting.Refused{Reason: "there is no figure " + unit.Quote(name) + " here", Typed: name,
			Names: keys(a), Hint: "figures are named as the keys of --format json"}
	}
	return l.hold(a, q, i, &s)
}

// hold evaluates the limit for figure q of policy i in an answer about s.
func (l Limit) hold(a answer.Answer, q answer.Quantity, i int, s *setting.Scenario) (Finding, error) {
	q, of := l.ofStarted(a, q, i)
	v := q.Of(0)
	f := Finding{Kind: q.Kind, Binds: q.DeterminedBy, Of: q.State, Word: v.Words,
		Figure: strings.TrimSpace(l.Name+" "+l.At) + " is " + q.Text(0) + of}
	if q.State == answer.Lost && q.Kind == unit.Duration && v.Status == answer.NotReached {
		f.Figure = strings.TrimSpace(l.Name+" "+l.At) + " is never: the fleet stays down"
	}
	bound := answer.Condition{Compare: l.Compare, Word: l.Value, Kind: q.Kind, Share: s.RecoversShare,
		AllowLost: s.AllowLost}
	if v.Words != "" {
		if !slices.Contains([]string{"=", "==", "!="}, l.Compare) {
			return f, errors.New(unit.Quote(l.Name) + " is a word: compare it with = or !=")
		}
		if f = f.of(bound, v); a.Inconclusive != "" {
			f.Open, f.Why = true, a.Inconclusive
		}
		return f, nil
	}
	why, err := "", error(nil)
	if bound.Number, why, err = l.allowed(q, a, i); err != nil || why != "" {
		f.Judgement = answer.Judgement{Open: true, Why: why, Number: math.NaN(), Allowed: math.NaN()}
		return f, err
	}
	f = f.of(bound, v)
	if math.IsNaN(f.Number) && v.Status != answer.Unknown {
		f.Figure += ", so there is no result: " + v.Why
	}
	return f, nil
}

// ofStarted returns a number of requests as a share of the requests started, with the numbers in words, if the limit is
// a percentage. It returns other figures as they are.
func (l Limit) ofStarted(a answer.Answer, q answer.Quantity, i int) (share answer.Quantity, numbers string) {
	if q.Kind != unit.Count || !strings.HasPrefix(q.Name, "requests ") || !strings.HasSuffix(l.Value, "%") {
		return q, ""
	}
	all, count := a.Value("requests started", i), q.Text(0)
	q.Kind, q.Number, q.Error, q.Digits, q.Course = unit.Share, q.Number/all.Number, q.Error/all.Number, 3, answer.Varies
	return q, fmt.Sprintf(" (%s of %s)", count, all.WithUnit(unit.Count).Text())
}

// of returns the finding with what a bound makes of a value.
func (f Finding) of(bound answer.Condition, v answer.Value) Finding {
	if f.Judgement = bound.Judge(v); f.ShareText != "" {
		f.Figure += strings.Replace(" "+f.ShareText, " ,", ",", 1)
	}
	return f
}

// allowed returns the value of the limit, or why there is none. A multiple such as 1.5x is relative to the load without
// the outage.
func (l Limit) allowed(q answer.Quantity, a answer.Answer, i int) (number float64, why string, err error) {
	times, ok := strings.CutSuffix(l.Value, "x")
	if !ok || q.Kind != unit.Rate {
		number, err = q.Kind.Parse(l.Value)
		return number, "", err
	}
	x, err := unit.Number.Parse(times)
	base := a.Value("baseline load", i)
	multiple := unit.Quote(l.Value) + " is a multiple of the load without the outage"
	switch number = x * base.Number; {
	case err != nil:
	case base.Why != "":
		return math.NaN(), multiple + ": " + base.Why, nil
	case !(number > 0):
		err = errors.New(multiple + ", which is not known here")
	}
	return number, "", err
}

// figure returns the named figure of policy i. The name is its JSON key with or
// without the unit, its label, or a name of a result.
func (l Limit) figure(
	ctx context.Context, a answer.Answer, s *setting.Scenario, name string, i int,
) (q answer.Quantity, ok bool) {
	list := answer.WithErrors(a.Quantities())
	k := slices.IndexFunc(list, func(q answer.Quantity) bool {
		return same(q.Key(), name) || same(strings.TrimSuffix(q.Key(), q.Kind.Suffix()), name) || same(q.DisplayName(), name)
	})
	if k >= 0 && l.At == "" {
		return list[k].For(i), true
	}
	result, ok := question.Wanted().Find(name)
	if i > 0 {
		s = &s.Policies()[i]
	}
	if !ok || result.Simulated() || result.Missing(s) != "" {
		return q, false
	}
	v := result.Evaluate(ctx, s, answer.Full)
	if ended := (&answer.Answer{}); result.WarnEnded != nil {
		if result.WarnEnded(ended, s); len(ended.Warnings) > 0 { // the figure assumes that the policy continues
			v = answer.Value{Number: math.NaN(), Status: answer.NotApplicable, Why: ended.Warnings[0].Message}
		}
	}
	q = result.Quantity(v)
	if result.DeterminedBy != nil {
		q.DeterminedBy = result.DeterminedBy(s)
	}
	return q, true
}

// keys returns the JSON keys of the figures of the answer.
func keys(a answer.Answer) (list []string) {
	for _, q := range a.Quantities() {
		list = append(list, q.Key())
	}
	return list
}

// same compares two names, whose words may be joined by spaces, hyphens or underscores.
func same(a, b string) bool { return setting.DashedLower(a) == setting.DashedLower(b) }
