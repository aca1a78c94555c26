package cli

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"cap", "cap", 0}, {"cap", "cup", 1}, {"cap", "caps", 1}, {"cap", "ap", 1},
		{"shedule", "schedule", 1}, {"scehdule", "schedule", 1}, // a letter left out; two exchanged
		{"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"retires", "retries", 1}, {"abcd", "badc", 2},
		{"ca", "abc", 3}, // what is exchanged is not touched again: by way of ac it would be 2
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q it is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// edits counts by trying every last step: the definition, without the table.
func edits(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	i, j := len(a)-1, len(b)-1
	if a[i] == b[j] {
		return edits(a[:i], b[:j])
	}
	least := 1 + min(edits(a[:i], b), edits(a, b[:j]), edits(a[:i], b[:j]))
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		least = min(least, 1+edits(a[:i-1], b[:j-1]))
	}
	return least
}

// TestDistanceLaws holds what a distance has to be. The triangle inequality is
// only true up to an exchange, which costs 1 here and 2 without it: see ca and
// abc above.
func TestDistanceLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, rng.IntN(7))
		for i := range b {
			b[i] = "abc"[rng.IntN(3)]
		}
		return string(b)
	}
	for range 3000 {
		a, b, c := word(), word(), word()
		ab := distance(a, b)
		switch {
		case ab != edits(a, b):
			t.Fatalf("from %q to %q it is %d, by trying everything %d", a, b, ab, edits(a, b))
		case ab != distance(b, a):
			t.Fatalf("from %q to %q it is %d and back %d", a, b, ab, distance(b, a))
		case (ab == 0) != (a == b):
			t.Fatalf("from %q to %q it is %d", a, b, ab)
		case ab < max(len(a)-len(b), len(b)-len(a)) || ab > max(len(a), len(b)):
			t.Fatalf("from %q to %q it is %d", a, b, ab)
		case distance(a, c) > 2*(ab+distance(b, c)):
			t.Fatalf("from %q to %q it is farther than by way of %q", a, c, b)
		case distance(a+c, b+c) > ab || distance(c+a, c+b) > ab:
			t.Fatalf("from %q to %q it is farther with %q at both", a, b, c)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"schedule", "compare", "help", "completion", "tui"}
	for typed, want := range map[string]string{
		"schedul": "schedule", "shcedule": "schedule", "comapre": "compare", "hlep": "help", "tiu": "tui", "compleation": "completion",
		"frobnicate": "", "": "", "x": "", "schedulecompare": "",
	} {
		got := nearest(typed, names, "fallback")
		if want == "" && got != "fallback" || want != "" && got != "did you mean "+want+"?" {
			t.Errorf("%q gives %q", typed, got)
		}
	}
}

// TestSuggestions holds that one wrong letter leads to the right word wherever
// a word is typed.
func TestSuggestions(t *testing.T) {
	for line, want := range map[string]string{
		"shedule":                  "did you mean schedule?",
		"comparee --vs r=1":        "did you mean compare?",
		"hepl":                     "did you mean help?",
		"tiu":                      "did you mean tui?",
		"complation bash":          "did you mean completion?",
		"completion bsh":           "did you mean bash?",
		"--fator 2":                "did you mean --factor?",
		"--deadlien 2s":            "did you mean --deadline?",
		"schedule --retires 3":     "did you mean --retries?",
		"--to-facter 1.1":          "did you mean --to-factor?",
		"solve cap --elpased 3":    "did you mean --elapsed?",
		"solve facter":             "did you mean factor?",
		"what delay-after-rety":    "did you mean delay-after-retry?",
		"--format jsno":            "did you mean json?",
		"compare --vs buget=10%":   "did you mean budget?",
		"compare --vs max-bakof=1": "did you mean cap?",
		"compare --vs r=2,hedge=1": "hedged requests are not modelled",
		"compare --vs frob=1":      "any setting of the policy or the fleet may differ: retune help flags lists them",
		"stampede":                 "retune fleet --scenario stampede",
		"metastable":               "retune help metastable explains the word",
		"elapsed-p99":              "retune what elapsed-p99",
		"help elpased":             "did you mean elapsed?",
		"help to-facotr":           "did you mean to-factor?",
		"--frobnicate":             "retune --help lists the flags",
		"schedule --frobnicate":    "retune schedule --help lists the flags",
		"frobnicate":               "retune --help lists the sub-commands",
	} {
		status, out, errs := run(strings.Fields(line)...)
		if !strings.HasSuffix(unbroken(errs), "\nretune: hint: "+want+"\n") || status != statusUsage {
			t.Errorf("retune %s: status %d, %q, want the hint %q", line, status, errs, want)
		}
		if why := wrong(status, out, errs); why != "" {
			t.Errorf("retune %s: %s", line, why)
		}
	}
}
