package tui

import (
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// The view of a policy has two pictures of different shape: the delay before each retry as a curve, and the times of
// the retries as stems, each as high as the delay that follows it.

// leastPicture is the number of lines below which the second picture is a line of points.
const leastPicture = 20

// placePolicy places the two pictures, and below them a summary of the wait and the waste. Where there is much room,
// the pictures stand side by side with all figures below.
func (l *layout) placePolicy(m Model, r rect) {
	if len(m.answer.Charts()) < 2 {
		l.placeFigures(m, r)
		return
	}
	lines := 1
	if r.h >= leastPicture {
		lines = 1 + len(summaries)
	}
	if r.w >= 140 && r.h >= 2*leastPicture {
		var pictures rect
		pictures, r = split(r, r.h*3/5)
		left, right := pictures.beside(pictures.w/2 - 1)
		l.addChart(left)
		l.addChart(right)
		l.add(summaryBlock(), rect{r.x, r.y + 1, r.w, lines})
		_, r = split(r, lines+2)
		l.placeFigures(m, r)
		return
	}
	pictures, r := split(r, r.h-lines-min(1, lines-1))
	above := pictures.h - 5
	if r.h > 1 {
		above = pictures.h * 11 / 20
	}
	first, second := split(pictures, above)
	l.addChart(first)
	l.addChart(second)
	l.add(summaryBlock(), rect{r.x, r.y + r.h - lines, r.w, lines})
}

// summaries are the most important figures of a policy: their mean, p99 and worst.
var summaries = []struct {
	name             string
	mean, p99, worst []string // names of figures; the first present one counts
}{
	{"call time", []string{"call time mean", "gives up at"}, []string{"call time p99", "gives up at"},
		[]string{"call time max", "gives up at"}},
	{"back after the outage", []string{"reconnect delay mean"}, []string{"reconnect delay p99"},
		[]string{"reconnect delay max"}},
	{"wasted retries", []string{"wasted retries"}, nil, nil},
}

func summaryBlock() block { return block{paint: Model.paintSummaries} }

// paintSummaries paints the summary as a table, or as many of its means as fit on one line.
func (m Model) paintSummaries(c canvas) {
	const name, column = 24, 13
	x := 0
	for i, head := range []string{"mean", "p99", "worst"} {
		if c.h > 1 {
			c.right(name+(i+1)*column, 0, head, muted)
		}
	}
	for i, s := range summaries {
		if c.h == 1 {
			if q, ok := m.quantity(s.mean...); ok && x+len(s.name) < c.w {
				x = c.text(x, 0, s.name+" ", label)
				x = 3 + c.text(x, 0, q.Text(0), m.aged(value))
			}
			continue
		}
		c.text(0, 1+i, s.name, label)
		for j, of := range [][]string{s.mean, s.p99, s.worst} {
			if q, ok := m.quantity(of...); ok {
				c.right(name+(j+1)*column, 1+i, q.Text(0), m.aged(value))
			}
		}
	}
	if text := "p99: 99 of 100 clients"; c.h > 1 && c.w > name+3*column+len(text)+2 {
		c.right(c.w, 0, text, muted)
	}
}

// quantity returns the figure of the answer that has the first present one of the names.
func (m Model) quantity(names ...string) (answer.Quantity, bool) {
	for _, name := range names {
		for _, g := range m.answer.Groups {
			i := slices.IndexFunc(g.Quantities, func(q answer.Quantity) bool { return q.Name == name && q.Words == "" })
			if i >= 0 {
				return g.Quantities[i], true
			}
		}
	}
	return answer.Quantity{}, false
}

// briefly returns a clause for each policy: how long it keeps trying and when it is back.
func (m Model) briefly(a answer.Answer) string {
	m.answer = a
	text := a.Sentence(a.Each(" ", "; ", func(i int) (text string) {
		for j, says := range []string{"keeps trying for %s", ", back %s after the outage", ", with %s wasted retries"} {
			if j > 0 && m.question().Layout == answer.Ranked {
				break // the rows have the rest
			}
			if q, ok := m.quantity(summaries[j].mean...); ok && q.Of(i).Status == "" {
				text += fmt.Sprintf(says, q.Text(i))
			} else if j == 0 {
				text = "never gives up"
			}
		}
		return text
	}))
	return answer.Agreed(text + ".")
}

// whenRetried returns the picture of the times of a policy's retries. The outage is shaded and the retry that gets
// through is marked. A curve shows the other policy.
func (m Model) whenRetried(q answer.Chart) chart.Plot {
	starts := q.Curves[0].Starts
	ends, fixed := m.scenario.Outage.B, m.scenario.HasOutage() && m.scenario.Outage.A == m.scenario.Outage.B
	if fixed {
		q.Spans = [][2]float64{{math.Inf(-1), ends}}
	}
	p := m.plotted(q)
	if fixed {
		p.Texts = append(p.Texts, chart.Text{X: max(p.X.Lo, min(ends, p.X.Hi)/20), Y: math.Inf(1),
			Text: "outage " + unit.Duration.Format(ends), Role: chart.Label})
	}
	p.Points, p.Curves = nil, p.Curves[1:]
	through := false
	for i, at := range starts {
		point := chart.Point{X: at[0], Y: at[1], Role: chart.A, Stem: true}
		if fixed && !through && at[0] >= ends {
			through, point.Role = true, chart.Mark
			text := "gets through"
			if at[0] > ends {
				text += " " + unit.Duration.Format(at[0]-ends) + " after it"
			}
			p.Texts = append(p.Texts, chart.Text{X: at[0], Y: at[1], Text: text, Role: chart.Mark})
		} else if i == len(starts)-1 {
			p.Texts = append(p.Texts, chart.Text{X: at[0], Y: at[1], Text: "the last", Role: chart.Label})
		}
		p.Points = append(p.Points, point)
	}
	return p
}
