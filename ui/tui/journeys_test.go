package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/knob"
)

// A journey is a task of a user as a text: a line that begins with > has keys that are
// pressed, any other a text that must then be on the screen, sooner or later. No more
// keys are pressed than its limit says. testdata/journeys/replay.sh replays one in a
// terminal.
func TestJourneys(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "journeys", "*.txt"))
	if err != nil || len(files) < 6 {
		t.Fatalf("the journeys are %q: %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			j := journey{m: resize(New(knob.Default(), Options{}), 120, 36)}
			limit, keys := 0, 0
			for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
				switch pressed, isKeys := strings.CutPrefix(line, "> "); {
				case strings.HasPrefix(line, "#"):
				case strings.HasPrefix(line, "limit "):
					limit, _ = strconv.Atoi(strings.TrimPrefix(line, "limit "))
				case isKeys:
					for _, k := range typedKeys(pressed) {
						keys++
						j.do(k)
					}
				case !j.see(line):
					t.Errorf("after %d keys %q is not on the screen:\n%s", keys, line, strings.Join(lines(j.m), "\n"))
				}
			}
			if keys > limit {
				t.Errorf("%d keys, and the limit is %d", keys, limit)
			}
		})
	}
}

// A journey is a screen and the commands that are still to be run.
type journey struct {
	m    Model
	todo []tea.Cmd
}

func (j *journey) do(msg tea.Msg) {
	next, cmd := j.m.Update(msg)
	j.m, j.todo = next.(Model), append(j.todo, cmd)
}

// see runs commands until a text is on the screen, blanks and lines apart. It is false
// where none is left to run.
func (j *journey) see(want string) bool {
	for {
		if strings.Contains(bare(text(j.m)), bare(want)) {
			return true
		}
		j.todo = slices.DeleteFunc(j.todo, func(c tea.Cmd) bool { return c == nil })
		if len(j.todo) == 0 {
			return false
		}
		cmd := j.todo[0]
		j.todo = j.todo[1:]
		switch msg := cmd().(type) {
		case nil, tea.QuitMsg:
		case tea.BatchMsg:
			j.todo = append(msg, j.todo...)
		default:
			j.do(msg)
		}
	}
}

// bare is a text without what stands between its words.
func bare(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n│━─●┷┴", r) }), " ")
}
