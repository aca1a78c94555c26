package tui

import (
	"regexp"
	"strings"
	"testing"
)

// amount matches a number with its unit.
var amount = regexp.MustCompile(`[0-9][0-9.]*[a-z/%][a-z0-9/]*`)

// TestSentenceAndTableAgree checks that each figure in the sentence about the types of jitter is in the table below it,
// digit for digit.
func TestSentenceAndTableAgree(t *testing.T) {
	t.Parallel()
	for i, factor := range []string{"1.3", "1.7", "2", "3"} {
		if *times == 1 && i != 1 {
			continue
		}
		m := charted(show(t, screen(t, 120, 36, "factor="+factor, "initial-delay=200ms"), "jitter"))
		frame := lines(m)
		below := strings.Join(frame[5:], " ")
		for _, text := range amount.FindAllString(m.answer.Summary, -1) {
			if text != "p99" && !strings.Contains(below, " "+text) {
				t.Errorf("factor %s: %s of the sentence is not in the table:\n%s", factor, text, strings.Join(frame, "\n"))
			}
		}
	}
}
