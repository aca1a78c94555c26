package simulate

import (
	"math/bits"
	"slices"
)

// A list is the index in its store at which its next event goes, or 0 if the list is empty. Its events lie in chunks.
// All chunks but the last are full, and word 0 of each is the index at which the previous chunk ends.
type list uint64

// chunkWords is the size of a chunk: one kilobyte.
const chunkWords = 128

// A store is the memory of lists. Memory traffic dominates the cost of a calendar, so the store keeps only the words
// of an event that are used, mostly just the first.
type store struct {
	words []uint64
	free  uint64 // an unused chunk, whose word 0 is the next unused chunk; 0: none
	each  uint64 // words kept of an event, 1 to 4
	first uint64 // offset of the first event in a chunk, such that the last event ends with the chunk
	taken [chunkWords]event
}

// prepare empties the store and reserves room for the given numbers of events and lists. One chunk of each list may be
// partly filled. The store grows if it needs more room.
func (s *store) prepare(each, events, lists uint64) {
	chunks := 1 + events/((chunkWords-1)/each) + min(events, lists) // chunk 0 is not used: it means none
	clear(s.taken[:])                                               // clears words of earlier, larger events
	s.each, s.first, s.free = each, 1+(chunkWords-1)%each, 0
	s.words = slices.Grow(s.words[:0], int(chunks*chunkWords))[:chunkWords]
}

// add adds an event to a list. It calls two functions that are short enough to be inlined.
func (s *store) add(l *list, e *event) { s.set(s.next(l), e) }

// next returns where the next event of a list goes.
func (s *store) next(l *list) uint64 {
	i := uint64(*l)
	if i%chunkWords == 0 {
		i = s.grow(i)
	}
	*l = list(i + s.each)
	return i
}

func (s *store) set(i uint64, e *event) {
	s.words[i] = e.at
	if s.each > 1 {
		s.words[i+1] = e.from
	}
	if s.each > 2 {
		s.words[i+2] = e.owner
	}
	if s.each > 3 {
		s.words[i+3] = e.more
	}
}

// grow adds a chunk after the one that ends at i, and returns where its first event goes.
func (s *store) grow(i uint64) uint64 {
	c := s.free
	if c == 0 {
		c = uint64(len(s.words))
		s.words = append(s.words, make([]uint64, chunkWords)...)
	}
	s.free, s.words[c] = s.words[c], i
	return c + s.first
}

// take takes the events of a list out that came last, at least one and at most a chunk.
// There are none if the list is empty. They stay until the next are taken.
func (s *store) take(l *list) []event {
	end := uint64(*l)
	if end == 0 {
		return nil
	}
	c := (end - 1) / chunkWords * chunkWords
	words := s.words[c:end]
	n := 0
	for i := s.first; i < uint64(len(words)); i += s.each {
		e := &s.taken[n]
		e.at = words[i]
		if s.each > 1 {
			e.from = words[i+1]
		}
		if s.each > 2 {
			e.owner = words[i+2]
		}
		if s.each > 3 {
			e.more = words[i+3]
		}
		n++
	}
	*l = list(words[0])
	words[0], s.free = s.free, c
	return s.taken[:n]
}

// A calendar is the queue of future events, a timing wheel of two levels: one list for each tick of the current and
// the next block, and one list for each later block.
//
// Source: Varghese and Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987.
type calendar struct {
	store
	tick  grid
	block uint64   // the current block
	lists []list   // lists of the ticks, in a ring, then lists of all blocks
	busy  []uint64 // one bit for each tick that must be simulated
}

const (
	blockBits  = 7
	blockTicks = 1 << blockBits
)

// prepare empties the calendar and reserves room for the events of the given number of clients and for more further
// lists.
func (q *calendar) prepare(c *config, clients, more int) {
	q.tick, q.block = c.tick, 0
	q.lists = zeroed(q.lists, 2*blockTicks+c.ticks>>blockBits+2)
	q.busy = zeroed(q.busy, blockTicks/64*(c.ticks>>blockBits+1))
	q.store.prepare(c.words, uint64(clients), uint64(len(q.lists)+more))
}

// mark sets the busy bit of a tick.
func (q *calendar) mark(tick uint64) { q.busy[tick/64] |= 1 << (tick % 64) }

// push adds events that are due before the end of the run.
func (q *calendar) push(events []event) {
	for j := range events {
		e := &events[j]
		tick := q.tick.of(e.time())
		i, far := tick%(2*blockTicks), 2*blockTicks+tick>>blockBits
		// far if the difference is negative, without a branch
		i += (far - i) & -((q.block + 1 - tick>>blockBits) >> 63)
		q.set(q.next(&q.lists[i]), e)
		q.mark(tick)
	}
}

// due removes and returns the list of events due in tick i, which must be in the current block.
func (q *calendar) due(i uint64) list { return q.empty(i % (2 * blockTicks)) }

// upcoming returns the first busy tick of the current block from tick i on, or the end of the block if there is none.
func (q *calendar) upcoming(i uint64) (tick uint64, busy bool) {
	for end := i | (blockTicks - 1); i <= end; i = i&^63 + 64 {
		if rest := q.busy[i/64] >> (i % 64); rest != 0 {
			return i + uint64(bits.TrailingZeros64(rest)), true
		}
	}
	return i, false
}

// turn advances from the previous block to the block of tick i. It removes and returns the list of events in the next
// block, which must be pushed again.
func (q *calendar) turn(i uint64) list {
	b := i >> blockBits
	if b == q.block {
		return 0
	}
	q.block = b
	return q.empty(2*blockTicks + b + 1)
}

// empty removes and returns list i.
func (q *calendar) empty(i uint64) list {
	l := q.lists[i]
	q.lists[i] = 0
	return l
}
