package des

import (
	"container/heap"
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/system"
)

// The reference plays a world one event at a time, each at its exact time, in
// the way in which the rules are written: every look at every call is an event,
// and every worker of a queue is a worker. It is slow and has nothing in common
// with the engine.

type moment struct {
	at  float64
	seq int
	do  func()
}

type agenda []moment

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].seq < a[j].seq
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(moment)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// A refRequest is what one client wants, a refCall one call of it.
type refRequest struct {
	start, memory float64
	k             int
	late          bool
}

type refCall struct {
	r                 *refRequest
	start, born, left float64 // left: work, of a queue
	speed             float64 // likewise
	hung, ended       bool
	inside, stale     bool
	serving           bool
	turn              int // of its look or its end that counts
}

type reference struct {
	w       system.System
	rnd     *rand.Rand
	now     float64
	agenda  agenda
	seq     int
	run     system.Result
	counts  [3]int     // calls in the server, stale ones, waiting clients
	since   [3]float64 // until when their areas are summed
	inside  []*refCall // in order of arrival
	window  map[int]float64
	tokens  float64
	opened  float64 // until when the breaker is open
	endings []struct {
		at  float64
		bad bool
	}
	ages []float64
}

func refPlay(w system.System, seed uint64) system.Result {
	x := &reference{w: w, rnd: rand.New(rand.NewPCG(seed, 77)), window: map[int]float64{}, tokens: w.Client.Budget.Reserve}
	n := int(math.Ceil(w.Horizon/w.Step - 1e-9))
	x.run = system.NewRun(w.Step, n)
	x.ages = make([]float64, n)
	for i := range w.Faults {
		f := w.Faults[i]
		x.at(f.At, x.boundary)
		x.at(f.End(), func() {
			x.boundary()
			if f.Kind == system.Hang {
				x.at(x.now, func() { x.hangOver(f) }) // after the answers that are due now
			}
		})
	}
	switch w.Traffic.Kind {
	case system.Open:
		x.arrivals()
	case system.Closed:
		for range int(w.Traffic.Clients) {
			x.think()
		}
	case system.Burst:
		for range int(w.Traffic.Clients) {
			x.at(0, func() { x.call(&refRequest{}) })
		}
	}
	for len(x.agenda) > 0 && x.agenda[0].at < w.Horizon {
		m := heap.Pop(&x.agenda).(moment)
		x.now = m.at
		m.do()
	}
	x.now = w.Horizon
	for i := range x.counts {
		x.change(i, 0)
	}
	for i := range n {
		x.run.Latency[i] = x.ages[i] / x.run.Successes[i]
		for _, s := range []*[]float64{&x.run.InServer, &x.run.StaleIn, &x.run.Waiting} {
			(*s)[i] /= math.Min(w.Step, w.Horizon-float64(i)*w.Step)
		}
	}
	return x.run
}

func (x *reference) at(t float64, do func()) {
	x.seq++
	heap.Push(&x.agenda, moment{t, x.seq, do})
}

// add counts something now.
func (x *reference) add(s []float64, by float64) {
	s[min(len(s)-1, int(x.now/x.w.Step+1e-9))] += by
}

// change changes level i now.
func (x *reference) change(i, by int) {
	s := []*[]float64{&x.run.InServer, &x.run.StaleIn, &x.run.Waiting}[i]
	for x.since[i] < x.now {
		k := min(len(*s)-1, int(x.since[i]/x.w.Step+1e-9))
		end := math.Min(x.now, float64(k+1)*x.w.Step)
		if k == len(*s)-1 {
			end = x.now
		}
		(*s)[k] += float64(x.counts[i]) * (end - x.since[i])
		x.since[i] = end
	}
	x.counts[i] += by
}

// exp waits an exponential time whose hazard is that of the traffic, anew from
// every time at which it changes.
func (x *reference) exp(mean float64, do func()) {
	t := x.rnd.ExpFloat64() * mean / x.w.Share(system.Spike, x.now)
	next := math.Inf(1)
	for _, f := range x.w.Faults {
		for _, edge := range []float64{f.At, f.End()} {
			if edge > x.now && edge < next {
				next = edge
			}
		}
	}
	if x.now+t < next {
		x.at(x.now+t, do)
	} else if next < x.w.Horizon {
		x.at(next, func() { x.exp(mean, do) })
	}
}

func (x *reference) think() {
	began := x.now
	x.exp(x.w.Traffic.Think, func() { x.call(&refRequest{start: x.now, memory: x.now - began}) })
}

func (x *reference) arrivals() {
	x.exp(1/x.w.Traffic.Rate, func() {
		x.arrivals()
		x.call(&refRequest{start: x.now})
	})
}

func (x *reference) call(r *refRequest) {
	b := x.w.Client.Budget
	if r.k == 0 {
		x.add(x.run.First, 1)
		if b.Kind == system.Ratio {
			x.tokens = math.Min(b.Reserve, x.tokens+b.Ratio)
		}
	} else {
		x.change(2, -1)
		cost := map[system.BudgetKind]float64{system.Ratio: 1, system.Quota: 5}[b.Kind]
		if r.late && b.Kind == system.Quota {
			cost = 10
		}
		if x.tokens < cost-1e-9 && cost > 0 {
			x.giveUp()
			return
		}
		x.tokens -= cost
		x.add(x.run.Retries, 1)
	}
	x.run.UnderWay++
	if x.now < x.opened {
		x.add(x.run.Stopped, 1)
		x.bad(r, false, true)
		return
	}
	hang := x.w.On(system.Hang, x.now)
	if x.w.On(system.Refuse, x.now) || x.rnd.Float64() < x.w.Share(system.Partial, x.now) || !x.room(hang) {
		x.bad(r, false, false)
		return
	}
	c := &refCall{r: r, start: x.now, born: x.now, hung: hang, inside: true}
	x.inside = append(x.inside, c)
	x.change(0, 1)
	x.at(x.now+x.w.Client.Timeout, func() { x.timeout(c) })
	x.begin(c)
}

func (x *reference) timeout(c *refCall) {
	if c.ended {
		return
	}
	c.ended = true
	if x.w.Client.Cancel {
		x.remove(c)
	} else {
		c.stale = true
		x.change(1, 1)
	}
	x.bad(c.r, true, false)
}

// count is the end of a call that the breaker sees.
func (x *reference) count(bad bool) {
	b := x.w.Client.Breaker
	if b.Share == 0 || x.now < x.opened {
		return
	}
	x.endings = append(x.endings, struct {
		at  float64
		bad bool
	}{x.now, bad})
	all, wrong := 0.0, 0.0
	for _, e := range x.endings {
		if e.at > x.now-b.Window {
			all++
			if e.bad {
				wrong++
			}
		}
	}
	if all >= b.Least && wrong/all >= b.Share-1e-12 {
		x.opened = x.now + b.Pause
		x.endings = nil
	}
}

func (x *reference) giveUp() {
	x.add(x.run.GivenUp, 1)
	x.rest()
}

func (x *reference) rest() {
	if x.w.Traffic.Kind == system.Closed {
		x.think()
	}
}

// bad is the end of a call by failure or time-out.
func (x *reference) bad(r *refRequest, late, stopped bool) {
	x.run.UnderWay--
	if late {
		x.add(x.run.Timeouts, 1)
	} else {
		x.add(x.run.Failures, 1)
	}
	if !stopped {
		x.count(true)
	}
	c := x.w.Client
	if c.Budget.Kind == system.Throttle {
		x.tokens = math.Max(0, x.tokens-1)
		if x.tokens <= c.Budget.Reserve/2 {
			x.giveUp()
			return
		}
	}
	r.k++
	r.late = late
	t := x.now + x.delay(r)
	if float64(r.k) > c.Retries || t > r.start+c.Deadline {
		x.giveUp()
		return
	}
	x.change(2, 1)
	x.at(t, func() { x.call(r) })
}

// delay draws the delay before retry k by the laws of the jitter package.
func (x *reference) delay(r *refRequest) float64 {
	p, k := x.w.Client.Policy, float64(r.k)
	switch {
	case p.Stateful():
		if r.k == 1 && !x.w.Client.FirstFromThink {
			r.memory = p.Next(0, true).Sample(x.rnd)
		} else {
			r.memory = p.Next(r.memory, false).Sample(x.rnd)
		}
		if p.Jitter.Type != jitter.Decorrelated {
			r.memory = math.Max(r.memory, p.InitialDelay/100)
		}
		return r.memory
	case x.w.Client.FirstFromThink:
		return p.One(r.memory * math.Pow(p.Factor, k)).Sample(x.rnd)
	}
	p.AttemptTime = 0
	free := p.Policy
	free.Cap = math.Inf(1)
	return p.One(free.Delay(k)).Sample(x.rnd)
}
