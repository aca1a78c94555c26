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
		if !s.Jitter.Draws() { // retry 3 waits for 3s, the cap, from 3s on
			by, at := delays.Capped, of.Charts[1].Curves[0].Capped
			if by != 3 || at != 4.5 {
				t.Errorf("%s: the cap is reached at retry %v and at %vs", text, by, at)
			}
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

// TestPercentiles finds percentiles by their names, and compares them with the distribution of two delays: with full
// jitter of 1s and 2s the median of their sum is 1.5s, and a share x^2/4 ends before x up to 1s.
func TestPercentiles(t *testing.T) {
	s := scenarioOf(t, nil, "retries 2, jitter full")
	for name, want := range map[string]float64{"elapsed-p50": 1.5, "elapsed-p05": math.Sqrt(0.2),
		"elapsed-p10":   math.Sqrt(0.4),
		"call-time-p90": 3 - math.Sqrt(0.4), "total-p999": 3 - math.Sqrt(0.004), "elapsed-p5": 0, "elapsed-p100": 0,
		"elapsed-p00": 0, "elapsed-p9999999": 0, "elapsed-px": 0} {
		r, ok := Figures().Find(name)
		if ok != (want > 0) {
			t.Errorf("%s is a figure: %t", name, ok)
		}
		if !ok {
			continue
		}
		if v := r.Compute(t.Context(), &s, answer.Full); !(math.Abs(v.Number-want) <= 1e-3*want) {
			t.Errorf("%s is %v, want %v", name, v.Number, want)
		}
	}
}

// TestNothing draws a policy without a retry or a delay at T = 0: its axis of time still has a length.
func TestNothing(t *testing.T) {
	for text, want := range map[string]float64{"": 1, ", initial-delay 3s": 3, ", initial-delay 0s": 1} {
		s := scenarioOf(t, nil, "retries 0, at 0s"+text)
		c, from := At.Ask(t.Context(), &s, answer.Full).Charts[1], want/10
		if s.InitialDelay == 0 {
			from = want / 1000
		}
		if c.Hi != want || c.LogFrom != from {
			t.Errorf("%s: the axis is from %v to %v, want %v to %v", text, c.LogFrom, c.Hi, from, want)
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
		if slow := CompareQuestion.Slow(&s, answer.Full); slow == quick {
			t.Errorf("compare %s: slow is %v", text, slow)
		}
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
		delay, same := row[column("same mean delay")].Number, row[column("peak at same mean")].Number
		peak := row[column("peak")].Number // only retries without jitter all start at once with any initial delay
		if keeps := math.Abs(delay-s.InitialDelay) <= 1e-9; s.Jitter.Draws() && keeps != (math.Abs(same-peak) <= 1e-6*peak) {
			t.Errorf("%s: the peak is %v, and %v with an initial delay of %v", row[0].Words, peak, same, delay)
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
