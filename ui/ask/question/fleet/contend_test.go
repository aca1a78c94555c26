package fleet

import (
	"math"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

func contended(clients, runs, seed float64) setting.Scenario {
	s := Contend.Start(new(setting.Default()))
	s.Clients, s.Runs, s.Seed = clients, runs, seed
	return s
}

func contendRow(t *testing.T, a answer.Answer, name string) map[string]float64 {
	t.Helper()
	for i := range a.Tables[0].Len {
		if a.Tables[0].Row(i)[0].Words == name {
			return cells(a.Tables[0], i)
		}
	}
	t.Fatalf("there is no row %s", name)
	return nil
}

// TestContendPublished compares with the attempts and milliseconds of 20,000 runs of the published simulator for ten
// clients, each with its standard error.
func TestContendPublished(t *testing.T) {
	a := ask(Contend, new(contended(10, 4000, 1)))
	for name, want := range map[string][4]float64{
		"no delay": {50.92, .04, 380.4, .3}, "none": {50.84, .04, 3478, 13}, "equal": {42.53, .03, 727.6, 1.8},
		"full": {39.06, .02, 463.5, 1}, "decorrelated": {37.68, .02, 437.7, .9},
	} {
		r := contendRow(t, a, name)
		if z := (r["attempts"] - want[0]) / math.Hypot(r["attempts_se"], want[1]); !(math.Abs(z) <= 4) {
			t.Errorf("%s: %v ± %v attempts, published %v", name, r["attempts"], r["attempts_se"], want[0])
		}
		if z := (1000*r["time_s"] - want[2]) / math.Hypot(1000*r["time_se_s"], want[3]); !(math.Abs(z) <= 4) {
			t.Errorf("%s: %v ± %v s, published %v ms", name, r["time_s"], r["time_se_s"], want[2])
		}
		if r["clients"] != 10 {
			t.Errorf("%s: %v clients", name, r["clients"])
		}
	}
}

// TestContend checks that another jitter type of the policy has a row, that a seed repeats, and that too many writes
// are refused.
func TestContend(t *testing.T) {
	s := contended(10, 50, 1)
	plain, again := ask(Contend, &s), ask(Contend, &s)
	s.Seed = 2
	other := ask(Contend, &s)
	if x, y, z := contendRow(t, plain, "full"), contendRow(t, again, "full"),
		contendRow(t, other, "full"); x["attempts"] != y["attempts"] || x["time_s"] == z["time_s"] {
		t.Errorf("full jitter gives %v, then %v, and with another seed %v", x, y, z)
	}
	if plain.Tables[0].Len != 5 {
		t.Errorf("without another jitter there are %d rows", plain.Tables[0].Len)
	}
	k, _ := setting.Find("jitter")
	for _, name := range []string{"none", "full", "equal", "spread=0.2", "decorrelated=2"} {
		if err := k.Try(&s, name); err != nil {
			t.Fatal(err)
		}
		a := ask(Contend, &s)
		if known := name == "none" || name == "full" || name == "equal"; known != (a.Tables[0].Len == 5) {
			t.Errorf("with %s there are %d rows", name, a.Tables[0].Len)
		} else if !known {
			contendRow(t, a, name)
		}
	}
	// One client needs one call of four hops of 10 ms with any jitter.
	for i := range 5 {
		one := cells(ask(Contend, new(contended(1, 2000, 1))).Tables[0], i)
		if one["attempts"] != 1 || !(math.Abs(one["time_s"]-0.04) <= 4*one["time_se_s"]) {
			t.Errorf("one client makes %v attempts in %v s", one["attempts"], one["time_s"])
		}
	}
	if a := ask(Contend, new(contended(1e6, 100, 1))); a.None == nil {
		t.Error("a million clients are simulated a hundred times")
	}
	a := ask(Contend, new(contended(3, 1, 1)))
	if len(a.Warnings) != 1 || !math.IsNaN(contendRow(t, a, "full")["time_se_s"]) {
		t.Errorf("one run has a standard error, or warns %q", a.Warnings)
	}
}
