package tui_test

import (
	"fmt"
	"regexp"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/tui"
)

// check looks for every number of the frame in the output of its commands.
func (r *runner) check(m tui.Model, size [2]int) error {
	if size[0] < 30 || size[1] < 13 {
		return nil // too small to show numbers
	}
	frame := tui.Lines(m)
	all := newOutput()
	commands := tui.Commands(m)
	blank := strings.NewReplacer(" ", "", "…", "") // words longer than a line are broken
	cut := strings.HasSuffix(frame[len(frame)-2], "…")
	got, want := blank.Replace(strings.Join(tui.CommandsIn(frame), "")), blank.Replace(strings.Join(commands, ""))
	if len(commands) == 0 || !strings.HasPrefix(want, got) && !(cut && strings.HasPrefix(want, got[:len(got)*9/10])) {
		return fmt.Errorf("the frame shows the commands %q, want %q", got, want)
	}
	for _, line := range commands {
		o, err := r.run(line)
		if err != nil {
			return err
		}
		all.merge(o)
	}
	if all.none != "" && !tui.Refused(m) {
		return fmt.Errorf("%q has no answer, and the screen has: %s", commands, all.none)
	}
	var says []string
	for _, line := range tui.Says(m) {
		says = append(says, cutBehind.ReplaceAllString(line, ""))
	}
	all.words[tui.Named(m)] = true // digits in it are no figure
	sentence := ofRuns.ReplaceAllString(strings.Join(says, " "), "")
	if err := r.find(all.words, sentence, "the sentence"); err != nil && all.none == "" && tui.Asked(m) {
		return err
	}
	if err := r.checkSettings(tui.Settings(m), tui.Chosen(m), commands[0], m.View().Cursor != nil); err != nil {
		return err
	}
	if all.none != "" || !tui.Asked(m) || all.cut {
		return nil
	}
	for _, line := range tui.Figures(m) {
		if strings.TrimSpace(line) == "in full" {
			break
		}
		for _, c := range chunksOf(line) {
			if r.named++; !isNumber(c.text) || all.words[c.text] || strings.Contains(c.text, " to ") {
				continue
			}
			if err := r.find(all.words, c.text, "the figures "+line); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofRuns matches the results of a fleet's runs: the share that recovers in time is implied by the others.
var ofRuns = regexp.MustCompile(`(Simulated|It survives) .*$`)

// cutBehind matches the end of a sentence that is cut behind a word, or the number of warnings.
var cutBehind = regexp.MustCompile(`([:;,.)]+…)? *([0-9]+ notes? i)?$`)

// find looks for each word that is a number.
func (r *runner) find(words map[string]bool, text, where string) error {
	for _, w := range strings.Fields(text) {
		// the unit is in the head
		if w = strings.Trim(w, ",;:()."); isNumber(w) && !words[w] && !words[strings.TrimSuffix(w, "/s")] &&
			!isCut(w, words) {
			return fmt.Errorf("%s: %q is not in what the command prints", where, w)
		}
	}
	return nil
}

// isCut reports whether a word is the beginning of another, marked as cut.
func isCut(word string, words map[string]bool) bool {
	start, cut := strings.CutSuffix(word, "…")
	if cut {
		for w := range words {
			if strings.HasPrefix(w, start) {
				return true
			}
		}
	}
	return false
}

// checkSettings compares the values in the panel of settings with those that the command sets for the chosen policy.
func (r *runner) checkSettings(lines []string, chosen int, command string, typing bool) error {
	s := setting.Default()
	words := strings.Fields(command)
	asked := map[string]bool{}
	for i, w := range words {
		name, text, given := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if k, ok := setting.Find(name); ok && w[0] == '-' {
			switch {
			case k.Switch() && !given:
				text = "yes"
			case !given && i+1 < len(words):
				text = words[i+1]
			}
			if k.Separator == setting.PolicySeparator && asked[k.Name] {
				text = k.Text(&s) + setting.PolicySeparator + text
			}
			if err := k.Set(&s, text); err != nil {
				return err
			}
			asked[k.Name] = true
		}
	}
	if chosen > 0 {
		s = s.SwapPolicy(chosen)
	}
	for _, line := range lines {
		focused := strings.Contains(line, "▸")
		line = strings.Trim(line, "▸• ")
		for _, k := range setting.Settings {
			if k.OfQuestion && !asked[k.Name] || focused && typing ||
				!strings.HasPrefix(line, fmt.Sprintf("%-10s", strings.ReplaceAll(k.Name, "-", " "))) {
				continue
			}
			r.settings++
			if want := k.Show(&s); !strings.HasSuffix(strings.TrimRight(line, " "), " "+want) {
				return fmt.Errorf("the command has %s at %s, the panel says %q", k.Name, want, line)
			}
		}
	}
	return nil
}
