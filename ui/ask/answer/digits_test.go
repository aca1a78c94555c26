package answer

import (
	"context"
	"testing"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestKnownDigits checks that a value has the digits that its standard error leaves, three if it comes from
// distributions, and four if it is exact.
func TestKnownDigits(t *testing.T) {
	noise := func(setting.Scenario) float64 { return 0 }
	jittered := setting.Default()
	if err := setting.Jitter().Set(&jittered, "full"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		value Value
		noise func(setting.Scenario) float64
		want  string
	}{
		{Value{Number: 221.64, Error: 1.75}, nil, "222"}, {Value{Number: 221.64, Error: 40}, nil, "220"},
		{Value{Number: 221.64}, noise, "222"}, {Value{Number: 221.64, Digits: 2}, noise, "220"},
		{Value{Number: 221.64}, nil, "221.6"},
	} {
		r := Result{Figure: Figure{Noise: c.noise,
			Value: func(context.Context, setting.Scenario, Effort) Value { return c.value }}}
		q := Quantity{Kind: unit.Number}
		if q.Set(r.At(context.Background(), jittered, Full)); q.Text(0) != c.want {
			t.Errorf("%+v is %s, want %s", c.value, q.Text(0), c.want)
		}
	}
	a, b := Quantity{A: 100, Noise: 1}, Quantity{A: 102, Noise: 1}
	if far := (Quantity{A: 104, Noise: 1}); !a.Within(b) || a.Within(far) {
		t.Error("values within two standard errors differ, or others do not")
	}
}
