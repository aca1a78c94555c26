package contention

import (
	"container/heap"
	"context"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// TestLockstep uses hops of exactly 10 ms. Without delays all remaining clients write at the same time, and one of them
// succeeds. Two clients end after 80 ms and the delay. If hops take no time, every read sees the write before it.
func TestLockstep(t *testing.T) {
	for n := 1; n <= 50; n++ {
		w := published(n)[4]
		w.HopSD = 0
		x := float64(n)
		if got := Run(t.Context(), w, 1, 3, 1); got.Attempts != x*(x+1)/2 || got.AttemptsSE != 0 ||
			!(math.Abs(got.Time-0.04*x) <= 1e-12) {
			t.Errorf("%d clients in lockstep: %+v", n, got)
		}
		w.HopMean = 0
		if got := Run(t.Context(), w, 1, 3, 1); got.Attempts != x || got.Time != 0 {
			t.Errorf("%d clients without hops: %+v", n, got)
		}
	}
	for i, ms := range [5]float64{90, 90, 87.5, 85, 80} {
		w := published(2)[i]
		w.HopSD = 0
		if got := Run(t.Context(), w, 1, 4000, 2); got.Attempts != 3 ||
			!(math.Abs(got.Time-ms/1000) <= 4*got.TimeSE+1e-12) {
			t.Errorf("two clients, %s: %+v, want %v ms", names[i], got, ms)
		}
	}
}

// A message is on its way: to the server with a read or a write, or back.
type message struct {
	at      float64
	client  int
	kind    int // 0 a read, 1 its answer, 2 a write, 3 its failure, 4 its success
	version int
}

type mailbox []message

func (m mailbox) Len() int           { return len(m) }
func (m mailbox) Less(i, j int) bool { return m[i].at < m[j].at }
func (m mailbox) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *mailbox) Push(x any)        { *m = append(*m, x.(message)) }
func (m *mailbox) Pop() any {
	x := (*m)[len(*m)-1]
	*m = (*m)[:len(*m)-1]
	return x
}

// byMessage runs one run message by message, with the version of the row.
func byMessage(w System, wait func(r *rand.Rand, tries int, last float64) float64, r *rand.Rand) (attempts,
	end float64) {
	hop := func(from float64) float64 { return from + math.Abs(w.HopMean+w.HopSD*r.NormFloat64()) }
	var box mailbox
	tries, last, row := make([]int, w.Clients), make([]float64, w.Clients), 0
	for i := range w.Clients {
		heap.Push(&box, message{at: hop(0), client: i})
	}
	for len(box) > 0 {
		m := heap.Pop(&box).(message)
		end = m.at
		switch m.kind {
		case 0:
			m.at, m.kind, m.version = hop(m.at), 1, row
		case 1:
			m.at, m.kind = hop(m.at), 2
		case 2:
			attempts++
			m.at, m.kind = hop(m.at), 3
			if m.version == row {
				row++
				m.kind = 4
			}
		case 3:
			tries[m.client]++
			last[m.client] = wait(r, tries[m.client], last[m.client])
			m.at, m.kind = hop(m.at+last[m.client]), 0
		case 4:
			continue
		}
		heap.Push(&box, m)
	}
	return attempts, end
}

// TestByMessage compares with byMessage, with separately implemented delays, hops that vary so much that the normal is
// often negative, and policies that are not the published ones.
func TestByMessage(t *testing.T) {
	runs := 1000 * *times
	if testing.Short() {
		runs = 400
	}
	with := func(i int, change func(*System)) System {
		w := published(12)[i]
		w.HopSD = 0.02
		change(&w)
		return w
	}
	for name, c := range map[string]struct {
		w    System
		wait func(r *rand.Rand, k int, last float64) float64
	}{
		"full": {with(3, func(*System) {}), func(r *rand.Rand, k int, last float64) float64 {
			return r.Float64() * min(2, 0.01*math.Pow(2, float64(k-1)))
		}},
		"decorrelated": {with(1, func(w *System) { w.Policy.Cap = 0.03 }),
			func(r *rand.Rand, k int, last float64) float64 {
				if k == 1 {
					last = 0.005
				}
				return min(0.03, 0.005+r.Float64()*(3*last-0.005))
			}},
		"spread, cap after": {with(0, func(w *System) {
			w.Policy.CapAfter, w.Policy.Cap, w.Policy.Jitter = true, 0.05,
				jitter.Jitter{Type: jitter.Spread, Amount: 0.5}
		}), func(r *rand.Rand, k int, last float64) float64 {
			return min(0.05, 0.01*math.Pow(2, float64(k-1))*(0.5+r.Float64()))
		}},
		"normal, fed back": {with(0, func(w *System) {
			w.Policy.Feedback, w.Policy.Factor, w.Policy.Jitter = true, 1.5,
				jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.005}
		}), func(r *rand.Rand, k int, last float64) float64 {
			e := 0.01
			if k > 1 {
				e = min(2, 1.5*last)
			}
			return max(0, e+0.005*r.NormFloat64())
		}},
	} {
		got := Run(t.Context(), c.w, 7, runs, 2)
		var attempts, times numeric.Mean
		r := rand.New(rand.NewPCG(3, 4))
		for range runs {
			n, end := byMessage(c.w, c.wait, r)
			attempts.Add(n)
			times.Add(end)
		}
		for what, x := range map[string][4]float64{"attempts": {got.Attempts, got.AttemptsSE, attempts.Value(),
			attempts.Error()},
			"s": {got.Time, got.TimeSE, times.Value(), times.Error()}} {
			if !(math.Abs(x[0]-x[2]) <= 4*math.Hypot(x[1], x[3])) {
				t.Errorf("%s: %v ± %v %s, message by message %v ± %v", name, x[0], x[1], what, x[2], x[3])
			}
		}
	}
}

// TestSame checks that results do not depend on the number of cores, and cancels a run.
func TestSame(t *testing.T) {
	for i, w := range published(20) {
		want := Run(t.Context(), w, 9, 30, 1)
		for _, cores := range []int{2, 3, 30, 64} {
			if got := Run(t.Context(), w, 9, 30, cores); got != want {
				t.Errorf("%s on %d cores: %+v, on one %+v", names[i], cores, got, want)
			}
		}
		if other := Run(t.Context(), w, 10, 30, 2); other == want {
			t.Errorf("%s: another seed, the same result", names[i])
		}
		ctx := &asking{Context: t.Context(), after: 16} // twice a run, because these runs are short
		if got, want := Run(ctx, w, 9, 30, 1), Run(t.Context(), w, 9, 8, 2); got != want {
			t.Errorf("%s stopped: %+v, want %+v", names[i], got, want)
		}
	}
	if got := Run(&asking{Context: t.Context()}, published(500)[4], 1, 5, 2); got.Runs != 0 ||
		!math.IsNaN(got.Attempts) {
		t.Errorf("stopped at once: %+v", got)
	}
}

// asking is a context that is done after a number of checks.
type asking struct {
	context.Context
	after int64
	asked atomic.Int64
}

func (a *asking) Err() error {
	if a.asked.Add(1) > a.after {
		return context.Canceled
	}
	return nil
}

// TestWork compares the estimate with runs.
func TestWork(t *testing.T) {
	for _, n := range []int{1, 2, 10, 100, 400} {
		for i, w := range published(n) {
			got, want := Work(w), Run(t.Context(), w, 1, 3, 2).Attempts
			if !(got >= 0.9*want) || !(got <= 8*want) {
				t.Errorf("%d clients, %s: %.4g writes, the estimate is %.4g", n, names[i], want, got)
			}
		}
	}
}
