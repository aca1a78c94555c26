package tui

import (
	"fmt"
	"math"

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
	lines := 1
	if r.h >= leastPicture {
		lines = 1 + len(summaries)
		if len(m.answer.Policies) > 0 {
			lines = 1 + len(outcomes)
		}
	}
	if r.w >= 140 && r.h >= 2*leastPicture {
		var pictures rect
		pictures, r = split(r, r.h*3/5)
		left, right := pictures.beside(pictures.w/2 - 1)
		l.addChart(0, left)
		l.addChart(1, right)
		l.add(block{paint: Model.paintSummaries}, rect{r.x, r.y + 1, r.w, lines})
		_, r = split(r, lines+2)
		l.placeFigures(m, r)
		return
	}
	pictures, r := split(r, r.h-lines-min(1, lines-1))
	times := max(leastChart, linesOfTimes(m))
	above := pictures.h - times
	if r.h > 1 {
		above = min(above, pictures.h*11/20)
	}
	switch first, second := split(pictures, above); {
	case above >= leastChart:
		l.addChart(0, first)
		l.addChart(1, second)
	case pictures.h >= linesOfTimes(m): // a title without its picture says nothing
		l.addChart(1, pictures)
	default:
		l.addChart(0, pictures)
	}
	l.add(block{paint: Model.paintSummaries}, rect{r.x, r.y + r.h - lines, r.w, lines})
}

// linesOfTimes returns the number of lines of the lowest picture of the times of retries: its title, a row for each
// policy, and the axis.
func linesOfTimes(m Model) int { return max(1, len(m.answer.Policies)) + leastChart - 2 }

// leastChart is the number of lines of the lowest chart: its title, two rows and the axis.
const leastChart = 5

// summaries are the most important figures of a policy: their mean, p99 and worst.
var summaries = [...]struct {
	name             string
	mean, p99, worst []string // names of figures; the first present one counts
}{
	{"call time", []string{"call time mean", "gives up at"}, []string{"call time p99", "gives up at"},
		[]string{"call time max", "gives up at"}},
	{"back after the outage", []string{"reconnect delay mean"}, []string{"reconnect delay p99"},
		[]string{"reconnect delay max"}},
	{"wasted retries", []string{"wasted retries"}, nil, nil},
}

// paintSummaries paints the summary as a table, or as many of its means as fit on one line. A column without room for
// each of its values is left out whole.
func (m Model) paintSummaries(c canvas) {
	switch {
	case c.h == 1:
		m.paintMeans(c)
		return
	case m.answer.Policies != nil:
		m.paintOutcome(c)
		return
	}
	const most, gap = 11, 2
	rows, room := [][]string{{"", "mean", "p99", "worst"}}, c.w
	for _, s := range summaries {
		row := []string{s.name}
		room = min(room, c.w-chart.Width(s.name))
		for _, names := range [][]string{s.mean, s.p99, s.worst} {
			text := ""
			if q, ok := m.quantity(names...); ok {
				text = c.plain(q.Text(0))
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	ends := c.columns(rows, min(most, room/3-gap)) // the columns do not jump while a key repeats
	look := m.aged(value)
	c.table(rows, ends, []role{muted, muted, muted, muted}, []role{label, look, look, look})
	if text := "p99: 99 of 100 clients"; c.w > ends[len(ends)-1]+len(text)+gap {
		c.right(c.w, 0, text, muted)
	}
}

// paintMeans paints as many of the means as fit on one line, each whole, with the values of all policies.
func (m Model) paintMeans(c canvas) {
	x := 0
	for _, s := range summaries {
		q, ok := m.quantity(s.mean...)
		text := q.Text(0)
		for i := range q.Others {
			text += " / " + q.Text(i+1)
		}
		if text = c.plain(text); ok && x+len(s.name)+1+chart.Width(text) <= c.w {
			x = c.text(x, 0, s.name+" ", label)
			x = 3 + c.text(x, 0, text, m.aged(value))
		}
	}
}

// quantity returns the figure of the answer that has the first present one of the names.
func (m Model) quantity(names ...string) (answer.Quantity, bool) {
	for _, name := range names {
		if q, ok := m.answer.Figure(name); ok && q.Words == "" {
			return q, true
		}
	}
	return answer.Quantity{}, false
}

// briefly returns a clause for each policy: how long it keeps trying and when it is back.
func (m Model) briefly(a answer.Answer) string {
	m.answer = a
	text := a.Sentence(a.EachPolicy(" ", "; ", func(i int) (text string) {
		for j, says := range []string{"keeps trying for %s", ", back %s after the outage", ", with %s wasted retries"} {
			if j == 2 && a.Policies != nil {
				break // the figures have the rest
			}
			q, ok := m.quantity(summaries[j].mean...)
			gaveUp, _ := m.quantity("gave up")
			switch {
			case ok && q.Of(i).Status == "":
				text += fmt.Sprintf(says, q.Text(i))
			case j == 0:
				text = "never gives up"
			case j == 1 && ok && gaveUp.Of(i).Number == 1:
				text += ", and gives up before the outage ends"
			}
		}
		return text
	}))
	return answer.Singulars(text + ".")
}

// whenRetried returns the picture of the times of the retries of each policy, with the wait after each as a bar. The
// outage is shaded and the retry that gets through is marked.
func (m Model) whenRetried(q answer.Chart) chart.TimeLines {
	p := m.plotted(q)
	t := chart.TimeLines{X: p.X, Kind: q.Y, Log: p.Y.Log, Cross: q.Crosshair, Glyphs: m.glyphs()}
	outages := m.facts().outages
	for i, curve := range q.Curves {
		e := chart.Events{Role: answer.Roles[i], Marked: -1}
		if len(q.Curves) > 1 {
			e.Name = q.Policies[i]
		}
		ends := math.NaN()
		if i < len(outages) { // an answer to more policies than there still are has no marks
			ends = outages[i]
		}
		back, known := m.quantity("reconnect delay mean")
		for k, at := range curve.Starts {
			e.At, e.Height = append(e.At, at[0]), append(e.Height, at[1])
			if e.Ends = math.IsNaN(at[1]); e.Marked < 0 && at[0] >= ends {
				e.Marked = k
				if known && back.Of(i).Status == "" {
					e.Text = "back " + back.Text(i) + " after it"
				}
			}
		}
		if i == 0 && !math.IsNaN(ends) {
			t.Spans = []chart.Stretch{{From: math.Inf(-1), To: ends, Text: "outage " + unit.Duration.Format(ends)}}
		}
		t.Lines = append(t.Lines, e)
	}
	return t
}
