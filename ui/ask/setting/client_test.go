package setting

import (
	"slices"
	"strings"
	"testing"
)

// TestBudgetOfClient checks that a client sets its budget unless the user set another, and that the command names only
// the client and its parameters.
func TestBudgetOfClient(t *testing.T) {
	for _, c := range []struct{ set, budget, command string }{
		{"client=grpc", "none", "--client grpc"},
		{"client=grpc set=maxTokens=20", "throttle=10%+20", "--client grpc --set maxTokens=20"},
		{"client=grpc set=maxTokens=20 client=envoy", "concurrent=0%", "--client envoy"},
		{"client=envoy client=tenacity", "none", "--client tenacity"},
		{"client=envoy client=none", "none", ""},
		{"client=envoy budget=none", "none", "--client envoy --budget none"},
		{"client=envoy budget=10% client=aws", "10%", "--client aws --budget 10%"},
		{"budget=10% client=envoy", "10%", "--client envoy --budget 10%"},
		{"client=aws-2026", "quota:14", "--client aws-sdk-2026"},
	} {
		s := Default()
		for item := range strings.FieldsSeq(c.set) {
			name, text, _ := strings.Cut(item, "=")
			k, _ := Find(name)
			if err := k.Set(&s, text); err != nil {
				t.Fatal(c.set, err)
			}
		}
		k, _ := Find("budget")
		args := Args(s, Default(), "fleet", OfFleet(), nil)[1:]
		if i := slices.Index(args, "-a"); i >= 0 {
			args = args[:i]
		}
		if got := strings.Join(args, " "); k.Text(s) != c.budget || got != c.command {
			t.Errorf("%s: budget %s, command %q", c.set, k.Text(s), got)
		}
		if k.Reset(&s); s.Budget != s.Library.Budget() {
			t.Errorf("%s: reset to %+v", c.set, s.Budget)
		}
	}
}
