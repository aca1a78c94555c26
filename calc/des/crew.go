package des

import "sync/atomic"

// A crew plays the parts of a fleet on several cores, tick by tick. A tick is
// too short to wake anyone up for: who waits looks again and again, and only
// goes to sleep when that takes too long.
type crew struct {
	shares [][]*part // of each core; the first one is played by the caller
	starts []gate
	ends   []gate
}

func newCrew(parts []*part, cores int) *crew {
	n := max(1, min(cores, len(parts)))
	c := &crew{starts: make([]gate, n), ends: make([]gate, n)}
	for i := range n {
		c.shares = append(c.shares, parts[i*len(parts)/n:(i+1)*len(parts)/n])
		c.starts[i].wake, c.ends[i].wake = make(chan struct{}), make(chan struct{})
	}
	for i := 1; i < n; i++ {
		go func() {
			for tick := 1; c.starts[i].wait(tick); tick++ {
				for _, p := range c.shares[i] {
					p.turn(tick - 1)
				}
				c.ends[i].open(tick)
			}
			c.ends[i].open(over)
		}()
	}
	return c
}

// tick plays tick i of all parts; ticks are played in order, from 0.
func (c *crew) tick(i int) {
	for w := 1; w < len(c.shares); w++ {
		c.starts[w].open(i + 1)
	}
	for _, p := range c.shares[0] {
		p.turn(i)
	}
	for w := 1; w < len(c.shares); w++ {
		c.ends[w].wait(i + 1)
	}
}

// dismiss ends the crew, and returns when all have gone.
func (c *crew) dismiss() {
	for w := 1; w < len(c.shares); w++ {
		c.starts[w].open(over)
		for c.ends[w].wait(over - 1) {
		}
	}
}

// A gate lets one who waits pass when its turn has come.
type gate struct {
	turn   atomic.Int64
	asleep atomic.Bool
	wake   chan struct{}
	hasty  int      // so many waits go to sleep early
	_      [32]byte // each on its own line of the cache
}

// One who waits looks so often before it goes to sleep: for about 50 us, which is
// longer than a tick of a crowd and about what it takes to wake one up. Where that
// was in vain, since others use the cores as well, the next waits are hasty.
const patience, haste, hastyWaits = 100_000, 1_000, 16

// over is the turn after the last.
const over = 1 << 62

// open lets turn n pass, and all before.
func (g *gate) open(n int) {
	g.turn.Store(int64(n))
	if g.asleep.Swap(false) {
		g.wake <- struct{}{}
	}
}

// wait returns when turn n may pass, false if all is over.
func (g *gate) wait(n int) bool {
	looks := patience
	if g.hasty > 0 {
		g.hasty--
		looks = haste
	}
	for range looks {
		if turn := g.turn.Load(); turn >= int64(n) {
			return turn < over
		}
	}
	if looks == patience {
		g.hasty = hastyWaits
	}
	g.asleep.Store(true)
	if g.turn.Load() < int64(n) || !g.asleep.Swap(false) {
		<-g.wake
	}
	return g.turn.Load() < over
}
