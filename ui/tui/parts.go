package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
)

// An answer of many parts, as a map is, is worked out part by part: it is shown as far as it
// has come some ten times a second, and goes on until the next question.

// partTime is how long parts are worked out before they are shown.
var partTime = 100 * time.Millisecond

// inParts is what works the answer out, where it has many parts, or nil.
func (m Model) inParts() answer.Work {
	if q := m.question(); q.Work != nil {
		return q.Work(m.askedOf(q), answer.Full)
	}
	return nil
}

// partOf is a part of the answers to a question, which has the next one worked out.
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
			after.effort = answer.Full // nobody waits for it
			a.next = m.inBackground(m.work, m.partOf(w, after))
		}
		return a
	}
}
