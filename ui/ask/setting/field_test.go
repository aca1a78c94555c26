package setting

import "testing"

// TestReadingAllocatesNothing checks that the number of a setting is read without a copy of the scenario on the heap.
func TestReadingAllocatesNothing(t *testing.T) {
	s, k := Default(), Runs()
	if n := testing.AllocsPerRun(100, func() { k.CurrentNumber(&s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
