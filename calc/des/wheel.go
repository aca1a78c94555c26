package des

// A list is where the next event of a list goes in the memory of its store; 0 if
// it is empty. The events lie in chunks, of which all but the last are full, and
// word 0 of each says where the one before ends.
type list uint64

// chunkWords is a kilobyte.
const chunkWords = 128

// A store is the memory of lists. In most worlds a client has to remember nothing
// but when it does what, the first word of an event: memory is what a queue costs,
// and the second word is left out.
type store struct {
	words []uint64
	free  uint64 // a chunk that is in no list, whose word 0 is the next; 0: none
	each  uint64 // words of an event, 1 or 2
	taken [chunkWords]event
}

// newStore returns a store with room for so many events in so many lists: of each
// one chunk may not be full. With more it grows.
func newStore(remember bool, events, lists uint64) store {
	s := store{each: 1}
	if remember {
		s.each = 2
	}
	chunks := 1 + events/((chunkWords-1)/s.each) + min(events, lists) // chunk 0 is not used: it is none
	s.words = make([]uint64, chunkWords, chunks*chunkWords)
	return s
}

func (s *store) add(l *list, e event) {
	i := uint64(*l)
	if i%chunkWords == 0 {
		i = s.grow(i)
	}
	s.words[i] = e.at
	if s.each > 1 {
		s.words[i+1] = e.from
	}
	*l = list(i + s.each)
}

// grow returns where the first event goes of a chunk that follows one which ends
// at i.
func (s *store) grow(i uint64) uint64 {
	c := s.free
	if c == 0 {
		c = uint64(len(s.words))
		s.words = append(s.words, make([]uint64, chunkWords)...)
	}
	s.free, s.words[c] = s.words[c], i
	return c + s.each
}

// take takes the events of a list out that came last, at least one and at most
// a chunk. There are none if the list is empty. They stay until the next are taken.
func (s *store) take(l *list) []event {
	end := uint64(*l)
	if end == 0 {
		return nil
	}
	c := (end - 1) / chunkWords * chunkWords
	words := s.words[c:end]
	n := 0
	for i := s.each; i < uint64(len(words)); i += s.each {
		e := event{at: words[i]}
		if s.each > 1 {
			e.from = words[i+1]
		}
		s.taken[n] = e
		n++
	}
	*l = list(words[0])
	words[0], s.free = s.free, c
	return s.taken[:n]
}

// A wheel is a queue of events: one list for each of the ticks of the present
// block and the next one, and one for each block after them.
type wheel struct {
	store
	tick  grid
	block uint64 // the present one
	lists []list // of the ticks, in a ring, and of all blocks
}

const (
	blockBits  = 7
	blockTicks = 1 << blockBits
)

// newWheel returns a wheel for so many clients, with room for so many lists more.
func newWheel(c *clock, remember bool, clients, more int) wheel {
	lists := make([]list, 2*blockTicks+c.ticks>>blockBits+2)
	return wheel{store: newStore(remember, uint64(clients), uint64(len(lists)+more)), tick: c.tick, lists: lists}
}

// push adds events that are due before the horizon.
func (w *wheel) push(events []event) {
	for _, e := range events {
		tick := w.tick.of(e.time())
		i, far := tick%(2*blockTicks), 2*blockTicks+tick>>blockBits
		i += (far - i) & -((w.block + 1 - tick>>blockBits) >> 63) // far if that is negative, without a jump
		l := &w.lists[i]                                          // add, written out: calling it took a tenth of the whole
		at := uint64(*l)
		if at%chunkWords == 0 {
			at = w.grow(at)
		}
		w.words[at] = e.at
		if w.each > 1 {
			w.words[at+1] = e.from
		}
		*l = list(at + w.each)
	}
}

// at takes out the list of what is due in tick i. Ticks are taken in order;
// while one is played more may be due in it.
func (w *wheel) at(i uint64) list {
	if b := i >> blockBits; b != w.block {
		w.block = b
		for l := w.pop(2*blockTicks + b + 1); l != 0; {
			w.push(w.take(&l))
		}
	}
	return w.pop(i % (2 * blockTicks))
}

// pop empties a list.
func (w *wheel) pop(i uint64) list {
	l := w.lists[i]
	w.lists[i] = 0
	return l
}
