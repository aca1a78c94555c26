package tui

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

// TestJourneys replays the journeys in testdata. A journey is a user's task as a text: a line that begins with > lists
// keys to press; any other line is a text that must then appear on the screen. A journey limits the number of keys.
// testdata/journeys/replay.sh replays one in a terminal. The journeys with the number of a task are fourteen, and need
// no more than mostKeys keys together.
func TestJourneys(t *testing.T) {
	const tasks, mostKeys = 14, 100
	files, err := filepath.Glob(filepath.Join("testdata", "journeys", "*.txt"))
	if err != nil || len(files) < 6 {
		t.Fatalf("the journeys are %q: %v", files, err)
	}
	limits := map[string]int{} // by task
	for _, file := range files {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var of string
		for line := range strings.SplitSeq(string(script), "\n") {
			if task, ok := strings.CutPrefix(line, "task "); ok {
				of = task
			}
			if limit, ok := strings.CutPrefix(line, "limit "); ok && of != "" {
				limits[of], _ = strconv.Atoi(limit)
			}
		}
	}
	sum := 0
	for _, limit := range limits {
		sum += limit
	}
	if len(limits) != tasks || sum > mostKeys {
		t.Errorf("%d tasks need %d keys, want %d and at most %d: %v", len(limits), sum, tasks, mostKeys, limits)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(script), "\nslow\n") && !*whole {
				t.Skip("it simulates for seconds: -whole")
			}
			files := map[string]string{}
			started := func() played {
				return played{m: resize(New(known, new(setting.Default()), Options{Files: memory(files, new(error))}), 120, 36)}
			}
			j, limit, keys := started(), 0, 0
			for line := range strings.SplitSeq(strings.TrimSpace(string(script)), "\n") {
				switch pressed, isKeys := strings.CutPrefix(line, "> "); {
				case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "task "), line == "slow":
				case line == "start again":
					j.until(func(m Model) bool { return m.leaving || m.life.ctx.Err() != nil })
					j = started()
				case strings.HasPrefix(line, "limit "):
					limit, _ = strconv.Atoi(strings.TrimPrefix(line, "limit "))
				case isKeys:
					for _, k := range typedKeys(pressed) {
						keys++
						j.send(k)
					}
				case !j.until(func(m Model) bool { return strings.Contains(bare(text(m)), bare(line)) }):
					t.Errorf("after %d keys %q is not on the screen:\n%s", keys, line, strings.Join(lines(j.m), "\n"))
				}
			}
			if keys > limit {
				t.Errorf("%d keys, and the limit is %d", keys, limit)
			}
		})
	}
}

// bare returns a text without the characters between its words.
func bare(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n│━─●┷┴", r) }), " ")
}
