package review

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/chart"
	"retune/ui/knob"
	"retune/ui/report"
)

// A Page is the report of a review as it is read: all of it text, but the figures. It is what
// HTML and Markdown are written from, and what JSON keeps, so that they can be written anew.
type Page struct {
	Title    string      `json:"title"`
	Tone     string      `json:"tone"` // of the verdict: good, doubtful, bad or nothing
	Verdict  string      `json:"verdict"`
	Notes    string      `json:"notes"`
	Checks   []CheckRow  `json:"checks"`
	Chapters []Chapter   `json:"chapters"`
	Assumed  []PageTable `json:"assumed"`
	LeftOut  []string    `json:"left_out"`
	Source   string      `json:"source"` // text of the scenario file
	File     string      `json:"file"`
	Version  string      `json:"version"` // that made the numbers
	Command  string      `json:"command"`
}

// A CheckRow is a check in words.
type CheckRow struct {
	State  string `json:"state"`
	Policy string `json:"policy"`
	Outage string `json:"outage"`
	Limit  string `json:"limit"`
	Now    string `json:"now"`
	Margin string `json:"margin"`
	Binds  string `json:"binds"`
	Note   string `json:"note"`
}

// A Chapter is one answer of a page.
type Chapter struct {
	Heading string      `json:"heading"`
	Intro   string      `json:"intro"`
	Says    string      `json:"says"`
	Figures []Figure    `json:"figures"`
	Tables  []PageTable `json:"tables"`
	Details []PageTable `json:"details"` // that are folded in
	Notes   []string    `json:"notes"`
	Command string      `json:"command"`
}

// A Figure is a drawing with what it says and its numbers.
type Figure struct {
	Title   string    `json:"title"`
	Says    string    `json:"says"`
	Drawing string    `json:"drawing"` // SVG: see [chart.Figure]
	Wide    bool      `json:"wide"`
	Numbers PageTable `json:"numbers"`
}

// A PageTable is a table in words; the first cell of each row is its head.
type PageTable struct {
	Title string     `json:"title"`
	Heads []string   `json:"heads"`
	Rows  [][]string `json:"rows"`
	More  bool       `json:"more"` // there are more rows than are shown
}

// What a page holds at most: rows of a table, places of a figure in numbers, and bytes of
// chapters, behind which pictures and details are left to the commands.
const (
	mostPageRows  = 24
	mostPlaces    = 13
	mostPageBytes = 118_000
)

// tones are how a page calls them.
var tones = map[answer.Tone]string{answer.Neutral: "", answer.Good: "good", answer.Doubtful: "doubtful", answer.Bad: "bad"}

// Page is the review as it is read.
func (r Review) Page() Page {
	p := Page{Title: heading(r.File), Verdict: r.Summary(), Notes: strings.TrimSpace(r.File.Notes), Source: r.File.Source, File: r.File.Name,
		Version: r.Version, Command: r.Command, LeftOut: r.leftOut(), Assumed: r.assumed(), Tone: tones[r.answer().Tone]}
	for _, c := range r.Checks {
		p.Checks = append(p.Checks, CheckRow{string(c.State()), c.Case.Policy, c.Case.Outage, c.Limit.Text, c.now(), c.margin(), c.Finding.Binds, c.Note()})
	}
	if side := r.sideBySide(); len(side.Rows) > 0 {
		p.Chapters = append(p.Chapters, Chapter{Heading: "The policies side by side", Tables: []PageTable{side}})
	}
	bytes := len(p.Source) + 100*len(p.Checks)
	for _, t := range p.Assumed {
		bytes += t.bytes()
	}
	for _, part := range r.Parts {
		c := part.chapter()
		if bytes += c.bytes(); bytes > mostPageBytes {
			bytes -= c.bytes()
			c.Figures, c.Details = nil, nil
			c.Notes = append(c.Notes, "Its pictures and numbers are left out to keep the page small: the command shows them.")
		}
		p.Chapters = append(p.Chapters, c)
	}
	return p
}

// bytes is about how long the chapter is in a page.
func (c Chapter) bytes() int {
	n := 500
	for _, f := range c.Figures {
		n += 200 + 2*len(f.Says) + len(f.Drawing) + f.Numbers.bytes()
	}
	for _, t := range slices.Concat(c.Tables, c.Details) {
		n += t.bytes()
	}
	return n
}

func (t PageTable) bytes() int {
	n := 200
	for _, row := range t.Rows {
		n += len("<tr></tr>\n") + len(` scope="row"`)
		for _, cell := range row {
			n += len(cell) + len("<td></td>")
		}
	}
	return n
}

// chapter is the part as it is read.
func (part Part) chapter() Chapter {
	a := part.Answer
	c := Chapter{Heading: part.Heading, Intro: part.Intro, Says: a.Summary, Command: part.Command, Notes: a.Notes()}
	for _, g := range a.Groups {
		switch t := quantities(g, a); {
		case len(t.Rows) == 0:
		case a.Map != nil: // which shows them
			c.Details = append(c.Details, t)
		default:
			c.Tables = append(c.Tables, t)
		}
	}
	for _, t := range a.Tables {
		if t.Len > 0 && !t.Drawn && !(t.Even && a.Plot != nil) { // whose figures have their numbers
			c.Details = append(c.Details, rows(t))
		}
	}
	if a.Map != nil {
		c.Figures = append(c.Figures, figure(a.Map.Panel(), a.Map.Says(), a.Map.Grid(), true))
	}
	if a.Bars != nil {
		c.Figures = append(c.Figures, figure(a.Bars.Panel(), a.Bars.Says(), answer.Table{}, true))
	}
	for _, x := range a.Charts() {
		if x.Takes() {
			x = x.Worked(context.Background(), answer.View{}, 96)
		}
		c.Figures = append(c.Figures, figure(x.Panel(), x.Says(), x.Table(mostPlaces), len(x.Boxes) > 0))
	}
	if len(c.Figures)+len(c.Tables) == 0 { // there is nothing to fold in
		c.Tables, c.Details = c.Details, nil
	}
	return c
}

// figure draws a panel; says is what it shows, in a sentence.
func figure(p chart.Panel, says string, numbers answer.Table, wide bool) Figure {
	p.Desc = says
	f := Figure{Title: p.Title, Says: says, Drawing: chart.Figure(p), Wide: wide}
	if numbers.Len > 0 {
		f.Numbers = rows(numbers)
	}
	return f
}

// quantities is those of a group as rows.
func quantities(g answer.Group, a answer.Answer) PageTable {
	t := PageTable{Title: g.Title, Heads: []string{"figure", "value"}}
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
func rows(t answer.Table) PageTable {
	shown := PageTable{Title: t.Name, Heads: report.Heads(t), More: t.Len > mostPageRows}
	n := min(t.Len, mostPageRows)
	for i := range n {
		shown.Rows = append(shown.Rows, report.Row(t, i*(t.Len-1)/max(1, n-1)))
	}
	return shown
}

// sideBySide is the policies, a column for each: what they are, and what becomes of the fleet.
func (r Review) sideBySide() PageTable {
	t := PageTable{Title: "What each policy is, and what becomes of the fleet with it", Heads: []string{""}}
	if len(r.Fleets) == 0 {
		return t
	}
	n := len(r.File.Outages)
	add := func(name string, of func(i int) string) {
		row := []string{name}
		for i := range r.File.Policies {
			row = append(row, of(i))
		}
		if slices.ContainsFunc(row[1:], func(cell string) bool { return cell != "" }) {
			t.Rows = append(t.Rows, row)
		}
	}
	for _, p := range r.File.Policies {
		t.Heads = append(t.Heads, name(p))
	}
	for _, k := range knob.Knobs {
		differs := slices.ContainsFunc(r.Cases, func(c Case) bool { return k.Text(c.Scenario) != k.Text(knob.Default()) })
		if !k.Asks && k.HasFlag() && (differs || k.Symbol != "") {
			add(k.Name, func(i int) string { return k.Text(r.Cases[i*n].Scenario) })
		}
	}
	for j, o := range r.File.Outages {
		for _, g := range r.Fleets[j].Groups {
			for k, q := range g.Quantities {
				if q.Tells && !q.Error {
					add(strings.TrimPrefix(o.Name+": ", ": ")+q.Called(), func(i int) string {
						if a := r.Fleets[i*n+j]; k < len(g.Quantities) {
							if same, ok := a.Figure(q.Name); ok {
								return same.Text(0)
							}
						}
						return ""
					})
				}
			}
		}
	}
	return t
}

// assumed is the settings of the fleet and of the outages: what the answers rest on.
func (r Review) assumed() (list []PageTable) {
	if len(r.Fleets) == 0 {
		return nil
	}
	q := fleet()
	t := PageTable{Title: "The fleet, the server and how they are worked out", Heads: []string{"setting", "value", "what it is"}}
	s := r.Cases[0].Scenario
	for _, k := range knob.Knobs {
		if k.Asks && k.HasFlag() && k.Group != knob.GroupOutage && q.Counts(k, s) && (k.Idle == nil || k.Idle(s) == "") {
			t.Rows = append(t.Rows, []string{k.Name, k.Text(s), k.Help})
		}
	}
	list = append(list, t)
	t = PageTable{Title: "The outages", Heads: []string{"outage"}}
	for _, k := range knob.InGroup(knob.Knobs, knob.GroupOutage) {
		if k.HasFlag() {
			t.Heads = append(t.Heads, k.Name)
		}
	}
	for j, o := range r.File.Outages {
		row := []string{name(o)}
		for _, k := range knob.InGroup(knob.Knobs, knob.GroupOutage) {
			if k.HasFlag() {
				row = append(row, k.Text(r.Cases[j].Scenario))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return append(list, t)
}

// leftOut is what the model leaves out, and what a reader must know of the numbers.
func (r Review) leftOut() []string {
	list := []string{"Times and rates are those of the model, not measurements."}
	if len(r.Fleets) > 0 {
		list = append(list, "All clients of a fleet have one policy and call one server; there is no network between them, and outages begin and end at once.",
			"Hedged requests, Retry-After, retries at several layers and several servers behind a load balancer are not modelled.",
			"A verdict near a tipping point is a warning, not a forecast: your server will differ.")
	}
	for _, p := range r.File.Policies {
		if p.Import != (Place{}) {
			list = append(list, fmt.Sprintf("Policy %s is imported from %s.", name(p), p.Import))
		}
	}
	return append(list, r.File.Remarks...)
}

func heading(f File) string {
	if f.Title != "" {
		return f.Title
	}
	return "Review of " + f.Name
}
