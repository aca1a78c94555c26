package tui

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// chancy is a policy with full jitter that reaches its cap.
func chancy(t testing.TB, w, h int, more ...string) Model {
	t.Helper()
	return screen(t, w, h, append([]string{"initial-delay=1s", "factor=2", "cap=64s", "retries=12", "at=2m", "jitter=full"}, more...)...)
}

// warned are scenarios with something to beware of, in every view.
var warned = [][]string{
	{"jitter=full", "cap=10s", "at=1m", "outage=1m"},
	{"jitter=full", "cap=10s", "at=1m", "outage=1m", "vs=r=1.5,cap=5s"},
	{"jitter=spread=0.2", "cap=10s", "at=1d", "outage=1d", "retries=5"},
	{"jitter=add=1s", "cap=10s", "cap-after=yes", "at=1m", "deadline=5m"},
	{"jitter=normal=0.5", "at=0s"},
	{"retries=none", "outage=1d"},
}

// sizesWithNumbers are those from the smallest that shows any.
var sizesWithNumbers = [][2]int{{30, 18}, {50, 20}, {59, 24}, {60, 13}, {60, 14}, {60, 16}, {70, 18}, {80, 24}, {100, 30}, {120, 36}, {140, 20}, {180, 44}, {200, 60}}

// A warnedFrame is a view of one of those scenarios, at one of the sizes.
type warnedFrame struct {
	m     Model
	size  [2]int
	lines []string
}

var theWarned struct {
	sync.Once
	frames []warnedFrame
}

// warnedFrames are every view of those scenarios, asked once, as at another size an answer is
// the same, and drawn at every third size: neighbouring sizes are alike.
func warnedFrames(t testing.TB) []warnedFrame {
	theWarned.Do(func() {
		for j, settings := range warned {
			for i := range views {
				if *times == 1 && i%2 != j%2 { // each view has three of the scenarios
					continue
				}
				m := screen(t, 120, 36, settings...) // below 180x44 it is asked no more
				m.view = i
				m = settled(m.ask())
				for n, size := range sizesWithNumbers {
					if *times > 1 || n%3 == (j+i/2)%3 {
						m := resize(m, size[0], size[1])
						theWarned.frames = append(theWarned.frames, warnedFrame{m, size, lines(m)})
					}
				}
			}
		}
	})
	return theWarned.frames
}

// What there is to beware of is seen, or at least that there is something, in
// every view and at every size that shows numbers.
func TestWarningsAreInSight(t *testing.T) {
	t.Parallel()
	missing := map[string][]string{}
	for _, frame := range warnedFrames(t) {
		m := frame.m
		if len(m.answer.Warnings) == 0 || m.layout().tiny {
			continue
		}
		if !strings.Contains(strings.Join(frame.lines, "\n"), "!") {
			name := views[m.view].Name
			missing[name] = append(missing[name], fmt.Sprint(frame.size))
		}
	}
	for name, sizes := range missing {
		t.Errorf("%s: there are warnings and no ! at %v", name, slices.Compact(sizes))
	}
}

// A text that is too long for its place ends in …, so that no number that is
// cut can be taken for a whole one: warnings, the reasons of what is refused,
// and notes.
func TestNothingIsCutUnseen(t *testing.T) {
	t.Parallel()
	whole := func(t *testing.T, m Model, shown string, texts []string) {
		t.Helper()
		start, cut := strings.CutSuffix(shown, "…")
		if !slices.ContainsFunc(texts, func(s string) bool { return s == shown || cut && strings.HasPrefix(s, start) }) {
			t.Errorf("%dx%d: %q is none of %q", m.width, m.height, shown, texts)
		}
	}
	plain := screen(t, 120, 36)
	set := screen(t, 120, 36, "factor=1", "cap=1m", "at=16m40s", "jitter=normal=250ms", "deadline=1d", "call-time=20ms", "vs=a=2s,r=1.5")
	for n, size := range sizesWithNumbers {
		for i, refused := range []struct{ setting, text string }{
			{"initial-delay", "1e400"}, {"factor", "0.9"}, {"cap", "1ns"}, {"retries", "1.5"}, {"at", "9e99"}, {"deadline", "-1234567s"},
			{"jitter", "fulll"}, {"jitter", "spread=1234"}, {"amount", "2"}, {"cap-after", "maybe"}, {"outage", "5m..1m"}, {"outage", "noon"},
		} {
			m := resize(plain, size[0], size[1])
			if m.layout().tiny || i%3 != n%3 { // neighbouring sizes are alike
				continue
			}
			m = focusOn(t, m, refused.setting)
			m = press(write(press(m.edit(""), "1", "backspace"), refused.text), "enter")
			if m.editor == nil || m.editor.reason == "" {
				t.Errorf("%s is not refused for %s", refused.text, refused.setting)
				continue
			}
			l := lines(m)
			whole(t, m, strings.TrimSpace(l[len(l)-1]), []string{"✗ " + m.editor.reason})
		}
		for _, key := range []string{"y", "U", "home", "left"} {
			m := resize(set, size[0], size[1])
			if m = press(m, key); m.note == "" || m.layout().tiny {
				continue
			}
			l := lines(m)
			whole(t, m, strings.TrimSpace(l[len(l)-1]), []string{m.note})
		}
	}
}

// A distribution that takes its time is shown roughly at once and exactly soon, and
// nothing but numbers changes then. A stale answer is dropped.
func TestRoughThenExact(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		if testing.Short() && size[0] != 120 {
			continue
		}
		m := chancy(t, size[0], size[1])
		n, cmd := send(press(focusOn(t, m, "jitter"), "right"), keyPress("right"))
		if n.scenario.Jitter.Type == m.scenario.Jitter.Type || n.stage != stale || cmd == nil {
			t.Fatalf("%v: a key waits for decorrelated jitter: %v", size, n.commands())
		}
		if n, cmd = send(n, n.workOut()()); n.stage != rough || cmd == nil {
			t.Fatalf("%v: decorrelated jitter is not refined: %v", size, n.commands())
		}
		done, _ := send(n, n.refine())
		if done.stage != exact {
			t.Errorf("%v: still rough after the exact answer", size)
		}
		rough, exact := lines(n), lines(done)
		for y := range rough {
			if digitless(rough[y]) != digitless(exact[y]) && !strings.ContainsAny(rough[y]+exact[y], "┤┼!…") {
				t.Errorf("%v, line %d: the exact answer moves\n%s\nto\n%s", size, y, rough[y], exact[y])
			}
		}
		stale := n.refine()
		turned := press(n, "left")
		if again, _ := send(turned, stale); text(again) != text(turned) {
			t.Errorf("%v: a stale answer is shown", size)
		}
	}
}

// digitless is a line with what numbers and curves consist of taken away.
func digitless(line string) string {
	return strings.Map(func(char rune) rune {
		if strings.ContainsRune("0123456789.hms %─╭╮╰╯│┊░meanp", char) || char >= 0x2800 && char <= 0x28ff { // and curves and their names
			return -1
		}
		return char
	}, line)
}

// In the view of the types of jitter a cursor chooses one, enter takes it, and u takes
// that back as one step.
func TestATypeOfJitterIsTaken(t *testing.T) {
	m := Refined(show(t, screen(t, 120, 36, "jitter=full", "retries=3"), "jitter"))
	m = press(m, "pgdown", "down")
	if got := m.boxed()[m.pickedBox()].Name; got != "decorrelated" {
		t.Fatalf("two below full is %s", got)
	}
	taken := Refined(press(m, "enter"))
	if got := shown(t, taken, "jitter"); got != "decorrelated" {
		t.Errorf("enter takes %s", got)
	}
	if i := slices.IndexFunc(lines(taken), func(l string) bool { return strings.Contains(l, "◆ decorrelated") }); i < 0 {
		t.Errorf("the type that was taken is not marked:\n%s", text(taken))
	}
	back := press(taken, "u")
	if got := shown(t, back, "jitter"); got != "full" || len(back.past) != len(m.past) {
		t.Errorf("u leads back to %s, with %d gestures to undo and before %d", got, len(back.past), len(m.past))
	}
	if got := press(m, "esc", "down"); got.mode != browsing || got.focused() != m.focused()+1 {
		t.Errorf("behind esc the arrows do not choose settings")
	}
	if got := press(m, "tab"); got.mode != browsing {
		t.Errorf("in the next view a box is still being chosen")
	}
}

// A click chooses a type, and one more takes it.
func TestATypeOfJitterIsClicked(t *testing.T) {
	m := Refined(show(t, screen(t, 120, 36, "jitter=full", "retries=3"), "jitter"))
	y := slices.IndexFunc(lines(m), func(l string) bool { return strings.Contains(l, "equal") && strings.Contains(l, "├") })
	click := tea.MouseClickMsg{X: 60, Y: y, Button: tea.MouseLeft}
	m, _ = send(m, click)
	if got := shown(t, m, "jitter"); got != "full" || m.mode != choosingBox {
		t.Fatalf("a click makes it %s", got)
	}
	m, _ = send(m, click)
	if got := shown(t, m, "jitter"); got != "equal" {
		t.Errorf("two clicks make it %s", got)
	}
}

// TestTypesOfBothPolicies marks the boxes of A and B, also where they have one type in two
// amounts, and where they have the same.
func TestTypesOfBothPolicies(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"full", "equal", "A full#B equal"}, {"spread=0.2", "spread=0.3", "A spread=0.2#B spread=0.3"}, {"full", "full", "AB full"},
	} {
		m := show(t, screen(t, 120, 36, "retries=3", "jitter="+test.a, "vs=jitter="+test.b), "jitter")
		if m = Refined(m); !strings.Contains(text(m), "--vs ") {
			t.Errorf("%+v: the command does not say B:\n%s", test, text(m))
		}
		for want := range strings.SplitSeq(test.want, "#") {
			if !strings.Contains(text(m), " "+want+" ") {
				t.Errorf("%+v: the screen does not show %q:\n%s", test, want, text(m))
			}
		}
	}
}
