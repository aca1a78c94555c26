package tui

import (
	"math"

	"retune/ui/ask/answer"
)

// closest is the smallest share of an axis that can be shown.
const closest = 1.0 / 256

// zoom halves the visible part of a chart's x axis n times, or doubles it if n is negative. The position of x stays.
func (m Model) zoom(i, n int, x float64) Model {
	q := m.chart(i)
	part := m.part(i)
	if part == (answer.Part{}) {
		part = answer.Part{To: 1}
	}
	whole := q.Axis(m.look(q, answer.Part{}))
	at := whole.Fraction(x)
	if !(at >= part.From && at <= part.To) {
		at = (part.From + part.To) / 2
	}
	length := math.Min(1, math.Max(closest, (part.To-part.From)*math.Pow(2, -float64(n))))
	from := at - (at-part.From)/(part.To-part.From)*length
	from = math.Min(math.Max(from, 0), 1-length)
	m.parts[i], m.whole = answer.Part{From: from, To: from + length}, length == 1
	if m.whole {
		m.parts[i] = answer.Part{}
	}
	return m
}

// part returns the visible part of a chart's x axis. A fleet's chart shows the surroundings of its outage until it is
// zoomed, because a run goes on until nothing more happens.
func (m Model) part(i int) answer.Part {
	q := m.chart(i)
	if m.whole || m.parts[i] != (answer.Part{}) || len(q.Spans) == 0 {
		return m.parts[i]
	}
	const around, after = 5, 2
	to := around * q.Spans[len(q.Spans)-1][1]
	if back := m.answer.Value("time to recovery", 0); back.Status == "" {
		to = max(to, q.Spans[len(q.Spans)-1][1]+after*back.Number)
	}
	if !(to < q.Hi) {
		return answer.Part{}
	}
	return answer.Part{To: to / q.Hi}
}

// zoomed zooms all charts in view around the cursor.
func (m Model) zoomed(n int) Model {
	if n < 0 && m.part(0) == (answer.Part{}) {
		m.note = "the whole axis is shown"
		return m
	}
	for i := range m.layout().charts {
		m = m.zoom(i, n, m.chart(i).Cross)
	}
	return m
}

// rescaled switches the axes of all charts between linear and logarithmic, starting from the first chart in view.
func (m Model) rescaled() Model {
	scale := answer.Logarithmic
	if m.chart(0).Log(m.scale) {
		scale = answer.Linear
	}
	m.scale, m.parts = scale, [2]answer.Part{}
	return m
}

// asksAt reports whether the cursor is the elapsed time of the question.
func (m Model) asksAt() bool { return !m.turnsFleet() }

// readAt moves the cursor of the charts by n steps of about a fiftieth of the visible axis, or a tenth if coarse is
// set.
func (m Model) readAt(n int, coarse bool) Model {
	q := m.chart(0)
	axis := q.Axis(m.look(q, m.part(0)))
	share := 50.0
	if coarse {
		share = 10
	}
	least := (axis.Hi - axis.Lo) / share
	step := math.Pow(10, math.Floor(math.Log10(least)))
	for _, times := range []float64{5, 2} {
		if times*step <= least {
			step *= times
			break
		}
	}
	at := q.Cross
	if !(at >= axis.Lo && at <= axis.Hi) {
		at = (axis.Lo + axis.Hi) / 2
	}
	m.pointer, m.pointed = min(max((math.Round(at/step)+float64(n))*step, axis.Lo), axis.Hi), true
	return m
}
