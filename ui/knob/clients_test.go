package knob

import (
	"testing"

	"retune/calc/client"
)

// The policy of a client, as its preset sets it, waits as its row says: its knobs say all
// of it.
func TestClientPresets(t *testing.T) {
	list := ClientPresets()
	for _, want := range []string{"aws", "grpc", "cenkalti"} {
		found := false
		for _, c := range list {
			found = found || c.Name == want
		}
		if !found {
			t.Errorf("there is no preset %s", want)
		}
	}
	for _, c := range list {
		s := c.Of(Default())
		row := client.Find(c.Name)
		want := row.Policy(row.Defaults())
		for k := 1.0; k <= 12; k++ {
			if got, want := s.BeforeJitter(k), want.BeforeJitter(k); got != want {
				t.Errorf("%s: delay %g before jitter is %g, want %g", c.Name, k, got, want)
			}
		}
		if s.Retries != want.Retries || s.Deadline != want.Deadline || s.Jitter.Type != want.Jitter.Type || s.CapAfter != want.CapAfter {
			t.Errorf("%s is %+v, want %+v", c.Name, s.Policy, want)
		}
	}
}
