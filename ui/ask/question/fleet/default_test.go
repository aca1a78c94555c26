package fleet

import (
	"strings"
	"testing"

	"retune/calc/fleet"
	"retune/ui/ask/setting"
)

// TestPolicyDecides checks that the policy decides in the default fleet: of thirteen common policies some recover from
// its outage and some do not, and one setting of a policy is enough to change the verdict.
func TestPolicyDecides(t *testing.T) {
	const recovers, late, lost = fleet.Recovers, fleet.RecoversLate, fleet.Metastable
	for _, c := range []struct {
		name, set string
		want      fleet.Outcome
	}{
		{"no retries", "retries 0", late},
		{"one retry", "retries 1", late},
		{"three immediate retries", "initial-delay 0s, retries 3", lost},
		{"1s x2, ten retries", "", late},
		{"with full jitter", "jitter full", late},
		{"without limit", "retries none", late},
		{"a fixed second", "factor 1, retries none", lost},
		{"a cap of 30s and full jitter", "cap 30s, jitter full, retries none", late},
		{"a budget of 10%", "budget 10%", late},
		{"a breaker at 50%", "breaker 50%", late},
		{"gRPC", "client grpc", lost},
		{"AWS", "client aws", late},
		{"Envoy", "client envoy", late},

		{"a smaller factor", "factor 1.2", lost},
		{"a factor between", "factor 1.5", late},
		{"a short cap", "cap 5s", late}, // 148.6/s arrive at 150/s while all attempts time out
		{"three retries", "retries 3", lost},
		{"five retries", "retries 5", late},
		{"cancellation", "cancel yes", recovers},
	} {
		s := setting.Preset("default")
		for set := range strings.SplitSeq(c.set+", runs 4", ", ") {
			name, text, _ := strings.Cut(set, " ")
			if k, ok := setting.Find(name); ok {
				if err := k.Try(&s, text); err != nil {
					t.Fatalf("%s: %v", set, err)
				}
			}
		}
		a := answerOf(t, &s)
		if got := find(t, a, "verdict").Words; got != c.want.String() {
			t.Errorf("%s: %s, want %s: %s", c.name, got, c.want, a.Summary)
		}
	}
}
