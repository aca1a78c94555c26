package tui_test

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/cli"
)

// A runner runs the commands in frames and looks for the frame's numbers in their output.
type runner struct {
	outputs         map[string]output // the latest outputs by command
	ran             int               // number of commands run
	named, settings int               // numbers that were looked for
}

// An output is the parsed output of a command.
type output struct {
	words map[string]bool
	lines map[string][]string        // the words of lines, joined by single blanks, by the first word
	named map[string]map[string]bool // the words of the lines that begin with a name
	cells map[string]map[string]bool // the words under A, B or B/A, by name, tab and head
	text  string                     // everything in one line
	cut   bool                       // the end was not read
	none  string                     // why there is no answer
	heads []field                    // A, B, B/A while the output is read
}

// A field is a word and the column behind it.
type field struct {
	text string
	end  int
}

// A duration in several units is one field: 2d 1h 30m.
var unfinished, smaller = regexp.MustCompile(`^[0-9]+[ydh]( [0-9]+[dhm])*$`), regexp.MustCompile(`^[0-9]+[dhms]`)

func fieldsOf(line string) (fields []field) {
	for _, c := range chunksOf(line) {
		at := c.end - utf8.RuneCountInString(c.text)
		for _, w := range strings.Fields(c.text) {
			at += utf8.RuneCountInString(w)
			if n := len(fields) - 1; n >= 0 && fields[n].end+1+utf8.RuneCountInString(w) == at &&
				unfinished.MatchString(fields[n].text) && smaller.MatchString(w) {
				fields[n] = field{fields[n].text + " " + w, at}
			} else {
				fields = append(fields, field{w, at})
			}
			at++
		}
	}
	return fields
}

// pairHeads returns the heads of a comparison's columns, if the line ends with them.
func pairHeads(line string) []field {
	fields := fieldsOf(line)
	for i, f := range fields {
		if f.text == "A" && i+1 < len(fields) && fields[i+1].text == "B" {
			return fields[i:]
		}
	}
	return nil
}

// under returns the head above a word, or "".
func under(heads []field, end int) string {
	for _, h := range heads {
		if h.end == end {
			return h.text
		}
	}
	return ""
}

func newOutput() output {
	return output{words: map[string]bool{}, lines: map[string][]string{}, named: map[string]map[string]bool{},
		cells: map[string]map[string]bool{}}
}

// merge adds another output.
func (o *output) merge(more output) {
	maps.Copy(o.words, more.words)
	for _, both := range [][2]map[string]map[string]bool{{o.named, more.named}, {o.cells, more.cells}} {
		for name, words := range both[1] {
			if both[0][name] == nil {
				both[0][name] = map[string]bool{}
			}
			maps.Copy(both[0][name], words)
		}
	}
	for first, lines := range more.lines {
		o.lines[first] = append(o.lines[first], lines...)
	}
	o.text += more.text
	o.cut = o.cut || more.cut
	o.none += more.none
}

func newRunner() *runner { return &runner{outputs: map[string]output{}} }

// enough is the number of bytes that are read: a schedule can have a million rows.
const enough = 1 << 20

type cut struct{ bytes.Buffer }

func (c *cut) Write(p []byte) (int, error) {
	if c.Len() > enough {
		panic(c)
	}
	return c.Buffer.Write(p)
}

// run runs a command line within the process.
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
	o := newOutput()
	status := func() (status int) {
		defer func() {
			p := recover()
			if o.cut = p != nil; o.cut && p != any(&out) {
				panic(p)
			}
		}()
		return cli.Main(append(words[1:], "--table", "all", "--chart"), nil, &out, &errs)
	}()
	if line, _, ok := strings.Cut(errs.String(), "\n"); ok && status == 3 && out.Len() == 0 {
		o.none = strings.TrimPrefix(line, "retune: error: ")
		return o, nil
	}
	const inconclusive = 4 // status without a verdict: the answer is printed with a reason
	if status != inconclusive && (status != 0 || errs.Len() > 0) {
		return output{}, fmt.Errorf("%q ends with status %d: %s", line, status, errs.String())
	}
	before := ""
	for text := range strings.Lines(out.String()) {
		o.add(text)
		if loneRatio.MatchString(who.ReplaceAllString(text, "")) { // it had no room behind A and B
			o.add(errors.ReplaceAllString(strings.TrimRight(before, "\n"), "") + "  " + strings.Trim(text, "<> \n"))
		}
		before = text
	}
	if r.ran++; r.ran%200 == 0 {
		clear(r.outputs)
	}
	r.outputs[line] = o
	return o, nil
}

// loneRatio matches a line that continues the one before it; errors matches the standard errors of values.
var loneRatio, errors = regexp.MustCompile(`^ {20,}([<>] )?[×∞]\S*\s*$`), regexp.MustCompile(` ± \S+`)

// who matches the end of a line that names the better of two, and of the heading above it.
var who = regexp.MustCompile(` +(better|[AB])\s*$`)

func (o *output) add(line string) {
	line = who.ReplaceAllString(line, "")
	words := strings.Fields(line)
	if len(words) > 0 {
		o.lines[words[0]] = append(o.lines[words[0]], strings.Join(words, " ")+" ")
	}
	o.text += strings.Join(words, " ") + " "
	if !strings.HasPrefix(line, " ") {
		o.heads = pairHeads(line)
	}
	for _, w := range words {
		o.words[strings.Trim(w, ",;:().")] = true
	}
	if chunks := chunksOf(line); len(chunks) > 1 && strings.HasPrefix(line, "  ") && !isNumber(chunks[0].text) &&
		hasNumber(chunks) && !strings.ContainsAny(line, "┤●") {
		if o.named[chunks[0].text] == nil {
			o.named[chunks[0].text] = map[string]bool{}
		}
		fields := fieldsOf(line)
		last := len(fields) - len(o.heads)
		full := last > 0 && !slices.ContainsFunc(fields[max(0, last):], func(f field) bool { return !isNumber(f.text) })
		for i, f := range fields {
			for _, w := range strings.Fields(f.text) {
				o.named[chunks[0].text][strings.TrimSuffix(w, ":")] = true
			}
			head := under(o.heads, f.end)
			if len(o.heads) > 0 && full { // a value wider than its column shifts the others
				head = ""
				if i >= last {
					head = o.heads[i-last].text
				}
			}
			if head != "" {
				key := chunks[0].text + "\t" + head
				if o.cells[key] == nil {
					o.cells[key] = map[string]bool{}
				}
				for _, w := range strings.Fields(f.text) {
					o.cells[key][w] = true
				}
			}
		}
	}
}

// A chunk is a part of a line without two blanks in a row; end is the column behind it.
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
		text, se, cut := strings.Cut(line[at-n:at], " ± ") // the error follows the value
		end := utf8.RuneCountInString(line[:at])
		if cut {
			end -= utf8.RuneCountInString(" ± " + se)
		}
		chunks = append(chunks, chunk{text, end})
	}
	return chunks
}

// isNumber reports whether a text contains a number. Names of percentiles do not count.
func isNumber(text string) bool {
	return slices.ContainsFunc(strings.Fields(shareOfSuccess.ReplaceAllString(text, "")), func(word string) bool {
		return strings.ContainsAny(word, "0123456789") && !percentile.MatchString(word) || slices.Contains([]string{
			"∞", "none", "never", "n/a", "n/a:", "never:", "unknown", "unknown:", "∞:", "none:", "-"}, word)
	})
}

// shareOfSuccess matches the number in the names of some results.
var shareOfSuccess = regexp.MustCompile(`goodput back to [0-9]+%`)

var percentile = regexp.MustCompile(`^p[0-9][0-9]$`)

func hasNumber(chunks []chunk) bool {
	return slices.ContainsFunc(chunks, func(c chunk) bool { return isNumber(c.text) })
}
