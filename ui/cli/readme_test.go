package cli

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"retune/ui/knob"
	"retune/ui/query"
)

const readme = "../../README.md"

// TestREADME holds the README to what the program does: every command in a
// console block is run and its output compared, and the tables of knobs and
// queries are those of the program. With -update it is rewritten.
func TestREADME(t *testing.T) {
	file, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	text := string(file)
	want, commands, err := renewed(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(commands) < 5 {
		t.Errorf("%s shows %d commands of retune, and five are promised: %q", readme, len(commands), commands)
	}
	if *update && text != want {
		if err := os.WriteFile(readme, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		text = want
	}
	if text != want {
		t.Errorf("%s is not what the program says now; go test -run README ./ui/cli -update rewrites it\n%s", readme, firstDifference(text, want))
	}
}

// renewed returns the text of a README with the output of each command and the
// tables as they should be, and the command lines of retune in it.
func renewed(text string) (_ string, commands []string, err error) {
	if text, err = between(text, "knobs", knobTable()); err != nil {
		return "", nil, err
	}
	if text, err = between(text, "results", resultTable()); err != nil {
		return "", nil, err
	}
	if text, err = between(text, "queries", queryTable()); err != nil {
		return "", nil, err
	}
	var out strings.Builder
	inside := false // of a console block
	for line := range strings.Lines(text) {
		word := strings.TrimSuffix(line, "\n")
		command, isCommand := strings.CutPrefix(word, "$ ")
		switch {
		case !inside:
			inside = word == "```console"
		case word == "```":
			inside = false
		case !isCommand:
			continue // output, which the command before it has written anew
		}
		out.WriteString(line)
		if !inside || !isCommand {
			continue
		}
		printed, err := output(command)
		if err != nil {
			return "", nil, err
		}
		out.WriteString(printed)
		if strings.HasPrefix(command, "retune") {
			commands = append(commands, command)
		}
	}
	if inside {
		return "", nil, fmt.Errorf("%s: the last console block has no end", readme)
	}
	return out.String(), commands, nil
}

// output returns what a command of the README prints: of retune, for what go
// prints is not ours.
func output(command string) (string, error) {
	words := strings.Fields(command)
	if slices.Contains([]string{"go run .", "go test ./...", "go build"}, command) {
		return "", nil
	}
	if len(words) == 0 || words[0] != "retune" || strings.ContainsAny(command, "'\"`$|<>&;*?\\") {
		return "", fmt.Errorf("%s: %q is no command that this test can run", readme, command)
	}
	var printed bytes.Buffer
	Main(words[1:], strings.NewReader(""), &printed, &printed)
	if s := printed.String(); s == "" || strings.HasSuffix(s, "\n") {
		return s, nil
	}
	return "", fmt.Errorf("%q prints an unfinished line: %q", command, &printed)
}

// between puts a table between the marks <!-- name --> and <!-- /name -->.
func between(text, name, table string) (string, error) {
	from, to := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	if strings.Count(text, from) != 1 || strings.Count(text, to) != 1 {
		return "", fmt.Errorf("%s must have the marks %q and %q, each on its own line and once", readme, from, to)
	}
	before, rest, _ := strings.Cut(text, from)
	_, after, ok := strings.Cut(rest, to)
	if !ok {
		return "", fmt.Errorf("%s has %q before %q", readme, to, from)
	}
	return before + from + table + to + after, nil
}

// knobTable is table 1 as Markdown.
func knobTable() string {
	var b strings.Builder
	row(&b, "flag", "symbol", "meaning", "range", "default")
	row(&b, "---", "---", "---", "---", "---")
	for _, k := range knob.Knobs {
		if !k.HasFlag() {
			continue
		}
		flag := "`--" + k.Name + "`"
		if k.Short != "" {
			flag = "`-" + k.Short + "`, " + flag
		}
		row(&b, flag, k.Symbol, k.Help, k.Range(), k.Text(knob.Default()))
	}
	return b.String()
}

// resultTable is the results that can be wanted.
func resultTable() string {
	var b strings.Builder
	row(&b, "flag", "result")
	row(&b, "---", "---")
	for _, r := range query.Results {
		row(&b, "`--"+r.Name+"`", r.Help)
	}
	return b.String()
}

// queryTable is table 2 as Markdown.
func queryTable() string {
	var b strings.Builder
	row(&b, "asked by", "question", "answer")
	row(&b, "---", "---", "---")
	for _, q := range query.Queries {
		asked := "`retune " + q.Sub() + "`"
		if q.Word != "" {
			asked = "`retune " + q.Sub() + " " + strings.ToUpper(q.Word) + "`"
		}
		if k, ok := q.Knob(q.Flag); ok {
			asked = "`retune " + k.Flag() + "`"
		}
		row(&b, asked, q.Name, q.Short)
	}
	return b.String()
}

func row(b *strings.Builder, cells ...string) {
	for _, cell := range cells {
		b.WriteString("|")
		if cell != "" {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`))
		}
		b.WriteString(" ")
	}
	b.WriteString("|\n")
}

// firstDifference shows where two texts part.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is   %q\n  and should be %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("it has %d lines and should have %d", len(g), len(w))
}

// TestRenewed breaks a small README in each way that TestREADME must notice.
func TestRenewed(t *testing.T) {
	const marks = "<!-- knobs -->\n<!-- /knobs -->\n<!-- results -->\n<!-- /results -->\n<!-- queries -->\n<!-- /queries -->\n"
	right, commands, err := renewed(marks + "```console\n$ go build\n$ retune --version\nold\n```\n$ retune no block\n")
	if err != nil || len(commands) != 1 || !strings.Contains(right, "$ retune --version\nretune "+Version+"\n```\n") ||
		!strings.Contains(right, "| `-a`, `--initial-delay` | a |") || !strings.Contains(right, "$ retune no block\n") {
		t.Errorf("%v, %q:\n%s", err, commands, right)
	}
	if again, _, _ := renewed(right); again != right {
		t.Errorf("what is right is changed again: %s", firstDifference(right, again))
	}
	for _, wrong := range []string{
		"",
		strings.Replace(marks, "<!-- /knobs -->\n", "", 1),
		marks + marks,
		marks + "```console\n$ go install\n```\n",
		marks + "```console\n$ retune -n 3 | head\n```\n",
		marks + "```console\n$ go build\n",
	} {
		if _, _, err := renewed(wrong); err == nil {
			t.Errorf("this README passes:\n%s", wrong)
		}
	}
}
