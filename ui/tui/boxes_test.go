package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
)

// chancy returns the screen with a policy with full jitter that reaches its cap.
func chancy(t testing.TB, w, h int, more ...string) Model {
	t.Helper()
	return screen(t, w, h, append([]string{
		"initial-delay=1s", "factor=2", "cap=64s", "retries=12", "at=2m", "jitter=full"}, more...)...)
}

// warned lists scenarios with warnings in every view.
var warned = [][]string{
	{"jitter=full", "cap=10s", "at=1m", "outage=1m"},
	{"jitter=full", "cap=10s", "at=1m", "outage=1m", "vs=r=1.5,cap=5s"},
	{"jitter=spread=0.2", "cap=10s", "at=1d", "outage=1d", "retries=5"},
	{"jitter=add=1s", "cap=10s", "cap-after=yes", "at=1m", "deadline=5m"},
	{"jitter=normal=0.5", "at=0s"},
	{"retries=none", "outage=1d"},
}

// sizesWithNumbers lists sizes from the smallest that shows any number.
var sizesWithNumbers = [][2]int{{30, 18}, {50, 20}, {59, 24}, {60, 13}, {60, 14}, {60, 16}, {70, 18}, {80, 24},
	{100, 30}, {120, 36}, {140, 20}, {180, 44}, {200, 60}}

// A warnedFrame is a view of one of these scenarios at one of these sizes.
type warnedFrame struct {
	m     Model
	size  [2]int
	lines []string
}

var theWarned struct {
	sync.Once
	frames []warnedFrame
}

// warnedFrames returns every view of these scenarios. Each is asked once, since the answer does not depend on the size,
// and drawn at every third size, since neighbouring sizes are alike.
func warnedFrames(t testing.TB) []warnedFrame {
	theWarned.Do(func() {
		for j, settings := range warned {
			for i := range views {
				if *times == 1 && i%3 != j%3 { // each view shows two of the scenarios
					continue
				}
				m := screen(t, 120, 36, settings...) // smaller than 180x44, nothing more is asked
				m.view = i
				m = settled(m.ask())
				for n, size := range sizesWithNumbers {
					if *times > 1 || n%2 == (j/3+i)%2 {
						m := resize(m, size[0], size[1])
						theWarned.frames = append(theWarned.frames, warnedFrame{m, size, lines(m)})
					}
				}
			}
		}
	})
	return theWarned.frames
}

// TestWarningsAreInSight checks that warnings, or at least their number, are visible in every view at every size that
// shows numbers.
func TestWarningsAreInSight(t *testing.T) {
	t.Parallel()
	missing := map[string][]string{}
	for _, frame := range warnedFrames(t) {
		m := frame.m
		if m.layout().tiny || !slices.ContainsFunc(m.answer.Warnings,
			func(w answer.Warning) bool { return !w.Code.Remark() }) {
			continue
		}
		if !strings.Contains(strings.Join(frame.lines, "\n"), " note") {
			name := views[m.view].Name
			missing[name] = append(missing[name], fmt.Sprint(frame.size))
		}
	}
	for name, sizes := range missing {
		t.Errorf("%s: there are warnings and no number of notes at %v", name, slices.Compact(sizes))
	}
}

// TestNothingIsCutUnseen checks that a text too long for its place ends in …, so that a truncated number cannot be
// mistaken for a whole one. It covers warnings, reasons for refusals and notes.
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
	set := screen(t, 120, 36, "factor=1", "cap=1m", "at=16m40s", "jitter=normal=250ms", "deadline=1d", "call-time=20ms",
		"vs=a=2s,r=1.5")
	for n, size := range sizesWithNumbers {
		for i, refused := range []struct{ setting, text string }{
			{"initial-delay", "1e400"}, {"factor", "0.9"}, {"cap", "1ns"}, {"retries", "1.5"}, {"at", "9e99"},
			{"deadline", "-1234567s"},
			{"jitter", "fulll"}, {"jitter", "spread=1234"}, {"amount", "2"}, {"cap-after", "maybe"}, {"outage", "5m..1m"},
			{"outage", "noon"},
		} {
			m := resize(plain, size[0], size[1])
			if m.layout().tiny || i%3 != n%3 { // neighbouring sizes are alike
				continue
			}
			m = focusOn(t, m, refused.setting)
			m = press(write(press(m.edit(""), "1", "backspace"), refused.text), "enter")
			if m.mode != typing || m.editor.reason == "" {
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

// TestRoughThenExact checks that a slow distribution is shown roughly at once and exactly soon after, that only numbers
// change then, and that a stale answer is dropped.
func TestRoughThenExact(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		if *times == 1 && size[0] != 120 {
			continue
		}
		m := chancy(t, size[0], size[1], "retries=6")
		n, cmd := send(press(focusOn(t, m, "jitter"), "right"), keyPress("right"))
		if n.scenario.Jitter.Type == m.scenario.Jitter.Type || n.stage != stale || cmd == nil {
			t.Fatalf("%v: a key waits for decorrelated jitter: %v", size, n.commands())
		}
		if n, cmd = send(n, n.inquire()()); n.stage != rough || cmd == nil {
			t.Fatalf("%v: decorrelated jitter is not refined: %v", size, n.commands())
		}
		better := cmd()
		done, _ := send(n, better)
		if done.stage != exact {
			t.Errorf("%v: still rough after the exact answer", size)
		}
		rough, exact := lines(n), lines(done)
		says := n.layout().says // a longer number may wrap its words differently
		if a, b := words(rough[says.y:says.y+says.h]), words(exact[says.y:says.y+says.h]); a != b {
			t.Errorf("%v: the exact answer says\n%s\nand the rough one\n%s", size, b, a)
		}
		for y := says.y + says.h; y < len(rough); y++ {
			if digitless(rough[y]) != digitless(exact[y]) && !strings.ContainsAny(rough[y]+exact[y], "┤┼!…") {
				t.Errorf("%v, line %d: the exact answer moves\n%s\nto\n%s", size, y, rough[y], exact[y])
			}
		}
		turned := press(n, "left")
		if again, _ := send(turned, better); text(again) != text(turned) {
			t.Errorf("%v: a stale answer is shown", size)
		}
	}
}

// words returns the text of lines without its numbers and blanks.
func words(lines []string) string {
	return digitless(strings.Join(lines, ""))
}

// digitless returns a line without the characters of numbers and curves.
func digitless(line string) string {
	return strings.Map(func(char rune) rune {
		// also curves and their names
		if strings.ContainsRune("0123456789.hms %─╭╮╰╯│┊░meanp", char) || char >= 0x2800 && char <= 0x28ff {
			return -1
		}
		return char
	}, line)
}

// TestATypeOfJitterIsTaken checks that a cursor chooses a type of jitter, that enter takes it, and that u undoes this
// as one step.
func TestATypeOfJitterIsTaken(t *testing.T) {
	m := Refined(show(t, screen(t, 120, 36, "jitter=full", "retries=3"), "jitter"))
	m = press(m, "pgdown", "down")
	if got := m.boxed()[m.picked()[1]].Name; got != "decorrelated" {
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

// TestATypeOfJitterIsClicked checks that a click chooses a type and enter takes it.
func TestATypeOfJitterIsClicked(t *testing.T) {
	m := Refined(show(t, screen(t, 120, 36, "jitter=full", "retries=3"), "jitter"))
	y := slices.IndexFunc(lines(m), func(l string) bool {
		return strings.Contains(l, "equal") && strings.Contains(l, "├")
	})
	click := tea.MouseClickMsg{X: 60, Y: y, Button: tea.MouseLeft}
	m, _ = send(m, click)
	if got := shown(t, m, "jitter"); got != "full" || m.mode != picking {
		t.Fatalf("a click makes it %s", got)
	}
	if got := shown(t, press(m, "enter"), "jitter"); got != "equal" {
		t.Errorf("a click and enter make it %s", got)
	}
}

// TestTypesOfBothPolicies checks that the box of A is marked and the box of B has its name: for different types, for
// one type in two amounts, and for the same type.
func TestTypesOfBothPolicies(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"full", "equal", "◆ full#equal (B)"}, {"spread=0.2", "spread=0.3", "◆ spread=0.2#spread=0.3 (B)"},
		{"full", "full", "◆ full (B)"},
	} {
		m := show(t, screen(t, 120, 36, "retries=3", "jitter="+test.a, "vs=jitter="+test.b), "jitter")
		if m = complete(m); !strings.Contains(text(m), "--vs ") {
			t.Errorf("%+v: the command does not say B:\n%s", test, text(m))
		}
		for want := range strings.SplitSeq(test.want, "#") {
			if !strings.Contains(text(m), " "+want+" ") {
				t.Errorf("%+v: the screen does not show %q:\n%s", test, want, text(m))
			}
		}
	}
}

// TestPartOfTheTypesIsNamed checks at several sizes that each chart of boxes which leaves some out says which are in
// sight.
func TestPartOfTheTypesIsNamed(t *testing.T) {
	t.Parallel()
	m := show(t, chancy(t, 120, 36), "jitter")
	parted := regexp.MustCompile(`1 to ([0-9]+) of ([0-9]+)`)
	for _, size := range [][2]int{{60, 16}, {60, 20}, {80, 20}, {80, 24}, {120, 36}, {200, 60}} {
		m := resize(m, size[0], size[1])
		frame := lines(m)
		for _, r := range m.layout().charts {
			text, seen := strings.Join(frame[r.y:r.y+r.h], "\n"), 0
			for _, b := range m.boxed() {
				if strings.Contains(text, b.Name+" ") {
					seen++
				}
			}
			want := ""
			if all := len(m.boxed()); seen < all {
				want = fmt.Sprintf("1 to %d of %d", seen, all)
			}
			if got := parted.FindString(text); got != want {
				t.Errorf("%v: it says %q, want %q:\n%s", size, got, want, text)
			}
		}
	}
}
