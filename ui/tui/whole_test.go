package tui

import (
	"regexp"
	"strings"
	"testing"
)

// cutNumber matches a number with an ellipsis in place of its end.
var cutNumber = regexp.MustCompile(`(^|[ (<>~+-])[0-9][0-9.,]*[a-zA-Z/]*…`)

// TestNoNumberIsCut checks every state at widths from 60 to 200 and several heights: no text ends at the edge of its
// panel, no number is cut, and a title of a chart has its picture.
func TestNoNumberIsCut(t *testing.T) {
	t.Parallel()
	step, seen := max(1, 24 / *times), 0
	each(t, 120, 36, func(state string, m Model) {
		seen++
		for w := 60 + seen%step; w <= 200 && !t.Failed(); w += step {
			for _, h := range []int{16, 24, 36, 60} {
				if (w+h)%3 == 0 && *times == 1 || h == 60 && w < 120 {
					continue
				}
				wholeNumbers(t, state, resize(m, w, h))
			}
		}
	})
}

// wholeNumbers checks one frame.
func wholeNumbers(t *testing.T, state string, m Model) {
	t.Helper()
	frame := strings.Join(lines(m), "\n")
	if at := cutText(m); at != "" {
		t.Errorf("%dx%d, %s: %q is cut:\n%s", m.width, m.height, state, at, frame)
		return
	}
	for i, r := range m.layout().charts {
		if len(m.charts()) > i && r.h > 0 && m.mode != choosing {
			if p := m.drawing(i, r).picture; p.Right == p.Left {
				t.Errorf("%dx%d, %s: a title has no picture:\n%s", m.width, m.height, state, frame)
			}
		}
	}
}

// cutText returns a text of the frame that is painted in part, or a number whose end is cut; "" if there is none. The
// command and the keys are cut between words, and lists of sentences anywhere.
func cutText(m Model) string {
	if at := Lost(m); at != "" {
		return at
	}
	for y, line := range lines(m) {
		if y == m.height-1 || y == 0 || strings.Contains(line, "$ ") || m.mode == choosing {
			continue
		}
		if at := cutNumber.FindString(line); at != "" {
			return at
		}
	}
	return ""
}
