package elapsed

// mostCached is how many numbers a cache holds, 32 MB of them.
const mostCached = 1 << 22

// A cache keeps what was worked out of retries, and lets go of all of it where that is too much:
// of a million rows nobody asks for the first ones again.
type cache[T any] struct {
	of   map[float64]T // by retry
	held int           // numbers
}

// keep keeps x of retry k, which holds so many numbers.
func (c *cache[T]) keep(k float64, x T, numbers int) {
	const itself = 32
	if c.held += numbers + itself; c.held > mostCached || c.of == nil {
		c.of, c.held = map[float64]T{}, numbers+itself
	}
	c.of[k] = x
}

func (q *quanta) numbers() int { return len(q.f) + len(q.one) + len(q.two) }
func (s *series) numbers() int { return 4 * (len(s.psi) + s.cells) } // with its grid
func (l *caps) numbers() int   { return 5 * len(l.places) }
func (image) numbers() int     { return 0 }

func (s *stage) numbers() int {
	n := 6 * (len(s.points.list) + len(s.spans.list))
	if s.rest != nil {
		n += 2 * len(s.rest.v)
	}
	return n
}
