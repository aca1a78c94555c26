package simulate

import (
	"math"
	"runtime"
	"testing"
	"unsafe"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// TestBytes checks that bytes is the live heap of a finished simulation, for small and for large ones.
func TestBytes(t *testing.T) {
	live := func() float64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.GC() // empties pools
		runtime.ReadMemStats(&s)
		return float64(s.HeapAlloc)
	}
	long := hung()
	long.Duration, long.Step = 2000, 0.01
	few, many := 0, 0
	for _, w := range []fleet.System{hung(), long, punctual(), brief(), small(), crowdSystem(5e3)} {
		for _, at := range []bool{false, true} {
			w.Server.AtArrival = at
			before := live()
			s := newSimulation(newConfig(w), new(recycler))
			_ = s.run(t.Context(), 1, math.Inf(1))
			got, want := float64(s.bytes()), live()-before
			if math.Abs(got-want) > 0.01*want+16e3 {
				t.Errorf("bytes() = %g of the live %g of %+v", got, want, w)
			}
			if got > mostReused {
				many++
			} else {
				few++
			}
			runtime.KeepAlive(s)
		}
	}
	if few < 3 || many < 2 {
		t.Errorf("%d are small, %d large", few, many)
	}
}

// TestBytesOfElements checks the size of each kind of element.
func TestBytesOfElements(t *testing.T) {
	for _, c := range []struct {
		s    simulation
		want uintptr
	}{
		{simulation{keys: make([]uint64, 1)}, 8}, {simulation{attempts: make([]uint64, 1)}, 8},
		{simulation{batch: make([]event, 1)}, unsafe.Sizeof(event{})},
		{simulation{due: make(numeric.Heap[uint64, event], 1)}, unsafe.Sizeof(numeric.Keyed[uint64, event]{})},
		{simulation{counts: make([]counts, 1)}, unsafe.Sizeof(counts{})},
		{simulation{processes: make([]process, 1)}, unsafe.Sizeof(process{})},
		{simulation{pasts: make([]fleet.Recent, 1)}, unsafe.Sizeof(fleet.Recent{})},
		{simulation{slow: slowing{cohorts: ring{slots: make([]cohort, 1)}}}, unsafe.Sizeof(cohort{})},
		{simulation{slow: slowing{waiting: make([]list, 1)}}, 8}, {simulation{slow: slowing{heads: make([]int, 1)}}, 8},
	} {
		if got := c.s.bytes(); got != int(c.want) {
			t.Errorf("bytes() = %d, not %d of %+v", got, c.want, c.s)
		}
	}
}

// TestRecycler checks that a large simulation serves the runs of one question alone.
func TestRecycler(t *testing.T) {
	w := hung()
	w.Duration, w.Step = 10_000, 0.01
	one := new(recycler)
	s := newSimulation(newConfig(w), one)
	if s.bytes() <= mostReused {
		t.Fatalf("it takes only %d bytes", s.bytes())
	}
	one.keep(s)
	for range 10 {
		if other := new(recycler).take(); other == s {
			t.Fatal("another question gets it")
		}
	}
	if one.take() != s {
		t.Error("the next run does not get it")
	}
	if one.take() == s {
		t.Error("two runs get it")
	}
}
