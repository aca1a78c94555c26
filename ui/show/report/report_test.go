package report

import (
	"context"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	results "retune/ui/ask/question/policy"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
)

var update = flag.Bool("update", false, "rewrite the golden files with what is written now")

// TestMain runs the garbage collector only at the memory limit. The heap then keeps its pages instead of returning and
// requesting them.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// result asks the question of the default scenario with these settings.
func result(t testing.TB, name string, settings ...string) Result {
	t.Helper()
	q, ok := question.Find(name)
	if !ok {
		t.Fatalf("there is no query %s", name)
	}
	s := setting.Default()
	for _, setting := range settings {
		name, text, _ := strings.Cut(setting, " ")
		k, _ := q.Setting(name)
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", setting, err)
		}
	}
	return answered(q, &s, answer.Full)
}

func answered(q answer.Question, s *setting.Scenario, effort answer.Effort) Result {
	ctx := answer.WithWants(context.Background(), answer.Wants{Charts: true, Rows: true, Tables: true})
	return Result{Query: q.Name, Scenario: q.Inputs(s)(), Version: "1.2.3", Command: setting.Command(q.Args(s, nil)),
		Answer: q.Ask(ctx, s, effort)}
}

// many multiplies the number of random results.
var many = flag.Int("times", 1, "how many times as many random results are looked at")

// A drawnResult is a random result with its scenario.
type drawnResult struct {
	r Result
	s setting.Scenario
}

// drawn returns the random results that the tests of all formats share, because the answers are slow.
var drawn = sync.OnceValue(func() []drawnResult {
	rng := rand.New(rand.NewPCG(1, 2))
	list := make([]drawnResult, 100**many)
	for i := range list {
		list[i].r, list[i].s = random(rng)
	}
	return list
})

// random draws a result whose scenario covers the ranges of all settings and is short enough to write in full.
func random(rng *rand.Rand) (Result, setting.Scenario) {
	for {
		q := question.Questions[rng.IntN(len(question.Questions))]
		// these take long
		if q.Name == "levers" && rng.IntN(200) > 0 || (q.Name == "fleet" || q.Name == "contend" || q.Name == "map") &&
			rng.IntN(20) > 0 || q.Name == "jitter" && rng.IntN(8) > 0 || (q.Reads("outage") || q.Reads("max-ratio")) &&
			rng.IntN(4) > 0 {
			continue
		}
		s := policy(rng)
		if q.Name == "jitter" || q.Reads("outage") {
			s.Retries = min(s.Retries, 6)
		}
		if q.Name == "map" {
			s.X, s.Y = "factor=1.5..3:2", "clients=10..20:2"
		}
		if q.Name == "fleet" || q.Name == "contend" || q.Name == "levers" || q.Name == "map" {
			randomFleet(rng, &s)
		}
		if q.Name == "levers" { // it simulates tens of fleets
			s.InitialDelay, s.Cap, s.Retries = 1, min(s.Cap, 10), min(s.Retries, 5)
		}
		if q.Reads("vs") && (q.Name == "compare" || rng.IntN(2) == 0) {
			b := s.Policy
			if q.Name != "fleet" {
				b = policy(rng).Policy
			}
			s = s.AddPolicy(&s)
			s.Versus[0].Policy = b
		}
		if q.Flag == "at" || q.Reads("at") && rng.IntN(2) == 0 {
			s.AskAt = math.Exp(rng.NormFloat64() * 20)
		}
		if k, _ := setting.Find("outage"); q.Reads("outage") {
			move(k, &s, rng.Float64())
			s.Outage.Kind = elapsed.OutageKind(rng.IntN(4))
			if s.Outage.Kind == elapsed.UniformOutage || s.Outage.Kind == elapsed.LogUniformOutage {
				s.Outage.B *= 1 + rng.Float64()
			}
		}
		// Set everything, so that values that a question does not read must be left out.
		s.Want, s.Wanted = "ratio", math.Exp(rng.NormFloat64()*2)
		s.ToFactor = 1 + rng.ExpFloat64()
		s.MaxReconnect, s.MaxRelative, s.MaxWasted = rng.ExpFloat64(), rng.IntN(2) == 0, float64(rng.IntN(50))
		if q.Reads("turn") {
			randomGoal(rng, &s)
		}
		if names := results.Figures().Names(); q.Reads("result") {
			s.Result = names[rng.IntN(len(names))]
		}
		if s.Check() != nil || q.Missing(&s) != "" {
			continue
		}
		if r := answered(q, &s, answer.Rough); r.Answer.None == nil {
			return r, s
		}
	}
}

// randomFleet draws a small system: at most a minute, with few clients.
func randomFleet(rng *rand.Rand, s *setting.Scenario) {
	s.InitialDelay, s.Factor, s.Cap, s.Deadline, s.AttemptTime = 0.1, 2, math.Inf(1), math.Inf(1), 0
	s.Jitter, s.Feedback = jitter.Jitter{Type: jitter.Type(rng.IntN(3))}, false
	s.Clients, s.Runs, s.Duration, s.Step = float64(1+rng.IntN(100)), float64(1+rng.IntN(3)), float64(10+rng.IntN(20)),
		float64(1+rng.IntN(3))
	s.Traffic.Kind = fleet.TrafficKind(rng.IntN(3))
	s.ServerOutage.At, s.Outage, s.Server.Kind = 5, elapsed.OutageOf(float64(rng.IntN(10))), fleet.ServerKind(rng.IntN(3))
}

// randomGoal draws a wanted value, half of the time a feasible one, and the setting to solve for. It has no jitter,
// because distributions take long.
func randomGoal(rng *rand.Rand, s *setting.Scenario) {
	s.Jitter, s.Feedback = jitter.Jitter{}, false
	solvable, wants := solve.CandidateSettings(s, results.Figures()[0]), append(results.Figures().Names(), "elapsed-p37")
	s.Unknown, s.Want = solvable[rng.IntN(len(solvable))].Name, wants[rng.IntN(len(wants))]
	w, _ := question.Wanted().Find(s.Want)
	if w.Missing(s) != "" {
		return
	}
	if x := w.Compute(context.Background(), s, answer.Full).Number; x > 0 && !math.IsInf(x, 1) {
		s.Wanted = x * math.Exp(rng.NormFloat64()*float64(rng.IntN(2)))
	}
}

func policy(rng *rand.Rand) setting.Scenario {
	for {
		s := setting.Default()
		for _, k := range setting.Settings {
			if !k.OfQuestion && rng.IntN(3) > 0 {
				move(k, &s, rng.Float64())
			}
		}
		if rng.IntN(2) == 0 {
			s.InitialDelay *= 1 + rng.Float64()
		}
		s.Retries = min(s.Retries, 40)
		switch { // jitter for one policy in six, rarely stateful, which takes long
		case rng.IntN(6) > 0 || s.Stateful() && rng.IntN(6) > 0:
			s.Jitter, s.Feedback = jitter.Jitter{}, false
		default:
			s.Retries = min(s.Retries, float64(rng.IntN(6)))
		}
		if rng.IntN(8) == 0 {
			s.Factor, s.Retries = 1000, 400 // overflows
			s.Jitter, s.Feedback = jitter.Jitter{}, false
		}
		if s.Check() == nil {
			return s
		}
	}
}

func written(t testing.TB, format string, r Result) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, r, Options{Format: format}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGolden compares the output with the golden files. Read their diff as prose; -update rewrites them.
func TestGolden(t *testing.T) {
	for name, r := range map[string]Result{
		"at":       result(t, "at", "cap 30s", "retries none", "at 500ms"), // no delay before the first retry, and no end
		"schedule": result(t, "schedule", "factor 1.1", "retries 5", "vs r=2,n=3,cap=2s"),
		"compare":  result(t, "compare", "at 1m", "deadline 2m", "vs r=1.1,cap=30s"),
		"jittered": result(t, "schedule", "cap 4s", "jitter spread=0.5", "cap-after yes", "retries 4", "deadline 8s"),
		"solve":    result(t, "solve", "turn factor", "at 1000s", "delay-after-retry 100s", "cap 5m"),
		"what":     result(t, "what", "result reconnect-delay", "at 1000s", "jitter spread=0.2", "vs r=1.1"),
		"recommend": result(t, "recommend", "at 1h", "max-initial-delay 1s", "reconnect-within 1m",
			"max-reconnect-delay 10%", "max-wasted-retries 500"),
		"jitter": result(t, "jitter", "retries 2", "jitter up=0.3"),
	} {
		for _, format := range Formats() {
			if format == SVG && name != "at" && name != "jitter" { // two pictures are enough
				continue
			}
			file := filepath.Join("testdata", name+"."+format)
			got := written(t, format, r)
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if nineDigits(got) != nineDigits(string(want)) {
				t.Errorf("%s as %s is\n%s\nwant\n%s", name, format, got, want)
			}
		}
	}
}

// TestFormats checks the list of formats.
func TestFormats(t *testing.T) {
	if got := strings.Join(Formats(), " "); got != "text json csv markdown svg" {
		t.Errorf("the formats are %s", got)
	}
	if !slices.Equal(slices.Sorted(slices.Values(Exports)), slices.Sorted(slices.Values(Formats()))) {
		t.Errorf("the screen exports %v", Exports)
	}
	var b strings.Builder
	for _, format := range []string{"yaml", "text "} {
		err := Write(&b, result(t, "at", "at 1s"), Options{Format: format})
		if err == nil || b.Len() > 0 || !strings.Contains(err.Error(), "text, json, csv, markdown, svg") {
			t.Errorf("the format %q is refused with %v, after writing %q", format, err, &b)
		}
	}
}

// A disk accepts a limited number of bytes.
type disk struct{ left int }

var errFull = errors.New("no space left")

func (d *disk) Write(b []byte) (int, error) {
	if len(b) > d.left {
		n := d.left
		d.left = 0
		return n, errFull
	}
	d.left -= len(b)
	return len(b), nil
}

// TestFullDisk checks that an incomplete write is an error, wherever it stops.
func TestFullDisk(t *testing.T) {
	for _, r := range []Result{
		result(t, "at", "at 1s"),
		result(t, "schedule", "retries 1000", "cap 1m"), // more than any buffer
	} {
		for _, format := range Formats() {
			size := len(written(t, format, r))
			for _, left := range []int{0, 1, size / 2, size - 1} {
				if err := Write(&disk{left}, r, Options{Format: format}); !errors.Is(err, errFull) {
					t.Errorf("%s as %s on a disk with %d of %d bytes: %v", r.Query, format, left, size, err)
				}
			}
			if err := Write(&disk{size}, r, Options{Format: format}); err != nil {
				t.Errorf("%s as %s on a disk with just enough: %v", r.Query, format, err)
			}
		}
	}
}

// TestValues checks the cells that the screen shows too.
func TestValues(t *testing.T) {
	a := result(t, "compare", "vs r=1.1,cap=30s").Answer
	cells := map[string]string{}
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			cells[q.Name] = strings.Join(Values(a, q), "|")
			if single := Values(answer.Answer{}, q); len(single) != 1 || single[0] == "" {
				t.Errorf("%s alone is %q", q.Name, single)
			}
		}
	}
	for name, want := range map[string]string{
		"initial delay":        "1s|1s|",
		"factor":               "2|1.1|×0.55",
		"cap":                  "none|30s|",
		"deadline":             "none|none|",
		"attempt time":         "0s|0s|",
		"retries made":         "10|10|",
		"last retry at":        "17m3s|15.94s|×0.0156",
		"retries ratio approx": "||7.273",
	} {
		if cells[name] != want {
			t.Errorf("%s is %q, want %q", name, cells[name], want)
		}
	}
}

var longNumber = regexp.MustCompile(`[0-9]+\.[0-9]{9,}(e[-+][0-9]+)?`)

// nineDigits rounds long numbers in a text to nine digits, because an integral may differ in its last digits.
func nineDigits(text string) string {
	return longNumber.ReplaceAllStringFunc(text, func(digits string) string {
		x, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			return digits
		}
		return strconv.FormatFloat(x, 'g', 9, 64)
	})
}

// move sets the setting to one of its rungs, by its position from 0 to 1. The setting stays if other settings do not
// allow the rung.
func move(k setting.Setting, s *setting.Scenario, place float64) {
	before := *s
	if rungs := k.Rungs(s); len(rungs) > 0 {
		*s = k.WithNumber(s, rungs[int(place*float64(len(rungs)-1)+0.5)])
	} else {
		k.Limit(s, false)
		k.Step(s, int(place*float64(max(1, len(k.Words())-1))+0.5), false)
	}
	if s.Check() != nil && before.Check() == nil {
		*s = before
	}
}
