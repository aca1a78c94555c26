package policy

import (
	"context"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestMeanBeyondNumbers asks about policies whose delays, or their mean, overflow after some retries. The summary must
// have the remaining figures, and must not claim that the policy never ends.
func TestMeanBeyondNumbers(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"jitter=normal=2,feedback=yes,r=1000,retries=120": " for 99 of 100 clients",
		"jitter=full,r=1000,retries=120":                  "not computed",
		"jitter=smooth,retries=10000":                     "not computed",
	} {
		s := setting.Default()
		vs, _ := setting.Find("vs")
		if err := vs.Set(&s, text); err != nil {
			t.Fatal(err)
		}
		a := Schedule.Ask(context.Background(), new(s.B()), answer.Rough)
		if v := a.Value("last retry mean", 0); v.Status != answer.Overflow || !strings.Contains(a.Summary, says) {
			t.Errorf("%s: the mean is %+v; %q", text, v, a.Summary)
		}
	}
}
