package help

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// TestTerms checks the form of docs/words.md, and that its rows are consistent.
func TestTerms(t *testing.T) {
	topics := Topics()
	names := map[string]int{}
	for _, topic := range topics {
		names[slug(topic.Name)]++
	}
	for _, topic := range topics {
		if names[slug(topic.Name)] != 1 {
			t.Errorf("%d topics are called %s", names[slug(topic.Name)], topic.Name)
		}
		if found := Find(topic.Name); len(found) == 0 || found[0].Name != topic.Name &&
			found[len(found)-1].Name != topic.Name {
			t.Errorf("%s is not found by its name: %v", topic.Name, found)
		}
		for _, name := range topic.See {
			if len(Find(name)) == 0 || name == topic.Name {
				t.Errorf("%s refers to %s", topic.Name, name)
			}
		}
		for _, text := range []string{topic.What, topic.When} {
			if text != "" && (!strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ".)") && !strings.HasSuffix(text,
				"?”") || utf8.RuneCountInString(text) > 420) {
				t.Errorf("%s: not a paragraph of a few lines: %q", topic.Name, text)
			}
		}
		if topic.Of != "" && topic.Value() == "" && !slices.Contains([]string{"throttle", "quota", "concurrent",
			"expiring", "spike"}, topic.Name) {
			t.Errorf("%s is no value of --%s", topic.Name, topic.Of)
		}
	}
}

// TestEverythingIsExplained looks up every name of the other tables.
func TestEverythingIsExplained(t *testing.T) {
	var words []string
	for _, k := range setting.Settings {
		if k.IsArgument {
			continue
		}
		words = append(words, k.Name, "--"+k.Name)
		if !k.IsTarget {
			words = append(words, k.Words()...)
		}
	}
	words = append(words, question.Figures().Names()...)
	for o := fleet.Recovers; o <= fleet.GaveUp; o++ {
		words = append(words, o.String())
	}
	for _, row := range jitter.Types {
		words = append(words, row.Name)
		if found := Find(row.Name); len(found) == 1 && len(found[0].What) < 40 {
			t.Errorf("of %s jitter it is said no more than %q", row.Name, found[0].What)
		}
	}
	for _, q := range question.Questions {
		words = append(words, q.Name)
	}
	words = append(words, "amplification", "backlog", "brownout", "burst", "max delay", "circuit breaker", "closed",
		"contention", "p99", "simulation",
		"thundering-herd", "Retry Storm", "load_shedding", "MaxElapsedTime", "initialBackoff", "stampede", "hang", "±",
		"overshoot", "max-attempts", "truncated backoff")
	for _, word := range words {
		if word != "±" && len(Find(word)) == 0 {
			t.Errorf("nothing explains %q", word)
		}
	}
	for _, word := range []string{"", "-", "frobnicate", "=3"} {
		if found := Find(word); len(found) > 0 {
			t.Errorf("%q is explained: %v", word, found[0].Name)
		}
	}
}

// TestPagesFit prints every page and the list of topics at several widths.
func TestPagesFit(t *testing.T) {
	for _, width := range []int{80, 100} {
		var b strings.Builder
		PrintTopics(&b, width)
		for _, topic := range Topics() {
			topic.Print(&b, width)
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			command := strings.Contains(line, "  retune ") // commands are not wrapped
			if n := utf8.RuneCountInString(line); n > width && !(command && n <= 100) {
				t.Errorf("%d characters wide, not %d: %q", n, width, line)
			}
			if line != strings.TrimRight(line, " ") {
				t.Errorf("blanks at the end: %q", line)
			}
		}
	}
}

// TestDensity compares the densities of jitter types within [0, 2 d] with the mean of their definitions.
func TestDensity(t *testing.T) {
	for name, want := range map[string]float64{"none": 1, "full": 0.5, "equal": 0.75, "spread": 1, "up": 1.25,
		"down": 0.875, "add": 1.5,
		"within": 1, "slices": 1.025, "gap": 1.025, "prior": 1.5} {
		kind := jitter.Type(slices.IndexFunc(jitter.Types, func(r jitter.Row) bool { return r.Name == name }))
		total, mean := 0.0, 0.0
		for i, p := range density(kind, 2000) {
			total += p
			mean += p * (float64(i) + 0.5) / 1000
		}
		if !(math.Abs(total-1) < 2e-3) || !(math.Abs(mean-want) < 0.01) {
			t.Errorf("%s: the parts add up to %g, and their mean is %g, not %g", name, total, mean, want)
		}
	}
	if got := Spark(jitter.Full); got != strings.Repeat("█", 10) {
		t.Errorf("full jitter is drawn as %q", got)
	}
	if got := Spark(jitter.Equal); got != strings.Repeat(" ", 5)+strings.Repeat("█", 5) {
		t.Errorf("equal jitter is drawn as %q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""}, {"one two three", 7, "one two\n  three"}, {"one two", 3, "one\n  two"},
		{"a longerthanwidth b", 5, "a\n  longerthanwidth\n  b"}, {"é é é", 3, "é é\n  é"}, {"one\u00a0two three", 5,
			"one two\n  three"},
	} {
		if got := Wrap(c.text, c.width, "  "); got != c.want {
			t.Errorf("%q at %d is %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
