package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// TestLettersOpenNoNumber checks for every setting with a number that a letter without a meaning says so instead of
// beginning a value, and that none can still be typed where it is a value.
func TestLettersOpenNoNumber(t *testing.T) {
	t.Parallel()
	first := screen(t, 120, 36)
	for _, view := range []string{"at", "fleet"} {
		m := show(t, first, view)
		for _, r := range m.rowsOf(m.tab()) {
			if _, number := r.Number(m.scenario); !number || wordy(*r.Setting) {
				continue
			}
			n := press(m.toSetting(*r.Setting), "Y")
			if n.mode != browsing || !strings.Contains(n.note, "no key Y") {
				t.Errorf("Y on %s begins %q, and says %q", r.Name, n.editor.text, n.note)
			}
			tried := *m.scenario
			if takes := r.Try(&tried, "none") == nil; takes != (press(m.toSetting(*r.Setting), "n").mode == typing) {
				t.Errorf("n on %s begins a value although none is one: %v", r.Name, takes)
			}
		}
	}
	if n := press(first.toSetting(setting.Jitter()), "d"); n.mode != choosing || len(n.menu.found) == 0 ||
		!strings.HasPrefix(n.menu.found[0].name, "decorrelated") {
		t.Errorf("d on the jitter lists %v", n.menu.found)
	}
	for _, view := range []string{"at", "fleet", "compare", "map", "jitter"} { // a and r everywhere
		m := show(t, first, view)
		if a, r := press(m, "a").setting().Name, press(m, "r").setting().Name; a != "initial-delay" || r != "factor" {
			t.Errorf("%s: a and r choose %s and %s", view, a, r)
		}
	}
}

// TestFindTakesPairs checks what / makes of shortened names and words, of several pairs, of names of the panel, and of
// goals.
func TestFindTakesPairs(t *testing.T) {
	t.Parallel()
	m := screen(t, 120, 36, "jitter=none")
	for text, want := range map[string][]string{
		"traf op":                          {"traffic=open"},
		"traffic open rate 300 workers 20": {"traffic=open", "rate=300/s", "workers=20"},
		"/kind rej":                        {"outage-kind=reject"},
		"factor 1.7 cap 30s jitter full":   {"factor=1.7", "cap=30s", "jitter=full"},
		"fact=1.5":                         {"factor=1.5"},
		"initial delay 3s retries 4":       {"initial-delay=3s", "retries=4"},
		"jit decorr":                       {"jitter=decorrelated"},
	} {
		n := press(write(press(m, "/"), text), "enter")
		for _, pair := range want {
			name, value, _ := strings.Cut(pair, "=")
			if k, _ := setting.Find(name); k.Text(n.scenario) != value && k.Show(n.scenario) != value {
				t.Errorf("/%s: %s is %s, want %s", text, name, k.Text(n.scenario), value)
			}
		}
		if n.mode != browsing || len(n.past) != 1 {
			t.Errorf("/%s: %d steps to undo, in mode %d", text, len(n.past), n.mode)
		}
	}
	if n := write(press(m, "/"), "factor 0 cap 30s"); slices.ContainsFunc(n.menu.found,
		func(it item) bool { return it.kind == "set" && it.why == "" }) {
		t.Errorf("a factor of 0 is offered: %+v", n.menu.found)
	}
	for view, want := range map[string]string{views[0].Name: "call-time-p99", "reconnect": "reconnect-delay-p99"} {
		n := press(write(press(show(t, m, view), "/"), "p99 30s"), "enter")
		name := strings.ReplaceAll(want, "-", " ")
		if n.goal == nil || n.goal.want.Name != want || !strings.Contains(text(n), "solve for "+name) {
			t.Errorf("%s: p99 is no bound on the %s:\n%s", view, name, text(n))
		}
	}
	if n := press(write(press(m, "/"), "call time p99 30s"), "enter"); n.goal == nil ||
		n.goal.want.Name != "call-time-p99" {
		t.Errorf("a bound on the p99 is no goal:\n%s", text(n))
	}
	for _, command := range []string{"doctor", "recommend", "export", "lab"} {
		if n := write(press(m, "/"), command); !slices.ContainsFunc(n.menu.found,
			func(it item) bool { return it.kind == "command" }) {
			t.Errorf("/%s does not find the command", command)
		}
	}
}

// TestScenarioIsPasted checks that the text of a scenario file sets what it says, and that the open file stays.
func TestScenarioIsPasted(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	m := resize(New(known, new(setting.Default()), Options{Files: memory(files, new(error))}), 120, 36)
	m, _ = send(m, tea.PasteMsg{Content: "# mine\n[policies.mine]\nfactor = 1.7\ncap = \"9s\"\n"})
	if m.scenario.Factor != 1.7 || m.scenario.Cap != 9 || m.document != nil {
		t.Errorf("the paste gives a factor of %g and a cap of %g: %s", m.scenario.Factor, m.scenario.Cap, m.note)
	}
	if m, _ = send(m, tea.PasteMsg{Content: scenario.Sample}); m.mode != choosing {
		t.Errorf("the policies of a file are not listed: %s", m.note)
	}
	m = press(m, "esc")
	if m, _ = send(m, tea.PasteMsg{Content: "[policies.mine]\nfactr = 1.7\n"}); !strings.Contains(m.note, "factr") {
		t.Errorf("what is wrong is not said: %q", m.note)
	}
}
