package policy

import (
	"testing"

	"retune/calc/num"
	"retune/ui/answer"
	"retune/ui/knob"
)

// TestStopsSoon holds by the work that is counted that an answer which is stopped ends soon,
// wherever it is: within a tenth of a second, on the way to which these took two.
func TestStopsSoon(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		q    answer.Query
		text string
	}{
		{Reconnect, "jitter=up=0.5,feedback=yes,cap-after=yes,retries=none,cap=30s,r=1,attempt-time=1s,outage=1h"},
		{Jitter, "jitter=decorrelated,feedback=yes,r=1.05,retries=none"},
	} {
		s := knob.Default()
		vs, _ := knob.Find("vs")
		if err := vs.Set(&s, c.text); err != nil {
			t.Fatal(err)
		}
		const seconds = 0.1
		ctx, work, release := num.Within(t.Context(), seconds)
		c.q.Ask(ctx, s.B(), answer.Full)
		release()
		if over := work.Seconds() - seconds; !work.Over() || !(over <= 0.1) {
			t.Errorf("%s: %gs after it was stopped it ends", c.q.Name, over)
		}
	}
}
