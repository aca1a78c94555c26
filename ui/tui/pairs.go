package tui

import (
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// Text behind the / may be settings with their values, such as "traffic open rate 300 server queue": names and words
// may be shortened while they are clear. Or it is a figure with a bound, such as "peak 1.5x".

// mostWords is the largest number of words in a name.
const mostWords = 4

// asked returns what a text asks for: settings with their values, and a goal.
func (m Model) wishes(text string) []item { return append(m.settings(text), m.bounds(text)...) }

// settings returns the settings that a text of names and values would change: one item for all of them, or several
// where a name has several meanings.
func (m Model) settings(text string) []item {
	text = strings.TrimLeft(text, " /")
	words := strings.Fields(strings.ReplaceAll(text, "=", " "))
	if len(words) < 2 {
		return nil
	}
	if list := m.single(text); list != nil {
		return list
	}
	tried := m.edits()
	var names, values []string
	var last setting.Setting
	for len(words) > 0 {
		k, value, used := m.pair(&tried, words)
		if used == 0 {
			return nil
		}
		if k.Try(&tried, value) != nil {
			return nil
		}
		names, values, words, last = append(names, k.ListName()), append(values, value), words[used:], k
	}
	if len(names) == 1 {
		return []item{m.settingItem(last, values[0])}
	}
	var now []string
	for i, name := range names {
		now = append(now, name+" "+values[i])
	}
	return []item{{kind: "set", name: strings.Join(now, ", "),
		take: func(m Model) Model { return m.toSetting(last).turnTo(new(m.edited(&tried))) }}}
}

// single returns the items of one setting whose whole name and value are given; the value may have several words.
func (m Model) single(text string) (list []item) {
	i := strings.Index(text, "=")
	if i < 0 {
		i = strings.LastIndex(strings.TrimSpace(text), " ")
	}
	if i < 0 {
		return nil
	}
	name, value := strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:])
	if value == "" {
		return nil
	}
	for _, k := range m.settingsOf(strings.TrimLeft(name, "-")) {
		text, _, err := k.Read(k.Name, value)
		if err == nil {
			text = m.wholeWord(k, text)
		} else {
			text = value
		}
		list = append(list, m.settingItem(k, text))
	}
	return list
}

// settingItem returns the item that sets a setting to a value, or says why it cannot.
func (m Model) settingItem(k setting.Setting, value string) item {
	tried, err := m.tried(k, value)
	it := item{kind: "set", name: k.ListName(), now: value,
		take: func(m Model) Model { return m.toSetting(k).turnTo(&tried) }}
	if err != nil {
		it.why = err.Error()
	}
	return it
}

// wholeWord returns the word of a setting that begins with a text, if there is one only; otherwise the text.
func (m Model) wholeWord(k setting.Setting, text string) string {
	if _, err := m.tried(k, text); err == nil {
		return text
	}
	found := slices.DeleteFunc(slices.Clone(wordsOf(k)), func(word string) bool {
		return !strings.HasPrefix(setting.Normalized(word), setting.Normalized(text))
	})
	if len(found) != 1 {
		return text
	}
	return found[0]
}

// pair reads the name of a setting and its value from the first words, and returns the number of words. It is 0 if they
// are none. The longest name counts.
func (m Model) pair(s *setting.Scenario, words []string) (k setting.Setting, value string, used int) {
	for n := min(mostWords, len(words)-1); n > 0; n-- {
		name := strings.TrimLeft(strings.Join(words[:n], " "), "-")
		for _, k := range append(m.settingsOf(name), m.clearlyNamed(name)...) {
			text, _, err := k.Read(k.Name, words[n])
			if err != nil {
				text = words[n]
			}
			text = m.wholeWord(k, text)
			if tried := *s; k.Try(&tried, text) == nil {
				return k, text, n + 1
			}
		}
	}
	return k, "", 0
}

// settingsOf returns the settings with that name: the client's parameter, the setting of table 1, and those with that
// name in the panel.
func (m Model) settingsOf(name string) []setting.Setting {
	list := slices.DeleteFunc(setting.ParametersOf(new(m.edits())), func(k setting.Setting) bool {
		return setting.Normalized(k.ListName()) != setting.Normalized(name)
	})
	if k, known := setting.Find(name); known {
		return append(list, k)
	}
	for _, k := range setting.Settings {
		if row := strings.TrimSpace(k.ShortLabel); row != "" && setting.Normalized(row) == setting.Normalized(name) {
			list = append(list, k)
		}
	}
	return list
}

// clearlyNamed returns the only setting of the screen whose name begins with a text, or the one whose name is itself
// the beginning of all others: outage, not outage kind.
func (m Model) clearlyNamed(text string) (list []setting.Setting) {
	seen := map[string]bool{}
	for _, q := range views {
		for _, r := range m.rowsOf(q) {
			begins := func(name string) bool {
				return name != "" && strings.HasPrefix(setting.Normalized(name), setting.Normalized(text))
			}
			if !seen[r.Name] && (begins(r.Name) || begins(r.ListName()) || begins(strings.TrimSpace(r.ShortLabel))) {
				seen[r.Name] = true
				list = append(list, *r.Setting)
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	short := slices.MinFunc(list, func(x, y setting.Setting) int { return len(x.Name) - len(y.Name) })
	if slices.ContainsFunc(list, func(k setting.Setting) bool { return !strings.HasPrefix(k.Name, short.Name) }) {
		return nil
	}
	return []setting.Setting{short}
}

// bounds returns the figures that a text of a name and a bound asks for: "peak 1.5x", "p99 30s".
func (m Model) bounds(text string) (list []item) {
	i := strings.LastIndexAny(strings.TrimSpace(text), " =<>")
	if i < 0 || m.missing() != "" {
		return nil
	}
	name, bound := strings.ToLower(strings.Trim(text[:i], " =<>")), strings.TrimSpace(text[i:])
	for _, a := range m.goals() {
		w := a.result
		if called(w, name) && m.takes(w, bound) {
			list = append(list, boundItem(w, bound))
		}
	}
	if list != nil {
		return m.byImportance(list)
	}
	for _, w := range question.Wanted() { // of a view that is not open
		if !called(w, name) || !m.takes(w, bound) || w.Missing(m.scenario) != "" {
			continue
		}
		it := boundItem(w, bound)
		if q := verdictQuestion; w.Simulated() {
			it.help = "in the view " + q.Tab
			it.take = func(m Model) Model {
				m = m.toView(q.Name)
				m.note, m.pending = "solves for it as soon as the fleet is known", &pendingGoal{w, bound}
				return m.solvePending()
			}
		}
		list = append(list, it)
	}
	return list
}

// byImportance returns the goals with those first that sum up a policy, the call time before the delay after an outage.
// In the view of an outage its own order remains.
func (m Model) byImportance(list []item) []item {
	if m.question().Layout == answer.ListedAndCharted {
		return list
	}
	rank := func(it item) int {
		for i, s := range summaries {
			if slices.Contains(slices.Concat(s.mean, s.p99, s.worst), it.name) {
				return i
			}
		}
		return len(summaries)
	}
	slices.SortStableFunc(list, func(x, y item) int { return rank(x) - rank(y) })
	return list
}

// A pendingGoal is a bound to solve for as soon as the fleet in view is known.
type pendingGoal struct {
	want  figure.Figure
	bound string
}

// solvePending solves for the pending goal if the fleet is known. The user's going elsewhere drops it.
func (m Model) solvePending() Model {
	p := m.pending
	switch {
	case p == nil:
		return m
	case !m.showsFleet() || m.mode != browsing:
		m.pending = nil
		return m
	case m.stage != exact || m.blank():
		return m
	}
	m.pending, m.note = nil, ""
	return m.wantOf(p.want, p.bound)
}

// called reports whether a text is a name of a result, or the beginning or a word of one.
func called(w figure.Figure, text string) bool {
	if text == "" {
		return false
	}
	for _, name := range append(strings.Fields(w.Names), w.Name, w.DisplayName()) {
		name = strings.ToLower(strings.ReplaceAll(name, "-", " "))
		if strings.HasPrefix(name, text) || strings.HasSuffix(name, " "+text) {
			return true
		}
	}
	return false
}

// boundItem returns the item that solves for a bound on a result.
func boundItem(w figure.Figure, bound string) item {
	return item{kind: "solve", name: w.DisplayName(), now: bound, help: "enter tries the settings that may keep it",
		take: func(m Model) Model { return m.wantOf(w, bound) }}
}
