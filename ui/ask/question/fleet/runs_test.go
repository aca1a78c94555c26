package fleet

import (
	"fmt"
	"strings"
	"testing"
)

// TestRunsAnswer checks that Runs end with the answer of Fleet, for one policy and for two.
func TestRunsAnswer(t *testing.T) {
	for _, versus := range []string{"", "vs deadline=none"} {
		settings := []string{"deadline 5s"}
		if versus != "" {
			settings = append(settings, versus)
		}
		s := small(t, settings...)
		p, ok := NewRuns(s)
		if !ok || p.Begun() {
			t.Fatalf("%v: ok %v, begun %v", settings, ok, p.Begun())
		}
		for n := 1; !p.Done(); n++ {
			p = p.More(t.Context())
			want := fmt.Sprintf("simulated %d times", n)
			if n == 1 {
				want = "simulated once"
			}
			if title := p.Answer().Groups[1].Title; !strings.HasPrefix(title, want) {
				t.Errorf("%v: %q after %d runs", settings, title, n)
			}
		}
		got, want := p.Answer(), answerOf(t, s)
		if fmt.Sprint(got.Warnings) != fmt.Sprint(want.Warnings) {
			t.Errorf("%v: warnings %q, want %q", settings, got.Warnings, want.Warnings)
		}
		if len(got.Policies) != len(want.Policies) || fmt.Sprint(got.Groups) != fmt.Sprint(want.Groups) {
			t.Errorf("%v: pair %v\n%v\nwant %v\n%v", settings, got.Policies, got.Groups, want.Policies, want.Groups)
		}
		for i := range want.Tables[0].Len {
			if got, want := fmt.Sprint(got.Tables[0].Row(i)), fmt.Sprint(want.Tables[0].Row(i)); got != want {
				t.Errorf("%v: row %d is %s, want %s", settings, i, got, want)
			}
		}
	}
}

// TestErrorOfAConstant checks that a number that is the same in every run has no error.
func TestErrorOfAConstant(t *testing.T) {
	for n := 2; n < 30; n++ {
		mean, se := meanOf(make([]struct{}, n), func(struct{}) float64 { return 99.00990099009901 })
		if se > 1e-12 || !(mean > 99.0099 && mean < 99.00991) {
			t.Errorf("%d runs: %g with error %g", n, mean, se)
		}
	}
	if mean, se := meanOf([]float64{1, 2, 3, 6}, func(x float64) float64 { return x }); mean != 3 ||
		!(se*se > 1.166 && se*se < 1.167) {
		t.Errorf("1, 2, 3, 6: %g with error %g, want 3 and sqrt(14/12)", mean, se)
	}
}
