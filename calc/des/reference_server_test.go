package des

import (
	"math"

	"retune/calc/system"
)

// This is the server of the reference: every look at every call is an event, and
// every worker of a queue is a worker.

// room reports whether the server takes a call.
func (x *reference) room(hang bool) bool {
	s := x.w.Server
	switch {
	case hang:
		return true
	case s.Kind == system.Queue:
		return float64(len(x.inside)) < s.Workers+s.Room
	case s.Kind == system.Limited:
		second := int(x.now)
		if x.window[second]+1 > s.Capacity*x.w.Share(system.Slow, x.now)+1e-9 {
			return false
		}
		x.window[second]++
	}
	return true
}

// begin puts a call to work.
func (x *reference) begin(c *refCall) {
	s := x.w.Server
	slow := x.w.Share(system.Slow, x.now)
	switch {
	case s.Kind == system.Queue:
		c.left = s.Latency
		x.serve()
	case x.w.On(system.Hang, x.now): // until it ends
	case s.Kind == system.Limited:
		x.answerAt(c, x.now+s.Latency/slow)
	case s.AtArrival:
		x.answerAt(c, x.now+s.LatencyAt(float64(len(x.inside)))/slow)
	default:
		x.lookAt(c, x.now+s.Look)
	}
}

func (x *reference) answerAt(c *refCall, t float64) {
	for _, f := range x.w.Faults {
		if f.Kind == system.Hang && f.At <= t && t < f.End() {
			t = f.End()
		}
	}
	x.at(t, func() { x.answer(c) })
}

func (x *reference) lookAt(c *refCall, t float64) {
	c.turn++
	turn := c.turn
	x.at(t, func() {
		if !c.inside || c.turn != turn || x.w.On(system.Hang, x.now) {
			return
		}
		age := x.now - c.born
		if age >= x.w.Server.LatencyAt(float64(len(x.inside)))/x.w.Share(system.Slow, x.now)-1e-9 {
			x.answer(c)
		} else {
			x.lookAt(c, x.now+x.w.Server.Look)
		}
	})
}

// hangOver goes on with what is in a slowing or limited server.
func (x *reference) hangOver(f system.Fault) {
	inside := float64(len(x.inside))
	for _, c := range append([]*refCall(nil), x.inside...) {
		came := c.hung && c.start >= f.At
		switch s := x.w.Server; {
		case s.Kind == system.Queue:
		case s.Kind == system.Limited && came:
			x.answerAt(c, x.now+s.Latency/x.w.Share(system.Slow, x.now))
		case s.Kind == system.Limited:
		case s.AtArrival && came:
			x.answerAt(c, x.now+s.LatencyAt(inside)/x.w.Share(system.Slow, x.now))
		case s.AtArrival:
		case came:
			c.born = x.now
			x.lookAt(c, x.now+s.Look)
		default:
			x.lookAt(c, x.now)
		}
	}
}

// boundary lets the workers of a queue go on at another speed.
func (x *reference) boundary() {
	if x.w.Server.Kind == system.Queue {
		x.serve()
	}
}

// serve gives calls to free workers, and says anew when those in work are done.
func (x *reference) serve() {
	rate := x.w.Share(system.Slow, x.now)
	if x.w.On(system.Hang, x.now) {
		rate = 0
	}
	for i, c := range x.inside {
		if float64(i) >= x.w.Server.Workers {
			break
		}
		if c.serving {
			c.left -= (x.now - c.born) * c.speed
		}
		c.serving, c.born, c.speed = true, x.now, rate
		c.turn++
		turn := c.turn
		if rate > 0 {
			x.at(x.now+math.Max(0, c.left)/rate, func() {
				if c.inside && c.turn == turn {
					x.answer(c)
				}
			})
		}
	}
}

func (x *reference) answer(c *refCall) {
	if !c.inside {
		return
	}
	if !c.ended && x.now >= c.start+x.w.Client.Timeout-1e-9 {
		x.timeout(c)
		if !c.inside {
			return
		}
	}
	x.remove(c)
	if c.ended {
		x.change(1, -1)
		x.add(x.run.Stale, 1)
		return
	}
	c.ended = true
	x.run.UnderWay--
	x.add(x.run.Successes, 1)
	x.add(x.ages, x.now-c.start)
	x.count(false)
	switch b := x.w.Client.Budget; {
	case b.Kind == system.Throttle:
		x.tokens = math.Min(b.Reserve, x.tokens+b.Ratio)
	case b.Kind == system.Quota && c.r.k == 0:
		x.tokens = math.Min(b.Reserve, x.tokens+1)
	case b.Kind == system.Quota && c.r.late:
		x.tokens = math.Min(b.Reserve, x.tokens+10)
	case b.Kind == system.Quota:
		x.tokens = math.Min(b.Reserve, x.tokens+5)
	}
	x.rest()
}

func (x *reference) remove(c *refCall) {
	for i := range x.inside {
		if x.inside[i] == c {
			x.inside = append(x.inside[:i:i], x.inside[i+1:]...)
			break
		}
	}
	c.inside = false
	x.change(0, -1)
	if x.w.Server.Kind == system.Queue {
		x.serve()
	}
}
