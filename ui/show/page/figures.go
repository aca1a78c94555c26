package page

import (
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
	"retune/ui/show/report"
)

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
		x = x.Worked()
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
