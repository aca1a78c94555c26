package occ

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/jitter"
)

// TestLockstep lets hops take 10 ms exactly. Without delay all who are left write
// at the same instant, and one of them succeeds; with two clients the end is 80 ms
// and the wait; and if hops take no time every read sees the write before it.
func TestLockstep(t *testing.T) {
	for n := 1; n <= 50; n++ {
		w := published(n)[4]
		w.HopSD = 0
		x := float64(n)
		if got := Play(w, 1, 3, 1, nil); got.Calls != x*(x+1)/2 || got.CallsSE != 0 || !(math.Abs(got.Time-0.04*x) <= 1e-12) {
			t.Errorf("%d clients in lockstep: %+v", n, got)
		}
		w.HopMean = 0
		if got := Play(w, 1, 3, 1, nil); got.Calls != x || got.Time != 0 {
			t.Errorf("%d clients without hops: %+v", n, got)
		}
	}
	for i, ms := range [5]float64{90, 90, 87.5, 85, 80} {
		w := published(2)[i]
		w.HopSD = 0
		if got := Play(w, 1, 4000, 2, nil); got.Calls != 3 || !(math.Abs(got.Time-ms/1000) <= 4*got.TimeSE+1e-12) {
			t.Errorf("two clients, %s: %+v, want %v ms", laws[i], got, ms)
		}
	}
}

// A message is on its way: to the server with a read or a write, or back.
type message struct {
	at      float64
	client  int
	kind    int // 0 a read, 1 its answer, 2 a write, 3 that it failed, 4 that it succeeded
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

// byMessage plays one run message by message, with the version of the row.
func byMessage(w World, wait func(r *rand.Rand, tries int, last float64) float64, r *rand.Rand) (calls, end float64) {
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
			calls++
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
	return calls, end
}

// TestByMessage compares with byMessage, with waits written out again, where hops
// vary so much that a normal turns negative, and where laws are not the
// published ones.
func TestByMessage(t *testing.T) {
	runs := 4000
	if testing.Short() {
		runs = 400
	}
	law := func(i int, change func(*World)) World {
		w := published(12)[i]
		w.HopSD = 0.02
		change(&w)
		return w
	}
	for name, c := range map[string]struct {
		w    World
		wait func(r *rand.Rand, k int, last float64) float64
	}{
		"full": {law(3, func(*World) {}), func(r *rand.Rand, k int, last float64) float64 {
			return r.Float64() * min(2, 0.01*math.Pow(2, float64(k-1)))
		}},
		"decorrelated": {law(1, func(w *World) { w.Policy.Cap = 0.03 }), func(r *rand.Rand, k int, last float64) float64 {
			if k == 1 {
				last = 0.005
			}
			return min(0.03, 0.005+r.Float64()*(3*last-0.005))
		}},
		"spread, cap after": {law(0, func(w *World) {
			w.Policy.CapAfter, w.Policy.Cap, w.Policy.Jitter = true, 0.05, jitter.Jitter{Type: jitter.Spread, Amount: 0.5}
		}), func(r *rand.Rand, k int, last float64) float64 {
			return min(0.05, 0.01*math.Pow(2, float64(k-1))*(0.5+r.Float64()))
		}},
		"normal, fed back": {law(0, func(w *World) {
			w.Policy.Feedback, w.Policy.Factor, w.Policy.Jitter = true, 1.5, jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.005}
		}), func(r *rand.Rand, k int, last float64) float64 {
			e := 0.01
			if k > 1 {
				e = min(2, 1.5*last)
			}
			return max(0, e+0.005*r.NormFloat64())
		}},
	} {
		got := Play(c.w, 7, runs, 2, nil)
		var calls, times []float64
		r := rand.New(rand.NewPCG(3, 4))
		for range runs {
			n, end := byMessage(c.w, c.wait, r)
			calls, times = append(calls, n), append(times, end)
		}
		m, se := mean(calls)
		if !(math.Abs(got.Calls-m) <= 4*math.Hypot(got.CallsSE, se)) {
			t.Errorf("%s: %v ± %v calls, message by message %v ± %v", name, got.Calls, got.CallsSE, m, se)
		}
		m, se = mean(times)
		if !(math.Abs(got.Time-m) <= 4*math.Hypot(got.TimeSE, se)) {
			t.Errorf("%s: %v ± %v s, message by message %v ± %v", name, got.Time, got.TimeSE, m, se)
		}
	}
}

// TestMean has numbers by hand.
func TestMean(t *testing.T) {
	if m, se := mean([]float64{1, 2, 3, 6}); m != 3 || !(math.Abs(se-math.Sqrt(14.0/3/4)) <= 1e-15) {
		t.Errorf("mean %v ± %v", m, se)
	}
	if m, se := mean([]float64{5}); m != 5 || se == se {
		t.Errorf("of one: %v ± %v", m, se)
	}
	if m, se := mean(nil); m == m || se == se {
		t.Errorf("of none: %v ± %v", m, se)
	}
}

// TestSame plays on any number of cores, and not to the end.
func TestSame(t *testing.T) {
	for i, w := range published(20) {
		want := Play(w, 9, 30, 1, nil)
		for _, cores := range []int{2, 3, 30, 64} {
			if got := Play(w, 9, 30, cores, func() bool { return false }); got != want {
				t.Errorf("%s on %d cores: %+v, on one %+v", laws[i], cores, got, want)
			}
		}
		if other := Play(w, 10, 30, 2, nil); other == want {
			t.Errorf("%s: another seed, the same result", laws[i])
		}
		asked := 0 // once a run, as these are short
		if got, want := Play(w, 9, 30, 1, func() bool { asked++; return asked > 8 }), Play(w, 9, 8, 2, nil); got != want {
			t.Errorf("%s stopped: %+v, want %+v", laws[i], got, want)
		}
	}
	if got := Play(published(500)[4], 1, 5, 2, func() bool { return true }); got.Runs != 0 || !math.IsNaN(got.Calls) {
		t.Errorf("stopped at once: %+v", got)
	}
}

// TestQueue drains a queue after every kind of change: always the least first.
func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		var q queue
		for i := range n {
			q = append(q, write{at: float64(i)})
		}
		for len(q) > 0 {
			for _, w := range q {
				if w.at < q[0].at {
					t.Fatalf("%v is not first: %v is", q[0].at, w.at)
				}
			}
			if r.Float64() < 0.3 {
				q.pop()
			} else {
				q.replace(write{at: q[0].at + float64(r.IntN(9))})
			}
		}
	}
}
