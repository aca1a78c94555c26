package numeric

import "cmp"

// A Heap is a binary heap, for a queue in the order of a key: the item of the least key
// is the first, and none has a lesser key than the one of place (i-1)/2, i its own.
type Heap[K cmp.Ordered, T any] []Keyed[K, T]

// A Keyed is an item with its place in the order.
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

// Pop takes out the first item of a heap that is not empty.
func (h *Heap[K, T]) Pop() T {
	q := *h
	first, n := q[0].Item, len(q)-1
	*h = q[:n]
	if n > 0 {
		h.Replace(q[n].Key, q[n].Item)
	}
	return first
}

// Replace puts an item in the place of the first one. The gap goes down to the end of the queue first and
// the item up from there, which is where most belong.
func (h Heap[K, T]) Replace(key K, item T) {
	i, n := 0, len(h)
	for c := 1; c < n; c = 2*i + 1 {
		if c+1 < n {
			next := 0 // added, as a jump would be foreseen in half of the cases only
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
