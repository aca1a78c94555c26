package sweep_test

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// ask asks a question with these settings, from the start of the question.
func ask(t *testing.T, name string, texts ...string) (answer.Answer, setting.Scenario) {
	t.Helper()
	q, _ := question.Find(name)
	s := q.Start(new(set(t, q, new(setting.Default()), texts...)))
	s = set(t, q, &s, texts...)
	return q.Ask(t.Context(), &s, answer.Full), s
}

func set(t *testing.T, q answer.Question, given *setting.Scenario, texts ...string) setting.Scenario {
	s := *given
	t.Helper()
	for i := 0; i < len(texts); i += 2 {
		k, _ := q.Setting(texts[i])
		if err := k.Set(&s, texts[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func rows(t *testing.T, a answer.Answer, name string) answer.Table {
	t.Helper()
	i := slices.IndexFunc(a.Tables, func(t answer.Table) bool { return t.Name == name })
	if i < 0 {
		t.Fatalf("there is no table %s: %+v", name, a.None)
	}
	return a.Tables[i]
}

// small is a map with a border.
var small = []string{"server", "slowing", "outage", "20s", "x", "factor=1.5..4:4", "y", "clients=100..1000:4"}

// TestPhaseMap compares cells of a map, and points on both sides of its border, with single answers.
func TestPhaseMap(t *testing.T) {
	a, s := ask(t, "map", small...)
	what, _ := question.Find("fleet")
	s.X, s.Y = "", ""
	verdict := func(x, y float64) string {
		at := s
		at.Factor, at.Clients = x, math.Round(y)
		return what.Ask(t.Context(), &at, answer.Full).Value("verdict", 0).Words
	}
	cells := rows(t, a, "map")
	if cells.Len != 16 {
		t.Fatalf("%d cells", cells.Len)
	}
	for i := range cells.Len {
		if row := cells.Row(i); i%3 == 0 && row[2].Words != verdict(row[0].Number, row[1].Number) {
			t.Errorf("the cell at %v is not as in a single run, %s", row, verdict(row[0].Number, row[1].Number))
		}
	}
	if len(a.Map.Border) < 4 {
		t.Errorf("the border has %d points", len(a.Map.Border))
	}
	if now := a.Map.Current; now[0] < 0 || a.Map.X.Values[now[0]] != 2 || a.Map.Y.Values[now[1]] != 1000 {
		t.Errorf("the present fleet is at %v of %v and %v", now, a.Map.X.Values, a.Map.Y.Values)
	}
}

// TestCores checks that a map does not depend on the number of cores.
func TestCores(t *testing.T) {
	many, _ := ask(t, "map", small...)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one, _ := ask(t, "map", small...)
	for _, name := range []string{"map"} {
		x, y := rows(t, many, name), rows(t, one, name)
		if x.Len != y.Len {
			t.Fatalf("%s has %d and %d rows", name, x.Len, y.Len)
		}
		for i := range x.Len {
			if !slices.EqualFunc(x.Row(i), y.Row(i), func(a, b answer.Value) bool {
				return math.Float64bits(a.Number) == math.Float64bits(b.Number) && a.Words == b.Words
			}) {
				t.Errorf("%s: row %d is %v and %v", name, i, x.Row(i), y.Row(i))
			}
		}
	}
	if many.Summary != one.Summary {
		t.Errorf("%q and %q", many.Summary, one.Summary)
	}
}

// TestPaused checks that a map with pauses after every part equals one without.
func TestPaused(t *testing.T) {
	want, s := ask(t, "map", "x", "factor=1.1..3:4", "y", "retries=2..8:4", "of", "elapsed<60s")
	q, _ := question.Find("map")
	w, parts := q.Work(&s, answer.Full), 0
	for more := true; more; parts++ {
		more = false
		w.Do(t.Context(), func(done, all int) bool {
			if more = done < all || all == 16; done > all {
				t.Errorf("%d of %d parts", done, all)
			}
			return false
		})
	}
	got := w.Answer()
	if parts < 8 || got.Summary != want.Summary || len(got.Warnings) != len(want.Warnings) ||
		len(got.Map.Border) != len(want.Map.Border) {
		t.Errorf("after %d parts it says %q, %v; want %q", parts, got.Summary, got.Notes(), want.Summary)
	}
}

// TestLimit compares the border of a limit with a closed form: n retries without jitter take a (r^n - 1)/(r - 1).
func TestLimit(t *testing.T) {
	const limit = 60.0
	a, _ := ask(t, "map", "x", "factor=1.1..3:8", "y", "retries=2..8:7", "of", "elapsed<60s")
	elapsed := func(r, n float64) float64 { return (math.Pow(r, n) - 1) / (r - 1) }
	if len(a.Map.Border) < 5 {
		t.Fatalf("%d points of the border", len(a.Map.Border))
	}
	for _, p := range a.Map.Border { // one step further along each axis there is a cell on the other side
		x, y := a.Map.X.Values, a.Map.Y.Values
		lo, hi := elapsed(p[0]-(x[1]-x[0]), p[1]-(y[1]-y[0])), elapsed(p[0]+x[1]-x[0], p[1]+y[1]-y[0])
		if !(lo < limit && limit <= hi) {
			t.Errorf("around %v it takes %v and %v", p, lo, hi)
		}
	}
	cells := rows(t, a, "map")
	for i := range cells.Len {
		row := cells.Row(i)
		if want := elapsed(row[0].Number, row[1].Number); !(math.Abs(row[2].Number/want-1) < 1e-12) {
			t.Errorf("at %v it is not %v", row, want)
		}
	}
}

// TestStopped checks that a stopped map says so and shows the finished part.
func TestStopped(t *testing.T) {
	q, _ := question.Find("map")
	w := q.Work(new(set(t, q, new(setting.Preset("outage")), small...)), answer.Full)
	ctx, stop := context.WithCancel(t.Context())
	w.Do(ctx, func(done, all int) bool {
		if done == 5 {
			stop()
		}
		if all != 16 {
			t.Errorf("%d parts", all)
		}
		return true
	})
	a := w.Answer()
	if n := rows(t, a, "map").Len; n < 5 || n > 5+runtime.GOMAXPROCS(0) || a.Warnings[0].Code != answer.Partial {
		t.Errorf("%d cells, and it warns %v", n, a.Notes())
	}
	w = q.Work(new(set(t, q, new(setting.Preset("outage")), small...)), answer.Full)
	w.Do(ctx, nil)
	if a := w.Answer(); a.None == nil {
		t.Errorf("stopped before it begins it answers %q", a.Summary)
	}
}

// TestSweep compares the rows of a sweep with single answers, for A and B.
func TestSweep(t *testing.T) {
	a, s := ask(t, "schedule", "vs", "r=1.5", "sweep", "initial-delay=100ms..10s:3")
	sweep := rows(t, a, "sweep")
	schedule, _ := question.Find("schedule")
	s.Sweep = ""
	if sweep.Len != 3 {
		t.Fatalf("%d rows", sweep.Len)
	}
	for i, delay := range []float64{0.1, 1, 10} {
		s.InitialDelay, s.Versus[0].InitialDelay = delay, delay
		single := schedule.Ask(t.Context(), &s, answer.Full)
		row := sweep.Row(i)
		for j, c := range sweep.Columns[1:] {
			of, name := j%2, sweep.Columns[1+j-j%2].Name
			if q, _ := single.Figure(name); row[0].Number != delay || row[1+j].Number != q.Of(of).Number {
				t.Errorf("%s at %v is %v, and alone %v", c.Name, delay, row[1+j].Number, q.Of(of).Number)
			}
		}
	}
	if len(a.Charts) != 1 {
		t.Errorf("it has %d charts", len(a.Charts))
	}
}

// TestStacked compares the tables of a sweep of a question without figures with those of single answers.
func TestStacked(t *testing.T) {
	a, s := ask(t, "jitter", "sweep", "initial-delay=1s..3s:3", "retries", "2")
	jitter, _ := question.Find("jitter")
	s.Sweep = ""
	at := 0
	for _, delay := range []float64{1, 2, 3} {
		s.InitialDelay = delay
		single := jitter.Ask(t.Context(), &s, answer.Full).Tables[0]
		for i := range single.Len {
			row, want := a.Tables[0].Row(at), single.Row(i)
			for j, c := range a.Tables[0].Columns[2:] {
				row, want := row[1:], want[1:] // without the names
				if row[0].Number != delay || math.Float64bits(row[1+j].Number) != math.Float64bits(want[j].Number) ||
					c.DigitsOf(row[1+j]) != single.Columns[1+j].DigitsOf(want[j]) {
					t.Errorf("%s of row %d at %v is %v, and alone %v", c.Name, i, delay, row[1+j], want[j])
				}
			}
			at++
		}
	}
	if a.Tables[0].Len != at {
		t.Errorf("%d rows instead of %d", a.Tables[0].Len, at)
	}
}

// TestNever checks that the chart of a sweep says where a fleet no longer recovers.
func TestNever(t *testing.T) {
	for _, c := range []struct{ sweep, ends string }{{"clients=20..2000:3", "never from here on"},
		{"clients=20..40:2", ""}} {
		a, _ := ask(t, "fleet", "initial-delay", "1s", "outage", "5s", "server", "queue", "workers", "10", "service-time",
			"100ms", "timeout", "2s", "runs", "2", "sweep", c.sweep)
		if charts := a.Charts; len(charts) != 1 || charts[0].EndText != c.ends {
			t.Errorf("%s: %s %+v", c.sweep, a.Summary, charts)
		}
	}
}

// TestRefused checks scenarios without a map or a sweep, and their reasons.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		question string
		texts    []string
		want     string
	}{
		{"map", []string{"x", "factor=1..2", "y", "factor=1..3"}, "both axes are factor"},
		{"map", []string{"x", "rate=1..9", "y", "factor=1..3"},
			"--rate has no effect with --traffic closed (it belongs to --traffic open)"},
		{"map", []string{"of", "elapsed", "x", "factor=1..2", "y", "clients=1..3"},
			"the elapsed time does not depend on --clients"},
		{"schedule", []string{"sweep", "clients=1..9"}, "schedule does not read --clients"},
		{"reconnect", []string{"outage", "1h", "sweep", "retries=1..9:4", "of", "reconnect-delay-p99"},
			"the policy gives up before the outage ends"},
		{"map", []string{"x", "factor=1.1..4:200", "y", "clients=10..1000:60"}, "a map has at most 10000 cells, not 12000"},
	} {
		a, _ := ask(t, c.question, c.texts...)
		if a.None == nil || c.want != "" && a.None.Reason != c.want {
			t.Errorf("%s %v: %+v", c.question, c.texts, a.None)
		}
	}
}
