package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// documents returns the documents that the tests check against the program.
func documents(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) < 4 {
		t.Fatalf("docs holds %q: %v", files, err)
	}
	return append(files, "../../README.md")
}

// TestDocuments runs every command in a console block of the documents and compares its output, and compares the tables
// between marks with those of the program. -update rewrites them.
func TestDocuments(t *testing.T) {
	for _, name := range documents(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && filepath.Base(name) != "reference.md" {
				t.Skip("the race detector makes it long")
			}
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := string(file)
			want, err := renewed(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if *update && text != want {
				if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
					t.Fatal(err)
				}
				text = want
			}
			if text != want {
				t.Errorf("%s is not what the program says now; go test -run Documents ./ui/cli -update rewrites it\n%s", name,
					firstDifference(text, want))
			}
		})
	}
}

// drawnBy matches a picture and the comment below it with the command that makes it.
var drawnBy = regexp.MustCompile(`(?m)^!\[[^]]+\]\(([^)]+\.svg)\)\n<!-- retune (.*) -o ([^ ]+) -->$`)

// TestPictures checks that every picture of the documents is what its command draws. -update draws them again.
func TestPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it long")
	}
	seen := 0
	for _, name := range documents(t) {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(file)
		found := drawnBy.FindAllStringSubmatch(text, -1)
		n := strings.Count(text, ".svg)") - strings.Count(text, "tour.svg)") // which TestTour of ui/tui draws
		if n != len(found) {
			t.Errorf("%s has %d pictures, and %d commands below them", name, n, len(found))
		}
		for _, m := range found {
			picture := "../../" + m[3]
			if filepath.Join(filepath.Dir(name), m[1]) != filepath.Clean(picture) {
				t.Errorf("%s: below %s stands the command for %s", name, m[1], m[3])
			}
			seen++
			if costly.MatchString("$ retune "+m[2]) && !*whole && !*update {
				continue
			}
			status, out, errs := run(strings.Fields(m[2])...)
			if status != 0 || errs != "" || len(out) > 60<<10 {
				t.Fatalf("%s: status %d, %q, %d bytes", m[2], status, errs, len(out))
			}
			if *update {
				if err := os.WriteFile(picture, []byte(out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if is, err := os.ReadFile(picture); err != nil || strings.ReplaceAll(string(is), "\r\n", "\n") != out {
				t.Errorf("%s is not what retune %s draws now (%v); go test -run Pictures ./ui/cli -update draws it again",
					picture, m[2], err)
			}
		}
	}
	if seen < 2 {
		t.Errorf("there are %d pictures", seen)
	}
}

// TestPromises checks that the documents show what readers look for first.
func TestPromises(t *testing.T) {
	for name, least := range map[string]int{"README.md": 5, "docs/cookbook.md": 20} {
		file, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(file), "\n$ retune "); n < least {
			t.Errorf("%s shows %d commands, and not %d", name, n, least)
		}
	}
}

var mark = regexp.MustCompile(`(?m)^<!-- (/?)([a-z]+) -->\n`)

// costly matches the commands that simulate for seconds. They are run with -whole and -update.
var costly = regexp.MustCompile(`^\$ retune (levers|map|shot|check -f examples)|` +
	`--max-outage|--(clients|processes|rate) [0-9]{4,}`)

// renewed returns a document with the present output of each command that is run and the present tables.
func renewed(text string) (string, error) {
	text, err := tabled(text)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	inside := false // inside a console block
	kept := false   // below a command that is not run
	for line := range strings.Lines(text) {
		word := strings.TrimSuffix(line, "\n")
		command, isCommand := strings.CutPrefix(word, "$ ")
		switch {
		case !inside:
			inside = word == "```console"
		case word == "```":
			inside = false
		case !isCommand && !kept:
			continue // old output, already replaced
		}
		out.WriteString(line)
		if isCommand || !inside {
			kept = inside && costly.MatchString(word) && !*whole && !*update
		}
		if !inside || !isCommand || kept {
			continue
		}
		printed, err := output(command)
		if err != nil {
			return "", err
		}
		out.WriteString(printed)
	}
	if inside {
		return "", fmt.Errorf("the last console block has no end")
	}
	return out.String(), nil
}

// tabled fills in the tables between the marks <!-- name --> and <!-- /name -->.
func tabled(text string) (string, error) {
	var out strings.Builder
	open := ""
	at := 0 // end of the part already copied
	for _, m := range mark.FindAllStringSubmatchIndex(text, -1) {
		name, ends := text[m[4]:m[5]], m[3] > m[2]
		table, ok := tables[name]
		switch {
		case !ok:
			return "", fmt.Errorf("there is no table %q", name)
		case ends && name == open:
			out.WriteString(table())
			at, open = m[0], ""
		case ends || open != "":
			return "", fmt.Errorf("the marks of %q do not pair", name)
		default:
			open = name
			out.WriteString(text[at:m[1]])
			at = m[1]
		}
	}
	if open != "" {
		return "", fmt.Errorf("the mark of %q has no end", open)
	}
	return out.String() + text[at:], nil
}

var head = regexp.MustCompile(`^(.*) \| head -(\d+)$`)

// output returns what a command prints, or the first lines of it for a command piped to head. It runs retune only, and
// returns nothing for go.
func output(command string) (string, error) {
	lines := -1
	if m := head.FindStringSubmatch(command); m != nil {
		command = m[1]
		lines, _ = strconv.Atoi(m[2])
	}
	words := strings.Fields(command)
	if slices.Contains([]string{"go run .", "go test ./...", "go build"}, command) {
		return "", nil
	}
	if len(words) == 0 || words[0] != "retune" || strings.ContainsAny(command, "'\"`$|<>&;*?\\") {
		return "", fmt.Errorf("%q is no command that this test can run", command)
	}
	run := once
	if slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, "examples/") }) {
		run = atRoot
	}
	status, out, errs := run(words[1:]...)
	if status != 0 {
		return "", fmt.Errorf("%q ends with status %d: %s", command, status, errs)
	}
	if s := out + errs; s == "" || strings.HasSuffix(s, "\n") {
		if all := strings.SplitAfter(s, "\n"); lines >= 0 && lines < len(all) {
			s = strings.Join(all[:lines], "")
		}
		return s, nil
	}
	return "", fmt.Errorf("%q prints an unfinished line: %q", command, out+errs)
}

// atRoot runs retune as a process at the root of the tree, where the paths in documents start. The test binary is
// retune if it is called so, see TestMain.
func atRoot(args ...string) (status int, out, errs string) {
	var stdout, stderr strings.Builder
	self, err := os.Executable()
	if err != nil {
		return -1, "", err.Error()
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0], cmd.Dir, cmd.Stdout, cmd.Stderr = "retune", "../..", &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return -1, "", err.Error()
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is   %q\n  and should be %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("it has %d lines and should have %d", len(g), len(w))
}

// TestRenewed breaks a small document in each way that TestDocuments must notice.
func TestRenewed(t *testing.T) {
	const marks = "<!-- settings -->\n<!-- /settings -->\n<!-- results -->\nold\n<!-- /results -->\n"
	right, err := renewed(marks + "```console\n$ go build\n$ retune --version\nold\n```\n$ retune no block\n")
	if err != nil || strings.Contains(right, "old") ||
		!strings.Contains(right, "$ retune --version\nretune "+Version+"\n```\n") ||
		!strings.Contains(right, "| `-r`, `--factor` | r |") || !strings.Contains(right, "$ retune no block\n") {
		t.Errorf("%v:\n%s", err, right)
	}
	if short, err := renewed("```console\n$ retune help topics | head -1\n```\n"); err != nil ||
		short != "```console\n$ retune help topics | head -1\nSub-commands\n```\n" {
		t.Errorf("%v: %q", err, short)
	}
	if again, _ := renewed(right); again != right {
		t.Errorf("what is right is changed again: %s", firstDifference(right, again))
	}
	for _, wrong := range []string{
		"<!-- settings -->\n",
		"<!-- /settings -->\n",
		"<!-- settings -->\n<!-- results -->\n<!-- /results -->\n<!-- /settings -->\n",
		"<!-- unheard -->\n<!-- /unheard -->\n",
		"```console\n$ go install\n```\n",
		"```console\n$ retune -n 3 | tail -3\n```\n",
		"```console\n$ retune --frobnicate\n```\n",
		"```console\n$ go build\n",
	} {
		if _, err := renewed(wrong); err == nil {
			t.Errorf("this document passes:\n%s", wrong)
		}
	}
}
