package tui

import (
	"fmt"
	"math"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
	"retune/ui/show/report"
	"retune/ui/unit"
)

// placeFleet places the load on the server as the largest block, and below it the attempts in flight and the settings
// that help. Where there is much room, all figures stand beside them.
func (l *layout) placeFleet(m Model, r rect) {
	helps := 4
	switch {
	case r.h >= leastPicture:
		helps = 7
	case r.h < 14:
		helps = 0
	}
	var below rect
	if r.w >= 140 && r.h >= 2*leastPicture {
		r, below = split(r, r.h*11/20)
		below.y, below.h = below.y+1, below.h-1
		left, right := below.beside(below.w/2 - 1)
		n := left.h
		if m.noLevers() == "" {
			n = len(m.helpful) + 2
		}
		changes, rest := split(left, n)
		l.add(block{paint: Model.paintLevers}, changes)
		l.add(block{paint: Model.paintOtherLevers}, rest)
		l.placeFigures(m, right)
	} else {
		r, below = split(r, r.h-helps)
		l.add(block{paint: Model.paintLevers}, below)
	}
	load, inside := split(r, r.h-1)
	if helps > 4 {
		load, inside = split(r, r.h-2)
	}
	l.addChart(0, load)
	inside.h = min(inside.h, 1)
	l.add(block{paint: func(m Model, c canvas) { m.paintInFlight(c, load) }}, inside)
}

// loadOnServer returns the picture of the load: goodput as an area under the line of the load. The usual load, the peak
// and the outage are labelled.
func (m Model) loadOnServer(q answer.Chart, p chart.Plot) chart.Plot {
	curves := p.Curves[:0:0]
	for _, c := range p.Curves {
		if c.Fills = c.Role == chart.Goodput && len(q.Curves) == 1; c.Role != chart.Offered {
			curves = append(curves, c)
		}
	}
	p.Curves = curves
	if usual := m.answer.Value("baseline load", 0); usual.Status == "" && usual.Number > 0 {
		name := "usual " + unit.Number.Rounded(usual.Number, 2)
		p.Lines = append(p.Lines, chart.Line{Y: usual.Number, Name: name, Role: chart.Offered})
		at, most := p.X.Lo, 0.0
		const steps = 200
		for i := range steps {
			x := p.X.Lo + (p.X.Hi-p.X.Lo)*float64(i)/steps
			if y := q.Curves[0].Peak(x, x+(p.X.Hi-p.X.Lo)/steps); y > most {
				at, most = x, y
			}
		}
		top, says := most, unit.Rate.Rounded(most, 3)
		if peak := m.answer.Value("peak load", 0); peak.Status == "" { // the peak of each run, where the curve is a mean
			most, says = peak.Number, peak.Text()
		}
		if times := most / usual.Number; times >= 1.5 {
			text := fmt.Sprintf("peak %s, %sx the usual", says, unit.Number.Rounded(times, 2))
			if most > 1.005*top { // the runs peak at different times, so their mean has a lower peak
				text = "runs peak at " + strings.TrimPrefix(text, "peak ")
			}
			p.Texts = append(p.Texts, chart.Text{X: at, Y: top, Text: text, Role: chart.Label})
		}
	}
	for _, s := range q.Outages {
		text := "outage " + unit.Duration.Format(s[1]-s[0])
		p.Texts = append(p.Texts, chart.Text{X: s[1], Y: math.Inf(1), Text: text, Role: chart.Label})
	}
	return p
}

// paintInFlight paints the number of attempts in the server below the load, as a row of blocks with the last value.
func (m Model) paintInFlight(c canvas, load rect) {
	charts := m.charts()
	if len(charts) < 2 {
		return
	}
	in, pic := charts[1].Curves[0], m.drawing(0, load).picture
	series, most := make([]float64, max(0, pic.Right-pic.Left)), 0.0
	for i := range series {
		x, _ := pic.X(pic.Left + i)
		next, _ := pic.X(pic.Left + i + 1)
		if series[i] = in.Y(x); in.Peak(x, next) > series[i] {
			series[i] = in.Peak(x, next)
		}
		most = max(most, series[i])
	}
	last := 0.0
	for i, v := range series {
		if !math.IsNaN(v) {
			last = v
			c.put(pic.Left+i, 0, blocks[int(math.Round(v/max(most, 1)*float64(len(blocks)-1)))], m.aged(policyA))
		}
	}
	c.text(0, 0, "in flight ", label)
	c.clipped(pic.Right+1, 0, c.w, unit.Count.Format(math.Round(last)), m.aged(value))
}

// blocks are the eighths of a cell.
var blocks = []rune(" ▁▂▃▄▅▆▇█")

// paintVerdict paints the verdict as a word on a coloured background, followed by its reason, the longest outage that
// the fleet survives and the number of its runs.
func (m Model) paintVerdict(c canvas) {
	word, why, _ := strings.Cut(m.answer.Summary, ": ")
	if len(m.answer.Policies) > 1 {
		word, why = m.answer.Brief, m.answer.Summary
		// the part in parentheses says how it fails
	} else if rest, kind, ok := strings.Cut(strings.TrimSuffix(word, ")"), " ("); ok {
		_, share, _ := strings.Cut(rest, " in ")
		word = strings.TrimSuffix(strings.ToUpper(kind)+" in "+share, " in ")
	}
	const narrow = 24 // columns
	top := c
	if c.w -= m.beware(c); c.h == 1 { // otherwise the number of notes is below the word
		top = c
	}
	x, verdict := 0, tones[m.answer.Tone]
	if verdict == value {
		verdict = muted
	}
	for _, char := range " " + clip(word, top.w-2) + " " {
		if top.put(x, 0, char, m.aged(onGround)); !m.dimmed { // the word of an earlier fleet has no ground
			top.shade(x, 0, verdict)
		}
		x++
	}
	if x += 2; c.w-x < narrow { // the reason is below the word
		x, c = 0, c.in(c.inside())
	}
	list := m.reasons(why, c.h > 1)
	for len(list) > 1 && len(wrap(strings.Join(list, " "), c.w-x)) > c.h { // a phrase without room is left out whole
		list = list[:len(list)-1]
	}
	if c.h > 0 {
		c.wrapped(x, 0, c.h, inClauses(strings.Join(list, " "), c.w-x, c.h), m.aged(label))
	}
}

// reasons returns the phrases that follow a verdict: the longest outage survived, the parts of its reason, and, where
// there is room, how many times it was simulated.
func (m Model) reasons(why string, roomy bool) (list []string) {
	if survives := m.survives(); survives != "" && m.answer.Inconclusive == "" { // without a verdict its reason matters
		list = append(list, survives)
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(why, "."), "; ") {
		if len(m.answer.Policies) < 2 { // otherwise the part begins with the name of a policy
			part = answer.Sentence(part)
		}
		list = append(list, part+".")
	}
	if roomy && len(m.answer.Groups) > 1 {
		list = append(list, answer.Sentence(m.answer.Groups[1].Title)+".")
	}
	return list
}

// survives returns the longest outage that the fleet survives, and the duration of this one.
func (m Model) survives() string {
	if len(m.levers.Tables) < 2 || m.helped != m.scenario { // those of another fleet say nothing about this one
		return ""
	}
	who, edges := "It", m.levers.Tables[1]
	if len(m.answer.Policies) > 1 {
		who = m.answer.Policies[0]
	}
	cells := report.Row(edges, 0)
	switch {
	case edges.Len == 0 || cells[2] == "-" || strings.HasPrefix(cells[2], "less than"):
		return ""
	}
	return who + " survives " + cells[2] + "; this outage lasts " + cells[1] + "."
}
