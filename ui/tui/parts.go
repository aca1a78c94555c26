package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
)

// An answer of many parts, such as a map, is computed part by part: the screen shows what there is
// some ten times a second, until the next question.

// partTime is how long parts are computed before they are shown.
var partTime = 100 * time.Millisecond

// inParts is what works the answer out, where it has many parts, or nil.
func (m Model) inParts() answer.Work {
	if q := m.question(); q.Work != nil {
		return q.Work(m.askedOf(q), answer.Full)
	}
	return nil
}

// partOf computes one part of the answers and hands on the next.
func (m Model) partOf(w answer.Work, a answered) func(context.Context) tea.Msg {
	return func(ctx context.Context) tea.Msg {
		end, whole := time.Now().Add(partTime), true
		w.Do(ctx, func(int, int) bool {
			whole = time.Now().Before(end)
			return whole
		})
		a.answer, a.parts, a.next = w.Answer().Drawn(), true, nil
		if !whole {
			after := a
			after.effort = answer.Full // it may take its time
			a.next = m.inBackground(m.work, m.partOf(w, after))
		}
		return a
	}
}
