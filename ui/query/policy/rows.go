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

// walking is the seconds of work that it may take to tell what early rows take.
const walking = 1.2

// A rowsCost is about how long the rows of a schedule take: seconds of some of them, rising, and
// those that it takes to get to the last one, which is asked for first, for each row before it.
type rowsCost struct {
	rows []struct{ row, seconds float64 }
	way  float64
}

// add notes that a row takes so long.
func (c *rowsCost) add(row int, seconds float64) {
	c.rows = append(c.rows, struct{ row, seconds float64 }{float64(row), seconds})
}

// costOfRows is that of the first n rows of the schedule of s. Where delays are independent it
// is the work of some of them, which is not the same for all: of early ones as far as so many
// seconds of work lead, and of each later one for a third of that.
func costOfRows(s knob.Scenario, n int, seconds float64) (c rowsCost) {
	const each, drawn, path = 1e-6, 3e-4, 1e-3
	switch {
	case n <= fewRows:
		return c
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
	ctx, work, release := num.Within(context.Background(), seconds)
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
	last, at := each, 0
	for k := 4; k < min(n, mostWalked); k *= 2 {
		before := work.Seconds()
		now := row(k)
		if work.Over() { // it was not finished: each of those between takes so long at least
			last = max(last, (seconds-before)/float64(k-at))
			c.way = seconds / float64(k)
			break
		}
		last, at = now, k
		c.way = work.Seconds() / float64(k)
		c.add(k, last)
	}
	c.add(min(n, mostWalked), last)
	for k, over := 4*mostWalked, false; k/4 < n && !over; k *= 4 {
		var release func()
		ctx, work, release = num.Within(context.Background(), seconds/3)
		l.times = clients(ctx, s, answer.Full)
		last = row(min(k, n) - 2)
		if over = work.Over(); over {
			k, last = n, max(last, seconds/3)
		}
		c.add(min(k, n), last)
		release()
	}
	return c
}

// first is that of the first n rows, seconds.
func (c rowsCost) first(n int) (seconds float64) {
	before := 0.0
	seconds = c.way * float64(min(n, mostWalked))
	for _, at := range c.rows {
		rows := min(float64(n), at.row) - before
		if rows <= 0 {
			break
		}
		seconds, before = seconds+rows*at.seconds, at.row
	}
	return seconds
}
