package simulate

import (
	"math/bits"
	"slices"
)

// A list is where the next event of a list goes in the memory of its store; 0 if it is
// empty. The events lie in chunks. All but the last are full, and word 0 of
// each says where the one before ends.
type list uint64

// chunkWords is a kilobyte.
const chunkWords = 128

// A store is the memory of lists. Memory is what a calendar costs, and of an event only
// the words are kept that say something: mostly the first.
type store struct {
	words []uint64
	free  uint64 // a chunk that is in no list, whose word 0 is the next; 0: none
	each  uint64 // words of an event, 1 to 4
	first uint64 // of the words of a chunk that is an event's: the last is the last of an event's
	taken [chunkWords]event
}

// prepare empties the store and makes room for so many events in so many lists: of each one
// chunk may not be full. With more it grows.
func (s *store) prepare(each, events, lists uint64) {
	chunks := 1 + events/((chunkWords-1)/each) + min(events, lists) // chunk 0 is not used: it is none
	clear(s.taken[:])                                               // of events with more words
	s.each, s.first, s.free = each, 1+(chunkWords-1)%each, 0
	s.words = slices.Grow(s.words[:0], int(chunks*chunkWords))[:chunkWords]
}

// add adds an event to a list. Both parts of it are short enough to be compiled into the
// place where it is used.
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

// grow returns where the first event goes of a chunk that follows one which ends at i.
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

// A calendar is the queue of the events to come, a timing wheel of two levels: one list
// for each of the ticks of the present block and the next one, and one for each block
// after them.
//
// Source: Varghese and Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987.
type calendar struct {
	store
	tick  grid
	block uint64   // the present one
	lists []list   // of the ticks, in a ring, and of all blocks
	busy  []uint64 // a bit for each tick: something happens in it
}

const (
	blockBits  = 7
	blockTicks = 1 << blockBits
)

// prepare empties the calendar and makes it one for so many clients, with room for so many lists more.
func (q *calendar) prepare(c *config, clients, more int) {
	q.tick, q.block = c.tick, 0
	q.lists = zeroed(q.lists, 2*blockTicks+c.ticks>>blockBits+2)
	q.busy = zeroed(q.busy, blockTicks/64*(c.ticks>>blockBits+1))
	q.store.prepare(c.words, uint64(clients), uint64(len(q.lists)+more))
}

// mark makes a tick busy.
func (q *calendar) mark(tick uint64) { q.busy[tick/64] |= 1 << (tick % 64) }

// push adds events that are due before the end of the run.
func (q *calendar) push(events []event) {
	for j := range events {
		e := &events[j]
		tick := q.tick.of(e.time())
		i, far := tick%(2*blockTicks), 2*blockTicks+tick>>blockBits
		i += (far - i) & -((q.block + 1 - tick>>blockBits) >> 63) // far if that is negative, without a jump
		q.set(q.next(&q.lists[i]), e)
		q.mark(tick)
	}
}

// due takes out the list of what is due in tick i, if the calendar is at its block.
func (q *calendar) due(i uint64) list { return q.empty(i % (2 * blockTicks)) }

// upcoming returns the first busy tick of the present block, from tick i on, or the end of
// the block without one.
func (q *calendar) upcoming(i uint64) (tick uint64, busy bool) {
	for end := i | (blockTicks - 1); i <= end; i = i&^63 + 64 {
		if rest := q.busy[i/64] >> (i % 64); rest != 0 {
			return i + uint64(bits.TrailingZeros64(rest)), true
		}
	}
	return i, false
}

// turn goes on to the block of tick i, from the one before, and takes out the list of
// what is due in the next one, which is to be pushed again.
func (q *calendar) turn(i uint64) list {
	b := i >> blockBits
	if b == q.block {
		return 0
	}
	q.block = b
	return q.empty(2*blockTicks + b + 1)
}

// empty takes out a list.
func (q *calendar) empty(i uint64) list {
	l := q.lists[i]
	q.lists[i] = 0
	return l
}
