package setting

import (
	"strings"
	"testing"
)

// TestDelays sets a list of delays in every syntax and reads it back from the printed command.
func TestDelays(t *testing.T) {
	for _, c := range []struct {
		settings []string // name=value, in the order of the table
		command  string
		delays   []float64 // before retries 1, 2, ...
	}{
		{[]string{"delays=1s,1s,2s,4s"}, "--delays 1s,1s,2s,4s -n 4", []float64{1, 1, 2, 4}},
		{[]string{"delays=0,0.5", "retries=3"}, "--delays 0s,500ms -n 3", []float64{0, 0.5, 0.5}},
		{[]string{"delays=1s/90s", "cap=30s"}, "--cap 30s --delays 1s,1m30s -n 2", []float64{1, 30}},
		{[]string{"delays=2s", "retries=10"}, "--delays 2s -n 10", []float64{2, 2, 2}},
		{[]string{"factor=1", "delays=1s,2s", "delays=none"}, "-a 1s -r 1 -n 2", []float64{1, 1}},
		{[]string{"vs=n=5,delays=1s/3s"}, "-a 1s -r 2 --vs delays=1s/3s,n=5", []float64{1, 2, 4}},
		{[]string{"vs=delays=1s/3s,n=10"}, "-a 1s -r 2 --vs delays=1s/3s,n=10", []float64{1, 2, 4}},
		{[]string{"delays=1s,2s", "delays=3s,4s"}, "--delays 3s,4s -n 2", []float64{3, 4, 4}},
		{[]string{"delays=1s,2s", "retries=5", "delays=1s,2s"}, "--delays 1s,2s -n 5", []float64{1, 2, 2}},
		{[]string{"delays=1s,2s", "vs=delays=none,r=3"}, "--delays 1s,2s -n 2 --vs r=3,delays=none,n=2", []float64{1, 2, 2}},
	} {
		s := Default()
		for _, setting := range c.settings {
			name, text, _ := strings.Cut(setting, "=")
			put(t, &s, name, text)
		}
		args := Args(&s, new(Default()), "", nil, nil)
		if s.Versus != nil {
			args = Args(&s, new(Default()), "", []string{"vs"}, nil)
		}
		if got := strings.Join(args, " "); got != c.command {
			t.Errorf("%v: %q, want %q", c.settings, got, c.command)
		}
		for i, want := range c.delays {
			if got := s.Delay(float64(i + 1)); got != want {
				t.Errorf("%v: delay %d is %v, want %v", c.settings, i+1, got, want)
			}
		}
		if again := parsed(t, new(Default()), args); !same(&again, &s) {
			t.Errorf("%v: the command %q gives another scenario", c.settings, args)
		}
	}
	k, _ := Find("delays")
	for _, bad := range []string{"", ",", "1s,-1s", "1s,x", "2000y", strings.Repeat("1s,", mostListed+1)} {
		if s := Default(); k.Set(&s, bad) == nil || !same(&s, new(Default())) {
			t.Errorf("%.20q is taken", bad)
		}
	}
	a, _ := Find("initial-delay")
	s := Default()
	put(t, &s, "delays", "1s")
	if a.Idle(new(Default())) != "" || a.Idle(&s) == "" {
		t.Error("the initial delay has no effect beside a list, and only there")
	}
}
