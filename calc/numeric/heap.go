package numeric

import "cmp"

// A Heap is a binary heap ordered by key. The item with the least key comes first, and no item i has a smaller key
// than the item at (i-1)/2.
type Heap[K cmp.Ordered, T any] []Keyed[K, T]

// A Keyed is an item with its key.
type Keyed[K cmp.Ordered, T any] struct {
	Item T
	Key  K
}

// Push adds an item.
func (h *Heap[K, T]) Push(key K, item T) {
	q := append(*h, Keyed[K, T]{})
	*h = q
	i := len(q) - 1
	for ; i > 0 && key < q[(i-1)/2].Key; i = (i - 1) / 2 {
		q[i] = q[(i-1)/2]
	}
	q[i] = Keyed[K, T]{item, key}
}

// Pop removes and returns the item with the least key. The heap must not be empty.
func (h *Heap[K, T]) Pop() T {
	q := *h
	first, n := q[0].Item, len(q)-1
	*h = q[:n]
	if n > 0 {
		h.Replace(q[n].Key, q[n].Item)
	}
	return first
}

// Replace replaces the first item. The gap first sinks to the bottom of the heap, and the item rises from there: most
// items belong near the bottom.
func (h Heap[K, T]) Replace(key K, item T) {
	i, n := 0, len(h)
	for c := 1; c < n; c = 2*i + 1 {
		if c+1 < n {
			next := 0 // an addition: a branch would be mispredicted half of the time
			if h[c+1].Key < h[c].Key {
				next = 1
			}
			c += next
		}
		h[i] = h[c]
		i = c
	}
	for ; i > 0 && key < h[(i-1)/2].Key; i = (i - 1) / 2 {
		h[i] = h[(i-1)/2]
	}
	h[i] = Keyed[K, T]{item, key}
}
