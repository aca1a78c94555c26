package page

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/report"
)

// A Review holds the content of a page: the fleet of every policy in every outage, the checks, and answers about the
// policies.
type Review struct {
	File    scenario.File
	Version string
	Command string
	Cases   []scenario.Case
	Fleets  []Part // in the order of Cases; empty if the file is not about a fleet
	Checks  []scenario.Checked
	Calls   []answer.Quantity // call time of each policy without a success
	Topics  []*Topic
	Partial bool // ctrl+c stopped the computation
}

// report returns the checks as a report.
func (r Review) report() scenario.Report {
	return scenario.Report{Title: heading(r.File), File: r.File.Name, Checks: r.Checks, Notes: r.File.Remarks}
}

// A Topic is one question about each policy shown.
type Topic struct {
	Heading string
	About   string // the outage, or ""
	Parts   []Part
}

// A Part is one answer of a review, under the name of its policy.
type Part struct {
	Name string
	report.Result
}

// mostShown is the number of policies, and of outages, with pictures. The checks cover all.
const mostShown = len(answer.Roles)

// first returns the sections with pictures.
func first(list []scenario.Section) []scenario.Section { return list[:min(mostShown, len(list))] }

// named returns a text about a policy, or about the only one, which has no name.
func named(name, text string) string { return strings.TrimPrefix(name+": "+text, ": ") }

// Make computes a review: the fleet of every policy in every outage, and the checks; the map, the levers and the
// schedule of each policy; and the questions of the file. progress receives the progress. When ctx is cancelled, Make
// returns the finished part.
func Make(ctx context.Context, f scenario.File, version, command string, progress func(done, all int)) (Review, error) {
	ctx = answer.WithWants(ctx, answer.Wants{Charts: true, Exact: true, Rows: true})
	r := Review{File: f, Version: version, Command: command}
	var err error
	if r.Cases, err = f.Cases(); err != nil {
		return r, err
	}
	if f.OfFleet() {
		n := len(f.Outages)
		list, err := scenario.Run(ctx, r.Cases, f.Limits, r.simulated(), func(o *scenario.Outcome, done, all int) {
			if i := (done - 1) % len(r.Cases); i/n >= mostShown || i%n >= mostShown {
				o.Fleet.Charts, o.Fleet.Tables = nil, nil
			}
			progress(done, all)
		})
		if err != nil {
			return r, err
		}
		r.add(ctx, list)
		r.Partial = ctx.Err() != nil
	}
	steps, err := r.steps()
	if err != nil {
		return r, err
	}
	for i, step := range steps {
		if step.ask(ctx, version); ctx.Err() != nil {
			r.Partial = true
			break
		}
		progress(i+1, len(steps))
	}
	if r.Partial {
		r.Cases = r.Cases[:len(r.Fleets)]
	}
	return r, nil
}

// simulated reports whether the file is about a fleet: layers of retries alone are not.
func (r *Review) simulated() bool {
	f := r.File
	return f.OfFleet() && (r.Cases[0].Scenario.Layers == nil || len(f.Fleet.Settings) > 1 || f.Outages[0].Line > 0)
}

// add adds the outcomes, and the call time of each policy.
func (r *Review) add(ctx context.Context, list []scenario.Outcome) {
	r.Checks = scenario.Checks(list, r.Cases, r.File.Limits)
	for i, o := range list {
		name := o.Name()
		switch {
		case len(r.Cases) == 1:
			name = ""
		case len(r.File.Outages) == 1:
			name = o.Policy
		}
		if r.simulated() {
			r.Fleets = append(r.Fleets, part(r.Version, question.Fleet(), name, &o.Scenario, o.Fleet))
		}
		if i%len(r.File.Outages) == 0 {
			r.Calls = append(r.Calls, callTime(context.WithoutCancel(ctx), &o.Scenario))
		}
	}
}

// hardest returns the index of the outage with the check that fails by most, or is nearest to its limit.
func (r *Review) hardest() int {
	if len(r.Checks) == 0 {
		return 0
	}
	outage := scenario.Nearest(r.Checks).Case.Outage
	return max(0, slices.IndexFunc(r.File.Outages, func(s scenario.Section) bool { return s.Name == outage }))
}

// A step is a question about a policy, for a topic.
type step struct {
	topic    *Topic
	question answer.Question
	policy   string
	scenario setting.Scenario
}

// steps adds the topics, and returns their questions in order. Maps and levers are about the hardest outage.
func (r *Review) steps() (list []step, err error) {
	n, j, policies := len(r.File.Outages), r.hardest(), first(r.File.Policies)
	topic := func(heading string, outage int, q answer.Question) (add func(scenario.Section, *setting.Scenario)) {
		t := &Topic{Heading: heading}
		if n > 1 && outage >= 0 {
			t.About = "The outage is " + r.File.Outages[outage].Name + "."
		}
		r.Topics = append(r.Topics, t)
		return func(p scenario.Section, s *setting.Scenario) { list = append(list, step{t, q, p.Name, *s}) }
	}
	if r.simulated() {
		levers, _ := question.Find("levers")
		where, helps := topic("Where it recovers", j, question.Map()),
			topic("What would help, and how near the edge is", j, levers)
		for i, p := range policies {
			s := r.Cases[i*n+j].Scenario
			if across, ok := mapped(&s); ok {
				where(p, &across)
			}
			helps(p, &s)
		}
	}
	for _, q := range r.File.Questions {
		add := topic(q.Name, 0, q.Question)
		for _, p := range policies {
			s, err := r.File.Asked(q, p)
			if err != nil {
				return nil, err
			}
			add(p, &s)
		}
	}
	if r.simulated() {
		add := topic("The schedules", -1, question.Schedule())
		for i, p := range policies {
			add(p, &r.Cases[i*n].Scenario)
		}
	}
	return list, nil
}

// callTime returns the 99th percentile of the call time without a success.
func callTime(ctx context.Context, s *setting.Scenario) answer.Quantity {
	result, ok := question.Wanted().Find("call-time-p99")
	if !ok {
		result, _ = question.Wanted().Find("elapsed-p99")
	}
	q := result.Quantity(result.Evaluate(ctx, s, answer.Full))
	q.Name, q.Label, q.BestLabel, q.InComparisons = "call time without a success, p99", "", "", false
	return q
}

// part returns the answer of a question about s, with the command that asks it.
func part(version string, q answer.Question, name string, s *setting.Scenario, a answer.Answer) Part {
	return Part{name, report.Result{Query: q.Name, Scenario: q.Inputs(s)(), Command: setting.Command(q.Args(s, nil)),
		Version: version, Answer: a}}
}

// ask adds the answer of a step to its topic, or the reason for having none. A policy that asks the same as an earlier
// one only adds its name there. A schedule has the delay by elapsed time as its chart.
func (s step) ask(ctx context.Context, version string) {
	p := part(version, s.question, s.policy, &s.scenario, answer.Answer{})
	for i, of := range s.topic.Parts {
		if of.Command == p.Command {
			s.topic.Parts[i].Name += ", " + p.Name
			return
		}
	}
	p.Answer = s.question.Ask(ctx, &s.scenario, answer.Full)
	if p.Answer.None != nil {
		p.Answer = answer.Answer{Summary: p.Answer.None.Reason}
	}
	if s.question.Name == question.Schedule().Name {
		quick := question.First(func(q answer.Question) bool { return q.Default })
		if a := quick.Ask(ctx, &s.scenario, answer.Full); a.None == nil {
			p.Answer.Charts = a.Charts
		}
	}
	if ctx.Err() == nil {
		s.topic.Parts = append(s.topic.Parts, p)
	}
}

// of returns the fleet of a policy in an outage, or nothing if it was not computed.
func (r Review) of(policy, outage int) (a answer.Answer) {
	if i := policy*len(r.File.Outages) + outage; i < len(r.Fleets) {
		a = r.Fleets[i].Answer
	}
	return a
}

// name returns the name of a policy or an outage for people.
func name(s scenario.Section) string { return cmp.Or(s.Name, "as it is") }

// heading returns the title of a review.
func heading(f scenario.File) string { return cmp.Or(f.Title, "Review of "+f.Name) }

// leftOut lists the limitations of the model, and the notes of the answers.
func (r Review) leftOut() []string {
	list := []string{"Times and rates are those of the model, not measurements."}
	if len(r.Fleets) > 0 {
		list = append(list,
			"All clients of a fleet have one policy and call one server; there is no network between them, and "+
				"outages begin and end at once.",
			"Hedged requests and several servers behind a load balancer are not modelled.",
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
		for _, w := range p.Answer.Warnings {
			note := flagged().ReplaceAllString(w.String(), "")
			if w.Code == answer.Absent || known[note] || strings.Contains(note, "--") {
				continue
			}
			known[note] = true
			list = append(list, named(p.Name, note))
		}
	}
	return list
}

// flagged matches a part of a note that names a flag, which a reader of the page has not.
var flagged = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(` *\([^()]*--[^()]*\)|; [^;]*--[^;]*`)
})

// parts returns every answer of the review.
func (r Review) parts() []Part {
	list := append([]Part{}, r.Fleets...)
	for _, t := range r.Topics {
		list = append(list, t.Parts...)
	}
	return list
}
