package sim

// A chunk holds some events of a list, in half a kilobyte.
type chunk struct {
	next  *chunk
	words [63]uint64
}

// A list is a list of chunks, of which all but the first one are full. How many
// words of that one are used stands here and not there: to add an event then
// touches no more of the memory than where it goes.
type list struct {
	head *chunk
	used int
}

// A store hands out chunks and takes them back. In most worlds a client has to
// remember nothing but when it does what, the first word of an event: memory is
// what a queue costs, and the second word is left out.
type store struct {
	free *chunk
	each int // words of an event, 1 or 2
	full int // words of a full chunk
}

func newStore(remember bool) store {
	if remember {
		return store{each: 2, full: 62}
	}
	return store{each: 1, full: 63}
}

func (s *store) add(l *list, e event) {
	if l.head == nil || l.used == s.full {
		s.grow(l)
	}
	i := l.used
	l.head.words[i] = e.at
	if s.each > 1 {
		l.head.words[i+1] = e.from
	}
	l.used = i + s.each
}

// grow puts an empty chunk at the head of a list.
func (s *store) grow(l *list) {
	if s.free == nil {
		slab := make([]chunk, 64)
		for i := range slab {
			s.put(&slab[i])
		}
	}
	c := s.free
	s.free = c.next
	c.next, l.head, l.used = l.head, c, 0
}

func (s *store) put(c *chunk) { c.next, s.free = s.free, c }

// drain does something with all events of a list, which is empty then.
func (s *store) drain(l *list, do func(event)) {
	c, used := l.head, l.used
	*l = list{}
	for c != nil {
		if s.each == 1 {
			for _, at := range c.words[:used] {
				do(event{at: at})
			}
		} else {
			for i := 0; i < used; i += 2 {
				do(event{c.words[i], c.words[i+1]})
			}
		}
		next := c.next
		s.put(c)
		c, used = next, s.full
	}
}

// A wheel is a queue of events: one list for each of the ticks of the present
// block and the next one, and one for each block after them.
type wheel struct {
	store
	tick   grid
	block  uint64 // the present one
	near   [2 * blockTicks]list
	blocks []list
}

const (
	blockBits  = 7
	blockTicks = 1 << blockBits
)

func newWheel(c *clock, remember bool) wheel {
	return wheel{store: newStore(remember), tick: c.tick, blocks: make([]list, c.ticks>>blockBits+2)}
}

// push adds an event that is due before the horizon.
func (w *wheel) push(e event) {
	i := w.tick.of(e.time())
	if b := i >> blockBits; b > w.block+1 {
		w.add(&w.blocks[b], e)
	} else {
		w.add(&w.near[i%(2*blockTicks)], e)
	}
}

// take returns the list of what is due in tick i. Ticks are taken in order; while
// one is played more may be added to it.
func (w *wheel) take(i uint64) *list {
	if b := i >> blockBits; b != w.block {
		w.block = b
		w.drain(&w.blocks[b+1], w.push)
	}
	return &w.near[i%(2*blockTicks)]
}
