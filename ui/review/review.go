package review

import (
	"context"
	"fmt"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/report"
)

// A Review is all that its report says: the checks, and answers about the policies.
type Review struct {
	File    File
	Version string
	Command string
	Cases   []Case
	Fleets  []answer.Answer // of the cases; none where the file is not about a fleet
	Checks  []Checked
	Parts   []Part
}

// A Part is one answer of a review, under a heading.
type Part struct {
	Heading string
	Intro   string // what it is about, before its answer
	report.Result
}

// fleet is the question that every case asks.
func fleet() answer.Query {
	q, _ := query.Find("fleet")
	return q
}

// Make works a review out: the checks; the fleet in every outage, the first policy beside
// each other one; where it recovers, what would help, and the schedule, of every policy; and
// the questions of the file.
func Make(ctx context.Context, f File, version, command string) (Review, error) {
	r := Review{File: f, Version: version, Command: command}
	var err error
	if r.Cases, err = f.Cases(); err != nil {
		return r, err
	}
	if f.ofFleet() {
		if err := r.fleets(ctx); err != nil {
			return r, err
		}
	}
	for _, q := range f.Questions {
		if err := r.question(ctx, q); err != nil {
			return r, err
		}
	}
	if f.ofFleet() {
		for i, p := range f.Policies {
			s := r.Cases[i*len(f.Outages)].Scenario
			r.ask(ctx, "schedule", title("The schedule", p.Name), "", s)
			q := query.First(func(q answer.Query) bool { return q.Plain })
			if a := q.Ask(ctx, s, answer.Full); a.None == nil { // which draws the delay by elapsed time, too
				r.Parts[len(r.Parts)-1].Answer.Plot = a.Plot
			}
		}
	}
	return r, ctx.Err()
}

// fleets adds what is said of the fleet.
func (r *Review) fleets(ctx context.Context) (err error) {
	f, n := r.File, len(r.File.Outages)
	q := fleet()
	for _, c := range r.Cases {
		a := q.Ask(ctx, c.Scenario, answer.Full)
		if a.None != nil {
			return Unreadable{Reason: strings.TrimPrefix(c.Name()+": "+a.None.Reason, ": "), Hint: a.None.Hint}
		}
		r.Fleets = append(r.Fleets, a)
	}
	if r.Checks, err = hold(ctx, r.Cases, f.Limits, f.Lines, func(i int) (answer.Answer, error) { return r.Fleets[i], nil }); err != nil {
		return err
	}
	for i, o := range f.Outages {
		for j := range max(1, len(f.Policies)-1) {
			s, heading := r.Cases[i].Scenario, title("Through the outage", o.Name)
			intro := "Policy " + name(f.Policies[0]) + "."
			if len(f.Policies) > 1 {
				b := r.Cases[(j+1)*n+i].Scenario
				s.Versus = &b
				intro = fmt.Sprintf("A is %s, B is %s.", name(f.Policies[0]), name(f.Policies[j+1]))
				if len(f.Policies) > 2 {
					heading += ", " + name(f.Policies[0]) + " and " + name(f.Policies[j+1])
				}
			}
			r.ask(ctx, q.Name, heading, intro, s)
		}
	}
	for i, p := range f.Policies {
		if s, ok := mapped(r.Cases[i*n].Scenario); ok {
			r.ask(ctx, "map", title("Where it recovers", p.Name), r.first("The outage is", f.Outages), s)
		}
	}
	for i, p := range f.Policies {
		r.ask(ctx, "levers", title("What would help, and how near the edge is", p.Name), r.first("The outage is", f.Outages), r.Cases[i*n].Scenario)
	}
	return nil
}

// first says which of several sections an answer is about, the first.
func (r *Review) first(what string, list []Section) string {
	if len(list) < 2 {
		return ""
	}
	return what + " " + name(list[0]) + "."
}

func title(what, of string) string { return strings.TrimSuffix(what+": "+of, ": ") }

func name(s Section) string {
	if s.Name == "" {
		return "as it is"
	}
	return s.Name
}

// ask adds the answer of a query about s, if it has one.
func (r *Review) ask(ctx context.Context, about, heading, intro string, s knob.Scenario) {
	q, _ := query.Find(about)
	a := q.Ask(ctx, s, answer.Full)
	if a.None != nil {
		a = answer.Answer{Summary: a.None.Reason}
	}
	r.Parts = append(r.Parts, Part{heading, intro, report.Result{Query: q, Scenario: q.Settings(s), Command: knob.Command(q.Args(s, nil)), Version: r.Version, Answer: a}})
}

// answer is what the verdict of the review is that of: the checks, or the first part.
func (r Review) answer() answer.Answer {
	if len(r.Checks) > 0 || len(r.Parts) == 0 {
		return Answer(r.Checks)
	}
	return r.Parts[0].Answer
}

// Summary is the verdict of the review in a sentence.
func (r Review) Summary() string { return r.answer().Summary }
