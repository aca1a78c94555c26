package tui_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"retune/ui/knob"
	"retune/ui/tui"
)

// check looks for every number of the frame in what its commands print.
func (r *runner) check(m tui.Model, size [2]int) error {
	if size[0] < 30 || size[1] < 13 {
		return nil // shows no numbers
	}
	frame := tui.Lines(m)
	all := newOutput()
	commands := tui.Commands(m)
	blank := strings.NewReplacer(" ", "", "…", "") // a word longer than a line is broken
	cut := strings.HasSuffix(frame[len(frame)-2], "…")
	got, want := blank.Replace(strings.Join(tui.CommandsIn(frame), "")), blank.Replace(strings.Join(commands, ""))
	if len(commands) == 0 || got != want && !(cut && strings.HasPrefix(want, got[:len(got)*9/10])) {
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
	for _, line := range tui.Says(m) {
		if warning, ok := strings.CutPrefix(more.ReplaceAllString(line, ""), "! "); ok {
			if r.warnings++; !all.noted(warning) {
				return fmt.Errorf("the warning %q is not printed in %q", warning, all.text)
			}
		} else if err := r.find(all.words, cutBehind.ReplaceAllString(line, ""), "the sentence"); err != nil && all.none == "" && tui.Asked(m) {
			return err
		}
	}
	for i, box := range boxesIn(frame) {
		var err error
		switch {
		case box.title == "verdict":
			if tui.Simulates(m) {
				r.alone++
			}
			err = r.checkVerdict(box, all, len(commands) > 1 || tui.Simulates(m))
		case strings.HasPrefix("in full", strings.TrimSuffix(box.title, "…")): // wrapped
		case strings.HasPrefix(box.title, "what helps"): // another question
		case tui.InMenu(m) && (i == 0 && box.title != "policy" && box.title != "policy A" && box.title != "policy B" || i == 1), i <= 1 && !strings.Contains(box.title, "policy") && tui.Offering(m): // what would be
		case box.title == "solve for":
			for i, line := range box.lines { // what is typed is no number of the answer
				line, _, _ = strings.Cut(strings.Replace(line, "▸", " ", 1), "→")
				box.lines[i] = strings.TrimSuffix(strings.TrimRight(line, " "), "unknown") // it is not worked out unless it is asked for
			}
			r.goals++
			err = r.checkPanel(box, all)
		case i == 0:
			err = r.checkKnobs(box, commands[0], m.View().Cursor != nil)
		case strings.Contains(strings.Join(box.lines, ""), "┤"), strings.HasPrefix(box.title, "delay"), strings.HasPrefix(box.title, "load"), strings.HasPrefix(box.title, "calls in the server"), strings.HasPrefix(box.title, "retries by"), strings.HasPrefix(box.title, "start of retry"):
			// With jitter the chart is of the delays, and the figures at T of those that begin before the deadline.
			counted := strings.Contains(commands[0], "--jitter") && strings.Contains(commands[0], "--deadline")
			if reading, ok := strings.CutPrefix(box.note, "┊ "); ok && !counted {
				err = r.find(all.words, strings.NewReplacer("retry ", "", ":", "").Replace(reading), "the crosshair")
			}
		default:
			err = r.checkPanel(box, all)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// cutBehind is the end of a sentence that is cut behind a word, or that says how many warnings there are.
var cutBehind = regexp.MustCompile(`([:;,.]…)? *(![0-9]+)?$`)

// checkVerdict looks for what is said in words of the fleet. How often it was
// simulated stands in a title of what the simulation prints.
func (r *runner) checkVerdict(b box, o output, simulated bool) error {
	text := strings.Join(strings.Fields(strings.Join(b.lines, " ")), " ")
	r.verdicts++
	if o.none != "" && !strings.Contains(text, "…") {
		if !strings.HasPrefix(text, o.none) {
			return fmt.Errorf("the verdict is %q, and the command says %q", text, o.none)
		}
		text = text[len(o.none):]
	}
	text = briefRuns.ReplaceAllString(text, "simulated $1 of $1 times:")
	if strings.Contains(text, "simulated ") && !strings.Contains(text, "not simulated") {
		if !simulated { // the command that prints that has no room
			return nil
		}
		r.simulated++
	}
	// The share that recovers in time is what the others leave.
	text = recovering.ReplaceAllString(ofRuns.ReplaceAllString(text, "simulated $1 times"), "recovers")
	return r.find(o.words, text, "the verdict")
}

var briefRuns = regexp.MustCompile(`([0-9]+)/[0-9]+ runs:`)

var ofRuns, recovering = regexp.MustCompile(`simulated ([0-9]+) of [0-9]+ times`), regexp.MustCompile(`recovers in [0-9.]+[%…]`)

// find looks for each word that is a number.
func (r *runner) find(words map[string]bool, text, where string) error {
	for _, w := range strings.Fields(text) {
		if w = strings.Trim(w, ",;:"); isNumber(w) && !words[w] && !isCut(w, words) {
			return fmt.Errorf("%s: %q is not in what the command prints", where, w)
		}
	}
	return nil
}

// isCut tells whether a word is the beginning of another, with the sign of it.
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

// checkPanel looks for the numbers of a panel: behind their name, below it, or
// in a row of a table.
func (r *runner) checkPanel(b box, o output) error {
	if err := r.find(o.words, b.title, "the title "+b.title); err != nil {
		return err
	}
	var heads []chunk
	columns := pairHeads(strings.Join(b.lines[:min(1, len(b.lines))], "")) // of a list
	last := 0                                                              // row of the schedule
	for _, line := range b.lines {
		chunks := chunksOf(line)
		if len(chunks) == 0 {
			continue
		}
		if strings.HasPrefix(chunks[0].text, "! ") {
			warning := strings.TrimPrefix(strings.TrimSpace(more.ReplaceAllString(strings.TrimRight(line, " "), "")), "! ")
			if r.warnings++; !o.noted(warning) {
				return fmt.Errorf("the warning %q is not printed in %q", warning, o.text)
			}
			continue
		}
		if !hasNumber(chunks) {
			heads = chunks
			continue
		}
		if len(chunks) == 1 && o.words[strings.Fields(line)[0]] && !strings.HasPrefix(line, "    ") {
			if err := r.find(o.words, line, "the title "+line); err != nil {
				return err
			}
			continue
		}
		if words := o.behind(chunks[0].text); len(words) > 0 && len(chunks) > 1 {
			for _, c := range chunks[1:] {
				r.named++
				if err := r.find(words, c.text, chunks[0].text); err != nil {
					return err
				}
			}
			for _, f := range fieldsOf(line) {
				if head := under(columns, f.end); head != "" && isNumber(f.text) {
					r.columns++
					if err := r.find(o.behindUnder(chunks[0].text, head), f.text, chunks[0].text+" under "+head); err != nil {
						return err
					}
				}
			}
			continue
		}
		if b.title == "schedule" {
			r.named += len(chunks)
			words := strings.Fields(line) // not chunks: full columns stand one blank apart
			row := strings.Join(words, " ") + " "
			if !o.row(row) && !strings.Contains(row, "…") {
				return fmt.Errorf("the row %q is not in what the command prints", row)
			}
			n, err := strconv.Atoi(words[0])
			if err != nil || last > 0 && n != last+1 {
				return fmt.Errorf("the row %q comes after row %d", row, last)
			}
			last = n
			continue
		}
		if row := strings.Join(strings.Fields(line), " ") + " "; len(chunks) > 1 && isNumber(chunks[0].text) && o.row(row) {
			r.named += len(chunks) // a row of a table in a list
			continue
		}
		for _, c := range chunks {
			if !isNumber(c.text) {
				continue
			}
			words, where := o.words, "the panel "+b.title
			r.unnamed++
			absent := false // a group of which everything is absent is printed as a note
			for _, h := range heads {
				absent = absent || h.end == c.end && c.text == "-" && o.saysAbsent(h.text)
				if named := o.behind(h.text); h.end == c.end && len(named) > 0 {
					words, where = named, h.text
					if pair := o.behindUnder(h.text, chunks[0].text); slices.Contains([]string{"A", "B", "B/A"}, chunks[0].text) {
						words, where = pair, h.text+" of "+chunks[0].text
						r.columns++
					}
					r.named++
					r.unnamed--
				}
			}
			if err := r.find(words, c.text, where); err != nil && !absent {
				return err
			}
		}
	}
	return nil
}

// saysAbsent tells whether a line names the quantity that is absent.
func (o output) saysAbsent(name string) bool {
	return strings.Contains(o.text, name)
}

// row tells whether a row of a table is printed: its first cell, and some that stand
// beside each other.
func (o output) row(row string) bool {
	first, rest, _ := strings.Cut(row, " ")
	return slices.ContainsFunc(o.lines[first], func(line string) bool { return strings.Contains(line, " "+rest) })
}

// checkKnobs compares the values on the panel of knobs with those that the
// command sets.
func (r *runner) checkKnobs(b box, command string, typing bool) error {
	s := knob.Default()
	words := strings.Fields(command)
	asked := map[string]bool{}
	for i, w := range words {
		name, text, given := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if k, ok := knob.Find(name); ok && w[0] == '-' {
			switch {
			case k.Switch() && !given:
				text = "yes"
			case !given && i+1 < len(words):
				text = words[i+1]
			}
			if err := k.Set(&s, text); err != nil {
				return err
			}
			asked[k.Name] = true
		}
	}
	if strings.HasSuffix(b.title, "policy B") { // which the knobs turn
		if s.Versus == nil { // and the command does not read
			return nil
		}
		s = s.B()
	}
	for _, line := range b.lines {
		focused := strings.HasPrefix(line, "▸")
		line = strings.TrimLeft(line, "▸ ")
		for _, k := range knob.Knobs {
			if k.Asks && !asked[k.Name] || focused && typing || !strings.HasPrefix(line, fmt.Sprintf("%-10s", strings.ReplaceAll(k.Name, "-", " "))) {
				continue
			}
			r.knobs++
			if want := k.Show(s); !strings.HasSuffix(strings.TrimRight(line, " "), " "+want) {
				return fmt.Errorf("the command has %s at %s, the panel says %q", k.Name, want, line)
			}
		}
	}
	return nil
}
