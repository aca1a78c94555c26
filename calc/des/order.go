package des

// An order is a heap of events: the soonest is the first, and those of place i are
// no sooner than that of place (i-1)/2.
type order []event

func (o *order) push(e event) {
	h := append(*o, e)
	*o = h
	i := len(h) - 1
	for i > 0 && e.time() < h[(i-1)/2].time() {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = e
}

// pop takes the soonest event out, of which there is one.
func (o *order) pop() event {
	h := *o
	first, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*o = h
	i := 0
	for {
		child := 2*i + 1
		if child+1 < len(h) && h[child+1].time() < h[child].time() {
			child++
		}
		if child >= len(h) || e.time() <= h[child].time() {
			break
		}
		h[i] = h[child]
		i = child
	}
	if len(h) > 0 {
		h[i] = e
	}
	return first
}
