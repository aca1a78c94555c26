package explain

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// scenario returns the default scenario with settings written name=value.
func scenario(t *testing.T, settings string) setting.Scenario {
	t.Helper()
	s := setting.Default()
	for word := range strings.FieldsSeq(settings) {
		name, value, _ := strings.Cut(word, "=")
		if name == "ratio" { // a wanted result
			s.Wanted, _ = unit.Number.Parse(value)
			continue
		}
		k, ok := setting.Find(name)
		if !ok {
			t.Fatalf("no setting %s", name)
		}
		if err := k.Try(&s, value); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
	return s
}

var (
	growing  = regexp.MustCompile(`(\S+) × \((\S+)\^(\S+) - 1\)/\(\S+ - 1\)`)
	constant = regexp.MustCompile(`(?:at|\+) (\d+) × (\S+)(?: =| \+| at the cap)`)
	attempts = regexp.MustCompile(`(\d+) attempts × (\S+)`)
	total    = regexp.MustCompile(`= (\S+) without jitter`)
)

// TestSums parses the formula of the elapsed time in a line, and compares it and its printed value with the sum of the
// delays.
func TestSums(t *testing.T) {
	value := func(text string) float64 {
		x, err := unit.Duration.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, settings := range []string{"a=1s r=2 n=10", "a=100ms r=2 n=9 cap=30s", "a=100ms r=2 cap=5s n=12",
		"a=100ms r=2 cap=5s n=12 s=1s",
		"a=2s r=1 n=7", "a=2s r=1 n=7 s=500ms", "a=5s cap=5s n=4", "a=1s r=1.5 cap=10s n=30", "a=1s r=3 cap=9s n=3",
		"a=1s r=3 cap=9s n=5"} {
		s := scenario(t, settings)
		want := 0.0
		for k := range int(s.Retries) {
			want += math.Min(s.Cap, s.InitialDelay*math.Pow(s.Factor, float64(k))) + s.AttemptTime
		}
		line := sum(&s, s.Retries)
		got := 0.0
		for _, m := range growing.FindAllStringSubmatch(line, -1) {
			a, r, n := value(m[1]), value(m[2]), value(m[3]) // bare numbers are seconds
			got += a * (math.Pow(r, n) - 1) / (r - 1)
		}
		for _, m := range constant.FindAllStringSubmatch(line, -1) {
			got += value(m[1]) * value(m[2])
		}
		for _, m := range attempts.FindAllStringSubmatch(line, -1) {
			got += value(m[1]) * value(m[2])
		}
		said := value(total.FindStringSubmatch(line)[1])
		if !(math.Abs(got/want-1) < 0.01) || !(math.Abs(said/want-1) < 0.01) {
			t.Errorf("%s: the sum of the delays is %gs: %q comes to %g", settings, want, line, got)
		}
	}
}

// TestLines compares lines with values computed by hand.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		of       func(*setting.Scenario, answer.Answer) []string
		settings string
		want     string // part of one of the lines
	}{
		{Schedule, "a=100ms n=9 jitter=full", "100ms × 2^8 = 25.6s"},
		{Schedule, "a=100ms n=9 jitter=full", "12.8s on average before retry 9"},
		{Schedule, "a=100ms n=9 jitter=equal", "19.2s on average before retry 9"},
		{Schedule, "a=1s n=3 jitter=full", "retry 3 starts at 3.5s on average"},
		{Schedule, "n=9", "9 retries and the first attempt are 10 attempts"},
		{Schedule, "n=0", "there is one attempt"},
		{Schedule, "a=1s cap=30s n=6", "min(30s, 1s × 2^5) = 30s"},
		{Schedule, "n=3 jitter=decorrelated", "grows by about 3/2 = 1.5 per retry"},
		{At, "T=1000s", "1s + (2 - 1) × 16m40s = 16m41s"},
		{At, "T=20s cap=5s", "limited by the cap of 5s"},
		{Ratio, "ratio=0.1 T=1000s", "1 + 0.1 - 1s / 16m40s = 1.099"},
		{ToFactor, "to-factor=1.1", "log 2 / log 1.1 = 7.27"},
		{Success, "failure-rate=20% n=3", "20%^4 = 0.16%"},
		{Success, "failure-rate=50% n=1", "(1 - 50%^2) / (1 - 50%) = 1.5"},
		{Reconnect, "outage=60s a=1s n=20", "retry 6 starts at 1s × (2^6 - 1)/(2 - 1) = 1m3s"},
		{Reconnect, "outage=60s a=1s n=20", "1m3s - 1m = 3s"},
		{Reconnect, "outage=60s n=3", "before an outage of 1m does"},
		{Reconnect, "outage=60s a=100ms cap=9s jitter=full n=none", "E t² / 2 E t = 3s"}, // (c²/3)/(2 c/2) = c/3
		{Fleet, "", "1000 clients / (10s think time + 100ms"},
		{Fleet, "scenario=brownout", "20 workers / 100ms"},
		{Contend, "clients=4", "= 10"},
	} {
		s := scenario(t, c.settings)
		if lines := c.of(&s, answer.Answer{}); !strings.Contains(strings.Join(lines, "\n"), c.want) {
			t.Errorf("%s: no %q in %q", c.settings, c.want, lines)
		}
	}
}
