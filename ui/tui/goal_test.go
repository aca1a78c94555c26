package tui

import (
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
)

// solved presses the keys and waits for background answers after each.
func solved(m Model, keys ...string) Model {
	for _, k := range keys {
		var cmd tea.Cmd
		if m, cmd = send(m, keyPress(k)); m.goal != nil && cmd != nil {
			m = drained(m, cmd)
		}
	}
	return m
}

// wanting enters a bound for a result.
func wanting(t testing.TB, m Model, want, text string) Model {
	t.Helper()
	m.wanted = want
	if m = press(m, "="); m.mode != choosing || m.menu.pick != m.goalOf(want) {
		t.Fatalf("%s cannot be asked for", want)
	}
	if m = solved(write(m, text), "enter"); m.goal == nil {
		t.Fatalf("%s %s: %s", want, text, m.editor.reason)
	}
	return m
}

// taking chooses the offer of a setting and takes it.
func taking(t testing.TB, m Model, name string) Model {
	t.Helper()
	for range m.goal.offers {
		if sol, _ := m.chosenOffer(); sol.Setting.Name == name {
			return press(m, "enter")
		}
		m = press(m, "down")
	}
	t.Fatalf("%s is not offered", name)
	return m
}

func TestGoalInFourKeys(t *testing.T) {
	for _, focus := range []string{"factor", "initial-delay", "cap", "at"} {
		m := focusOn(t, screen(t, 120, 36, "cap=64s", "at=2m"), focus)
		m.wanted = "delay-after-retry"
		n := solved(m, "=", "9", "enter", "enter")
		want := map[string]string{"factor": "factor", "cap": "cap", "initial-delay": "factor", "at": "factor"}[focus]
		if n.goal != nil || n.setting().Name != want || len(n.past) != 1 {
			t.Fatalf("%s in focus: after four keys %s is, with %d steps to undo:\n%s", focus, n.setting().Name, len(n.past),
				text(n))
		}
		if q, _ := n.quantity("delay after retry"); !(q.Number <= 9 && q.Number > 8.9) {
			t.Errorf("%s in focus: %s is %g, want next delay to be at most 9", focus, q.Name, q.Number)
		}
		if back := press(n, "u"); !same(m.scenario, back.scenario) {
			t.Errorf("%s in focus: one undo leads to %v", focus, back.commands())
		}
	}
}

// TestGoalEveryResult checks that solving for the present value of a result returns the present setting, and that
// solving for another value that a setting can give puts this value on the screen.
func TestGoalEveryResult(t *testing.T) {
	t.Parallel()
	settings := [][]string{
		{"cap=64s", "retries=12", "at=2m", "outage=exactly=5s", "vs=r=1.5"},
	}
	if *times > 1 {
		settings = append(settings, []string{"retries=20", "at=2m", "outage=exactly=5s", "deadline=1h", "attempt-time=100ms"},
			[]string{"retries=3", "at=5s", "fault=5s", "cap=6s", "jitter=equal"})
	}
	seen := map[string]bool{}
	missed := 0
	for _, set := range settings {
		for _, view := range []string{"at", "compare", "reconnect"} {
			m := show(t, screen(t, 120, 36, set...), view)
			other := m
			other.scenario = new(*m.scenario)
			other.scenario.Factor *= 0.9
			other = settled(other.ask())
			for i, q := range m.goals() {
				w := q.result
				if seen[w.Name+set[0]] || w.Simulated() {
					continue
				}
				seen[w.Name+set[0]] = true
				if *times == 1 && len(seen)%2 > 0 {
					continue
				}
				if math.IsNaN(q.Number) || math.IsInf(q.Number, 0) {
					continue
				}
				n := wanting(t, m, w.Name, q.Kind.Exact(q.Number))
				if !slices.ContainsFunc(n.goal.offers, func(sol solve.Solution) bool { return stands(sol, m.scenario) }) {
					t.Errorf("%v, %s: what it is now, %s, leaves no setting where it is:\n%s", set, w.Name, q.Kind.Format(q.Number),
						text(n))
				}
				there := other.goals()[i]
				if math.IsNaN(there.Number) { // the cap is not reached there
					continue
				}
				n = wanting(t, m, w.Name, there.Kind.Exact(there.Number))
				n = taking(t, n, "factor")
				// the scan may miss a place where the result jumps
				if n.goal != nil && w.NotMonotone != nil && w.NotMonotone(m.scenario) {
					missed++
					continue
				}
				if n.goal != nil {
					t.Errorf("%v, %s: no factor gives %s, although %s does:\n%s", set, w.Name, there.Kind.Format(there.Number),
						shown(t, other, "factor"), text(n))
					continue
				}
				if got := n.goals()[n.goalOf(w.Name)]; !(math.Abs(got.Number-there.Number) <= 0.02*there.Number) {
					t.Errorf("%v, %s: got %s, want %s, with %v", set, w.Name, got.Kind.Format(got.Number),
						there.Kind.Format(there.Number), n.commands())
				}
			}
		}
	}
	if len(seen) < 25*len(settings) || missed > 2 {
		t.Errorf("%d results were asked for and %d missed", len(seen), missed)
	}
}

// stands reports whether a solution equals the present value of its setting.
func stands(sol solve.Solution, s *setting.Scenario) bool {
	x, _ := sol.Setting.Number(s)
	return sol.Reached && (x >= sol.From && x <= sol.To || math.Abs(sol.Value-x) <= 1e-6*x)
}

// TestGoalStale checks that answers to an earlier goal are dropped.
func TestGoalStale(t *testing.T) {
	m := press(screen(t, 120, 36, "cap=64s", "at=2m"), "=", "9")
	first, one := send(m, keyPress("enter"))
	if !strings.Contains(text(first), "solving...") {
		t.Errorf("while it is solved the panel is\n%s", text(first))
	}
	if n := press(first, "enter", "down"); n.goal == nil || !same(n.scenario, m.scenario) {
		t.Error("enter changes a setting before any is offered")
	}
	back := press(first, "esc")
	if got := back.editor.text; got != "9" {
		t.Errorf("esc leads back to %q, want 9", got)
	}
	second, two := send(press(back, "0"), keyPress("enter"))
	for state, m := range map[string]Model{"asked again": second, "gone back": back, "left": press(back, "esc")} {
		if n := drained(m, one); text(n) != text(m) {
			t.Errorf("%s: offers for what was wanted before are taken:\n%s", state, text(n))
		}
	}
	second = drained(second, two)
	if second = drained(second, one); !strings.Contains(text(second), "at most 1m30s") ||
		!strings.Contains(text(second), "▸ cap            1m30s") {
		t.Errorf("offers for 90 are not those that stand here:\n%s", text(second))
	}
}

// TestGoalOutOfReach checks that the screen shows the nearest offer if no setting reaches the goal, and that enter then
// does nothing.
func TestGoalOutOfReach(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		m := wanting(t, screen(t, size[0], size[1], "cap=64s", "at=2m"), "delay-after-retry", "0")
		for _, want := range []string{"no setting reaches it: nearest is 1s at factor 1",
			"no factor gives a delay after retry of 0s"} {
			if !strings.Contains(text(m), want) {
				t.Errorf("%v: the frame does not say %q:\n%s", size, want, text(m))
			}
		}
		if n := press(m, "enter"); n.goal == nil || len(n.past) > 0 {
			t.Errorf("%v: enter takes what does not do it", size)
		}
	}
}

func TestGoalIsRefused(t *testing.T) {
	m := press(screen(t, 120, 36), "=", "5", "x", "enter")
	if line := lines(m)[m.View().Cursor.Y]; !strings.Contains(line, "= 5x  ✗ ") {
		t.Errorf("the value and why it is refused are not to be seen:\n%s", text(m))
	}
	if m = press(m, "backspace"); strings.Contains(text(m), "✗") {
		t.Error("the reason stays while typing goes on")
	}
	if !strings.Contains(text(m), "0s to 1e6y") {
		t.Errorf("the menu does not say what may be typed:\n%s", text(m))
	}
}

// drained returns the model after all messages of its commands.
func drained(m Model, cmd tea.Cmd) Model {
	for cmd != nil {
		msg := cmd()
		if msg == nil {
			break
		}
		m, cmd = send(m, msg)
	}
	return m
}

// TestGoalFleet checks that a bound for a fleet is solved for in the background, setting by setting. The first offer
// arrives before the others; the chosen one is confirmed, taken and undone as one gesture; esc stops the search.
func TestGoalFleet(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it long, and it solves one thing after another")
	}
	m := inView(t, show(t, screen(t, 120, 36,
		"clients=30", "duration=30s", "concurrency=1", "jitter=full"), "fleet"))
	m = press(m, "=")
	if q := m.goals()[m.menu.pick]; q.Name != "time to recovery" {
		t.Fatalf("%s is asked for first", q.Name)
	}
	if m.goalOf("longest-outage") < 0 || m.goalOf("peak-load") < 0 {
		t.Fatalf("no longest outage or peak load among the goals:\n%s", text(m))
	}
	m.menu.pick = m.goalOf("peak-load")
	m, cmd := send(write(m, "< 28/s"), keyPress("enter"))
	if m.goal == nil || cmd == nil {
		t.Fatalf("nothing is asked:\n%s", text(m))
	}
	one, more := send(m, cmd())
	if n := len(one.goal.offers); n != 1 || more == nil || !strings.Contains(text(one), "solving...") {
		t.Errorf("%d offers at first:\n%s", n, text(one))
	}
	m = drained(m, cmd)
	other, sure := send(m, keyPress("down")) // confirmed too, and still chosen
	was, _ := other.chosenOffer()
	if is, _ := drained(other, sure).chosenOffer(); sure == nil || is.Setting.Name != was.Setting.Name || !is.Full {
		t.Errorf("%s was chosen, then %s is", was.Setting.Name, is.Setting.Name)
	}
	sol, _ := m.chosenOffer()
	if !sol.Reached || !sol.Full || !strings.Contains(text(m), "; with") ||
		!strings.Contains(text(m), "peak load less than 28/s") {
		t.Errorf("%+v is chosen:\n%s", sol.Setting.Name, text(m))
	}
	taken := press(m, "enter")
	if x := sol.Setting.CurrentNumber(taken.scenario); x != sol.Value || len(taken.past) != 1 {
		t.Errorf("%s is %v, want %v", sol.Setting.Name, x, sol.Value)
	}
	if back := press(taken, "u"); !same(back.scenario, m.scenario) {
		t.Error("u does not take it back")
	}
	left := press(one, "esc")
	if n := drained(left, more); n.goal != nil || left.offer.ctx.Err() == nil {
		t.Error("the work goes on after esc")
	}
}

// TestGoalNeedsMore checks that if no setting alone reaches the goal because the policy ends too soon, the offer
// includes another change, and both are taken as one gesture.
func TestGoalNeedsMore(t *testing.T) {
	m := show(t, screen(t, 120, 36, "jitter=full", "retries=3", "outage=1h", "cap=30s"), "reconnect")
	m = wanting(t, m, "reconnect-delay-p99", "at most 10s")
	for range m.goal.offers {
		if sol, _ := m.chosenOffer(); sol.Setting.Name == "cap" {
			break
		}
		m = press(m, "down")
	}
	sol, _ := m.chosenOffer()
	if !sol.Reached || len(sol.LiftedLimits) != 1 || !strings.Contains(text(m), "no limit on retries") {
		t.Fatalf("nothing else is offered:\n%s", text(m))
	}
	n := press(m, "enter")
	if !math.IsInf(n.scenario.Retries, 1) || len(n.past) != 1 {
		t.Errorf("taken: %v", n.commands())
	}
	if got := n.goals()[n.goalOf("reconnect-delay-p99")]; !(got.Number <= 10*1.001) {
		t.Errorf("then it is %v", got.Number)
	}
	if back := press(press(m, "enter"), "u"); !same(back.scenario, m.scenario) {
		t.Error("u does not take both back")
	}
}

// TestGoalOverManyOutages checks that without jitter a bound holds for the worst outage up to the length.
func TestGoalOverManyOutages(t *testing.T) {
	m := show(t, screen(t, 120, 36, "retries=none", "outage=60s"), "reconnect")
	m = wanting(t, m, "reconnect-delay", "<10%")
	if len(m.goal.offers) == 0 || !strings.Contains(text(m), "less than 10% for outages up to 1m") {
		t.Fatalf("it is not asked over a range:\n%s", text(m))
	}
	sol, _ := m.chosenOffer()
	if !sol.Reached || sol.Achieved > 0.1*(1+1e-6) {
		t.Errorf("%+v", sol)
	}
	if n := press(m, "enter"); n.scenario.Outage != m.scenario.Outage || n.scenario.Factor != sol.Value {
		t.Errorf("taking it sets %v", n.commands())
	}
}

// TestGoalsAsPeopleSayThem checks bounds with a comparison sign, as a share, and as a multiple of the usual load.
func TestGoalsAsPeopleSayThem(t *testing.T) {
	for _, typed := range []string{"9", "<= 9s"} {
		m := screen(t, 120, 36, "cap=64s", "at=2m")
		m.wanted = "delay-after-retry"
		if m = solved(write(press(m, "="), typed), "enter"); m.goal == nil || m.goal.scenario.Wanted != 9 {
			t.Errorf("%q is not taken:\n%s", typed, text(m))
		}
	}
	m := solved(write(press(screen(t, 120, 36), "="), "10%"), "enter")
	if m.goal == nil || m.goal.text != "at most 10% for outages up to 5s" {
		t.Errorf("10%% is asked for as %q", m.goal.text)
	}
	m = inView(t, screen(t, 120, 36)) // the time to recovery comes first here and takes no such value
	m = press(write(press(m, "="), "1.5x"), "enter")
	usual := m.answer.Value("baseline load", 0).Number
	if m.goal == nil || !(math.Abs(m.goal.scenario.Wanted/usual-1.5) <= 1e-6) || m.goal.text != "at most 1.5x" {
		t.Errorf("1.5x of %v is not taken:\n%s", usual, text(m))
	}
	if got := m.goal.format(1.25 * usual); got != "1.25x" {
		t.Errorf("1.25 times the usual load is %s", got)
	}
}
