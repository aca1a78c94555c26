package oracle

import (
	"container/heap"
	"math"
	"math/rand/v2"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// A simulation is the state of a simulated system. Everything that happens is an event: every check of an attempt, and
// every end of a worker's job.
type simulation struct {
	w       fleet.System
	r       *rand.Rand
	now     float64
	agenda  agenda
	serial  int
	result  fleet.Result
	ages    []float64 // ages of the attempts that succeed, summed in each step
	level   [3]float64
	since   [3]float64 // times up to which the levels are summed
	inside  []*attempt // attempts in the server, in order of arrival
	taken   map[int]float64
	process []process
	last    map[int]*request // last request of each client, if it succeeded
	over    float64          // attempts above the concurrency for which slowed was computed last
	slowed  float64          // the latency for over, seconds
	loop    jitter.Policy    // policy of the clients without ticks, which belong to the loop that starts retries
}

type event struct {
	at     float64
	serial int
	do     func()
}

type agenda []*event

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].serial < a[j].serial
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(*event)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// A process shares a budget and a breaker.
type process struct {
	tokens, opened    float64 // opened: until when the breaker is open
	ends              []end   // within the window of the breaker
	bad               int     // bad ones among ends
	attempts, retries float64 // under way; retries includes waiting ones
	// times at which the events of a budget with a window came, and at which it granted retries
	counted, granted []float64
}

type end struct {
	at  float64
	bad bool
}

// A request is one thing that a client wants done.
type request struct {
	process *process
	client  int
	start   float64
	retry   int
	refund  float64 // tokens that its success returns
	delays  *Delays
	window  window
	before  int // retries of the client's previous requests that count together with its own
}

// The levels of a fleet.
const (
	inServer = iota
	staleIn
	waiting
)

// Run simulates a system once.
func Run(w fleet.System, seed uint64) fleet.Result {
	n := int(math.Ceil(w.Duration/w.Step - 1e-9))
	f := &simulation{w: w, r: rand.New(rand.NewPCG(seed, 77)), result: fleet.NewResult(w.Step, n),
		ages: make([]float64, n), taken: map[int]float64{}, last: map[int]*request{}}
	f.loop = w.Client.Policy
	if w.Window == 0 {
		w.Window = 1
	}
	f.result.Bin, f.result.Whole = w.Window/64, true
	f.result.Attempts = make([]float64, int(math.Ceil(w.Duration/f.result.Bin-1e-9)))
	f.process = make([]process, max(1, int(w.Client.Processes)))
	for i := range f.process {
		f.process[i].tokens = w.Client.Budget.Reserve
	}
	for _, x := range w.Outages {
		f.at(x.At, f.speed)
		f.at(x.End(), func() {
			f.speed()
			if x.Kind == fleet.Hang {
				f.at(f.now, func() { f.hangOver(x) }) // after the answers that are due now
			}
		})
	}
	switch w.Traffic.Kind {
	case fleet.Open:
		f.arrivals()
	case fleet.Closed:
		for i := range int(w.Traffic.Clients) {
			f.think(i)
		}
	case fleet.Burst:
		for i := range int(w.Traffic.Clients) {
			at := max(fleet.BurstSpan, w.Traffic.Spread) * f.r.Float64()
			f.at(at, func() { f.request(i, 0) })
		}
	}
	for len(f.agenda) > 0 && f.agenda[0].at < w.Duration {
		e := heap.Pop(&f.agenda).(*event)
		f.now = e.at
		e.do()
	}
	f.now = w.Duration
	for i := range f.level {
		f.change(i, 0)
	}
	for i := range n {
		f.result.Latency[i] = f.ages[i] / f.result.Goodput[i]
		for _, s := range [][]float64{f.result.InFlight, f.result.AbandonedInFlight, f.result.Waiting} {
			s[i] /= math.Min(w.Step, w.Duration-float64(i)*w.Step)
		}
	}
	return f.result
}

func (f *simulation) at(t float64, do func()) {
	f.serial++
	heap.Push(&f.agenda, &event{t, f.serial, do})
}

// count counts an event now.
func (f *simulation) count(series []float64) { series[min(len(series)-1, int(f.now/f.w.Step+1e-9))]++ }

// change changes a level now.
func (f *simulation) change(i int, by float64) {
	s := [][]float64{f.result.InFlight, f.result.AbandonedInFlight, f.result.Waiting}[i]
	for f.since[i] < f.now {
		k := min(len(s)-1, int(f.since[i]/f.w.Step+1e-9))
		until := f.now
		if k < len(s)-1 {
			until = math.Min(until, float64(k+1)*f.w.Step)
		}
		s[k] += f.level[i] * (until - f.since[i])
		f.since[i] = until
	}
	f.level[i] += by
}

// after calls do after an exponential time with the rate of the traffic, which restarts whenever the rate changes.
func (f *simulation) after(mean float64, do func()) {
	t := f.now + f.r.ExpFloat64()*mean/f.share(fleet.Spike)
	next := math.Inf(1)
	for _, x := range f.w.Outages {
		for _, edge := range []float64{x.At, x.End()} {
			if edge > f.now && edge < next {
				next = edge
			}
		}
	}
	if t < next {
		f.at(t, do)
	} else if next < f.w.Duration {
		f.at(next, func() { f.after(mean, do) })
	}
}

func (f *simulation) think(client int) {
	began := f.now
	f.after(f.w.Traffic.Think, func() { f.request(client, f.now-began) })
}

func (f *simulation) arrivals() {
	f.after(1/f.w.Traffic.Rate, func() {
		f.arrivals()
		f.request(f.r.IntN(len(f.process)), 0)
	})
}

// request starts a request after a think time.
func (f *simulation) request(client int, think float64) {
	c := &f.w.Client
	q := &request{process: &f.process[client%len(f.process)], client: client, start: f.now,
		delays: NewDelays(&f.loop, f.r), refund: 1}
	if last := f.last[client]; last != nil && f.w.Traffic.Kind == fleet.Closed && think < c.Rule.Reset {
		q.before, q.delays = last.before+last.retry, last.delays
	}
	if c.Policy.Feedback && c.Jitter.Type != jitter.Decorrelated {
		q.delays.Least = c.InitialDelay / 100
	}
	if c.FirstFromThink {
		q.delays.After(think)
	}
	f.attempt(q)
}

// attempt makes the next attempt of a request.
func (f *simulation) attempt(q *request) {
	p, b := q.process, &f.w.Client.Budget
	if q.retry == 0 {
		f.count(f.result.First)
		if b.Kind == fleet.Ratio {
			p.tokens = math.Min(b.Reserve, p.tokens+b.Ratio)
		}
		if !b.OnSuccess {
			p.counted = append(p.counted, f.now)
		}
	} else {
		f.change(waiting, -1)
		f.count(f.result.Retries)
		if b.Kind == fleet.Concurrent {
			p.counted = append(p.counted, f.now)
		}
	}
	f.result.UnderWay++
	p.attempts++
	if f.now < p.opened && (q.retry > 0 || !f.w.Client.Breaker.RetriesOnly) || f.throttles(p) {
		f.count(f.result.Stopped)
		f.failed(q, false, true, false)
		return
	}
	f.result.Attempts[min(len(f.result.Attempts)-1, int(f.now/f.result.Bin+1e-9))]++
	if taken, rejected := f.arrive(q); !taken {
		f.failed(q, false, false, rejected)
	}
}

// sees reports the end of an attempt to the breaker.
func (f *simulation) sees(p *process, bad bool) {
	b := &f.w.Client.Breaker
	if b.Share == 0 || f.now < p.opened {
		return
	}
	p.ends = append(p.ends, end{f.now, bad})
	if bad {
		p.bad++
	}
	for ; p.ends[0].at <= f.now-b.Window; p.ends = p.ends[1:] {
		if p.ends[0].bad {
			p.bad--
		}
	}
	all, wrong := float64(len(p.ends)), float64(p.bad)
	if all >= b.Least && wrong/all >= b.Share-1e-12 && b.Adaptive == 0 {
		p.opened, p.ends, p.bad = f.now+b.Pause, nil, 0
	}
}

// failed ends an attempt by failure or, if late, by timeout. rejected reports whether the server rejected it.
func (f *simulation) failed(q *request, late, stopped, rejected bool) {
	f.result.UnderWay--
	if late {
		f.count(f.result.Timeouts)
	} else {
		f.count(f.result.Failures)
	}
	if !stopped || f.w.Client.Breaker.Adaptive > 0 {
		f.sees(q.process, true)
	}
	c := &f.w.Client
	f.leaves(q)
	if !f.mayRetry(q.process) {
		f.giveUp(q)
		return
	}
	q.retry++
	k := float64(q.before + q.retry)
	delay, goes := f.honored(q.delays.Next(), rejected)
	if !goes {
		f.giveUp(q)
		return
	}
	due := f.now + delay - q.start
	end := q.start + math.Min(due, c.Policy.CallLimit())
	due, starts := Starts(&c.Policy, k, f.now-q.start, due)
	if !starts && c.WaitAfterLast && end > f.now {
		f.count(f.result.GivenUp)
		f.result.LastEnd = f.now
		delete(f.last, q.client)
		f.at(end, func() { f.rest(q) })
		return
	}
	if !starts || !q.window.lets(&c.Policy, due) {
		f.giveUp(q)
		return
	}
	p, b := q.process, &c.Budget
	if q.refund = cost(b, late); p.tokens < q.refund-1e-9 {
		f.giveUp(q)
		return
	}
	p.tokens -= q.refund
	if b.Kind == fleet.Expiring {
		if f.within(p.granted)+1 > b.Ratio*f.within(p.counted)+b.Reserve*b.Window+1e-9 {
			f.giveUp(q)
			return
		}
		p.granted = append(p.granted, f.now)
	}
	t := q.start + due
	q.process.retries++
	f.change(waiting, 1)
	f.at(t, func() { f.attempt(q) })
}

// leaves removes an attempt from the counts of its process.
func (f *simulation) leaves(q *request) {
	q.process.attempts--
	if q.retry > 0 {
		q.process.retries--
	}
}

func (f *simulation) giveUp(q *request) {
	delete(f.last, q.client)
	f.count(f.result.GivenUp)
	f.result.LastEnd = f.now
	f.rest(q)
}

// succeeded ends an attempt by an answer in time.
func (f *simulation) succeeded(q *request) {
	f.result.UnderWay--
	f.count(f.result.Goodput)
	f.result.LastEnd = f.now
	f.leaves(q)
	f.last[q.client] = q
	f.sees(q.process, false)
	switch b, p := f.w.Client.Budget, q.process; b.Kind {
	case fleet.Throttle:
		p.tokens = math.Min(b.Reserve, p.tokens+b.Ratio)
	case fleet.Quota:
		p.tokens = math.Min(b.Reserve, p.tokens+q.refund)
	case fleet.Expiring:
		if b.OnSuccess {
			p.counted = append(p.counted, f.now)
		}
	}
	f.rest(q)
}

func (f *simulation) rest(q *request) {
	if f.w.Traffic.Kind == fleet.Closed {
		f.think(q.client)
	}
}

// Mean simulates a system n times, and returns the means of all figures and their standard errors. A latency is the
// mean over the runs that have one.
func Mean(w fleet.System, n int, seed uint64) (mean, se fleet.Result, runs []fleet.Result) {
	for i := range n {
		runs = append(runs, Run(w, seed<<32+uint64(i)))
	}
	of := func(at func(*fleet.Result) *float64) {
		var xs []float64
		for i := range runs {
			if x := *at(&runs[i]); x == x {
				xs = append(xs, x)
			}
		}
		sum, squares := 0.0, 0.0
		for _, x := range xs {
			sum += x
		}
		m := sum / float64(len(xs))
		for _, x := range xs {
			squares += (x - m) * (x - m)
		}
		*at(&mean), *at(&se) = m, math.Sqrt(squares/float64(len(xs))/float64(len(xs)-1))
	}
	mean, se = fleet.NewResult(w.Step, runs[0].Len()), fleet.NewResult(w.Step, runs[0].Len())
	mean.Attempts, se.Attempts = make([]float64, len(runs[0].Attempts)), make([]float64, len(runs[0].Attempts))
	mean.Bin, se.Bin = runs[0].Bin, runs[0].Bin
	for k := range mean.Series() {
		for i := range mean.Len() {
			of(func(r *fleet.Result) *float64 { return &(*r.Series()[k])[i] })
		}
	}
	for i := range mean.Attempts {
		of(func(r *fleet.Result) *float64 { return &r.Attempts[i] })
	}
	of(func(r *fleet.Result) *float64 { return &r.UnderWay })
	return mean, se, runs
}
