package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
)

// An answer of many parts, such as a map, is computed part by part. The screen shows the finished parts about ten times
// a second until the next question.

// partTime is how long parts are computed before the screen shows them.
var partTime = 100 * time.Millisecond

// inParts returns the computation of an answer in parts, or nil if the question has none.
func (m Model) inParts() answer.Work {
	if q := m.question(); q.Work != nil {
		return q.Work(m.askedOf(q), answer.Full)
	}
	return nil
}

// partOf computes parts of the answer for partTime. The message carries the command for the rest.
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
