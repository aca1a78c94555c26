package des

import (
	"testing"

	"retune/calc/system"
)

// TestAttempts holds that the estimate is not far from what a run makes.
func TestAttempts(t *testing.T) {
	check := func(what string, w system.System) {
		r := Play(w, 1)
		got, want := Attempts(w), total(r.First)+total(r.Retries)
		if !(got >= 0.8*want) || !(got <= 5*want) {
			t.Errorf("%s: %.4g attempts, the estimate is %.4g", what, want, got)
		}
	}
	for name, changes := range worlds {
		check(name, build(changes))
	}
	check("crowd", crowdWorld(1e4))
}
