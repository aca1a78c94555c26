package tui

import (
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

// TestEveryRetryIsDrawn checks for every type of jitter that the picture in elapsed time has a sign for each retry: of
// one policy, and of two.
func TestEveryRetryIsDrawn(t *testing.T) {
	t.Parallel()
	for i, word := range setting.Jitter().Words() {
		for j, factor := range []string{"factor=2", "factor=1.7"} {
			if j > 0 && i%4 > 0 && *times == 1 {
				continue
			}
			m := screen(t, 120, 36, "initial-delay=200ms", factor, "retries=10", "jitter="+word, "outage=20s")
			signs(t, word, m, 10)
			if word != "none" && factor == "factor=2" && (i%3 == 1 || *times > 1) {
				m = press(m, "c", "p")
				m = press(write(m, "aws"), "enter")
				signs(t, word+" beside aws", charted(m), 12)
			}
		}
	}
}

// signs checks the number of signs of retries in the picture in elapsed time.
func signs(t *testing.T, what string, m Model, want int) {
	t.Helper()
	text := m.drawing(1, m.layout().charts[1]).picture.String()
	if n := strings.Count(text, "●") + strings.Count(text, "◉"); n != want {
		t.Errorf("%s: %d of %d retries are drawn:\n%s", what, n, want, text)
	}
}

// TestAnswerToMorePolicies checks that the answer to a policy which has just been dropped is still drawn.
func TestAnswerToMorePolicies(t *testing.T) {
	for _, view := range []string{views[0].Name, "compare"} {
		m := show(t, screen(t, 120, 36, "vs=r=1.5"), view)
		m.scenario.Versus, m.memo = nil, nil
		if frame := m.frame(); frame.h != 36 { // it panicked
			t.Errorf("%s: the frame has %d lines", view, frame.h)
		}
	}
}
