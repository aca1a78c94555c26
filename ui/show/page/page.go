package page

import (
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/report"
)

// A Page is the text of a review, in the order of reading: the decision first, its basis last. HTML and Markdown are
// written from it. Everything but the drawings is plain text.
type Page struct {
	Title    string
	Tone     string // class of the verdict: good, doubtful, bad or ""
	Verdict  string
	Needs    []string
	Notes    string
	Chapters []Chapter
	LeftOut  []string
	Assumed  []Table
	Source   string // text of the scenario file
	File     string
	Version  string
	Command  string
}

// A Chapter is figures and tables under a heading.
type Chapter struct {
	Heading string
	About   string
	Figures []Figure
	Tables  []Table
	Details []Table // tables that are initially hidden
}

// A Figure is a drawing with its description.
type Figure struct {
	Title   string
	Says    []string
	Drawing string // SVG: see [chart.Figure]
	Numbers Table
}

// A Table is a table of text. The first cell of each row is its heading.
type Table struct {
	Title string
	Heads []string
	Rows  [][]string
	More  bool // some rows are left out
	Words bool // the cells are words, not numbers
}

// Limits of a page: rows of a table, points of a figure as numbers, and bytes of figures. Further figures are left out.
const (
	mostRows    = 24
	mostPlaces  = 13
	mostFigures = 250_000
)

// tones are the names of tones in a page.
var tones = map[answer.Tone]string{answer.Good: "good", answer.Doubtful: "doubtful", answer.Bad: "bad"}

// Page returns the text of the review.
func (r Review) Page() Page {
	d := r.decide()
	p := Page{Title: heading(r.File), Verdict: d.text, Needs: d.needs, Tone: tones[d.tone],
		Notes:  strings.TrimSpace(r.File.Notes),
		Source: r.File.Source, File: r.File.Name, Version: r.Version, Command: r.Command,
		LeftOut: r.leftOut(), Assumed: r.assumed()}
	if len(r.Checks) > 0 {
		p.add(Chapter{Heading: "The limits", Tables: []Table{r.matrix(d.pick)}, Details: []Table{everyCheck(r.Checks)}})
	}
	if len(r.Fleets) > 0 {
		p.add(Chapter{Heading: "What differs, and what it costs", Tables: []Table{r.differences(), r.costs()}})
		p.add(r.outages())
	}
	for _, t := range r.Topics {
		p.add(t.chapter())
	}
	p.bound()
	return p
}

// add adds a chapter with its tables that have rows, unless it has neither figures nor tables.
func (p *Page) add(c Chapter) {
	empty := func(t Table) bool { return len(t.Rows) == 0 }
	c.Tables, c.Details = slices.DeleteFunc(c.Tables, empty), slices.DeleteFunc(c.Details, empty)
	if len(c.Figures)+len(c.Tables)+len(c.Details) > 0 {
		p.Chapters = append(p.Chapters, c)
	}
}

// bound leaves out the figures beyond mostFigures bytes.
func (p *Page) bound() {
	bytes := 0
	for i := range p.Chapters {
		c := &p.Chapters[i]
		for j, f := range c.Figures {
			if bytes += len(f.Drawing); bytes > mostFigures {
				c.Figures = c.Figures[:j]
				c.About = strings.TrimSpace(c.About + " Its other charts are left out to keep the page small.")
				break
			}
		}
	}
}

// matrix returns a table of policies by limits. Limits that fail come first. Each cell is the worst case.
func (r Review) matrix(pick int) Table {
	t := Table{Title: "Each policy by limit, in its worst outage, and what is left to the limit",
		Heads: []string{"limit"}, Words: true}
	for i, p := range r.File.Policies {
		if t.Heads = append(t.Heads, name(p)); i == pick && len(r.File.Policies) > 1 {
			t.Heads[i+1] += ", recommended"
		}
	}
	limits := byLimit(r.Checks)
	slices.SortStableFunc(limits, func(a, b []scenario.Checked) int {
		return scenario.Nearest(a).State().Rank() - scenario.Nearest(b).State().Rank()
	})
	for _, of := range limits {
		row := []string{of[0].Limit.Text}
		for _, p := range r.File.Policies {
			cell := ""
			if list := (Review{Checks: of}).checksOf(p.Name); len(list) > 0 {
				cell = r.cell(scenario.Nearest(list))
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cell returns the text of a check: its state, the figure, the margin and the outage.
func (r Review) cell(c scenario.Checked) string {
	if c.State() == scenario.NotMade {
		return string(scenario.NotMade)
	}
	text := string(c.State()) + ": " + now(c)
	if margin := c.MarginText(); margin != "" {
		text += ", " + margin
	}
	if len(r.File.Outages) > 1 {
		text += r.in(c)
	}
	return text
}

// everyCheck returns a table with a row for each check.
func everyCheck(list []scenario.Checked) Table {
	t := Table{Title: "Every check", Heads: []string{"state", "policy", "outage", "limit", "figure", "margin",
		"what binds"}, Words: true}
	for _, c := range list {
		now := c.Now()
		if note := c.Note(); note != "" {
			now += " (" + note + ")"
		}
		t.Rows = append(t.Rows, []string{string(c.State()), c.Case.Policy, c.Case.Outage, c.Limit.Text, now,
			c.MarginText(), c.Finding.Binds})
	}
	return t
}

// differences returns the settings in which the policies differ, or for a single policy the settings that it changes.
func (r Review) differences() Table {
	t := r.table("In what the policies differ")
	n := len(r.File.Outages)
	if len(r.File.Policies) == 1 {
		t.Title = "The policy"
	}
	for _, k := range setting.Settings {
		if !k.HasFlag() || k.Group == setting.GroupOutage {
			continue
		}
		row, differs := []string{k.Name}, false
		for i := 0; i < len(r.Cases); i += n {
			s := r.Cases[i].Scenario
			row = append(row, k.Text(&s))
			differs = differs || k.Text(&s) != row[1] || len(r.File.Policies) == 1 && !k.OfQuestion &&
				k.Text(&s) != k.Text(new(setting.Default()))
		}
		if differs {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// table returns an empty table with a column for each policy.
func (r Review) table(title string) Table {
	t := Table{Title: title, Heads: []string{""}}
	for _, p := range r.File.Policies {
		t.Heads = append(t.Heads, name(p))
	}
	return t
}

// costs returns the costs of each policy, by outage and overall.
func (r Review) costs() Table {
	t := r.table("What each policy costs")
	for j, o := range r.File.Outages {
		for _, q := range costs(r.of(0, j)) {
			row := []string{named(o.Name, q.DisplayName())}
			for i := range r.File.Policies {
				same, _ := r.of(i, j).Figure(q.Name)
				row = append(row, threeDigits(same))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	row := []string{r.Calls[0].Name}
	for _, q := range r.Calls {
		row = append(row, threeDigits(q))
	}
	if slices.ContainsFunc(r.Calls, func(q answer.Quantity) bool { return q.Of(0).Status == "" }) {
		t.Rows = append(t.Rows, row)
	}
	return t
}

// threeDigits returns the text of a figure with three digits, or the word for its status.
func threeDigits(q answer.Quantity) string {
	if v := q.Of(0); v.Status == "" && v.Words == "" {
		return q.Kind.Rounded(v.Number, 3)
	}
	return q.Text(0)
}

// chapter returns the chapter about a topic.
func (t *Topic) chapter() Chapter {
	c := Chapter{Heading: t.Heading, About: t.About}
	for _, p := range t.Parts {
		figures := p.figures()
		if len(figures) == 0 {
			c.About = strings.TrimSpace(c.About + " " + named(p.Name, p.Answer.Summary))
		}
		c.Figures = append(c.Figures, figures...)
		named := func(t Table) Table {
			t.Title = strings.TrimSuffix(t.Title+": "+p.Name, ": ")
			return t
		}
		for _, g := range p.Answer.Groups {
			c.Details = append(c.Details, named(quantities(g, p.Answer)))
		}
		for _, of := range p.Answer.Tables {
			if of.Len > 0 && !of.InPicture {
				c.Details = append(c.Details, named(rows(of)))
			}
		}
	}
	return c
}

// Of returns one answer as a page.
func Of(title string, r report.Result) Page {
	c := (&Topic{Parts: []Part{{Result: r}}}).chapter()
	c.Heading, c.Tables, c.Details = "What was measured", c.Details, nil
	p := Page{Title: title, Verdict: r.Answer.Summary, Tone: tones[r.Answer.Tone], Version: r.Version, Command: r.Command}
	p.add(c)
	for _, w := range r.Answer.Warnings {
		p.Needs = append(p.Needs, w.String())
	}
	p.bound()
	return p
}
