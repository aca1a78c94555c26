package num

import "cmp"

// A Heap is a binary heap, for a queue in the order of a key: the item of the least key
// is the first, and none has a lesser key than the one of place (i-1)/2, i its own.
type Heap[K cmp.Ordered, T any] []Keyed[K, T]

// A Keyed is an item with its place in the order.
type Keyed[K cmp.Ordered, T any] struct {
	Key  K
	Item T
}

// Push adds an item.
func (h *Heap[K, T]) Push(key K, item T) {
	q := append(*h, Keyed[K, T]{})
	*h = q
	i := len(q) - 1
	for ; i > 0 && key < q[(i-1)/2].Key; i = (i - 1) / 2 {
		q[i] = q[(i-1)/2]
	}
	q[i] = Keyed[K, T]{key, item}
}

// Pop takes the first item out, of which there is one.
func (h *Heap[K, T]) Pop() T {
	q := *h
	first, n := q[0].Item, len(q)-1
	*h = q[:n]
	if n > 0 {
		h.Replace(q[n].Key, q[n].Item)
	}
	return first
}

// Replace puts an item in the place of the first one, which costs half of a Pop and a
// Push.
func (h Heap[K, T]) Replace(key K, item T) {
	i := 0
	for c := 1; c < len(h); c = 2*i + 1 {
		if c+1 < len(h) && h[c+1].Key < h[c].Key {
			c++
		}
		if key <= h[c].Key {
			break
		}
		h[i], i = h[c], c
	}
	h[i] = Keyed[K, T]{key, item}
}
