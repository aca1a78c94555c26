package policy

import (
	"context"
	"math"

	"retune/calc/num"
	"retune/ui/answer"
	"retune/ui/knob"
)

// Of fewer rows than fewRows nobody asks how long they take, and up to mostWalked each may be
// worked out from the one before.
const fewRows, mostWalked = 300, 4000

// A rowsCost is about how long the rows of a schedule take: seconds of some of them, rising.
type rowsCost []struct{ row, seconds float64 }

// add notes that a row takes so long.
func (c *rowsCost) add(row int, seconds float64) {
	*c = append(*c, struct{ row, seconds float64 }{float64(row), seconds})
}

// costOfRows is that of the first n rows of the schedule of s. Where delays are independent it
// is the work of some of them, which is not the same for all: of early ones as far as a little
// work leads.
func costOfRows(s knob.Scenario, n int) (c rowsCost) {
	const each, drawn, path, probing = 1e-6, 3e-4, 1e-3, 0.4
	switch {
	case n <= fewRows:
		return nil
	case s.Jitter.Type.Row().Path != nil:
		c.add(n, path)
		return c
	case drawnAnew(s):
		c.add(n, drawn)
		return c
	case s.Stateful() || !s.Jitter.Draws():
		c.add(n, each)
		return c
	}
	ctx, work, release := num.Within(context.Background(), probing)
	defer release()
	l := timeline{policy: s, times: clients(ctx, s, answer.Full)}
	row := func(k int) float64 { // the first of several may have to begin with all before it
		least := math.Inf(1)
		for i := range 3 {
			before := work.Seconds()
			figures(figures(nil, l.times.Delay(k+i)), l.times.Start(k+i))
			least = min(least, each+work.Seconds()-before)
		}
		return least
	}
	last := each
	for k := 4; k < min(n, mostWalked); k *= 4 {
		now := row(k)
		if work.Over() { // and it was not finished
			break
		}
		last = now
		c.add(k, last)
	}
	c.add(min(n, mostWalked), last)
	for k := 4 * mostWalked; k/4 < n; k *= 4 {
		var release func()
		ctx, work, release = num.Within(context.Background(), probing)
		l.times = clients(ctx, s, answer.Full)
		c.add(min(k, n), row(min(k, n)-2))
		release()
	}
	return c
}

// first is that of the first n rows, seconds.
func (c rowsCost) first(n int) (seconds float64) {
	before := 0.0
	for _, at := range c {
		rows := min(float64(n), at.row) - before
		if rows <= 0 {
			break
		}
		seconds, before = seconds+rows*at.seconds, at.row
	}
	return seconds
}
