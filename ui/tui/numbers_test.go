package tui_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"retune/ui/cli"
	"retune/ui/knob"
	"retune/ui/tui"
)

// A runner runs the commands that frames show, and looks for the numbers of
// the frame in what they print.
type runner struct {
	outputs               map[string]output // by command
	named, unnamed, knobs int               // numbers that were looked for
}

// An output is what a command has printed.
type output struct {
	words map[string]bool
	lines map[string]string          // a line's words, with one blank between, by the first of them
	named map[string]map[string]bool // the words of the line that begins with a name
}

func newRunner() *runner { return &runner{outputs: map[string]output{}} }

// enough is how much of an output is read: a schedule can have a million rows.
const enough = 1 << 20

type cut struct{ bytes.Buffer }

func (c *cut) Write(p []byte) (int, error) {
	if c.Len() > enough {
		panic(c)
	}
	return c.Buffer.Write(p)
}

// run runs a command line in-process.
func (r *runner) run(line string) (output, error) {
	if o, ok := r.outputs[line]; ok {
		return o, nil
	}
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "retune" {
		return output{}, fmt.Errorf("%q is no command", line)
	}
	var out cut
	var errs bytes.Buffer
	status := func() (status int) {
		defer func() {
			if p := recover(); p != nil && p != any(&out) {
				panic(p)
			}
		}()
		return cli.Main(words[1:], nil, &out, &errs)
	}()
	if status != 0 || errs.Len() > 0 {
		return output{}, fmt.Errorf("%q ends with status %d: %s", line, status, errs.String())
	}
	o := output{map[string]bool{}, map[string]string{}, map[string]map[string]bool{}}
	for text := range strings.Lines(out.String()) {
		o.add(text)
	}
	r.outputs[line] = o
	return o, nil
}

func (o output) add(line string) {
	words := strings.Fields(line)
	if len(words) > 0 {
		o.lines[words[0]] = strings.Join(words, " ") + " "
	}
	for _, w := range words {
		o.words[strings.Trim(w, ",;:")] = true
	}
	if chunks := chunksOf(line); len(chunks) > 1 && strings.HasPrefix(line, "  ") && !isNumber(chunks[0].text) && hasNumber(chunks) {
		if o.named[chunks[0].text] == nil {
			o.named[chunks[0].text] = map[string]bool{}
		}
		for _, w := range words {
			o.named[chunks[0].text][w] = true
		}
	}
}

// behind are the words behind a name, of which the end may be cut.
func (o output) behind(name string) map[string]bool {
	if words, ok := o.named[name]; ok {
		return words
	}
	all := map[string]bool{}
	for full, words := range o.named {
		if strings.HasPrefix(full, strings.TrimRight(name, "…")) {
			maps.Copy(all, words)
		}
	}
	return all
}

// A chunk is a part of a line without two blanks in a row; end is the column
// behind it.
type chunk struct {
	text string
	end  int
}

func chunksOf(line string) (chunks []chunk) {
	line = strings.TrimRight(line, " \n")
	for at := 0; at < len(line); {
		if line[at] == ' ' {
			at++
			continue
		}
		n := strings.Index(line[at:], "  ")
		if n < 0 {
			n = len(line) - at
		}
		at += n
		chunks = append(chunks, chunk{line[at-n : at], utf8.RuneCountInString(line[:at])})
	}
	return chunks
}

// isNumber tells whether a word stands for a number.
func isNumber(word string) bool {
	return strings.ContainsAny(word, "0123456789") || word == "∞" || word == "none" || word == "-"
}

func hasNumber(chunks []chunk) bool {
	return slices.ContainsFunc(chunks, func(c chunk) bool { return isNumber(c.text) })
}

// check looks for every number of the frame in what its commands print.
func (r *runner) check(m tui.Model, size [2]int) error {
	if size[0] < 30 || size[1] < 13 {
		return nil // shows no numbers
	}
	frame := tui.Lines(m)
	all := output{map[string]bool{}, map[string]string{}, map[string]map[string]bool{}}
	foot := slices.IndexFunc(frame, func(line string) bool { return strings.HasPrefix(line, " $ ") })
	if (size[0] < 60 || size[1] < 16) && len(frame)-1-foot >= size[1]/4 {
		return nil // the command may have been cut
	}
	commands := tui.CommandsIn(frame)
	if len(commands) == 0 {
		return fmt.Errorf("the frame shows no command")
	}
	for _, line := range commands {
		o, err := r.run(line)
		if err != nil {
			return err
		}
		maps.Copy(all.words, o.words)
		maps.Copy(all.lines, o.lines)
		maps.Copy(all.named, o.named)
	}
	for i, box := range boxesIn(frame) {
		var err error
		switch {
		case box.title == "keys":
		case i == 0:
			err = r.checkKnobs(box, commands[0], m.View().Cursor != nil)
		case strings.Contains(strings.Join(box.lines, ""), "┤"), strings.HasPrefix(box.title, "delay"):
			if reading, ok := strings.CutPrefix(box.note, "┊ "); ok {
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

// find looks for each word that is a number.
func (r *runner) find(words map[string]bool, text, where string) error {
	for _, w := range strings.Fields(text) {
		if w = strings.Trim(w, ",;:"); isNumber(w) && !words[w] {
			return fmt.Errorf("%s: %q is not in what the command prints", where, w)
		}
	}
	return nil
}

// checkPanel looks for the numbers of a panel: behind their name, below it, or
// in a row of a table.
func (r *runner) checkPanel(b box, o output) error {
	if err := r.find(o.words, b.title, "the title "+b.title); err != nil {
		return err
	}
	var heads []chunk
	last := 0 // row of the schedule
	for _, line := range b.lines {
		chunks := chunksOf(line)
		if len(chunks) == 0 {
			continue
		}
		if strings.HasPrefix(chunks[0].text, "! ") {
			words := strings.Fields(line)
			if err := r.find(o.words, strings.Join(words[:len(words)-1], " "), "the warning"); err != nil { // its end may be cut
				return err
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
			continue
		}
		if b.title == "schedule" {
			r.named += len(chunks)
			words := strings.Fields(line) // not chunks: full columns stand one blank apart
			row := strings.Join(words, " ") + " "
			if !strings.HasPrefix(o.lines[words[0]], row) { // the last columns may be left out
				return fmt.Errorf("the row %q is not in what the command prints", row)
			}
			n, err := strconv.Atoi(words[0])
			if err != nil || last > 0 && n != last+1 {
				return fmt.Errorf("the row %q comes after row %d", row, last)
			}
			last = n
			continue
		}
		for _, c := range chunks {
			if !isNumber(c.text) {
				continue
			}
			words, where := o.words, "the panel "+b.title
			r.unnamed++
			for _, h := range heads {
				if named := o.behind(h.text); h.end == c.end && len(named) > 0 {
					words, where = named, h.text
					r.named++
					r.unnamed--
				}
			}
			if err := r.find(words, c.text, where); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkKnobs compares the values on the panel of knobs with those that the
// command sets.
func (r *runner) checkKnobs(b box, command string, typing bool) error {
	s := knob.Default()
	words := strings.Fields(command)
	asked := map[string]bool{}
	for i, w := range words {
		if k, ok := knob.Find(strings.TrimLeft(w, "-")); ok && w[0] == '-' && i+1 < len(words) {
			if err := k.Set(&s, words[i+1]); err != nil {
				return err
			}
			asked[k.Name] = true
		}
	}
	for _, line := range b.lines {
		focused := strings.HasPrefix(line, "▸")
		line = strings.TrimLeft(line, "▸ ")
		for _, k := range knob.Knobs {
			if k.Asks && !asked[k.Name] || focused && typing || !strings.HasPrefix(line, strings.ReplaceAll(k.Name, "-", " ")+" ") {
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
