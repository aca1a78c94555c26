package setting

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAxis reads axes and checks their shortest text.
func TestAxis(t *testing.T) {
	for _, c := range []struct{ text, written, values string }{
		{"factor=1.1..4:3", "factor=1.1..4:3", "1.1 2.55 4"},
		{"factor", "factor=1.1..4", "1.1 1.422 1.744 2.067 2.389 2.711 3.033 3.356 3.678 4"}, // about the present value
		{"clients", "clients=100..10000", "100 167 278 464 774 1292 2154 3594 5995 10000"},
		{"r=1..2:2", "factor=1..2:2", "1 2"},
		{"clients=10..190:10", "clients=10..190:+10", "10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 170 180 190"},
		{"clients=0100..400:4", "clients=100..400:4", "100 200 300 400"},
		{"retries=0..20:5", "retries=0..20:+5", "0 5 10 15 20"},
		{"retries=1..5", "retries=1..5", "1 2 3 4 5"}, // repeated values are dropped
		{"retries=1..4:4", "retries=1..4:4", "1 2 3 4"},
		{"outage=10s..1m:+20s", "outage=10s..1m:+20s", "10 30 50"},
		{"outage=10s..1m:+25s", "outage=10s..1m:+25s", "10 35 60"},
		{"max-delay-ms=1000..100000:3", "cap=1s..1m40s:3", "1 10 100"},
		{"initial-delay=1ms..10s:5", "initial-delay=1ms..10s:5", "0.001 0.01 0.1 1 10"},
		{"failure-rate=1%..50%:3", "failure-rate=1%..50%:3", "0.01 0.255 0.5"},
	} {
		k, s := Sweep(), Preset("outage")
		err := k.Set(&s, c.text)
		a, ok := k.Axis(&s)
		if got := strings.Trim(fmt.Sprint(a.Values), "[]"); err != nil || !ok || k.Text(&s) != c.written || got != c.values {
			t.Errorf("%s is %s with the values %s, not %s with %s (%v)", c.text, k.Text(&s), got, c.written, c.values, err)
			continue
		}
		again := s
		if err := k.Set(&again, k.Text(&s)); err != nil || k.Text(&again) != k.Text(&s) {
			t.Errorf("%s is read as %s (%v)", k.Text(&s), k.Text(&again), err)
		}
		if b, _ := k.Axis(&again); !slices.Equal(a.Values, b.Values) {
			t.Errorf("%s has the values %v, and then %v", c.text, a.Values, b.Values)
		}
		for _, x := range a.Values {
			if at, _ := a.ScenarioAt(&s, x); a.CurrentNumber(&at) != x {
				t.Errorf("%s at %v stands at %v", a.Setting.Name, x, a.CurrentNumber(&at))
			}
		}
	}
	for text, want := range map[string]string{
		"jitter": "is no range of values", "factor=2": "is no range of values", "fctor=1..2": "unknown setting",
		"factor=2..1":       "the smaller end first",
		"jitter=none..full": "is not a number here", "factor=0..2": "out of range", "cap=1s..none": "out of range",
		"factor=1..2:1": "2 to 200", "factor=1..2:1000": "2 to 200",
		"factor=1..2:+0": "values", "factor=1..2:x": "not a whole number",
	} {
		s := Default()
		if err := Sweep().Set(&s, text); err == nil || !strings.Contains(err.Error(), want) || s.Sweep != "" {
			t.Errorf("%s is refused with %v, and not with %q", text, err, want)
		}
	}
}

// TestThrough checks that the present value replaces the nearest inner value of an axis.
func TestThrough(t *testing.T) {
	s := Default()
	for text, want := range map[string]string{
		"factor=1.1..4:4": "[1.1 2 3.033 4]", "factor=1..1.9:2": "[1 1.9]", "factor=1.9..4:3": "[1.9 2 4]",
		"factor=1.5..2.5:+0.4": "[1.5 1.9 2.3]",
		"factor=3..5:3":        "[3 4 5]", "cap=1s..9s:3": "[1 5 9]",
	} {
		k := XAxis()
		if err := k.Set(&s, text); err != nil {
			t.Fatal(err)
		}
		a, _ := k.Axis(&s)
		if got := fmt.Sprint(a.ThroughCurrent(&s).Values); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
}
