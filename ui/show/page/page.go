package page

import (
	"context"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/chart"
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
	add := func(c Chapter) {
		c.Tables = slices.DeleteFunc(c.Tables, func(t Table) bool { return len(t.Rows) == 0 })
		if len(c.Figures)+len(c.Tables)+len(c.Details) > 0 {
			p.Chapters = append(p.Chapters, c)
		}
	}
	if len(r.Checks) > 0 {
		add(Chapter{Heading: "The limits", Tables: []Table{r.matrix(d.pick)}, Details: []Table{everyCheck(r.Checks)}})
	}
	if len(r.Fleets) > 0 {
		add(Chapter{Heading: "What differs, and what it costs", Tables: []Table{r.differences(), r.costs()}})
		add(r.outages())
	}
	for _, t := range r.Topics {
		add(t.chapter())
	}
	p.bound()
	return p
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
	text := string(c.State()) + ": " + now(c)
	if margin := c.MarginText(); margin != "" {
		text += ", " + margin
	}
	if len(r.File.Outages) > 1 {
		text += in(c.Case.Outage)
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
			row = append(row, k.Text(s))
			differs = differs || k.Text(s) != row[1] || len(r.File.Policies) == 1 && !k.Asks &&
				k.Text(s) != k.Text(setting.Default())
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
		a, ok := r.of(0, j)
		for _, q := range costs(a) {
			row := []string{strings.TrimPrefix(o.Name+": "+q.Called(), ": ")}
			for i := 0; ok && i < len(r.File.Policies); i++ {
				of, _ := r.of(i, j)
				same, _ := of.Figure(q.Name)
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
func (t Topic) chapter() Chapter {
	c := Chapter{Heading: t.Heading, About: t.About}
	for _, p := range t.Parts {
		figures := p.figures()
		if len(figures) == 0 {
			c.About = strings.TrimSpace(c.About + " " + strings.TrimPrefix(p.Name+": "+p.Answer.Summary, ": "))
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
			if of.Len > 0 && !of.Drawn {
				c.Details = append(c.Details, named(rows(of)))
			}
		}
	}
	c.Details = slices.DeleteFunc(c.Details, func(t Table) bool { return len(t.Rows) == 0 })
	return c
}

// figures returns the pictures of an answer. The first also has the summary.
func (p Part) figures() (list []Figure) {
	a := p.Answer
	if a.Map != nil {
		list = append(list, figure(a.Map.Panel(), a.Map.Says(), rows(a.Map.Grid())))
	}
	if a.Bars != nil {
		list = append(list, figure(a.Bars.Panel(), a.Bars.Says(), Table{}))
	}
	for _, x := range a.Charts() {
		if x.Takes() {
			x = x.Worked(context.Background(), answer.View{}, 96)
		}
		list = append(list, figure(x.Panel(), x.Says(), rows(x.Table(mostPlaces))))
	}
	for i := range list {
		if list[i].Title = p.Name + ": " + list[i].Title; p.Name == "" {
			list[i].Title = upper(list[i].Title[2:])
		}
	}
	if len(list) > 0 {
		// a page names settings, not flags
		list[0].Says = append([]string{strings.ReplaceAll(a.Summary, "--", "")}, list[0].Says...)
	}
	return list
}

// figure draws a panel. says describes it in a sentence.
func figure(p chart.Panel, says string, numbers Table) Figure {
	p.Desc = says
	return Figure{Title: p.Title, Says: []string{says}, Drawing: chart.Figure(p), Numbers: numbers}
}

// quantities returns the quantities of a group as a table.
func quantities(g answer.Group, a answer.Answer) Table {
	t := Table{Title: g.Title, Heads: []string{"figure", "value"}}
	if heads := report.Beside(a); a.Policies != nil {
		t.Heads = append(t.Heads[:1], heads[:len(heads)-1]...)
	}
	for _, q := range g.Quantities {
		if !q.Error && !q.Detail {
			t.Rows = append(t.Rows, append([]string{q.Called()}, report.Values(a, q)...))
		}
	}
	return t
}

// rows returns rows of a table at even steps, including the first and the last.
func rows(t answer.Table) Table {
	shown := Table{Title: t.Name, Heads: report.Heads(t), More: t.Len > mostRows}
	n := min(t.Len, mostRows)
	for i := range n {
		shown.Rows = append(shown.Rows, report.Row(t, i*(t.Len-1)/max(1, n-1)))
	}
	return shown
}

// assumed returns the settings of the fleet and the outages, and the commands that reproduce the answers.
func (r Review) assumed() (list []Table) {
	commands := Table{Title: "The commands that show more of each", Heads: []string{"", "command"}, Words: true}
	for _, p := range r.Fleets {
		commands.Rows = append(commands.Rows, []string{p.Name, p.Command})
	}
	for _, t := range r.Topics {
		for _, p := range t.Parts {
			commands.Rows = append(commands.Rows, []string{strings.TrimSuffix(t.Heading+": "+p.Name, ": "), p.Command})
		}
	}
	if len(r.Fleets) == 0 {
		return []Table{commands}
	}
	q := scenario.Fleet()
	t := Table{Title: "The fleet, the server and the simulation", Heads: []string{"setting", "value",
		"what it is"}, Words: true}
	s := r.Cases[0].Scenario
	for _, k := range setting.Settings {
		if k.Asks && k.HasFlag() && k.Group != setting.GroupOutage && q.Counts(k, s) && (k.Idle == nil || k.Idle(s) == "") &&
			!slices.ContainsFunc(r.Cases, func(c scenario.Case) bool { return k.Text(c.Scenario) != k.Text(s) }) {
			t.Rows = append(t.Rows, []string{k.Name, k.Text(s), k.Help})
		}
	}
	return []Table{t, r.outageSettings(), commands}
}

func (r Review) outageSettings() Table {
	outages := Table{Title: "The outages", Heads: []string{"outage"}, Words: true}
	for _, k := range setting.InGroup(setting.Settings, setting.GroupOutage) {
		if k.HasFlag() {
			outages.Heads = append(outages.Heads, k.Name)
		}
	}
	for j, o := range r.File.Outages[:min(len(r.Cases), len(r.File.Outages))] {
		row := []string{name(o)}
		for _, head := range outages.Heads[1:] {
			k, _ := setting.Find(head)
			row = append(row, k.Text(r.Cases[j].Scenario))
		}
		outages.Rows = append(outages.Rows, row)
	}
	return outages
}

// Of returns one answer as a page.
func Of(title string, r report.Result) Page {
	c := Topic{Parts: []Part{{Result: r}}}.chapter()
	c.Heading, c.Tables, c.Details = "What was measured", c.Details, nil
	p := Page{Title: title, Verdict: r.Answer.Summary, Tone: tones[r.Answer.Tone], Version: r.Version, Command: r.Command,
		Chapters: []Chapter{c}}
	for _, w := range r.Answer.Warnings {
		p.Needs = append(p.Needs, w.String())
	}
	p.bound()
	return p
}
