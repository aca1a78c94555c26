package review

import (
	"bytes"
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
	Checks  []Checked
	Parts   []Part
}

// A Part is one answer of a review, under a heading.
type Part struct {
	Heading string
	Intro   string // what it is about, before its answer
	report.Result
}

// Make works a review out: the checks; the fleet in every outage, the first policy beside
// each other one; what would help, where the first policy has anything to be helped with;
// and the schedule of every policy.
func Make(ctx context.Context, f File, version, command string) (Review, error) {
	r := Review{File: f, Version: version, Command: command}
	cases, err := f.Cases()
	if err != nil {
		return r, err
	}
	if r.Checks, err = Run(ctx, cases, f.Limits, f.Lines); err != nil {
		return r, err
	}
	n := len(f.Outages)
	for i, o := range f.Outages {
		last := max(1, len(f.Policies)-1)
		for j := range last {
			s, heading := cases[i].Scenario, title("The fleet", o.Name)
			intro := "Policy " + name(f.Policies[0]) + "."
			if len(f.Policies) > 1 {
				b := cases[(j+1)*n+i].Scenario
				s.Versus = &b
				intro = fmt.Sprintf("A is %s, B is %s.", name(f.Policies[0]), name(f.Policies[j+1]))
			}
			r.ask(ctx, "fleet", heading, intro, s)
		}
	}
	for i := range f.Policies {
		r.ask(ctx, "levers", title("What would help", f.Policies[i].Name), "", cases[i*n].Scenario)
	}
	for i := range f.Policies {
		r.ask(ctx, "schedule", title("The schedule", f.Policies[i].Name), "", cases[i*n].Scenario)
	}
	return r, ctx.Err()
}

func title(what, of string) string { return strings.TrimSuffix(what+": "+of, ": ") }

func name(s Section) string {
	if s.Name == "" {
		return "of the file"
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

// Summary is the verdict of the review in a sentence.
func (r Review) Summary() string {
	if len(r.Checks) == 0 {
		return r.Parts[0].Answer.Summary
	}
	return Answer(r.Checks).Summary
}

// result is the checks as a result.
func (r Review) result() report.Result {
	return report.Result{Query: answer.Query{Name: "checks"}, Command: r.Command, Version: r.Version, Answer: Answer(r.Checks)}
}

// Markdown is the review as Markdown.
func (r Review) Markdown() (string, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", heading(r.File), r.Summary())
	if notes := strings.TrimSpace(r.File.Notes); notes != "" {
		fmt.Fprintf(&b, "%s\n\n", notes)
	}
	if len(r.Checks) > 0 {
		if err := report.Write(&b, r.result(), report.Options{Format: "markdown"}); err != nil {
			return "", err
		}
	}
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "\n# %s\n\n%s\n\n", p.Heading, p.Intro)
		if err := report.Write(&b, p.Result, report.Options{Format: "markdown"}); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// JSON is the review as JSON: the answers of its parts as they are by themselves.
func (r Review) JSON() (string, error) {
	var b bytes.Buffer
	b.WriteString("[\n")
	all := []report.Result{r.result()}
	for _, p := range r.Parts {
		all = append(all, p.Result)
	}
	for i, part := range all {
		if i > 0 {
			b.WriteString(",\n")
		}
		if err := report.Write(&b, part, report.Options{Format: "json"}); err != nil {
			return "", err
		}
	}
	b.WriteString("]\n")
	return b.String(), nil
}

func heading(f File) string {
	if f.Title != "" {
		return f.Title
	}
	return "Review of " + f.Name
}
