package fluid

// A batch is attempts or clients in one cell of the grid: how many, and the sum of
// their times since the cell began. What came at one time is still known exactly by
// the quotient, so a fleet without jitter stays a point; what came spread over the
// cell keeps its mean.
type batch struct{ m, at float64 }

func (a *batch) add(b batch) { a.m += b.m; a.at += b.at }

func (a batch) times(p float64) batch { return batch{a.m * p, a.at * p} }

// A delay line holds the retries that are pending in one state, by the cell in which
// they start. A component that covers many cells is two marks, at its first and at
// its last, so that its cost does not depend on its length.
type delayLine struct {
	slots []slot // a power of two of them; none before they are needed
	size  int    // how many that is
	level float64
	open  int // components that cover the cell last taken
	until int // no slot after this cell holds anything
}

type slot struct {
	batch         // of the points, and of components that cover a part of the cell
	level float64 // what every cell from here on holds more
	open  int     // components that cover every cell from here on
}

func newDelayLine(cells int) delayLine {
	size := 4
	for size < cells+4 {
		size *= 2
	}
	return delayLine{size: size, until: -1}
}

// take empties cell j; every cell must be taken in turn.
func (r *delayLine) take(j int, h float64) batch {
	if j > r.until {
		return batch{}
	}
	s := &r.slots[j&(len(r.slots)-1)]
	r.level += s.level
	r.open += s.open
	if r.open == 0 {
		r.level = 0 // what rounding left
	}
	m := s.batch
	m.m += r.level
	m.at += r.level * h / 2
	*s = slot{}
	return m
}

// put lets m clients that begin to wait at time at wait for a component of their delay, and
// returns what of them starts in cell j, which has been taken already. What starts
// after the end of the run is not kept.
func (r *delayLine) put(g *grid, j int, at, m float64, b *component) (now batch) {
	lo, hi := at+b.Lo, at+b.Hi
	m, density := m*b.Weight, m*b.density
	first, last := max(j, g.cell(lo)), max(j, g.cell(hi))
	if first >= g.n {
		return now
	}
	if first == last {
		piece := batch{m, m * ((lo+hi)/2 - float64(first)*g.h)}
		if first == j {
			return piece
		}
		r.at(first).add(piece)
		return now
	}
	start, end := max(0, lo-float64(first)*g.h), hi-float64(last)*g.h
	head := batch{density * (g.h - start), density * (g.h - start) * (g.h + start) / 2}
	if first == j {
		now = head
	} else {
		r.at(first).add(head)
	}
	if last < g.n {
		r.at(last).add(batch{density * end, density * end * end / 2})
	}
	if last > first+1 && first+1 < g.n {
		s := r.at(first + 1)
		s.level += density * g.h
		s.open++
		if last < g.n {
			s = r.at(last)
			s.level -= density * g.h
			s.open--
		} else {
			r.until = g.n
		}
	}
	return now
}

func (r *delayLine) at(cell int) *slot {
	if r.slots == nil {
		r.slots = make([]slot, r.size)
	}
	r.until = max(r.until, cell)
	return &r.slots[cell&(len(r.slots)-1)]
}
