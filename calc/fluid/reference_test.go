package fluid

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"retune/calc/system"
)

// A player plays a world call by call, as slowly and plainly as the contract
// reads: one heap of events, exact times, one goroutine. It is what the flow is
// tested against.
type player struct {
	w      system.System
	r      *rand.Rand
	events events
	serial int
	book   *book
	inside int
	order  []*call // of the queue: those that wait
	busy   float64
	second float64
	taken  float64
	tokens float64
	ended  []ended // of the breaker
	shuts  float64
}

type ended struct {
	at  float64
	bad bool
}

type client struct {
	retry             int
	think, last, cost float64
}

type call struct {
	c        *client
	start    float64
	from     float64 // when the server began with it, or its looks
	live, in bool
	working  bool
	cost     float64
}

type event struct {
	t      float64
	serial int
	do     func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].t < e[j].t || e[i].t == e[j].t && e[i].serial < e[j].serial
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

func (p *player) at(t float64, do func()) {
	if t < p.w.Horizon {
		p.serial++
		heap.Push(&p.events, event{t, p.serial, do})
	}
}

// reference returns the mean of n plays, and the standard errors of its values.
func reference(w system.System, n int, seed uint64) (mean, err system.Result) {
	mean, err = newBook(w).run, newBook(w).run
	for i := range n {
		run := play(w, rand.New(rand.NewPCG(seed, uint64(i))))
		for s, series := range run.Series() {
			for k, x := range *series {
				if x != x {
					x = 0
				}
				(*mean.Series()[s])[k] += x / float64(n)
				(*err.Series()[s])[k] += x * x
			}
		}
	}
	for s, series := range mean.Series() {
		for k, m := range *series {
			v := &(*err.Series()[s])[k]
			*v = math.Sqrt(math.Max(0, *v/float64(n)-m*m) / float64(n-1))
		}
	}
	return mean, err
}

func play(w system.System, r *rand.Rand) system.Result {
	p := &player{w: w, r: r, book: newBook(w), second: -1, tokens: w.Client.Budget.Reserve, shuts: -1}
	switch w.Traffic.Kind {
	case system.Burst:
		for range int(w.Traffic.Clients) {
			p.begin(&client{}, 0)
		}
	case system.Closed:
		for range int(w.Traffic.Clients) {
			p.think(&client{}, 0)
		}
	case system.Open:
		var next func(t float64)
		next = func(t float64) {
			t = p.wait(t, 1/w.Traffic.Rate)
			p.at(t, func() { p.begin(&client{}, t); next(t) })
		}
		next(0)
	}
	for len(p.events) > 0 {
		heap.Pop(&p.events).(event).do()
	}
	return p.book.close()
}

// wait returns when an exponential of that mean ends which began at t, with the
// hazard that a spike multiplies.
func (p *player) wait(t, mean float64) float64 {
	left := p.r.ExpFloat64() * mean
	for {
		rate, until := 1.0, math.Inf(1)
		for _, f := range p.w.Faults {
			if f.Kind != system.Spike {
				continue
			}
			if f.At > t {
				until = min(until, f.At)
			} else if t < f.End() {
				rate, until = f.Share, f.End()
			}
		}
		if t+left/rate <= until {
			return t + left/rate
		}
		left -= (until - t) * rate
		t = until
	}
}

func (p *player) think(c *client, t float64) {
	if p.w.Traffic.Kind != system.Closed {
		return
	}
	end := p.wait(t, p.w.Traffic.Think)
	p.at(end, func() { *c = client{think: end - t}; p.begin(c, end) })
}

func (p *player) count(series []float64, t float64) { series[p.book.step(t)]++ }

// hanging returns when the hang ends that is on at t, or t.
func (p *player) hanging(t float64) float64 {
	for _, f := range p.w.Faults {
		if f.Kind == system.Hang && f.At <= t && t < f.End() {
			return f.End()
		}
	}
	return t
}

// begin makes a call at time t.
func (p *player) begin(c *client, t float64) {
	w := p.w
	k := &call{c: c, start: t}
	if c.retry == 0 {
		p.count(p.book.run.First, t)
		if w.Client.Budget.Kind == system.Ratio {
			p.tokens = min(w.Client.Budget.Reserve, p.tokens+w.Client.Budget.Ratio)
		}
	} else {
		p.count(p.book.run.Retries, t)
	}
	k.cost = c.cost
	if t < p.shuts {
		p.count(p.book.run.Stopped, t)
		p.count(p.book.run.Failures, t)
		p.bad(k, t, false)
		return
	}
	no := w.On(system.Refuse, t) || p.r.Float64() < w.Share(system.Partial, t)
	hang := p.hanging(t)
	if !no && hang == t {
		switch w.Server.Kind {
		case system.Queue:
			no = p.busy >= w.Server.Workers && float64(len(p.order)) >= w.Server.Room
		case system.Limited:
			if math.Floor(t+1e-9) != p.second {
				p.second, p.taken = math.Floor(t+1e-9), 0
			}
			x := w.Server.Capacity * w.Share(system.Slow, t)
			no = p.taken >= math.Floor((p.second+1)*x+1e-6)-math.Floor(p.second*x+1e-6)
			if !no {
				p.taken++
			}
		}
	}
	if no {
		p.count(p.book.run.Failures, t)
		p.ends(t, true)
		p.bad(k, t, false)
		return
	}
	k.live, k.in, k.from = true, true, hang
	p.inside++
	p.book.change(inServer, t, 1)
	out := t + w.Client.Timeout
	p.at(out, func() { p.timeout(k, out) })
	switch {
	case w.Server.Kind == system.Slowing && !w.Server.AtArrival:
		p.look(k, k.from, 1)
	case w.Server.Kind == system.Queue:
		p.order = append(p.order, k)
		if hang == t {
			p.work(t)
		} else {
			p.at(hang, func() { p.work(hang) })
		}
	case w.Server.Kind == system.Limited:
		p.post(k, k.from+w.Server.Latency/w.Share(system.Slow, k.from))
	default:
		take := func() { p.post(k, k.from+w.Server.LatencyAt(float64(p.inside))/w.Share(system.Slow, k.from)) }
		if hang == t {
			take()
		} else {
			p.at(hang, take)
		}
	}
}

func (p *player) answer(k *call, t float64) {
	if !k.in {
		return
	}
	k.in = false
	p.inside--
	p.book.change(inServer, t, -1)
	if !k.live || t >= k.start+p.w.Client.Timeout-1e-9 {
		if k.live {
			p.timeout(k, t)
			if !p.w.Client.Cancel {
				p.book.change(staleIn, t, -1)
			}
		} else {
			p.book.change(staleIn, t, -1)
		}
		p.count(p.book.run.Stale, t)
		return
	}
	k.live = false
	p.count(p.book.run.Successes, t)
	p.book.ages[p.book.step(t)] += t - k.start
	p.ends(t, false)
	b := p.w.Client.Budget
	switch b.Kind {
	case system.Throttle:
		p.tokens = min(b.Reserve, p.tokens+b.Ratio)
	case system.Quota:
		p.tokens = min(b.Reserve, p.tokens+max(1, k.cost))
	}
	p.think(k.c, t)
}

func (p *player) timeout(k *call, t float64) {
	if !k.live {
		return
	}
	k.live = false
	p.count(p.book.run.Timeouts, t)
	if p.w.Client.Cancel {
		if k.in {
			p.inside--
			p.book.change(inServer, t, -1)
		}
		k.in = false
		p.order = slices.DeleteFunc(p.order, func(o *call) bool { return o == k })
		if k.working {
			p.busy--
			p.work(t)
		}
	} else {
		p.book.change(staleIn, t, 1)
	}
	p.ends(t, true)
	p.bad(k, t, true)
}

// ends tells the breaker of an end.
func (p *player) ends(t float64, bad bool) {
	b := p.w.Client.Breaker
	if b.Share == 0 || t < p.shuts {
		return
	}
	p.ended = append(p.ended, ended{t, bad})
	first := sort.Search(len(p.ended), func(i int) bool { return p.ended[i].at > t-b.Window })
	p.ended = p.ended[first:]
	n := 0.0
	for _, e := range p.ended {
		if e.bad {
			n++
		}
	}
	if all := float64(len(p.ended)); all >= b.Least && n >= b.Share*all {
		p.shuts, p.ended = t+b.Pause, nil
	}
}

// bad decides what follows a call that ended badly at time t.
func (p *player) bad(k *call, t float64, late bool) {
	c, w, b := k.c, p.w, p.w.Client.Budget
	give := float64(c.retry) >= w.Client.Retries
	if b.Kind == system.Throttle {
		p.tokens = max(0, p.tokens-1)
		give = give || p.tokens <= b.Reserve/2
	}
	if give {
		p.count(p.book.run.GivenUp, t)
		p.think(c, t)
		return
	}
	c.retry++
	plan := w.Client.Policy
	switch {
	case plan.Stateful() && c.retry == 1 && w.Client.FirstFromThink:
		c.last = plan.Next(c.think, false).Sample(p.r)
	case plan.Stateful():
		c.last = plan.Next(c.last, c.retry == 1).Sample(p.r)
	case w.Client.FirstFromThink:
		c.last = plan.One(c.think * math.Pow(plan.Factor, float64(c.retry))).Sample(p.r)
	default:
		c.last = plan.One(plan.InitialDelay * math.Pow(plan.Factor, float64(c.retry-1))).Sample(p.r)
	}
	c.last = math.Max(c.last, w.Client.LeastDelay())
	p.book.change(waiting, t, 1)
	cost := 0.0
	switch {
	case b.Kind == system.Ratio:
		cost = 1
	case b.Kind == system.Quota && late:
		cost = 10
	case b.Kind == system.Quota:
		cost = 5
	}
	next := t + c.last
	p.at(next, func() {
		p.book.change(waiting, next, -1)
		if p.tokens < cost {
			p.count(p.book.run.GivenUp, next)
			p.think(c, next)
			return
		}
		p.tokens -= cost
		c.cost = cost
		p.begin(c, next)
	})
}
