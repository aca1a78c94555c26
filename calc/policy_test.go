package calc_test

import (
	"math"
	"testing"

	"retune/calc"
)

func TestValidate(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		p    calc.Policy
		want string // "" for a valid policy
	}{
		{calc.Policy{InitialDelay: 1, Factor: 1, Cap: 1}, ""},
		{calc.Policy{InitialDelay: 1e-9, Factor: 1000, Cap: inf, AttemptTime: 30}, ""},
		{calc.Policy{InitialDelay: 0, Factor: 2, Cap: 60}, ""},
		{calc.Policy{InitialDelay: 1, Factor: 2}, ""},
		{calc.Policy{InitialDelay: 1}, "the factor is 0, but must be finite and at least 1"},
		{calc.Policy{Factor: 2, Cap: -1}, "the cap is -1s, but must be above 0s"},
		{calc.Policy{InitialDelay: -1, Factor: 2, Cap: 60},
			"the initial delay is -1s, but must be finite and at least 0s"},
		{calc.Policy{InitialDelay: inf, Factor: 2, Cap: inf},
			"the initial delay is +Infs, but must be finite and at least 0s"},
		{calc.Policy{InitialDelay: nan, Factor: 2, Cap: 60},
			"the initial delay is NaNs, but must be finite and at least 0s"},
		{calc.Policy{InitialDelay: 1, Factor: 0.5, Cap: 60}, "the factor is 0.5, but must be finite and at least 1"},
		{calc.Policy{InitialDelay: 1, Factor: inf, Cap: 60}, "the factor is +Inf, but must be finite and at least 1"},
		{calc.Policy{InitialDelay: 1, Factor: nan, Cap: 60}, "the factor is NaN, but must be finite and at least 1"},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 0.001},
			"the cap of 0.001s is below the initial delay of 1s, but must be at least as long"},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: nan}, "the cap is NaNs, but must be above 0s"},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 60, AttemptTime: -1},
			"the attempt time is -1s, but must be finite and at least 0s"},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 60, AttemptTime: inf},
			"the attempt time is +Infs, but must be finite and at least 0s"},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 60, AttemptTime: nan},
			"the attempt time is NaNs, but must be finite and at least 0s"},
	} {
		got := ""
		if err := c.p.Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.p, got, c.want)
		}
	}
}
