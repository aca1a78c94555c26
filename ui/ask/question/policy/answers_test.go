package policy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// sentences are questions with their answers in words. The numbers follow from a 1s, r 2 and the settings by hand, or
// are those of TestFigures; the warnings come after the sentence, separated by "| ".
var sentences = []struct {
	q              *answer.Question
	settings, says string
}{
	{&Schedule, "retries 3", "Keeps trying for 7s: 4 attempts, 3 retries."},
	{&Schedule, "retries 1", "Keeps trying for 1s: 2 attempts, 1 retry."},
	{&Schedule, "retries 0", "Makes one attempt and no retry. | last delay: the policy makes no retry"},
	{&Schedule, "retries none", "Never gives up: there is no limit on retries or time. | retries made, last retry at, " +
		"last delay, gives up at: no retry limit or deadline | the policy never ends; these are its first 100 retries"},
	{&Schedule, "retries none, cap 3s", "Never gives up: there is no limit on retries or time, every 3s from 3s on. | " +
		"retries made, last retry at, gives up at: no retry limit or deadline | the policy never ends; these are its " +
		"first 100 retries"},
	{&Schedule, "retries none, deadline 10s", "Keeps trying for 7s: 4 attempts, 3 retries by the deadline of 10s."},
	{&Schedule, "retries 9, deadline 8s, attempt-time 2s", "Keeps trying for 9s: 3 attempts, 2 retries; the last one " +
		"starts before the deadline of 8s and runs past it."},
	{&Schedule, "retries 9, total-timeout 8s", "Keeps trying for 8s: 4 attempts, 3 retries by the total timeout of 8s. " +
		"| the total timeout ends the call at 8s, an attempt in progress included; --deadline 8s would let it finish"},
	{&Schedule, "retries 2, cap 5s",
		"Keeps trying for 3s: 3 attempts, 2 retries. | cap from retry, cap from: the cap is " +
			"never reached; the longest delay is 2s"},
	{&Schedule, "retries 3, failure-rate 50%", "Keeps trying for 7s: 4 attempts, 3 retries."},
	{&Schedule, "retries 3, vs retries=2", "A keeps trying for 7s: 4 attempts, 3 retries; B keeps trying for 3s: 3 " +
		"attempts, 2 retries."},
	{&Schedule, "retries 3, vs factor=2", "Keeps trying for 7s: 4 attempts, 3 retries."},
	{&At, "at 10s", "At 10s: 3 retries done; waiting 8s for the next retry, at 15s."},
	{&At, "at 0.5s, attempt-time 1s", "At 0.5s: 0 retries done, an attempt in progress until 1s; then waiting 1s for " +
		"the next retry, at 2s. | previous delay: no delay precedes the first retry"},
	{&At, "at 10s, retries 2", "At 10s: the policy has ended; it gave up at 3s, after 2 retries. | the policy gives up " +
		"after retry 2 at 3s; the figures at T ignore that"},
	{&At, "at 10s, retries 9, deadline 6s", "At 10s: the policy has ended; it gave up at 3s, after 2 retries. | the " +
		"deadline of 6s ends the policy after retry 2 at 3s; the figures at T ignore that"},
	{&At, "at 4s, retries 2, attempt-time 2s",
		"At 4s: 1 retry done, an attempt in progress until 5s; then waiting 2s for " +
			"the next retry, at 7s."},
	{&At, "at 8s, retries 2, attempt-time 2s",
		"At 8s: 2 retries done, an attempt in progress until 9s (the last). | the " +
			"policy gives up after retry 2 at 7s; the figures at T ignore that"},
	{&At, "at 1000s, retries none, cap 100s", "At 1000s (16m40s): 15 retries done; waiting 1m40s for the next retry, at " +
		"17m7s. | retries made, last retry at: no retry limit or deadline"},
	{&Reconnect, "outage 5s", "After an outage of 5s, clients reconnect 2s later, with 2 wasted retries."},
	{&Reconnect, "outage 5s, retries 2", "After an outage of 5s, every client gives up before it ends, after 2 wasted " +
		"retries; raise --retries. | reconnect delay mean, reconnect delay p50, reconnect delay p95, reconnect delay p99, " +
		"reconnect delay max, reconnect delay relative mean: the policy gives up before the outage ends"},
	{&Reconnect, "outage 5s, retries 9, vs deadline=4s",
		"After an outage of 5s, A: clients reconnect 2s later, with 2 wasted " +
			"retries; B: every client gives up before it ends, after 2 wasted retries; raise --retries or --deadline. | " +
			"reconnect delay mean, reconnect delay p50, reconnect delay p95, reconnect delay p99, reconnect delay max, " +
			"reconnect delay relative mean: the policy gives up before the outage ends"},
	{&Reconnect, "outage 0s", "there is no outage"},
	{&Ratio, "ratio 0.1", "A factor of 1.1 gives a ratio of 0.1 in the long run."},
	{&Ratio, "ratio 0.1, at 1000s", "A factor of 1.1 gives a ratio of 0.1 in the long run; for that ratio at 1000s " +
		"(16m40s) the factor is 1.099, with a delay of 1m40s."},
	{&Ratio, "ratio 0.1, cap 5s",
		"A factor of 1.1 gives a ratio of 0.1 in the long run. | the cap limits the delay to 5s, " +
			"so the ratio is lower from T = 50s on"},
	{&Ratio, "ratio 0.1, at 5s", "a ratio of 0.1 at 5s is a delay of 500ms, shorter than the initial delay 1s"},
	{&Ratio, "ratio 3, at 5s, cap 10s", "a ratio of 3 at 5s is a delay of 15s, longer than the cap 10s"},
	{&Ratio, "ratio 0.1, initial-delay 0s", "an initial delay of 0s does not grow with any factor"},
	{&Ratio, "ratio 0.1, at 0s", "at 0s no time has passed, so the ratio is infinite with any factor"},
	{&ToFactor, "to-factor 1.1, at 1000s", "A factor of 1.1 makes 4.858 times the retries of 2 by 1000s (16m40s): 48.42 " +
		"instead of 9.967."},
	{&ToFactor, "to-factor 1.5", "A factor of 1.5 makes about 1.71 times the retries of 2 in the long run."},
	{&ToFactor, "to-factor 1",
		"In the long run the ratio of retries with a factor of 1 to retries with 2 has no limit. | " +
			"retries ratio approx: the ratio has no limit if one factor is 1"},
	{&ToFactor, "to-factor 1.5, cap 10s",
		"A factor of 1.5 makes about 1.71 times the retries of 2 in the long run. | the " +
			"approximate retries ratio does not hold once a cap is reached"},
	{&Success, "failure-rate 20%, retries 3",
		"99.84% of requests succeed, with 1.248 attempts on average; success takes " +
			"301.3ms on average (p99 3s)."},
	{&Success, "failure-rate 0, retries 3", "100% of requests succeed, with 1 attempt on average; success takes 0s on " +
		"average (p99 0s). | at a failure rate of 0% every first attempt succeeds"},
	{&Success, "failure-rate 50%, retries none",
		"100% of requests succeed, with 2 attempts on average. | time to success " +
			"mean: infinite, because the mean delay grows at least 2-fold per retry and only 50% of the requests remain"},
	{&Jitter, "retries 0", "The policy makes no retry, so jitter has nothing to spread. | the policy makes no retry"},
}

// TestSentences compares the words of answers.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range sentences {
		s := scenarioOf(t, c.q, c.settings)
		a := c.q.Ask(t.Context(), &s, answer.Full)
		said := []string{a.Summary}
		if a.None != nil {
			said = []string{a.None.Reason}
		}
		for _, w := range a.Warnings {
			said = append(said, w.Message)
		}
		if got := strings.Join(said, " | "); got != c.says {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.q.Name, c.settings, got, c.says)
		}
	}
}

// TestTables compares the tables and charts of answers with simulated clients.
func TestTables(t *testing.T) {
	t.Parallel()
	for i, text := range []string{"jitter none, cap 3s", "jitter full", "jitter spread=0.3, cap 5s, attempt-time 0.5s",
		"jitter equal, deadline 9s", "jitter add=0.7s, total-timeout 8s", "jitter once:full"} {
		s := scenarioOf(t, nil, "retries 5, outage 4s, at 3s", text)
		x := simulate(&s, 1000, rand.New(rand.NewPCG(uint64(i), 7)))
		unlimited := s
		unlimited.Deadline, unlimited.TotalTimeout = math.Inf(1), math.Inf(1) // tables of retries ignore them
		free := simulate(&unlimited, 1000, rand.New(rand.NewPCG(uint64(i), 8)))
		ctx := answer.WithWants(t.Context(), answer.Wants{Charts: true, Exact: true, Rows: true})
		a, of := Schedule.Ask(ctx, &s, answer.Full), At.Ask(ctx, &s, answer.Full)
		gone := Reconnect.Ask(ctx, &s, answer.Full)
		isMean := func(what string, v answer.Value, list []float64, p float64) {
			t.Helper()
			if len(list) >= 100 && !agrees(v, list, p) {
				var m numeric.Mean
				for _, y := range list {
					m.Add(y)
				}
				t.Errorf("%s: %s is %v ± %v, simulated %v ± %v, p %v", text, what, v.Number, v.ErrorEstimate, m.Value(),
					m.Error(), p)
			}
		}
		table, delays, starts := a.Tables[0], a.Charts[0].Curves[0], of.Charts[1].Curves[0].Starts
		if limited := !math.IsInf(s.CallLimit(), 1); !limited && table.Len != 5 || len(starts) != table.Len ||
			!math.IsNaN(starts[len(starts)-1][1]) {
			t.Errorf("%s: %d rows, starts %v", text, table.Len, starts)
		}
		k := curveOf(s.Policy)
		for n := 1; n <= table.Len; n++ {
			start := free.of(func(l life) float64 { return l.starts[n] })
			delay := free.of(func(l life) float64 { return l.starts[n] - l.starts[n-1] - s.AttemptTime })
			for j, c := range table.Columns {
				v, list := table.At(n-1, j), start
				name, is := strings.CutPrefix(c.Name, "delay")
				if is {
					list = delay
				}
				p, drawn := map[string]float64{" mean": 0, " p05": 0.05, " p50": 0.5, " p95": 0.95,
					" p99": 0.99}[strings.TrimPrefix(
					name, "elapsed")]
				if drawn {
					isMean(c.Name, v, list, p)
				}
				want := map[string]float64{"retry": float64(n), "delay": k.delay(float64(n) - 1), "elapsed": k.start(float64(n))}
				if y, ok := want[c.Name]; ok && !(math.Abs(v.Number-y) <= 1e-9*y) {
					t.Errorf("%s: %s of retry %d is %v, want %v", text, c.Name, n, v.Number, y)
				}
				if strings.HasSuffix(c.Name, " min") && !(v.Number <= slices.Min(list)*(1+1e-9)) ||
					strings.HasSuffix(c.Name, " max") && !(v.Number >= slices.Max(list)*(1-1e-9)) {
					t.Errorf("%s: %s of retry %d is %v", text, c.Name, n, v.Number)
				}
				if strings.HasSuffix(c.Name, " sd") && !(math.Abs(v.Number-deviation(list)) <= 0.15*v.Number+1e-9) {
					t.Errorf("%s: %s of retry %d is %v, simulated %v", text, c.Name, n, v.Number, deviation(list))
				}
			}
			isMean("curve of delays", answer.Value{Number: delays.Y(float64(n))}, delay, 0)
			if delays.Band.Exists() {
				isMean("lower edge", answer.Value{Number: delays.Band.Lo.Y(float64(n))}, delay, 0.05)
				isMean("upper edge", answer.Value{Number: delays.Band.Hi.Y(float64(n))}, delay, 0.95)
			}
			isMean("start in the chart", answer.Value{Number: starts[n-1][0]}, start, 0)
		}
		if q := of.Charts[1].WithExactCurves().Curves[0]; s.Jitter.Draws() {
			isMean("delay at T", answer.Value{Number: q.Y(3)}, x.of(x.waiting), 0)
			isMean("p95 at T", answer.Value{Number: q.Band.Hi.Y(3)}, x.of(x.waiting), 0.95)
		} else {
			isMean("delay at T", answer.Value{Number: q.Y(3)}, x.of(x.waiting), 0)
		}
		for _, at := range []float64{1.5, 4, 7.9} {
			isMean("retries by T", answer.Value{Number: gone.Charts[0].Curves[0].Y(at), ErrorEstimate: 0.1},
				x.of(func(l life) float64 { return float64(l.retries(at)) }), 0)
		}
		byDeadlineTable(t, text, a, x)
		for _, trade := range gone.Tables { // it has rough values
			for j := 0; j < trade.Len; j += 2 {
				row, other := trade.Row(j), s
				other.Factor = row[0].Number
				y := simulate(&other, 600, rand.New(rand.NewPCG(uint64(j), 9)))
				for c, list := range [][]float64{1: y.waits, 2: y.wasted, 4: y.gone} {
					isMean(trade.Columns[c].Name, answer.Value{Number: row[c].Number, ErrorEstimate: 0.05 * row[c].Number}, list, 0)
				}
			}
		}
		if (gone.Tables == nil) != s.Stateful() {
			t.Errorf("%s: %d tables of factors", text, len(gone.Tables))
		}
	}
}

// deviation returns the standard deviation of a list.
func deviation(list []float64) float64 {
	var m numeric.Mean
	for _, x := range list {
		m.Add(x)
	}
	return math.Sqrt(m.Variance())
}

// byDeadlineTable compares the distribution of the number of retries within a limit of time.
func byDeadlineTable(t *testing.T, text string, a answer.Answer, x sample) {
	t.Helper()
	if math.IsInf(x.s.CallLimit(), 1) {
		if len(a.Tables) != 1 {
			t.Errorf("%s: there is no deadline, and %d tables", text, len(a.Tables))
		}
		return
	}
	table, all := a.Tables[1], 0.0
	for i := range table.Len {
		row := table.Row(i)
		n := row[0].Number
		all += row[1].Number
		for j, more := range []bool{1: false, true} {
			list := x.of(func(l life) float64 {
				if made := float64(len(l.starts) - 1); made == n || more && made > n {
					return 1
				}
				return 0
			})
			if j > 0 && !agrees(answer.Value{Number: row[j].Number}, list, 0) {
				t.Errorf("%s: the %s of %v retries is %v", text, table.Columns[j].Name, n, row[j].Number)
			}
		}
	}
	if !(math.Abs(all-1) <= 1e-6) {
		t.Errorf("%s: the probabilities add up to %v", text, all)
	}
}

// TestPairs compares the figures of two policies in one answer with the answers about each alone, and its charts.
func TestPairs(t *testing.T) {
	t.Parallel()
	s := scenarioOf(t, nil, "retries 4, jitter full, at 3s, outage 4s, failure-rate 20%, vs factor=1.5,cap=3s")
	a := CompareQuestion.Ask(t.Context(), &s, answer.Rough)
	titles := ""
	for _, c := range a.Charts {
		titles += c.Title + ", "
	}
	if titles != "call time without a success, delay before retry n, delay at elapsed T, retries by elapsed T, " {
		t.Error(titles)
	}
	for i, p := range s.Policies() {
		p.Versus = nil
		for _, r := range Figures() {
			if r.OfPair {
				continue
			}
			want := r.Compute(t.Context(), &p, answer.Rough)
			for _, q := range a.Quantities() {
				if of, _ := Figures().ForQuantity(q); of.Name != r.Name || r.Unit != q.Kind || q.Name == "retries done" {
					continue
				}
				if got := q.Of(i); got.Status != want.Status || got.Status == "" &&
					!(math.Abs(got.Number-want.Number) <= 1e-9*math.Abs(want.Number)) {
					t.Errorf("%s of %d is %v %s, alone %v %s", q.Name, i, got.Number, got.Status, want.Number, want.Status)
				}
			}
		}
		boxes := a.Charts[0].Boxes
		b := boxes[slices.IndexFunc(boxes, func(b answer.Box) bool { return b.Policy == i })]
		x := simulate(&p, 1000, rand.New(rand.NewPCG(1, 2)))
		for j, share := range []float64{0.05, 0.25, 0.5, 0.75, 0.95} {
			if !agrees(answer.Value{Number: b.Percentiles[j], ErrorEstimate: 0.01 * b.Percentiles[j]}, x.calls, share) {
				t.Errorf("percentile %v of the calls of %s is %v", share, b.Name, b.Percentiles[j])
			}
		}
		if !agrees(answer.Value{Number: b.Figures[0], ErrorEstimate: 0.01 * b.Figures[0]}, x.calls, 0.99) {
			t.Errorf("the p99 of the calls of %s is %v", b.Name, b.Figures[0])
		}
	}
}

// TestQuick checks which questions are too slow for a key press: those about distributions of very many retries, or of
// delays that depend on the one before.
func TestQuick(t *testing.T) {
	for text, quick := range map[string]bool{"retries 10": true, "jitter full, retries 100": true,
		"jitter full, retries 101": false, "jitter decorrelated": false, "retries none": true,
		"jitter full, retries none": false, "jitter full, retries none, deadline 20s": true,
		"retries 5, vs jitter=decorrelated": false} {
		s := scenarioOf(t, nil, text)
		for _, q := range []answer.Question{Schedule, At} {
			if q.Quick(&s, answer.Full) != quick {
				t.Errorf("%s %s: quick is %v", q.Name, text, !quick)
			}
		}
	}
}

// TestWaits checks the wait without an outage: relative to the elapsed time in the long run, or after an outage that
// ends about T. After a retry at T the longest is d, after one just before it is the whole next delay.
func TestWaits(t *testing.T) {
	for text, want := range map[string]float64{
		"jitter none":                        1,   // r-1 in the long run
		"jitter none, factor 1.5":            0.5, // the same
		"jitter none, at 7s":                 8. / 7,
		"jitter none, at 7s, cap 3s":         3. / 7,
		"jitter none, outage 7s":             0, // the retry at 7s comes back at once
		"jitter none, outage 6s":             1. / 6,
		"jitter none, retries none, at 100s": 101. / 100, // t(T) = a + (r-1)T
	} {
		s := scenarioOf(t, nil, text)
		s.Relative = true
		r, _ := Figures().Find("reconnect-delay")
		if v := r.Compute(t.Context(), &s, answer.Full); !(math.Abs(v.Number-want) <= 1e-6) {
			t.Errorf("%s: the longest wait is %v of the time, want %v", text, v.Number, want)
		}
		if !math.IsNaN(s.AskAt) { // relative to T it is a T-th of the wait
			for _, name := range []string{"reconnect-delay", "reconnect-delay-mean"} {
				r, _ := Figures().Find(name)
				seconds := s
				seconds.Relative = false
				share, wait := r.Compute(t.Context(), &s, answer.Full), r.Compute(t.Context(), &seconds, answer.Full)
				if !(wait.Number > 0) || !(math.Abs(share.Number*s.AskAt-wait.Number) <= 1e-9*wait.Number) {
					t.Errorf("%s: %s is %v of T, and %v seconds", text, name, share.Number, wait.Number)
				}
			}
		}
		over, ok := r.OverOutages(&s)
		if ok != s.HasOutage() || ok && (over.Outage.Kind != elapsed.WorstOutage || over.Outage.B != s.Outage.A) {
			t.Errorf("%s: instead of the outage %+v", text, over.Outage)
		}
	}
	s := scenarioOf(t, nil, "jitter full, outage 7s")
	r, _ := Figures().Find("reconnect-delay-p99")
	over, ok := r.OverOutages(&s)
	if o := over.Outage; !ok || o.Kind != elapsed.LogUniformOutage || o.A != 0.7 || o.B != 7 {
		t.Errorf("%v %+v", ok, o)
	}
	if w := r.Warnings(&s); len(w) != 1 || w[0].Message != "after an outage of exactly 7s the wait depends on where the "+
		"retries fall: use a range, such as --outage log=700ms..7s" {
		t.Errorf("%+v", w)
	}
}

// TestTraits names what the type of jitter does that its name does not say.
func TestTraits(t *testing.T) {
	for text, want := range map[string]string{
		"jitter none": "", "jitter spread=0.2": "",
		"jitter full":       "with full jitter half of the clients wait at most 500ms before their first retry",
		"jitter normal=0.5": "normal jitter has no upper limit",
		"jitter up=0.5, cap 5s": "" +
			"jitter is applied after the cap, so delays exceed it by up to 2.5s (--cap-after prevents this)",
		"jitter normal=0.1, cap 5s": "normal jitter has no upper limit; jitter is applied after the cap, so delays " +
			"exceed it (--cap-after prevents this)",
		"jitter up=0.5, cap 5s, retries 1": "",
		"jitter up=0.5, cap 5s, cap-after yes": "jitter vanishes at the cap: all clients end up waiting exactly 5s, in " +
			"lock-step again",
		"jitter decorrelated": "decorrelated jitter: delays grow 1.5-fold per retry on average, not 3-fold; the factor is " +
			"not used",
		"jitter full, retries 0": "",
	} {
		s := scenarioOf(t, nil, text)
		var said []string
		for _, w := range Traits(t.Context(), &s, answer.Rough) {
			said = append(said, w.Message)
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestTypes compares the rows of jitter types with simulated clients: p50 and p99 of the call time, and the peak of
// their retries within a window, which is at least the greatest mean number in any window that is tried.
func TestTypes(t *testing.T) {
	t.Parallel()
	s := scenarioOf(t, nil, "retries 3, attempt-time 0.5s, jitter spread=0.5, deadline 4s")
	a := Jitter.Ask(t.Context(), &s, answer.Full)
	s.Deadline = math.Inf(1) // it is ignored
	table := a.Tables[0]
	column := func(name string) int {
		return slices.IndexFunc(table.Columns, func(c answer.Column) bool { return c.Name == name })
	}
	for i := range table.TextRows {
		row := table.Row(i)
		k, _ := setting.Find("jitter")
		if err := k.Set(&s, row[0].Words); err != nil {
			t.Fatal(err)
		}
		if s.Jitter.Type == jitter.Decorrelated {
			continue
		}
		x := simulate(&s, 2000, rand.New(rand.NewPCG(uint64(i), 3)))
		for name, p := range map[string]float64{"call time p50": 0.5, "call time p99": 0.99} {
			if j := column(name); j < 0 || !agrees(answer.Value{Number: row[j].Number, ErrorEstimate: 0.01 * row[j].Number},
				x.calls, p) {
				t.Errorf("%s: %s is %v", row[0].Words, name, row[max(j, 0)].Number)
			}
		}
		most := 0.0
		for from := 0.0; from < 10; from += 0.05 {
			n := 0
			for _, l := range x.lives {
				n += l.retries(from+s.CollisionWindow) - l.retries(from)
			}
			most = max(most, float64(n)/float64(len(x.lives))*s.Traffic.Clients/s.CollisionWindow)
		}
		if got := row[column("peak")].Number; !(got >= 0.8*most) || s.Jitter.Type != jitter.None && !(got <= 1.5*most) {
			t.Errorf("%s: the peak is %v, simulated %v", row[0].Words, got, most)
		}
	}
	if codes := len(a.Warnings); codes != 1 || !strings.HasPrefix(a.Warnings[0].Message,
		"the comparison ignores the time") {
		t.Errorf("%+v", a.Warnings)
	}
}
