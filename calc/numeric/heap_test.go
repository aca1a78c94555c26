package numeric

import (
	"math/rand/v2"
	"testing"
)

// TestHeap drains a heap after every kind of change: always the least first.
func TestHeap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		var q Heap[float64, int]
		for i := range n {
			q.Push(r.Float64(), i)
		}
		for len(q) > 0 {
			first := q[0]
			for _, x := range q {
				if x.Key < first.Key {
					t.Fatalf("%v is first, not %v", first, x)
				}
			}
			if r.Float64() > 0.3 {
				q.Replace(first.Key+float64(r.IntN(9)), 0)
			} else if item := q.Pop(); item != first.Item {
				t.Fatalf("%v is taken out, not %v", item, first)
			}
		}
	}
}
