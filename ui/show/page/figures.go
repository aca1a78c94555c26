package page

import (
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
	"retune/ui/show/report"
)

// figures returns the pictures of an answer, each described by a sentence. The first also has the summary.
func (p Part) figures() (list []Figure) {
	a := p.Answer
	add := func(panel chart.Panel, says string, numbers Table) {
		f := Figure{Title: named(p.Name, panel.Title), Says: []string{says}, Numbers: numbers}
		if p.Name == "" {
			f.Title = upper(f.Title)
		}
		if len(list) == 0 {
			// a page names settings, not flags
			f.Says = append([]string{strings.ReplaceAll(a.Summary, "--", "")}, f.Says...)
		}
		panel.Desc = says
		f.Drawing = chart.Figure(panel)
		list = append(list, f)
	}
	if a.Map != nil {
		add(a.Map.Panel(), a.Map.Describe(), rows(a.Map.Grid()))
	}
	if a.Bars != nil {
		add(a.Bars.Panel(), a.Bars.Describe(), Table{})
	}
	for _, x := range a.Charts {
		x = x.WithExactCurves()
		add(x.Panel(), x.Describe(), rows(x.Table(mostPlaces)))
	}
	return list
}

// quantities returns the quantities of a group as a table.
func quantities(g answer.Group, a answer.Answer) Table {
	t := Table{Title: g.Title, Heads: []string{"figure", "value"}}
	if heads := report.Beside(a); a.Policies != nil {
		t.Heads = append(t.Heads[:1], heads[:len(heads)-1]...)
	}
	for _, q := range g.Quantities {
		if !q.Detail {
			t.Rows = append(t.Rows, append([]string{q.DisplayName()}, report.Values(a, q)...))
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
