package setting

import "testing"

// TestPlace checks that a place finds its field in any scenario, and that a pointer to elsewhere has none.
func TestPlace(t *testing.T) {
	a, b := Default(), Default()
	at, last := in(&field, &field.Server.Slowdown), in(&field, &field.typed)
	*at.of(&a) = 7
	*last.of(&b) = map[string]typed{"cap": {}}
	if a.Server.Slowdown != 7 || b.Server.Slowdown == 7 || len(b.typed) != 1 || a.typed != nil {
		t.Errorf("the slowdown is %v and %v, %d and %d texts are kept", a.Server.Slowdown, b.Server.Slowdown,
			len(a.typed), len(b.typed))
	}
	defer func() {
		if recover() == nil {
			t.Error("a pointer into another scenario has a place")
		}
	}()
	in(&field, &b.Cap)
}

// TestReadingAllocatesNothing checks that the number of a setting is read without a copy of the scenario on the heap.
func TestReadingAllocatesNothing(t *testing.T) {
	s, k := Default(), Runs()
	if n := testing.AllocsPerRun(100, func() { k.Stands(s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
