package occ

// A queue is a binary heap of writes: none arrives before its parent, the one at
// (i-1)/2, so that the first to arrive is at 0. Most
// writes that come replace the first, which costs one way down where a pop and
// a push would cost two, and each carries the state of its client.
type queue []write

// order makes a heap of writes in any order.
func (q queue) order() {
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.put(i, q[i])
	}
}

// replace puts w in the place of the first write.
func (q queue) replace(w write) { q.put(0, w) }

// put puts w in place i, or below it.
func (q queue) put(i int, w write) {
	for c := 2*i + 1; c < len(q); c = 2*i + 1 {
		if c+1 < len(q) && q[c+1].at < q[c].at {
			c++
		}
		if w.at <= q[c].at {
			break
		}
		q[i], i = q[c], c
	}
	q[i] = w
}

// pop takes the first write out.
func (q *queue) pop() {
	last := len(*q) - 1
	w := (*q)[last]
	*q = (*q)[:last]
	if last > 0 {
		q.replace(w)
	}
}
