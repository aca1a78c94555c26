package stack

import (
	"math"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// asking returns the scenario with these settings, and the answer at full effort.
func asking(t *testing.T, settings ...string) (setting.Scenario, answer.Answer) {
	t.Helper()
	s := setting.Default()
	for _, item := range settings {
		name, text, _ := strings.Cut(item, " ")
		k, ok := setting.Find(name)
		if !ok {
			t.Fatal(name)
		}
		if err := k.Set(&s, text); err != nil {
			t.Fatalf("%s: %v", item, err)
		}
	}
	return s, Question.Ask(t.Context(), &s, answer.Full)
}

// holds compares figures with numbers that are summed by hand.
func holds(t *testing.T, a answer.Answer, want map[string]float64) {
	t.Helper()
	for name, x := range want {
		if v := a.Value(name, 0); !(math.Abs(v.Number-x) <= 1e-9*x) || v.Error > 1e-9 {
			t.Errorf("%s is %v ± %v, want %v", name, v.Number, v.Error, x)
		}
	}
}

const faraday = "layer rack:attempts=1,timeout=15s;faraday:a=300ms,retries=3,timeout=5s"

// TestInversion asks about the stack of https://github.com/18F/identity-idp/pull/4740: 4 attempts of 5 s and waits of
// 0.3, 0.6 and 1.2 s are 22.1 s, within 15 s. The third attempt starts after 10.9 s, the second ends after 10.3 s.
func TestInversion(t *testing.T) {
	s, a := asking(t, faraday)
	const says = "Inversion: faraday takes up to 22.1s, but rack ends it after 15s; 2 of its 4 attempts fit. " +
		"One request makes up to 3 attempts at the bottom and takes up to 15s; rack gives up first."
	if a.Summary != says || a.Tone != answer.Bad || a.Assumed != "attempts that fail hang until a timeout ends them" {
		t.Errorf("%q, assumed %q, tone %v", a.Summary, a.Assumed, a.Tone)
	}
	holds(t, a, map[string]float64{"inversions": 1, "attempts at bottom": 3, "call time max": 15, "call time mean": 15,
		"call time p99": 15, "load when all fail": 3})
	if q, _ := a.Figure("nesting"); q.Words != unfit || q.DeterminedBy != "faraday outlasts rack" {
		t.Errorf("%+v", q)
	}
	for i, want := range []struct {
		name                                string
		attempts, timeout, longest, fitting float64
		first, inverted                     bool
	}{{"rack", 1, 15, 15, math.NaN(), true, false}, {"faraday", 4, 5, 22.1, 2, false, true}} {
		row := a.Tables[0].Row(i)
		for j, x := range map[int]float64{1: want.attempts, 2: want.timeout, 3: want.longest, 7: want.fitting} {
			if got := row[j].Number; !(math.Abs(got-x) <= 1e-9) && !(math.IsNaN(x) && math.IsNaN(got)) {
				t.Errorf("%s, column %d: %v, want %v", want.name, j, got, x)
			}
		}
		if row[0].Words != want.name || (row[5].Number == 1) != want.first || (row[6].Number == 1) != want.inverted ||
			!math.IsNaN(row[4].Number) {
			t.Errorf("%+v, want %+v", row, want)
		}
	}
	bar := a.Bars.List[1]
	if bar.Text != "22.1s, outlasts rack" || bar.Rank != 3 || !(math.Abs(bar.Parts[3][0]-17.1) <= 1e-9) ||
		!(math.Abs(bar.Value-22.1) <= 1e-9) || a.Bars.List[0].Text != "15s" ||
		a.Bars.List[0].Rank != 0 {
		t.Errorf("%+v", a.Bars.List)
	}
	if list := worked(&s, a); strings.Join(list, "\n") != "rack: H = 15s\nfaraday: H = 22.1s, outlasts rack" {
		t.Errorf("%q", list)
	}
}

// TestProduct asks about three layers of three attempts, of 0.1 s, with waits of 1 and 2 s: a call of the last takes
// 3 x 0.1 + 3 s = 3.3 s, of the second 3 x 3.3 + 3 s = 12.9 s, of the first 41.7 s.
func TestProduct(t *testing.T) {
	_, a := asking(t, "attempt-time 100ms", "layer 3x3x3")
	holds(t, a, map[string]float64{"attempts at bottom": 27, "call time max": 41.7, "call time mean": 41.7,
		"call time p99": 41.7, "load when all fail": 27})
	const says = "One request makes up to 27 attempts at the bottom and takes up to 41.7s; layer3 gives up first. " +
		"(Counted as 3 attempts per layer; 3 retries per layer would make 64.)"
	if a.Summary != says || a.Tone != answer.Good || a.Assumed != "waits of 1s x2 where a layer gives none" {
		t.Errorf("%q, assumed %q, tone %v", a.Summary, a.Assumed, a.Tone)
	}
	if q, _ := a.Figure("nesting"); q.Words != sound || a.Value("inversions", 0).Number != 0 {
		t.Errorf("%+v", q)
	}
	for layers, says := range map[string]bool{"1x1": false, "99x99": true, "100x100": true, "101x101": false,
		"3x2": false} {
		_, a := asking(t, "attempt-time 1ms", "initial-delay 0", "layer "+layers)
		if strings.Contains(a.Summary, "Counted as") != says {
			t.Errorf("%s: %q", layers, a.Summary)
		}
	}
}

// TestEndless asks about retries without a limit, without a timeout and inside one.
func TestEndless(t *testing.T) {
	_, a := asking(t, "layer a:a=1s,retries=none")
	if a.Summary != "One request makes up to ∞ attempts at the bottom and never ends: no timeout ends it." {
		t.Errorf("%q", a.Summary)
	}
	if v := a.Value("call time max", 0); v.Status != answer.Unbounded || a.Bars.List[0].Text != "never ends" {
		t.Errorf("%+v, %+v", v, a.Bars.List)
	}
	if want := "attempts fail at once, as there is no attempt time and no timeout; " +
		"waits of 1s x2 where a layer gives none"; a.Assumed != want {
		t.Errorf("assumed %q", a.Assumed)
	}
	_, a = asking(t, "layer a:attempts=1,timeout=2s;b:a=1s,r=1,retries=none")
	if !strings.HasPrefix(a.Summary, "Inversion: b never gives up, but a ends it after 2s; none of its ") {
		t.Errorf("%q", a.Summary)
	}
}

// TestShares compares the mean number of attempts with its closed form: half of the attempts fail, so a layer of two
// makes 1.5 attempts on average and fails in a quarter of its calls, and two such layers make 1.5 x 1.25. The squared
// deviation is that of the enumerated numbers 1 to 4.
func TestShares(t *testing.T) {
	s, a := asking(t, "failure-rate 50%", "layer a:attempts=2,a=1s,timeout=30s;b:attempts=2,a=1s,timeout=10s")
	// a call of b: 1 attempt and success 1/2, 2 and success 1/4, 2 and failure 1/4
	mean, square := 0.0, 0.0
	for _, one := range []struct{ attempts, share float64 }{{1, 1. / 2}, {2, 1. / 4}, {3, 1. / 8}, {4, 1. / 8}} {
		mean, square = mean+one.attempts*one.share, square+one.attempts*one.attempts*one.share
	}
	if mean != 1.5*1.25 {
		t.Fatalf("the enumeration gives %v", mean)
	}
	for effort, n := range map[answer.Effort]float64{answer.Full: 20_000, answer.Rough: 500} {
		a := Question.Ask(t.Context(), &s, effort)
		v, se := a.Value("attempts at bottom mean", 0), math.Sqrt((square-mean*mean)/n)
		if !(math.Abs(v.Number-mean) <= 5*se) || !(math.Abs(v.Error/se-1) <= 0.2) {
			t.Errorf("%v ± %v attempts, want %v ± %v", v.Number, v.Error, mean, se)
		}
		load := a.Value("load when all fail", 0)
		x := 4 / v.Number
		if !(math.Abs(load.Number-x) <= 1e-9) || !(math.Abs(load.Error/x-v.Error/v.Number) <= 1e-9) {
			t.Errorf("the load is %v ± %v, want %v", load.Number, load.Error, x)
		}
	}
	// b hangs for 10 s or succeeds at once, with a wait of 1 s: 21 s is the longest, in a quarter of the calls
	for i, want := range []float64{21 + 1 + 21, 21} {
		row := a.Tables[0].Row(i)
		if p99, longest := row[4], row[3]; !(math.Abs(longest.Number-min(want, 61)) <= 1e-9) || !(p99.Number > 0 &&
			p99.Number <= want) || p99.Digits != 3 {
			t.Errorf("layer %d: longest %v, p99 %+v", i, longest.Number, p99)
		}
	}
	if x := a.Tables[0].Row(1)[4].Number; !(math.Abs(x-21) <= 1e-9) { // a quarter of the calls
		t.Errorf("the p99 of b is %v", x)
	}
}

// TestFirst checks that the innermost of the layers with the shortest longest call gives up first.
func TestFirst(t *testing.T) {
	_, a := asking(t, "layer a:attempts=1,timeout=5s;b:attempts=1,timeout=5s;c:attempts=2,a=1s,timeout=5s")
	for i, want := range []bool{false, true, false} {
		if got := a.Tables[0].Row(i)[5]; (got.Number == 1) != want {
			t.Errorf("layer %d gives up first: %v", i, got)
		}
	}
	if !strings.Contains(a.Summary, "; b gives up first.") {
		t.Errorf("%q", a.Summary)
	}
}

// TestFigures checks that each figure is the one of the answer, and unknown without layers.
func TestFigures(t *testing.T) {
	s, a := asking(t, faraday, "failure-rate 20%")
	for _, f := range Figures() {
		v, want := f.Compute(t.Context(), &s, answer.Full), a.Value(strings.ReplaceAll(f.Name, "-", " "), 0)
		if v.Number != want.Number || v.Words != want.Words || v.Words == "" && v.Number == 0 {
			t.Errorf("%s is %+v, want %+v", f.Name, v, want)
		}
		v = f.Compute(t.Context(), new(setting.Default()), answer.Full)
		if !math.IsNaN(v.Number) || !strings.Contains(v.Why, "--layer") {
			t.Errorf("%s without layers: %+v", f.Name, v)
		}
		if f.Lacks(new(setting.Default())) != "layer" || f.Lacks(&s) != "" {
			t.Errorf("%s lacks %q and %q", f.Name, f.Lacks(new(setting.Default())), f.Lacks(&s))
		}
	}
	if a := Question.Ask(t.Context(), new(setting.Default()), answer.Full); a.None == nil {
		t.Errorf("%q without layers", a.Summary)
	}
}
