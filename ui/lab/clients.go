package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// clients are the clients of a fleet: each has its requests, attempts and waits.
type clients struct {
	Plan
	clock  clock
	url    string
	http   *http.Client
	policy jitter.Policy
	meter  *meter
	all    sync.WaitGroup
	fail   context.CancelCauseFunc // ends the run

	requests, attempts atomic.Int64
	connected          atomic.Bool                 // some attempt reached the server
	unconnected        atomic.Pointer[net.OpError] // why an attempt did not

	mu      sync.Mutex
	rng     *rand.Rand
	sampler jitter.Sampler
	room    chan struct{} // an element for each request of open traffic that is under way
}

func newClients(p Plan, url string, c clock, m *meter) *clients {
	policy := p.policy()
	return &clients{Plan: p, clock: c, url: url, http: newClient(), policy: policy,
		meter: m, rng: rand.New(rand.NewPCG(p.Seed, 2)), sampler: policy.Sampler(), room: make(chan struct{}, MostClients)}
}

// run has the clients make requests until the end of the run, or until ctx is done.
func (c *clients) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.clock.span(c.System.Duration-c.clock.now()))
	defer cancel()
	ctx, c.fail = context.WithCancelCause(ctx)
	defer c.http.CloseIdleConnections()
	if c.System.Traffic.Kind == fleet.Open {
		c.arrive(ctx)
	} else {
		for i := range int(c.System.Traffic.Clients) {
			c.start(func() { c.client(ctx, i) })
		}
	}
	c.all.Wait()
	<-ctx.Done() // the last client of a burst may be done before
	if err := context.Cause(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// start starts a client. A panic of it ends the run.
func (c *clients) start(client func()) {
	c.all.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				c.fail(fmt.Errorf("a client panics: %v", p))
			}
		}()
		client()
	})
}

// arrive starts the requests of open traffic, each by a client of its own.
func (c *clients) arrive(ctx context.Context) {
	for at := 0.0; ; {
		at += c.drawn(c.rng.ExpFloat64) / c.System.Traffic.Rate
		if !c.wait(ctx, at) {
			return
		}
		select {
		case c.room <- struct{}{}:
		default:
			c.fail(fmt.Errorf("more than %d requests are under way at once", MostClients))
			return
		}
		c.start(func() {
			c.call(ctx, 0, 0)
			<-c.room
		})
	}
}

// client does what one client of closed traffic or of a burst does.
func (c *clients) client(ctx context.Context, i int) {
	if c.System.Traffic.Kind == fleet.Burst {
		if c.wait(ctx, c.drawn(c.rng.Float64)*c.System.Traffic.Starts()) {
			c.call(ctx, i, 0)
		}
		return
	}
	for {
		think := c.drawn(c.rng.ExpFloat64) * c.System.Traffic.Think
		if !c.wait(ctx, c.clock.now()+think) {
			return
		}
		c.call(ctx, i, think)
	}
}

// call makes one request after a think time: an attempt, and retries by the policy until one succeeds or the policy
// ends.
func (c *clients) call(ctx context.Context, client int, think float64) {
	a := Attempt{Client: client, Request: int(c.requests.Add(1))}
	var limit jitter.Window
	start, memory := 0.0, 0.0
	if c.System.Client.FirstFromThink {
		memory = think
	}
	for k := 1.0; ; k++ {
		a.ID, a.Start = int(c.attempts.Add(1)), c.clock.now()
		if k == 1 {
			start = a.Start
		}
		c.meter.begin(a)
		var asked float64
		a.Result, asked = c.attempt(ctx, a, start)
		a.End = c.clock.now()
		if ctx.Err() != nil {
			return // the run has ended first
		}
		due := 0.0
		if a.Last = a.Result == Success; !a.Last {
			var delay float64
			delay, memory = c.delay(k, memory)
			waits := true
			if asked > 0 {
				delay, waits = c.System.Client.Honor.Wait(delay, asked, rand.Float64)
			}
			at, made := c.policy.RetryStart(k, a.End-start, a.End-start+delay)
			due, a.Last = start+at, !waits || !made || !limit.Allows(c.policy.Rule.Starts, at)
		}
		c.meter.end(a)
		if a.Last || !c.wait(ctx, due) {
			return
		}
		a.Attempt++
	}
}

// attempt makes an attempt of a request that started at start, and returns how it ends. asked is the wait that its
// answer asks for, seconds.
func (c *clients) attempt(ctx context.Context, a Attempt, start float64) (r Result, asked float64) {
	patience := c.System.Client.Timeout
	if w := c.System.Client.TotalTimeout; w > 0 {
		patience = min(patience, start+w-a.Start)
	}
	if !math.IsInf(patience, 1) {
		timed, cancel := context.WithTimeout(ctx, c.clock.span(patience))
		defer cancel()
		ctx = timed
	}
	url := fmt.Sprint(c.url, a.Client, "/", a.Request)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return Rejected, 0
	}
	request.Header.Set(attemptHeader, strconv.Itoa(a.ID))
	answer, err := c.http.Do(request)
	if failed, _ := errors.AsType[*net.OpError](err); failed != nil && failed.Op == "dial" {
		c.unconnected.Store(failed)
	} else {
		c.connected.Store(true)
	}
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		wait, wrong := strconv.ParseUint(answer.Header.Get(waitHeader), 10, 32)
		if wrong != nil {
			wait, _ = strconv.ParseUint(answer.Header.Get("Retry-After")+"000", 10, 32) // a server of someone else
		}
		asked = float64(wait) / 1e3 * c.Speed
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout, 0
	case err == nil && answer.StatusCode < 300:
		return Success, 0
	}
	return Rejected, asked
}

// delay draws the delay before retry k, seconds, and what the next draw has to know of it.
func (c *clients) delay(k, memory float64) (delay, next float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch fromThink := c.System.Client.FirstFromThink; {
	case fromThink && !c.policy.Stateful():
		grown := min(memory*math.Pow(c.policy.Factor, k), math.MaxFloat64)
		return c.sampler.Around(grown, c.rng.Float64, c.rng.NormFloat64), memory
	case fromThink:
		k = max(2, k) // the think time counts as the delay before retry 1
	}
	delay, next = c.sampler.Draw(k, memory, c.rng.Float64, c.rng.NormFloat64)
	if least := c.System.Client.LeastDelay(); least > 0 {
		delay = max(delay, least)
		next = delay
	}
	return delay, next
}

// drawn returns a number of the generator, which all clients share.
func (c *clients) drawn(draw func() float64) float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return draw()
}

// wait waits until a time of the fleet and reports whether the run goes on.
func (c *clients) wait(ctx context.Context, until float64) bool {
	timer := time.NewTimer(c.clock.span(until - c.clock.now()))
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
