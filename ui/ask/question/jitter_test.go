package question

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/setting"
)

// set returns the default scenario with the given settings, such as "jitter full".
func set(t *testing.T, settings ...string) setting.Scenario {
	t.Helper()
	s := setting.Default()
	for _, setting := range settings {
		name, text, _ := strings.Cut(setting, " ")
		k, ok := solving.Setting(name)
		if !ok {
			t.Fatalf("there is no setting %s", name)
		}
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", setting, err)
		}
	}
	return s
}

// TestWithoutJitter checks that a policy without random delays, including jitter with amount 0, has the numbers of
// package calc in every column to the last bit, and no spread.
func TestWithoutJitter(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	nothing := []jitter.Jitter{{Type: jitter.None}, {Type: jitter.Spread}, {Type: jitter.Up}, {Type: jitter.Down},
		{Type: jitter.Add},
		{Type: jitter.NormalRelative}, {Type: jitter.NormalAbsolute}}
	for range 300 * *times {
		s := moderate(rng)
		plain := ask(schedule, &s)
		s.Jitter, s.CapAfter, s.Feedback = nothing[rng.IntN(len(nothing))], rng.IntN(2) == 0, rng.IntN(2) == 0
		a := ask(schedule, &s)
		rows := a.Tables[0]
		if rows.Len != plain.Tables[0].Len {
			t.Fatalf("%d rows, and without jitter %d, for %+v", rows.Len, plain.Tables[0].Len, s)
		}
		for i := range rows.Len {
			n := float64(i + 1)
			for key, x := range cells(rows, i) {
				want := n
				switch of, _, _ := strings.Cut(key, "_"); {
				case strings.HasSuffix(key, "_sd_s"):
					want = 0
				case of == "delay":
					want = s.Delay(n)
				case of == "elapsed":
					want = s.Policy.Elapsed(n)
				}
				if x != want {
					t.Fatalf("%s of retry %v is %v, want %v, for %+v", key, n, x, want, s)
				}
			}
		}
		for _, q := range plain.Quantities() {
			if got := find(t, a, q.Key()); math.Float64bits(got.Number) != math.Float64bits(q.Number) &&
				!(math.IsNaN(got.Number) && math.IsNaN(q.Number)) {
				t.Fatalf("%s is %v, and without jitter %v, for %+v", q.Name, got.Number, q.Number, s)
			}
		}
	}
}

// TestSurprises checks each warning about a jitter type, and that other types have none.
func TestSurprises(t *testing.T) {
	for line, want := range map[string]string{
		"jitter full":                      "wait at most 500ms before their first retry",
		"jitter decorrelated":              "grow 1.5-fold per retry on average, not 3-fold",
		"jitter add=1s|cap 8s|cap-after 1": "jitter vanishes at the cap: all clients end up waiting exactly 8s",
		"jitter up|cap 8s|cap-after yes":   "jitter vanishes at the cap",
		"jitter spread=0.5|cap 8s":         "exceed it by up to 4s",
		"jitter normal=0.1|cap 8s":         "jitter is applied after the cap",
		// the same range under another name
		"jitter down=1": "wait at most 500ms before their first retry",
	} {
		s := set(t, strings.Split(line, "|")...)
		warnings := strings.Join(ask(schedule, &s).Notes(), "\n")
		if !strings.Contains(warnings, want) {
			t.Errorf("%s: no warning says %q in %q", line, want, warnings)
		}
	}
	for _, line := range []string{"jitter none|cap 8s", "jitter equal", "jitter equal|feedback yes",
		"jitter between=0.2..1.2|feedback yes", "jitter spread=0.2", "jitter down|cap 8s", "jitter spread|retries 2",
		"jitter add=1s|cap-after yes"} {
		s := set(t, strings.Split(line, "|")...)
		if w := ask(schedule, &s).Notes(); len(w) > 0 {
			t.Errorf("%s: warned %q", line, w)
		}
	}
	s := set(t, "vs jitter=full")
	if w := ask(schedule, &s).Notes(); len(w) != 1 || !strings.HasPrefix(w[0], "B: with full jitter") {
		t.Errorf("of policy B: %q", w)
	}
}
