package tui

import (
	"math"

	"retune/ui/ask/answer"
)

// part returns the visible part of a chart's x axis. A fleet's chart shows the surroundings of its outage unless the
// whole run is wanted, because a run goes on until nothing more happens.
func (m Model) part(q answer.Chart) answer.Part {
	if m.whole || len(q.Spans) == 0 {
		return answer.Part{}
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

// rescaled switches the axes of all charts between linear and logarithmic, starting from the first chart in view.
func (m Model) rescaled() Model {
	scale := answer.Logarithmic
	if m.chart(0).Log(m.scale) {
		scale = answer.Linear
	}
	m.scale = scale
	return m
}

// asksAt reports whether the cursor is the elapsed time of the question.
func (m Model) asksAt() bool { return !m.turnsFleet() }

// readAt moves the cursor of the charts by n steps of about a fiftieth of the visible axis, or a tenth if coarse is
// set.
func (m Model) readAt(n int, coarse bool) Model {
	q := m.chart(0)
	axis := q.Axis(m.look(q, m.part(q)))
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
