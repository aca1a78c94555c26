package setting

import (
	"strings"
	"testing"

	"retune/calc/client"
	"retune/calc/fleet"
)

// TestRetryAfter checks that the texts of a Retry-After and of a rule for it can be read back, and which texts are
// refused.
func TestRetryAfter(t *testing.T) {
	for text, want := range map[string]fleet.RetryAfter{"60": {Least: 60}, "60s+10s": {Least: 60, Spread: 10},
		"60s..90s": {Least: 60, Spread: 30}, "none": {}, "500ms": {Least: 0.5}} {
		s := Default()
		if err := retryAfters.Set(&s, text); err != nil || s.Server.RetryAfter != want {
			t.Errorf("%s: %+v, %v, want %+v", text, s.Server.RetryAfter, err, want)
		}
	}
	for text, want := range map[string]fleet.Honor{"replace": {}, "at-least:60s": {Kind: fleet.AtLeast, Most: 60},
		"ignore": {Kind: fleet.Ignore}, "add": {Kind: fleet.Add},
		"replace+50%:5m:skip": {Up: 0.5, Most: 300, Skips: true}, "replace:60s:give-up": {Most: 60, Leaves: true},
		"replace:give-up:60s": {Most: 60, Leaves: true}, "within": {Kind: fleet.Within, Most: 5}} {
		s := Default()
		if err := honors.Set(&s, text); err != nil || s.Honor != want {
			t.Errorf("%s: %+v, %v, want %+v", text, s.Honor, err, want)
		}
	}
	for text, why := range map[string]string{"0s": "out of range", "90s..60s": "the smaller end first",
		"60s+": "empty value", "soon": "not a duration", "-1s": "out of range"} {
		s := Default()
		if err := retryAfters.Set(&s, text); err == nil || !strings.Contains(err.Error(), why) ||
			s.Server.RetryAfter.Least != 0 {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
	for text, why := range map[string]string{"foo": "not a rule for Retry-After",
		"replace:skip":      "the longest wait accepted",
		"within:5s:give-up": "not a rule for Retry-After", "at-least:60s:skip:give-up": "the longest wait accepted",
		"replace+5": "write 5%"} {
		s := Default()
		if err := honors.Set(&s, text); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
	for _, r := range client.Rows() {
		s, want := Default(), r.Defaults().Honor()
		if err := honors.Set(&s, HonorText(want)); err != nil || s.Honor != want {
			t.Errorf("%s: %+v is written %s and read as %+v, %v", r.Name, want, HonorText(want), s.Honor, err)
		}
	}
}
