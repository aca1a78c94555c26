package des

// A heap is a binary heap of events: the soonest is the first, and those of place i are
// no sooner than that of place (i-1)/2.
type heap []event

func (h *heap) push(e event) {
	q := append(*h, e)
	*h = q
	i := len(q) - 1
	for i > 0 && e.time() < q[(i-1)/2].time() {
		q[i] = q[(i-1)/2]
		i = (i - 1) / 2
	}
	q[i] = e
}

// pop takes the soonest event out, of which there is one.
func (h *heap) pop() event {
	q := *h
	first, e := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	*h = q
	i := 0
	for {
		child := 2*i + 1
		if child+1 < len(q) && q[child+1].time() < q[child].time() {
			child++
		}
		if child >= len(q) || e.time() <= q[child].time() {
			break
		}
		q[i] = q[child]
		i = child
	}
	if len(q) > 0 {
		q[i] = e
	}
	return first
}
