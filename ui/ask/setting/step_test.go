package setting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestMovesStayInRange steps settings at random, as a user of the screen would.
func TestMovesStayInRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range cases(40) {
		s := random(rng)
		for range 40 {
			k := Settings[rng.IntN(len(Settings))]
			what := ""
			switch rng.IntN(4) {
			case 0, 1:
				steps, coarse := rng.IntN(21)-10, rng.IntN(3) == 0
				k.Step(&s, steps, coarse)
				what = fmt.Sprint(k.Name, " by ", steps, " coarse ", coarse)
			case 2:
				end := rng.IntN(2) == 0
				k.Limit(&s, end)
				what = fmt.Sprint(k.Name, " to its limit ", end)
			case 3:
				k.Reset(&s)
				what = k.Name + " reset"
			}
			keeps(t, &s, what)
		}
	}
}

// TestStepBack checks that a step up and a step down return to the start, from every rung and every point of an even
// grid.
func TestStepBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, k := range Settings {
		v, ok := k.Value.(number)
		if !ok {
			continue
		}
		values := v.rungs
		if v.grid > 0 {
			values = nil
			for range cases(200) {
				values = append(values, max(v.lo, math.Round(v.grid*(v.lo+rng.Float64()*(min(v.hi, 50)-v.lo)))/v.grid))
			}
		}
		for _, x := range values {
			s := Default()
			s.InitialDelay, s.Duration = minDelay, 0.1 // so that no other setting limits the steps
			*v.at(&s) = x
			lo, hi := v.limits(&s)
			if x < lo || x > hi {
				continue
			}
			for _, coarse := range []bool{false, true} {
				up, down := s, s
				k.Step(&up, 1, coarse)
				if beyond := v.get(&up); !(beyond > x || x == hi) {
					t.Errorf("%s: a step up from %v is %v", k.Name, x, beyond)
				}
				k.Step(&down, -1, coarse)
				if beyond := v.get(&down); !(beyond < x || x == lo) {
					t.Errorf("%s: a step down from %v is %v", k.Name, x, beyond)
				}
				// A step that stops at the end of the range has no way back.
				if y := v.get(&up); y < hi {
					if k.Step(&up, -1, coarse); v.get(&up) != x {
						t.Errorf("%s: up and down from %v (coarse %v) is %v", k.Name, x, coarse, v.get(&up))
					}
				}
				if y := v.get(&down); y > lo && y > v.rungs[0] {
					if k.Step(&down, 1, coarse); v.get(&down) != x {
						t.Errorf("%s: down and up from %v (coarse %v) is %v", k.Name, x, coarse, v.get(&down))
					}
				}
			}
		}
	}
}

// TestFactorGrid checks that thousands of steps of 0.01 give exact decimals, not 1.1000000000000001.
func TestFactorGrid(t *testing.T) {
	for _, name := range []string{"factor", "to-factor"} {
		k, _ := Find(name)
		s := Default()
		k.Limit(&s, false)
		for n := range 3000 {
			x, _ := k.Number(&s)
			decimal, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64)
			if x != decimal {
				t.Fatalf("%s after %d steps up is %v", name, n, x)
			}
			lowest := 1.0
			if want := math.Round((lowest+float64(n)/100)*100) / 100; x != want {
				t.Fatalf("%s after %d steps up is %v, want %v", name, n, x, want)
			}
			k.Step(&s, 1, false)
		}
		k.Step(&s, -7, true)
		if x, _ := k.Number(&s); x != 30.3 {
			t.Errorf("%s after seven coarse steps down is %v", name, x)
		}
	}
	// A step from between two grid points goes to the next one.
	k, _ := Find("factor")
	s := Default()
	for _, c := range []struct{ from, up, down float64 }{
		{1.234, 1.24, 1.23}, {1.0000000001, 1.01, 1}, {1.1, 1.11, 1.09}, {2.7, 2.71, 2.69},
	} {
		s.Factor = c.from
		k.Step(&s, 1, false)
		up := s.Factor
		s.Factor = c.from
		k.Step(&s, -1, false)
		if up != c.up || s.Factor != c.down {
			t.Errorf("steps from %v go to %v and %v, want %v and %v", c.from, up, s.Factor, c.up, c.down)
		}
	}
}

// TestLaddersRise checks that every round value is read: a word that is not would be 0 behind a larger value.
func TestLaddersRise(t *testing.T) {
	for _, rungs := range [][]float64{delayRungs, rates, factors, ratios, shares, counts} {
		for i, x := range rungs[1:] {
			if !(x > rungs[i]) {
				t.Errorf("%v follows %v", x, rungs[i])
			}
		}
	}
}

// TestDelayLadder steps through all rungs of a delay and checks their texts.
func TestDelayLadder(t *testing.T) {
	want := []string{"1us", "2us", "5us", "10us", "20us", "50us", "100us", "200us", "500us",
		"1ms", "2ms", "5ms", "10ms", "20ms", "50ms", "100ms", "200ms", "500ms",
		"1s", "2s", "5s", "10s", "20s", "30s", "1m", "2m", "5m", "10m", "20m", "30m",
		"1h", "2h", "5h", "10h", "1d", "2d", "5d", "10d", "20d", "50d", "100d", "200d",
		"1y", "2y", "5y", "10y", "20y", "50y", "100y", "200y", "500y", "1000y"}
	k, _ := Find("initial-delay")
	s := Default()
	s.InitialDelay = 1e-6
	for _, text := range want {
		if k.Text(&s) != text {
			t.Errorf("the ladder is at %s, want %s", k.Text(&s), text)
		}
		k.Step(&s, 1, false)
	}
	if s.InitialDelay != maxDelay {
		t.Errorf("beyond the last rung is %v", s.InitialDelay)
	}
	s.InitialDelay = 1e-3
	if k.Step(&s, 1, true); s.InitialDelay != 10e-3 {
		t.Errorf("a coarse step from 1ms is %v, want ten times", s.InitialDelay)
	}
	s.InitialDelay = 0.123
	if k.Step(&s, 1, false); s.InitialDelay != 0.2 {
		t.Errorf("a step up from 123ms is %v", s.InitialDelay)
	}
	s.InitialDelay = 0.123
	if k.Step(&s, -1, false); s.InitialDelay != 0.1 {
		t.Errorf("a step down from 123ms is %v", s.InitialDelay)
	}
}

// TestNone checks the steps at none: it follows the last value, and a step down gives the largest value that changes
// anything.
func TestNone(t *testing.T) {
	for _, k := range Settings {
		v, ok := k.Value.(number)
		if !ok || !v.none {
			continue
		}
		s := Default()
		*v.at(&s) = v.hi
		if k.Step(&s, 1, false); !math.IsInf(v.get(&s), 1) {
			t.Errorf("%s: a step up from %v is %v, want none", k.Name, v.hi, v.get(&s))
		}
		if k.Step(&s, 3, true); !math.IsInf(v.get(&s), 1) {
			t.Errorf("%s: a step up from none is %v", k.Name, v.get(&s))
		}
		if k.Step(&s, -1, false); !(v.get(&s) <= v.hi) {
			t.Errorf("%s: a step down from none is %v", k.Name, v.get(&s))
		}
		keeps(t, &s, k.Name+" one step down from none")
	}
	capSetting, _ := Find("cap")
	s := Default() // the last delay is 512 s
	if capSetting.Step(&s, -1, false); s.Cap != 300 || s.CapRetry() > s.RetriesMade() {
		t.Errorf("one step down from no cap is %v, which no delay reaches", s.Cap)
	}
}
