package setting

import (
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
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
		args := Args(&s, new(Default()), "fleet", OfFleet(), nil)[1:]
		if i := slices.Index(args, "-a"); i >= 0 {
			args = args[:i]
		}
		if got := strings.Join(args, " "); k.Text(&s) != c.budget || got != c.command {
			t.Errorf("%s: budget %s, command %q", c.set, k.Text(&s), got)
		}
		if k.Reset(&s); s.Budget != s.Library.Budget() {
			t.Errorf("%s: reset to %+v", c.set, s.Budget)
		}
	}
}

// TestClientSetsItsRule checks that every client sets all settings of its rule, in a schedule and in a fleet, and that
// the printed command has no other.
func TestClientSetsItsRule(t *testing.T) {
	for i := range client.Rows() {
		row := &client.Rows()[i]
		s := Default()
		put(t, &s, "client", row.Name)
		v := row.Defaults()
		p, err := v.Policy()
		p.AttemptTime = s.AttemptTime
		w := s.Fleet().Client
		if err != nil || s.Policy != p || w.Policy != p || w.Budget != v.Budget() || w.Honor != v.Honor() ||
			w.FirstFromThink != row.FromThink {
			t.Errorf("%s: the fleet has %+v (%v)", row.Name, w, err)
		}
		if got := strings.Join(Args(&s, new(Default()), "", nil, nil), " "); got != "--client "+row.Name {
			t.Errorf("%s: the command is %q", row.Name, got)
		}
		remembers := strings.Contains(row.Formula, "t the delay before")
		thinks := strings.Contains(row.Formula, "time between two requests")
		if remembers && !p.Stateful() && p.Jitter.Draws() || thinks != row.FromThink {
			t.Errorf("%s does not have the rule %q", row.Name, row.Formula)
		}
		for _, note := range row.Notes {
			if strings.Contains(note, "as written") {
				t.Errorf("%s is not as its client was written: %s", row.Name, note)
			}
		}
		put(t, &s, "client", "none")
		if s.FirstFromThink || s.Budget != Default().Budget {
			t.Errorf("%s leaves its rule behind", row.Name)
		}
	}
	s := Default()
	put(t, &s, "client", "smira")
	put(t, &s, "traffic", "open")
	if s.Fleet().Client.FirstFromThink || s.Check() != nil {
		t.Error("a stream of requests thinks")
	}
}
