package tui

import (
	"reflect"
	"retune/ui/query/fleet"
	"strings"
	"testing"
)

// The verdict has a place for how the runs come out from the start, and says
// which policy's they are.
func TestVerdictTellsWhoseRuns(t *testing.T) {
	const first, last = "simulated 1 of 3 times: recovers in 100%", "simulated 3 of 3 times: recovers in 100%"
	one, two := []string{"RECOVERS: ", "#"}, []string{"", "A #", "B #"}
	for _, test := range []struct {
		knobs, want []string // how each paragraph begins, and # is of the runs
		runs        []string // with the key and at the end
	}{
		{nil, one, []string{first, last}},
		{[]string{"vs=r=1.5"}, two, []string{first, last}},
		{[]string{"deadline=3s", "engine=auto"}, one, []string{first, last}},
		{[]string{"clients=1e12", "scale=1"}, []string{"one run is more than the limit", "#"}, []string{"being simulated"}},
	} {
		m := show(t, screen(t, 120, 36, test.knobs...), "fleet")
		for stage, runs := range test.runs {
			if stage == 1 {
				m = Simulated(m)
			}
			list := m.verdict()
			for i, want := range test.want {
				if i >= len(list) || !strings.HasPrefix(list[i].text+"$", strings.Replace(want, "#", runs, 1)) {
					t.Errorf("%q, %q: the verdict is %+v, want %q", test.knobs, runs, list, test.want)
				}
			}
			if refused := strings.HasPrefix(test.want[0], "one run"); len(list) != len(test.want) || refused != (list[0].role == warning) {
				t.Errorf("%q, %q: the verdict is %+v, want %q", test.knobs, runs, list, test.want)
			}
		}
	}
}

// The first run that comes in moves nothing.
func TestNothingJumpsWhenSimulated(t *testing.T) {
	for n, knobs := range [][]string{nil, {"vs=r=1.5"}, {"engine=auto"}, {"engine=auto", "vs=r=1.5"}} {
		m := inView(t, screen(t, 120, 36, knobs...))
		none, _ := fleet.NewRuns(m.scenario)
		for i, size := range theSizes() {
			if i%4 != n {
				continue
			}
			m := resize(m, size[0], size[1])
			before := m
			before.simulation, before.notes, before.bands = &none, none.Notes(), nil
			if was, is := before.layout(), m.layout(); !reflect.DeepEqual(was, is) {
				t.Fatalf("%v, %q: the first run moves\n%+v\nto\n%+v", size, knobs, was, is)
			}
			frame := fits(t, "simulated", m)
			commandShown(t, "simulated", m, frame)
			if r := m.layout().verdict; r.h > 0 {
				if end := []rune(frame[r.y+r.h-1])[r.x : r.x+r.w]; strings.Trim(string(end), "╰─╯") != "" {
					t.Fatalf("%v, %q: the verdict leaves its panel:\n%s", size, knobs, text(m))
				}
			}
		}
	}
}

// TestVerdictInFewWords has a small terminal say how the fleet comes out without cutting it.
func TestVerdictInFewWords(t *testing.T) {
	for knobs, want := range map[string]string{"": "RECOVERS: ", "clients=1000": "NOT RECOVERED within 20s - metastable", "clients=1e4": "OVERLOADED: 10k/s offered, 1247/s capacity, outage or not.", "vs=retries=1": "A back in 0s, B back in "} {
		m := inView(t, screen(t, 40, 12, strings.Fields(knobs)...))
		for _, stage := range []Model{m, Simulated(m)} {
			list, cut := stage.verdictLines(36, 3)
			said := ""
			for _, p := range list {
				said += p.text + " "
			}
			if !strings.Contains(said, want) || strings.Contains(said, "…") || knobs == "" && !cut {
				t.Errorf("%q: %q, want %q whole", knobs, said, want)
			}
		}
	}
}
