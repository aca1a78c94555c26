package page

import (
	"context"
	"fmt"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/report"
	"retune/ui/unit"
)

// A Review is all that its page says: the fleet of every policy in every outage, the checks, and
// answers about the policies.
type Review struct {
	File    scenario.File
	Version string
	Command string
	Cases   []scenario.Case
	Fleets  []Part // of the cases; none where the file is not about a fleet
	Checks  []scenario.Checked
	Calls   []answer.Quantity // the call time of each policy without a success
	Topics  []Topic
	Partial bool // it was stopped before all of it was worked out
}

// A Topic is what is asked about each policy that is shown.
type Topic struct {
	Heading string
	About   string // of which outage, or ""
	Parts   []Part
}

// A Part is one answer of a review, under the name of the policy that it is about.
type Part struct {
	Name string
	report.Result
}

// mostShown is how many policies, and how many outages, have pictures. The checks are of all.
const mostShown = 6

// Make works a review out: the fleet of every policy in every outage, and the checks; where each policy
// recovers, what would help it, and its schedule; and the questions of the file. It tells how
// many of its steps are done. When ctx ends it returns what is done.
func Make(ctx context.Context, f scenario.File, version, command string, told func(done, all int)) (Review, error) {
	r := Review{File: f, Version: version, Command: command}
	var err error
	if r.Cases, err = f.Cases(); err != nil {
		return r, err
	}
	steps, err := r.steps()
	if err != nil {
		return r, err
	}
	for i, step := range steps {
		err := step(ctx)
		if ctx.Err() != nil {
			r.Partial, r.Cases = true, r.Cases[:len(r.Fleets)]
			return r, nil
		}
		if err != nil {
			return r, err
		}
		told(i+1, len(steps))
	}
	return r, nil
}

// steps is the parts of the work, in order.
func (r *Review) steps() (list []func(context.Context) error, err error) {
	n, shown := len(r.File.Outages), min(mostShown, len(r.File.Policies))
	topic := func(heading, about string) *Topic {
		r.Topics = append(r.Topics, Topic{Heading: heading, About: about})
		return &r.Topics[len(r.Topics)-1]
	}
	r.Topics = make([]Topic, 0, 3+len(r.File.Questions))
	first := ""
	if n > 1 {
		first = "The outage is " + r.File.Outages[0].Name + "."
	}
	if r.File.OfFleet() {
		for i, c := range r.Cases {
			list = append(list, func(ctx context.Context) error { return r.fleet(ctx, i, c) })
		}
		where, helps := topic("Where it recovers", first), topic("What would help, and how near the edge is", first)
		for i, p := range r.File.Policies[:shown] {
			s := r.Cases[i*n].Scenario
			if across, ok := mapped(s); ok {
				list = append(list, func(ctx context.Context) error { return where.ask(ctx, r.Version, "map", p.Name, across) })
			}
			list = append(list, func(ctx context.Context) error { return helps.ask(ctx, r.Version, "levers", p.Name, s) })
		}
	}
	for _, q := range r.File.Questions {
		to := topic(q.Name, first)
		for _, p := range r.File.Policies[:shown] {
			s, err := r.File.Asked(q, p)
			if err != nil {
				return nil, err
			}
			list = append(list, func(ctx context.Context) error { return to.ask(ctx, r.Version, q.Question.Name, p.Name, s) })
		}
	}
	if r.File.OfFleet() {
		schedules := topic("The schedules", "")
		for i, p := range r.File.Policies[:shown] {
			list = append(list, func(ctx context.Context) error {
				return schedules.schedule(ctx, r.Version, p.Name, r.Cases[i*n].Scenario)
			})
		}
	}
	return list, nil
}

// fleet adds the fleet of a case, and its checks. What is drawn of it is kept for those that are shown.
func (r *Review) fleet(ctx context.Context, i int, c scenario.Case) error {
	a, checks, err := c.Check(ctx, r.File.Limits, true)
	if err != nil || ctx.Err() != nil {
		return err
	}
	n := len(r.File.Outages)
	if i/n >= mostShown || i%n >= mostShown {
		a.Plot, a.Tables = nil, nil
	}
	if len(checks) > 0 { // which may have made more runs
		c = checks[0].Case
	}
	r.Checks = append(r.Checks, checks...)
	label := c.Name()
	switch {
	case len(r.Cases) == 1:
		label = ""
	case n == 1:
		label = c.Policy
	}
	r.Fleets = append(r.Fleets, part(r.Version, scenario.Fleet(), label, c.Scenario, a))
	if i%n == 0 {
		r.Calls = append(r.Calls, callTime(ctx, c.Scenario))
	}
	return nil
}

// callTime is how long a caller waits who has no success, in 99 of 100 calls.
func callTime(ctx context.Context, s setting.Scenario) answer.Quantity {
	q := answer.Quantity{Name: "call time without a success, p99", Kind: unit.Duration, Better: answer.Less}
	result, ok := question.Wanted.Find("call-time-p99")
	if !ok {
		result, _ = question.Wanted.Find("elapsed-p99")
	}
	q.Set(result.Value(ctx, s, answer.Full))
	return q
}

// part is the answer of a question about s, with the command that asks it.
func part(version string, q answer.Question, name string, s setting.Scenario, a answer.Answer) Part {
	return Part{name, report.Result{Question: q, Scenario: q.Inputs(s), Command: setting.Command(q.Args(s, nil)),
		Version: version, Answer: a}}
}

// ask adds the answer of a question about s, if it has one.
func (t *Topic) ask(ctx context.Context, version, about, name string, s setting.Scenario) error {
	q, _ := question.Find(about)
	a := q.Ask(ctx, s, answer.Full)
	if ctx.Err() != nil {
		return nil
	}
	if a.None != nil {
		a = answer.Answer{Summary: a.None.Reason}
	}
	t.Parts = append(t.Parts, part(version, q, name, s, a))
	return nil
}

// schedule adds the schedule of s with the delay by elapsed time as its picture, unless it is that of
// a policy before it, which then has both names.
func (t *Topic) schedule(ctx context.Context, version, name string, s setting.Scenario) error {
	q, _ := question.Find("schedule")
	command := setting.Command(q.Args(s, nil))
	for i := range t.Parts {
		if of := &t.Parts[i]; of.Command == command {
			of.Name += ", " + name
			return nil
		}
	}
	before := len(t.Parts)
	_ = t.ask(ctx, version, q.Name, name, s)
	quick := question.First(func(q answer.Question) bool { return q.Default })
	if a := quick.Ask(ctx, s, answer.Full); a.None == nil && len(t.Parts) > before {
		t.Parts[before].Answer.Plot = a.Plot
	}
	return nil
}

// of is the fleet of a policy in an outage, if that was worked out.
func (r Review) of(policy, outage int) (answer.Answer, bool) {
	if i := policy*len(r.File.Outages) + outage; i < len(r.Fleets) {
		return r.Fleets[i].Answer, true
	}
	return answer.Answer{}, false
}

// name is what a policy or an outage is called.
func name(s scenario.Section) string {
	if s.Name == "" {
		return "as it is"
	}
	return s.Name
}

// heading is the title of a review.
func heading(f scenario.File) string {
	if f.Title != "" {
		return f.Title
	}
	return "Review of " + f.Name
}

// leftOut is what the model leaves out, and what a reader must know of the numbers.
func (r Review) leftOut() []string {
	list := []string{"Times and rates are those of the model, not measurements."}
	if len(r.Fleets) > 0 {
		list = append(list,
			"All clients of a fleet have one policy and call one server; there is no network between them, and "+
				"outages begin and end at once.",
			"Hedged requests, Retry-After, retries at several layers and several servers behind a load "+
				"balancer are not modelled.",
			"A verdict near a tipping point is a warning, not a forecast: your server will differ.")
	}
	for _, p := range r.File.Policies {
		if p.Import != (scenario.Place{}) {
			list = append(list, fmt.Sprintf("Policy %s is imported from %s.", name(p), p.Import))
		}
	}
	if max(len(r.File.Policies), len(r.File.Outages)) > mostShown {
		list = append(list, fmt.Sprintf("There are pictures of the first %d policies and outages; the checks are of all.",
			mostShown))
	}
	list = append(list, r.File.Remarks...)
	known := map[string]bool{}
	for _, p := range r.parts() {
		for _, note := range p.Answer.Notes() {
			if text := strings.TrimPrefix(p.Name+": "+note, ": "); !known[note] {
				known[note] = true
				list = append(list, text)
			}
		}
	}
	return list
}

// parts is every answer of the review.
func (r Review) parts() []Part {
	list := append([]Part{}, r.Fleets...)
	for _, t := range r.Topics {
		list = append(list, t.Parts...)
	}
	return list
}
