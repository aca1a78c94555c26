package grid

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"

	"retune/calc/num"
	"retune/ui/answer"
	"retune/ui/knob"
)

// Values of a fleet that do not fit are refused with how many do fit, by what each is estimated
// to take.
func TestAfford(t *testing.T) {
	fewer := 0
	refused := func(most int) string { fewer = most; return "" }
	r := answer.Result{Cost: func(_ knob.Scenario, effort answer.Effort) float64 { return []float64{1, 0.125}[effort] }}
	for _, c := range []struct {
		values int
		effort answer.Effort
		fewer  int
	}{
		{10, answer.Full, 0}, {11, answer.Full, 8}, {80, answer.Rough, 0}, {81, answer.Rough, 64},
	} {
		fewer = 0
		if _, none := (costs{seconds: each(r)}).afford([]knob.Scenario{knob.Default()}, c.values, c.effort, func(float64) float64 { return 1 }, refused); fewer != c.fewer || (none != nil) != (c.fewer > 0) {
			t.Errorf("%d values: refused %v with %d", c.values, none, fewer)
		}
	}
}

// What values of a fleet take over their estimates is seen from those that there is time for; of
// the others the estimate counts. What is stopped goes on where it was.
func TestPace(t *testing.T) {
	takes := []float64{0.1, 0.1, 3, 0.15, 0.2}
	b, runs, stopped := budget{left: 5}, 0, true
	pace := func() (float64, bool) {
		return b.pace(t.Context(), trying, []int{0, 1, 2, 3, 4}, func(i int) float64 { return max(0.5, takes[i]) }, func(ctx context.Context, i int) {
			b.costing(ctx, i, func(ctx context.Context) {
				for range 100 {
					if runs++; ctx.Err() == nil {
						num.WorkOf(ctx).Took(takes[i] / 100)
					}
				}
			})
		}, func() bool { return stopped && runs > 100 })
	}
	if _, ok := pace(); ok {
		t.Error("what was stopped has a pace")
	}
	stopped = false
	if p, ok := pace(); !ok || !(math.Abs(p-(0.1+0.1+3+0.15+0.2)/(4*0.5+3)) <= 1e-9) || runs != 500 {
		t.Errorf("a pace of %g, %v, by %d runs", p, ok, runs)
	}
	if spent := 5 - b.left; !(spent <= 1.1*trying) {
		t.Errorf("it took %gs to tell", spent)
	}
}

// counting is held while work is counted, which takes no time here: else one worker could count all
// of its own between the end of what another may do and the word of it.
var counting sync.Mutex

// takes counts so many seconds, in small steps, until there is no time left.
func takes(ctx context.Context, seconds float64) {
	for i, on := 0, true; i < 100 && on; i++ {
		counting.Lock()
		if on = ctx.Err() == nil; on {
			num.WorkOf(ctx).Took(seconds / 100)
		}
		counting.Unlock()
	}
}

// TestJudge: what values of a policy take is seen from some of them. All are exact where there
// is time for it, else rough where that is less exact, else so many as there is time for are
// named. It does not depend on which of several was there first.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		values       int
		exact, rough float64 // seconds of a value; 0: it is not sooner there
		coarse       bool
		fewer        int // -1: it is not refused; 0: not even two
	}{
		{100, 0.03, 0, false, -1}, {100, 0.05, 0, false, 72}, {100, 0.05, 0.004, true, -1}, {100, 0.03, 0.004, false, -1},
		{100, 2, 0.1, true, 36}, {100, 2, 0, false, 0}, {4, 1, 0, false, -1}, {4, 1, 0.1, true, -1}, {2, 3, 0, false, 0},
	} {
		for range 5 {
			fewer, coarse := -1, false
			b := budget{left: allSeconds}
			known := map[int]bool{}
			none := b.judge(t.Context(), c.values, spread(c.values, probes), c.rough > 0, func(ctx context.Context, some []int, roughly bool) bool {
				if roughly && !coarse {
					coarse, known, b.took = true, map[int]bool{}, nil
				}
				var mu sync.Mutex
				num.Each(len(some), 2, func(i int) {
					mu.Lock()
					is := known[some[i]]
					mu.Unlock()
					if is || ctx.Err() != nil {
						return
					}
					b.costing(ctx, some[i], func(ctx context.Context) {
						takes(ctx, map[bool]float64{false: c.exact, true: c.rough}[roughly])
					})
					mu.Lock()
					known[some[i]] = ctx.Err() == nil
					mu.Unlock()
				})
				return ctx.Err() == nil
			}, func(most int) string { fewer = most; return "" })
			if none != nil {
				fewer = max(fewer, 0)
			}
			if coarse != c.coarse || fewer != c.fewer || b.judged != (none == nil) {
				t.Errorf("%+v: coarse %v, %v with %d", c, coarse, none, fewer)
			}
			if spent := allSeconds - b.left; spent > max(2, 1.2*allSeconds*probes/float64(c.values)) {
				t.Errorf("%+v: it took %gs to tell", c, spent)
			}
		}
	}
}

// TestAllAbsent holds that where no value that was tried could be asked, that reason is given and not
// how long all would take; and that one which can be asked is enough for the other.
func TestAllAbsent(t *testing.T) {
	for _, c := range []struct {
		takes  float64 // seconds each
		absent int     // the first so many
		want   string
	}{
		{0.2, 30, "not here"}, {0.14, 30, "not here"}, {0.2, 4, "so many values would take about 6s; the limit is 4.5s"},
	} {
		v := values{counted: true, probes: spread(30, probes), fewer: func(int) string { return "" }}
		v.do = func(ctx context.Context, i int) func() {
			takes(ctx, c.takes)
			return func() {}
		}
		v.absent = func(i int) *answer.None {
			if i < c.absent {
				return &answer.None{Reason: "not here"}
			}
			return nil
		}
		v.start(30, answer.Full, nil)
		if v.all(t.Context(), &counter{all: 30}, upTo(30)); v.none == nil || v.none.Reason != c.want {
			t.Errorf("%+v: %+v", c, v.none)
		}
	}
}

// TestCoarse holds that values for which there is no time exactly are worked out roughly where
// that is sooner, all of them, and that it is noted.
func TestCoarse(t *testing.T) {
	v := values{counted: true, probes: spread(30, probes), fewer: func(int) string { return "" }, absent: func(int) *answer.None { return nil }}
	got := make([]answer.Effort, 30)
	v.do = func(ctx context.Context, i int) func() {
		effort := v.effort
		for i := 0; i < 100 && ctx.Err() == nil; i++ {
			num.WorkOf(ctx).Took([]float64{answer.Full: 0.002, answer.Rough: 0.0002}[effort])
		}
		return func() { got[i] = effort }
	}
	v.start(30, answer.Full, nil)
	v.rough = true
	if !v.all(t.Context(), &counter{all: 30}, upTo(30)) || v.none != nil || !v.coarse || slices.Contains(got, answer.Full) {
		t.Errorf("coarse %v, %v: %v", v.coarse, v.none, got)
	}
}

// TestSweepKeepsFigures holds that of each value of a sweep of figures these are kept alone, even
// where one value has more than a table shows.
func TestSweepKeepsFigures(t *testing.T) {
	var figures []answer.Quantity
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		figures = append(figures, answer.Quantity{Name: name})
	}
	a := answer.Answer{Groups: []answer.Group{{Quantities: figures}}, Plot: func() []answer.Chart { return nil }, Tables: []answer.Table{{}}}
	if a = (&sweep{axis: knob.Axis{Knob: knob.Knobs[0]}}).figures(1, a); a.Plot != nil || a.Tables != nil {
		t.Errorf("%+v", a)
	}
}

// TestHalvings holds that the border of a map is searched for as long as there is time beside the
// cells.
func TestHalvings(t *testing.T) {
	m := &mapping{r: answer.Result{Base: "fleet"}, values: values{costs: costs{most: fleetSeconds}}, cells: make([]answer.Value, 10), edges: make([]edge, 10)}
	for takes, want := range map[float64]int{0: mostHalvings, 0.01: mostHalvings, 0.125: 3, 1: 1, 100: 1} {
		if m.mean = takes; m.halvings() != want {
			t.Errorf("%d halvings of what takes %gs, want %d", m.halvings(), takes, want)
		}
	}
}
