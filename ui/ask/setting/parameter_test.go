package setting

import (
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/client"
)

// TestParameterSettings steps a parameter of each client. It checks that the new text can be set, and that the printed
// command gives the same policy.
func TestParameterSettings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range client.Rows() {
		s := Default()
		put(t, &s, "client", client.Rows()[i].Name)
		list := ParametersOf(&s)
		if len(list) > 0 {
			k, turned := list[r.IntN(len(list))], s
			for range 3 {
				k.Step(&turned, r.IntN(5)-2, r.IntN(3) == 0)
			}
			if k.Show(&turned) == "" || k.Range() == "" || k.Help == "" {
				t.Errorf("%s %s shows %q", client.Rows()[i].Name, k.ListName(), k.Show(&turned))
			}
			if text := k.Text(&turned); text != "" {
				if again := turned; k.Set(&again, text) != nil || k.Text(&again) != text {
					t.Errorf("%s %s does not take its own %q", client.Rows()[i].Name, k.ListName(), text)
				}
			}
			again := Default()
			put(t, &again, "client", client.Rows()[i].Name)
			if text := parameters.Text(&turned); text != "" {
				put(t, &again, "set", text)
			}
			if !again.Library.Same(turned.Library) || strings.Join(Args(&again, new(Default()), "", nil, nil),
				" ") != strings.Join(Args(&turned, new(Default()), "", nil, nil), " ") {
				t.Errorf("%s %s: the command of %q says another policy", client.Rows()[i].Name, k.ListName(), k.Text(&turned))
			}
			k.Reset(&turned)
			if k.Text(&turned) != k.Text(new(k.DefaultScenario())) {
				t.Errorf("%s %s: reset to %q", client.Rows()[i].Name, k.ListName(), k.Text(&turned))
			}
		}
	}
}

// TestParametersKeepWhatIsChanged checks that stepping a parameter keeps settings of the policy that the user changed
// before, unless the parameter determines them.
func TestParametersKeepWhatIsChanged(t *testing.T) {
	s := Default()
	put(t, &s, "client", "grpc")
	put(t, &s, "factor", "3")
	put(t, &s, "retries", "9")
	attempts := ParametersOf(&s)[0]
	attempts.Step(&s, -1, false)
	if s.Factor != 3 || s.Retries != 2 || strings.Join(Args(&s, new(Default()), "", nil, nil),
		" ") != "--client grpc --set maxAttempts=3 -r 3" {
		t.Errorf("%s: %q", attempts.ListName(), Args(&s, new(Default()), "", nil, nil))
	}
	before := s
	if err := attempts.Set(&s, "0"); err == nil || !same(&before, &s) {
		t.Errorf("no attempts at all: %v", err)
	}
	other := Default()
	put(t, &other, "client", "envoy")
	attempts.Step(&other, 1, false)
	if attempts.Text(&other) != "" || attempts.Set(&other, "3") == nil {
		t.Errorf("%s of grpc is set for envoy", attempts.ListName())
	}
}

func put(t *testing.T, s *Scenario, name, text string) {
	t.Helper()
	k, _ := Find(name)
	if err := k.Try(s, text); err != nil {
		t.Fatal(err)
	}
}

// TestClientBringsItsBudget compares with a client whose budget the question does not read. The list then names only
// the client.
func TestClientBringsItsBudget(t *testing.T) {
	for _, a := range []string{"none", "envoy"} {
		s := Default()
		put(t, &s, "client", a)
		put(t, &s, "vs", "client=aws")
		if list := ChangedSettings(&s); list != nil {
			t.Errorf("beside %s: %s is changed", a, list[0].Name)
		}
		policy := s.KeepDifferences(func(k Setting) bool { return !k.OfQuestion && k.Name != "budget" })
		if got := versusText(&policy); got != "client=aws" {
			t.Errorf("beside %s: %q", a, got)
		}
		if policy.B().Policy != s.B().Policy {
			t.Errorf("beside %s: the policy of B is another", a)
		}
	}
}

// TestClientBeyondTheSetting compares with a client whose number of retries is above the range of the setting, and with
// a budget that the question does not read.
func TestClientBeyondTheSetting(t *testing.T) {
	s, b := Default(), Default()
	put(t, &b, "client", "envoy")
	put(t, &b, "set", "num_retries=2000000")
	s.Versus = []Scenario{b}
	policy := s.KeepDifferences(func(k Setting) bool { return !k.OfQuestion && k.Name != "budget" })
	if got := policy.B().Retries; got != 2e6 {
		t.Errorf("B makes %g retries", got)
	}
}
