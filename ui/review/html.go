package review

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"retune/ui/answer"
	"retune/ui/report"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A page is what the template takes. Everything in it but the drawings is text that the
// template escapes; the drawings escape what they hold.
type page struct {
	Title, Summary, Tone, Notes, Version, Command string
	Checks                                        []pageCheck
	Parts                                         []pagePart
}

type pageCheck struct{ State, Policy, Outage, Limit, Now, Margin, Note string }

type pagePart struct {
	Heading, Intro, Summary, Command string
	Groups                           []pageTable
	Tables                           []pageTable
	Drawing                          template.HTML
	Notes                            []string
}

type pageTable struct {
	Title string
	Heads []string
	Rows  [][]string
	More  bool // there are more rows than are shown
}

// mostRows is how many rows of a table a page shows.
const mostRows = 24

// HTML is the review as one page that needs nothing else: no script and no other file.
func (r Review) HTML() (string, error) {
	p := page{Title: heading(r.File), Summary: r.Summary(), Notes: strings.TrimSpace(r.File.Notes), Version: r.Version, Command: r.Command}
	tone := r.Parts[0].Answer.Tone
	if len(r.Checks) > 0 {
		a := Answer(r.Checks)
		tone = a.Tone
		for i, c := range r.Checks {
			row := report.Row(a.Tables[0], i)
			p.Checks = append(p.Checks, pageCheck{row[0], row[1], row[2], row[3], row[4], row[5], c.Note()})
		}
	}
	p.Tone = map[answer.Tone]string{answer.Good: "good", answer.Doubtful: "doubtful", answer.Bad: "bad"}[tone]
	style := false // one is enough for all drawings
	for _, part := range r.Parts {
		a := part.Answer
		shown := pagePart{Heading: part.Heading, Intro: part.Intro, Summary: a.Summary, Command: part.Command, Notes: a.Notes()}
		for _, g := range a.Groups {
			if t := figures(g, a); len(t.Rows) > 0 {
				shown.Groups = append(shown.Groups, t)
			}
		}
		for _, t := range a.Tables {
			if t.Len > 0 {
				shown.Tables = append(shown.Tables, rows(t))
			}
		}
		if a.Plot != nil {
			var b bytes.Buffer
			if err := report.Write(&b, part.Result, report.Options{Format: report.SVG}); err != nil {
				return "", err
			}
			shown.Drawing = template.HTML(inline(b.String(), style))
			style = true
		}
		p.Parts = append(p.Parts, shown)
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.String(), err
}

// inline is a drawing as part of a page: as wide as there is room, and without a style
// where an earlier one has it.
func inline(svg string, styled bool) string {
	if before, rest, ok := strings.Cut(svg, "<style>"); ok && styled {
		_, after, _ := strings.Cut(rest, "</style>")
		svg = before + after
	}
	return svg
}

// figures is the quantities of a group as rows.
func figures(g answer.Group, a answer.Answer) pageTable {
	t := pageTable{Title: g.Title, Heads: []string{"figure", "value"}}
	if a.Pair {
		t.Heads = []string{"figure", "A", "B", "B / A"}
	}
	for _, q := range g.Quantities {
		if q.Error || q.Detail {
			continue
		}
		cells := report.Values(q, a.Pair)
		for i, e := range report.Errors(a, q) {
			if e != "" && i < len(cells) && cells[i] != "" {
				cells[i] += " " + e
			}
		}
		t.Rows = append(t.Rows, append([]string{q.Called()}, cells...))
	}
	return t
}

// rows is the rows of a table at even steps, the first and the last among them.
func rows(t answer.Table) pageTable {
	shown := pageTable{Title: t.Name, Heads: report.Heads(t), More: t.Len > mostRows}
	n := min(t.Len, mostRows)
	for i := range n {
		shown.Rows = append(shown.Rows, report.Row(t, i*(t.Len-1)/max(1, n-1)))
	}
	return shown
}
