package fleet

import (
	"slices"
	"testing"

	"retune/ui/ask/answer"
)

// TestHerdWarning checks that a warning names a herd of at least 50 clients, that the spread it names avoids it, and
// that there is no warning if the clients ignore the wait.
func TestHerdWarning(t *testing.T) {
	at := []string{"traffic burst", "outage-at 0s", "outage 5s", "duration 2m"}
	for _, c := range []struct {
		set  []string
		want bool
	}{
		{[]string{"retry-after 60s"}, true}, {[]string{"retry-after 60s", "clients 49"}, false},
		{[]string{"retry-after 60s", "clients 1000"}, true}, {[]string{"retry-after 60s+10s"}, false},
		{[]string{"retry-after 60s+10s", "clients 1000"}, false}, {[]string{"retry-after 60s+2s"}, true},
		{[]string{"retry-after 60s", "honor-retry-after ignore"}, false}, {nil, false},
		{[]string{"retry-after 60s", "honor-retry-after replace+50%"}, false},
		{[]string{"retry-after 60s", "outage-kind hang"}, false},
		{[]string{"retry-after 60s", "traffic closed", "think 1s", "outage 20s"}, true},
		{[]string{"retry-after 60s+10s", "traffic closed", "think 1s", "outage 20s"}, false},
		{[]string{"retry-after 60s", "traffic closed", "think 30s", "outage 20s"}, false},
	} {
		a := answerOf(t, new(small(t, append(at[:len(at):len(at)], c.set...)...)))
		is := func(w answer.Warning) bool { return w.Code == answer.Herd }
		if slices.ContainsFunc(a.Warnings, is) != c.want {
			t.Errorf("%q: warned %v: %q", c.set, !c.want, a.Notes())
		}
	}
}
