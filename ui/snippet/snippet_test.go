package snippet

import (
	"go/format"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retune/calc/client"
)

// TestWrite writes random values of the client of each target, reads the literals back
// where the template has them, and has the same policy again, but for what was said.
func TestWrite(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, target := range Targets {
		row := client.Find(target.Client)
		if row == nil || row.Name != target.Client {
			t.Errorf("%s: there is no client %s", target.Name, target.Client)
			continue
		}
		for _, p := range row.Parameters {
			if p.Role != client.NoRole && !target.has(p.Name) {
				t.Errorf("%s has no place for %s", target.Name, p.Name)
			}
		}
		exact, lines := 0, templateOf(target)
		for range 40 {
			v := random(row, r)
			want, err := v.Policy()
			if err != nil {
				continue // it is refused: TestRows of package client
			}
			text, changes := target.Write(v)
			if strings.Contains(text, "<<") {
				t.Fatalf("%s: a mark is left:\n%s", target.Name, text)
			}
			w := readBack(t, target, lines, row, text)
			for _, c := range changes {
				if !(math.Abs(c.To-c.From) > 1e-9*math.Abs(c.From)) {
					t.Errorf("%s: %s becomes what it was, %v", target.Name, c.Parameter.Name, c.To)
				}
				if is := w.At(c.Parameter.Name); !(math.Abs(is-c.To) <= 1e-12*c.To) {
					t.Errorf("%s: %s becomes %v, and %v stands there:\n%s", target.Name, c.Parameter.Name, c.To, is, text)
				}
			}
			if len(changes) > 0 {
				continue
			}
			exact++
			if is, err := w.Policy(); err != nil || is != want {
				t.Fatalf("%s: %+v (%v), want %+v:\n%s", target.Name, is, err, want, text)
			}
		}
		if exact < 2 {
			t.Errorf("%s: only %d of 40 were exact", target.Name, exact)
		}
	}
}

// random is values of a client, in range.
func random(row *client.Row, r *rand.Rand) client.Values {
	v := row.Defaults()
	for _, p := range row.Parameters {
		x := []float64{p.Least, 0, 1, 2, 3, 7, 10, 60, 0.5, 0.1, 0.25, 1.5, 0.0001, 86400}[r.IntN(14)]
		if p.Unit == client.Word || p.Unit == client.Truth {
			x = float64(r.IntN(int(p.Most) + 1))
		}
		if x < p.Least || x > p.Most || p.Unit == client.Count && x != math.Trunc(x) || r.IntN(4) == 0 {
			continue
		}
		v = v.With(p.Name, x)
	}
	return v
}

// A templateLine is a line of a template: its marks, and a pattern of the text with the
// literals in groups.
type templateLine struct {
	marks   [][]string
	pattern *regexp.Regexp
}

func templateOf(target Target) (list []templateLine) {
	for line := range strings.SplitAfterSeq(target.code, "\n") {
		found := marks.FindAllStringSubmatch(line, -1)
		pattern := regexp.QuoteMeta(line)
		for _, m := range found {
			value := ""
			if m[1] == "" {
				value = "([^,]+)"
			}
			pattern = strings.Replace(pattern, regexp.QuoteMeta(m[0]), value, 1)
		}
		list = append(list, templateLine{found, regexp.MustCompile("^" + pattern + "$")})
	}
	return list
}

// readBack returns the values that the code has, found by the lines of the template, and
// the client's own where it has none.
func readBack(t *testing.T, target Target, template []templateLine, row *client.Row, text string) client.Values {
	t.Helper()
	v := row.Defaults()
	lines := strings.SplitAfter(text, "\n")
	second, _ := target.forms["time"](1)
	for _, line := range template {
		literals := line.pattern.FindStringSubmatch(lines[0])
		for i, at := 1, 0; i < len(literals); i, at = i+1, at+1 {
			for line.marks[at][1] != "" {
				at++
			}
			if p, _ := row.Find(line.marks[at][2]); isTime(literals[i]) != (p.Unit == client.Seconds && isTime(second)) {
				literals = nil // the line of another parameter
			}
		}
		if literals == nil {
			if len(line.marks) == 0 {
				t.Fatalf("%s: %q is not the line %v", target.Name, lines[0], line.pattern)
			}
			continue
		}
		lines = lines[min(1, len(lines)-1):]
		for _, m := range line.marks {
			p, _ := row.Find(m[2])
			switch {
			case m[4] != "":
				v = v.With(p.Name, float64(slices.Index(p.Words, m[4])))
			case m[1] == "?" && p.Unit == client.Truth:
				v = v.With(p.Name, 1)
			case m[1] == "!" && !math.IsInf(p.Default, 1) && !math.IsNaN(p.Default):
				v = v.With(p.Name, 0)
			case m[1] == "":
				literals = literals[1:]
				v = v.With(p.Name, evaluated(t, target, p, literals[0]))
			}
		}
	}
	return v
}

// A span is how a time is written, with the seconds of one.
type span struct {
	pattern *regexp.Regexp
	one     float64
}

var spans = []span{
	{regexp.MustCompile(`^(?:(\d+) ?\* ?)?time\.Hour$`), 3600}, {regexp.MustCompile(`^(?:(\d+) ?\* ?)?time\.Minute$`), 60},
	{regexp.MustCompile(`^(?:(\d+) ?\* ?)?time\.Second$`), 1}, {regexp.MustCompile(`^(?:(\d+) ?\* ?)?time\.Millisecond$`), 1e-3},
	{regexp.MustCompile(`^(?:(\d+) ?\* ?)?time\.Microsecond$`), 1e-6}, {regexp.MustCompile(`^(?:(\d+) ?\* ?)?time\.Nanosecond$`), 1e-9},
	{regexp.MustCompile(`^(?:Duration\.of|Duration::from_|TimeSpan\.From)[Ss]ec(?:ond)?s\((\d+)L?\)$`), 1},
	{regexp.MustCompile(`^(?:Duration\.of|Duration::from_|TimeSpan\.From)[Mm]illi(?:second)?s\((\d+)L?\)$`), 1e-3},
	{regexp.MustCompile(`^(?:Duration\.of|Duration::from_)[Nn]anos\((\d+)L?\)$`), 1e-9}, {regexp.MustCompile(`^TimeSpan\.FromTicks\((\d+)L?\)$`), 1e-7},
}

func isTime(literal string) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return s.pattern.MatchString(literal) })
}

// evaluated is the value of a literal.
func evaluated(t *testing.T, target Target, p *client.Parameter, literal string) float64 {
	t.Helper()
	switch strings.ToLower(literal) {
	case "true":
		return 1
	case "false":
		return 0
	}
	for _, s := range spans {
		if m := s.pattern.FindStringSubmatch(literal); m != nil {
			n := 1.0
			if m[1] != "" {
				n, _ = strconv.ParseFloat(m[1], 64)
			}
			if s.one < 1 {
				return n / math.Round(1/s.one)
			}
			return n * s.one
		}
	}
	x, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		t.Fatalf("%s: %s is written %s", target.Name, p.Name, literal)
	}
	if p.Unit == client.Seconds && target.Language.Name == "JavaScript" {
		x /= 1000
	}
	return x
}

// TestGo holds what is written in Go to gofmt.
func TestGo(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, target := range goTargets {
		for range 40 {
			text, _ := target.Write(random(client.Find(target.Client), r), "A line.", "", "  Another.")
			if want, err := format.Source([]byte(text)); err != nil || string(want) != text {
				t.Fatalf("%s: %v\n%s\ngofmt has it\n%s", target.Name, err, text, want)
			}
		}
	}
}

// TestHeader holds that a line of the header stays in its comment.
func TestHeader(t *testing.T) {
	for _, target := range Targets {
		text, _ := target.Write(client.Find(target.Client).Defaults(), "a\nb\r\u2028\u0085\\u000ac\x1b[31m")
		if want := target.comment + " a?b???" + "?u000ac?[31m\n\n"; !strings.HasPrefix(text, want) {
			t.Errorf("%s begins with %q, want %q", target.Name, text[:min(len(text), 60)], want)
		}
	}
}

// TestLiterals writes values at the ends of what a language can.
func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		of      Language
		form    string
		x       float64
		literal string
		is      float64
	}{
		{golang, "time", 90, "90 * time.Second", 90}, {golang, "time", 3600, "time.Hour", 3600}, {golang, "time", 1.5e-9, "2 * time.Nanosecond", 2e-9},
		{golang, "time", 1e10, "9223372036 * time.Second", 9223372036}, {golang, "small", 1e12, "2147483647", 2147483647}, {golang, "number", 1e-7, "0.0000001", 1e-7},
		{java, "time", 0.0004, "Duration.ofMillis(0)", 0}, {java, "nanos", 0.0004, "Duration.ofNanos(400000)", 0.0004}, {java, "time", 1.5, "Duration.ofMillis(1500)", 1.5}, {java, "nanos", math.Pi, "Duration.ofNanos(3141592654L)", 3.141592654},
		{java, "time", 1e10, "Duration.ofSeconds(9223372036L)", 9223372036},
		{csharp, "time", 1e6, "TimeSpan.FromSeconds(86400)", 86400}, {csharp, "time", 1e-7, "TimeSpan.FromTicks(1)", 1e-7},
		{javascript, "time", 0.1 + 0.2, "300", 0.3}, {javascript, "time", 1e7, "2147483647", 2147483.647}, {javascript, "time", 0.0005, "0.5", 0.0005},
		{python, "truth", 1, "True", 1}, {python, "whole", 2.4, "2", 2}, {rust, "number", 2, "2.0", 2}, {rust, "single", 1.1, "1.1", 1.1}, {rust, "time", 0.15, "Duration::from_millis(150)", 0.15},
	} {
		if literal, is := c.of.forms[c.form](c.x); literal != c.literal || !(math.Abs(is-c.is) <= 1e-15*c.is) {
			t.Errorf("%s, %s: %v is %s, which is %v, want %s, %v", c.of.Name, c.form, c.x, literal, is, c.literal, c.is)
		}
	}
}
