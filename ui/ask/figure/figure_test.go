package figure

import (
	"context"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestKnownDigits checks that a value has the digits that its standard error leaves, three if it comes from
// distributions, and four if it is exact.
func TestKnownDigits(t *testing.T) {
	noise := func(*setting.Scenario) float64 { return 0 }
	jittered := setting.Default()
	if err := setting.Jitter().Set(&jittered, "full"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		value answer.Value
		noise func(*setting.Scenario) float64
		want  string
	}{
		{answer.Value{Number: 221.64, Error: 1.75}, nil, "222"}, {answer.Value{Number: 221.64, Error: 40}, nil, "220"},
		{answer.Value{Number: 221.64}, noise, "222"}, {answer.Value{Number: 221.64, Digits: 2}, noise, "220"},
		{answer.Value{Number: 221.64}, nil, "221.6"},
	} {
		r := Figure{RelativeError: c.noise,
			Compute: func(context.Context, *setting.Scenario, answer.Effort) answer.Value { return c.value }}
		if v := r.Evaluate(context.Background(), &jittered, answer.Full); v.WithUnit(unit.Number).Text() != c.want {
			t.Errorf("%+v is %s, want %s", c.value, v.WithUnit(unit.Number).Text(), c.want)
		}
	}
}
