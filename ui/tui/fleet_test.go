package tui

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retune/ui/chart"
	"retune/ui/knob"
	"retune/ui/query"
)

// theTwo are the two policies against each other: A collapses and B recovers late.
var theTwo = append(theFixed, "vs=a=100ms,r=2.71828,cap=5m,jitter=normal=100ms,feedback=yes", "first-from-think=yes")

// theFleet is the default world in view, solved and played five times.
func theFleet(t testing.TB, w, h int, knobs ...string) Model {
	t.Helper()
	s := knob.Default()
	s.Runs = 5
	for _, item := range knobs {
		name, text, _ := strings.Cut(item, "=")
		k, _ := knob.Find(name)
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", item, err)
		}
	}
	return inView(t, resize(New(s, Options{}), w, h))
}

// inView is the model with the fleet in view, solved and played.
func inView(t testing.TB, m Model) Model {
	t.Helper()
	m = show(t, m, "fleet")
	m, _ = send(m, m.refine())
	return Played(m)
}

// A key changes the answer at once; the exact one follows, then the runs, one by
// one; and the next key stops them.
func TestFleetFollows(t *testing.T) {
	m := show(t, screen(t, 120, 36), "fleet")
	before := text(m)
	m, refining := send(focusOn(t, m, "outage"), keyPress("shift+right"))
	const so = "roughly, so far" // in the titles of the verdict and of the answers
	if !m.rough || refining == nil || text(m) == before || m.plays != nil || strings.Count(text(m), so) != 2 {
		t.Fatalf("after a key: rough %v, plays %v, and the frame\n%s", m.rough, m.plays, text(m))
	}
	height := m.layout().verdict
	m, playing := send(m, m.refine())
	if m.rough || playing == nil || m.played() || strings.Contains(text(m), so) {
		t.Fatalf("after the exact answer: rough %v, played %v", m.rough, m.played())
	}
	first := playing().(played)
	for n := 1; playing != nil; n++ {
		if m, playing = send(m, playing()); !strings.Contains(text(m), "played "+string('0'+rune(n))+" of 3 times") || m.layout().verdict != height {
			t.Fatalf("after %d runs, with the verdict at %v, before at %v:\n%s", n, m.layout().verdict, height, text(m))
		}
		if (playing == nil) != (n == 3) {
			t.Fatalf("after %d of 3 runs there are more: %v", n, playing != nil)
		}
	}
	if n := len(m.commands()); n != 2 {
		t.Errorf("%d commands print what was solved and played, want 2", n)
	}

	// The next key: a run that is still under way stops, and one that comes in
	// late is dropped.
	plays, ok := query.NewPlays(m.scenario)
	under := m.play(plays)
	if next := under().(played).plays; !ok || next.Notes()[0] == "" {
		t.Fatal("a run has not been played although nothing else was wanted")
	}
	m = press(m, "right")
	if next := under().(played).plays; next.Notes()[0] != "" {
		t.Errorf("a run goes on although a key was pressed: %q", next.Notes())
	}
	if m, playing = send(m, first); m.plays != nil || playing != nil {
		t.Error("a run of what was in view before is taken")
	}
	stale := m
	m = press(m, "right")
	if msg := stale.refine(); msg != nil {
		t.Errorf("exact answers are worked out that nobody waits for: %T", msg)
	}
	m = show(t, m, "at")
	if n, cmd := m.startPlays(); n.plays != nil || cmd != nil {
		t.Error("a fleet is played that is not in view")
	}
	m.scenario = setting(t, "clients=1000000", "think=10ms")
	if n, cmd := show(t, m, "fleet").startPlays(); n.plays != nil || cmd != nil {
		t.Error("a fleet is played that takes minutes")
	}
}

// The verdict has a place for how the runs come out from the start, and says
// which policy's they are.
func TestVerdictTellsWhoseRuns(t *testing.T) {
	for _, test := range []struct{ knobs, want []string }{ // how each paragraph begins, and # is of the runs
		{nil, []string{"recovers (", "#"}},
		{[]string{"vs=r=1.5"}, []string{"A recovers (", "#", "B recovers (", "#"}},
		{[]string{"deadline=3s"}, []string{"this world is no flow", "#"}},
		{[]string{"deadline=3s", "vs=r=1.5"}, []string{"this world is no flow", "A #", "B #"}},
	} {
		rough := show(t, screen(t, 120, 36, test.knobs...), "fleet")
		solved, _ := send(rough, rough.refine())
		for runs, m := range map[string]Model{"": rough, "being played, call by call...": solved, "played 3 of 3 times: recovers in 100%": Played(solved)} {
			list := m.verdict(90)
			for i, want := range test.want {
				if runs == "" && strings.HasSuffix(want, "#") {
					want = "$"
				}
				if i >= len(list) || !strings.HasPrefix(list[i].text+"$", strings.Replace(want, "#", runs, 1)) {
					t.Errorf("%q, %q: the verdict is %+v, want %q", test.knobs, runs, list, test.want)
				}
			}
			if refused := strings.HasPrefix(test.want[0], "this"); len(list) != len(test.want) || refused != (list[0].role == warning) {
				t.Errorf("%q, %q: the verdict is %+v, want %q", test.knobs, runs, list, test.want)
			}
		}
	}
}

// Another size of the terminal is no other question.
func TestFleetGoesOnWhenResized(t *testing.T) {
	m := inView(t, screen(t, 120, 36))
	if n := resize(m, 80, 24); n.generation != m.generation || !n.played() {
		t.Error("another size of the terminal starts everything anew")
	}
}

// The first run that comes in moves nothing, and the command that prints it
// stands below the other one, whole, where there is room for both.
func TestNothingJumpsWhenPlayed(t *testing.T) {
	for n, knobs := range [][]string{nil, {"vs=r=1.5"}, {"deadline=3s"}, {"deadline=3s", "vs=r=1.5"}} {
		m := inView(t, screen(t, 120, 36, knobs...))
		none, _ := query.NewPlays(m.scenario)
		for i, size := range theSizes() {
			if i%4 != n {
				continue
			}
			m := resize(m, size[0], size[1])
			before := m
			before.plays = &none
			if was, is := before.layout(), m.layout(); !reflect.DeepEqual(was, is) {
				t.Fatalf("%v, %q: the first run moves\n%+v\nto\n%+v", size, knobs, was, is)
			}
			fits(t, "played", m)
			commandShown(t, "played", m)
			if r := m.layout().verdict; r.h > 0 {
				if end := []rune(lines(m)[r.y+r.h-1])[r.x : r.x+r.w]; strings.Trim(string(end), "╰─╯") != "" {
					t.Fatalf("%v, %q: the verdict leaves its panel:\n%s", size, knobs, text(m))
				}
			}
		}
	}
	for size, want := range map[[2]int]int{{70, 18}: 2, {60, 14}: 1} { // the foot has four lines and three
		m := inView(t, screen(t, size[0], size[1]))
		if got := commandsIn(lines(m)); len(got) != want {
			t.Errorf("%v: the commands are %q, want %d", size, got, want)
		}
	}
}

// Where a knob has two lines, those that ask stand below a heading: at what, or
// in which world.
func TestHeadingOfWhatAsks(t *testing.T) {
	for view, want := range map[string]string{"at": "asked at", "fleet": "its world"} {
		m := show(t, screen(t, 120, 90), view)
		for _, heading := range []string{"asked at", "its world"} {
			if strings.Contains(text(m), heading) != (heading == want) {
				t.Errorf("%s: want the heading %q:\n%s", view, want, text(m))
			}
		}
	}
}

// A knob of the world is turned, set to its default, and both are undone and
// done again, with all that is shown.
func TestWorldKnobsAreUndone(t *testing.T) {
	typed := map[string]string{"budget": "10%", "breaker": "50%", "also": "spike=5@10s+2s"}
	for _, k := range fleetRows {
		if !k.Asks {
			continue
		}
		old := focusOn(t, show(t, screen(t, 200, 60), "fleet"), k.Name)
		turned := press(old, "left", "right", "right")
		if v, ok := typed[k.Name]; ok {
			turned = press(write(press(old, "enter"), v), "enter")
		}
		reset := press(turned, "backspace")
		if got, want := shown(t, reset, k.Name), k.Text(knob.Default()); got != want || shown(t, turned, k.Name) == want {
			t.Errorf("%s: backspace sets %s to %s, want %s", k.Name, shown(t, turned, k.Name), got, want)
		}
		m := reset
		for _, step := range []struct {
			key  string
			want Model
		}{{"u", turned}, {"U", reset}, {"u", turned}} {
			if m = press(m, step.key); stable(text(m)) != stable(text(step.want)) {
				t.Errorf("%s, %s: shows\n%s\nwant\n%s", k.Name, step.key, text(m), text(step.want))
			}
		}
	}
}

// What changes nothing leaves the runs that have been played.
func TestNothingIsPlayedAgainForNothing(t *testing.T) {
	m := focusOn(t, inView(t, screen(t, 120, 36, "factor=1")), "factor")
	track := m.layout().rows[m.focus].track
	for what, m := range map[string]Model{"a key": press(m, "left"), "the mouse": m.grab(track.x, track.y)} {
		if !m.played() || m.rough {
			t.Errorf("%s changes nothing, and all is worked out anew", what)
		}
	}
}

// Every fault is shaded where it is, and nowhere else.
func TestFaultsAreShaded(t *testing.T) {
	m := inView(t, screen(t, 120, 36, "outage-at=2s", "outage=4s", "also=hang@10s+5s"))
	p := m.plot(m.answer.Charts[0])
	p.Curves = nil
	fills := p.Fills[len(p.Fills)-2:]
	for x := 0.25; x < 20; x += 0.5 {
		shaded := false
		for _, f := range fills {
			shaded = shaded || f.Lo(x) <= f.Hi(x)
		}
		if want := x > 2 && x < 6 || x > 10 && x < 15; shaded != want {
			t.Errorf("at %v s: shaded %v, want %v", x, shaded, want)
		}
	}
	r := m.layout().charts[0]
	rows := lines(m)[r.y+1 : r.y+r.h-4]
	axis := lines(m)[r.y+r.h-3]
	from := strings.IndexRune(axis, '┬')
	from = len([]rune(axis[:from]))
	width := float64(r.x + r.w - 2 - from)
	for x := range int(width) {
		shaded := false
		for _, row := range rows {
			shaded = shaded || []rune(row)[from+x] == '░'
		}
		at := 20 * (float64(x) + 0.5) / width
		if want := at > 2 && at < 6 || at > 10 && at < 15; shaded != want && !near(at, 2, 6, 10, 15) {
			t.Errorf("column %d, at %.2f s: shaded %v, want %v\n%s", x, at, shaded, want, text(m))
		}
	}
}

func near(x float64, edges ...float64) bool {
	for _, e := range edges {
		if math.Abs(x-e) < 0.5 {
			return true
		}
	}
	return false
}

// A burst of one step is seen in a picture that has fewer columns than steps.
func TestNoPeakIsMissed(t *testing.T) {
	for at := 100; at < 110; at++ {
		m := show(t, screen(t, 120, 36, "horizon=5m", "outage=0", fmt.Sprintf("also=spike=9@%ds+1s", at)), "fleet")
		r := chartArea(m.layout().charts[0])
		high := 0 // rows on which the curve stands
		for _, row := range m.plot(m.answer.Charts[0]).Draw(r.w, r.h).Cells {
			if slices.ContainsFunc(row, func(c chart.Cell) bool { return c.Role == chart.A }) {
				high++
			}
		}
		if high < 4 {
			t.Errorf("a burst at %d s is not to be seen:\n%s", at, text(m))
		}
	}
}
