package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// clients are the clients of a fleet: each has its requests, attempts and waits.
type clients struct {
	*Run
	url     string
	http    *http.Client
	policy  jitter.Policy
	sampler jitter.Sampler
	all     sync.WaitGroup
	fail    context.CancelCauseFunc // ends the run

	requests, attempts, underWay atomic.Int64 // underWay counts requests of open traffic
}

func newClients(r *Run, url string) *clients {
	policy := r.System.Client.Policy.WithoutIdleStops()
	policy.AttemptTime = 0 // an attempt takes real time
	return &clients{Run: r, url: url, http: newClient(), policy: policy, sampler: policy.Sampler()}
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
			c.all.Go(func() { c.client(ctx, i) })
		}
	}
	c.all.Wait()
	<-ctx.Done() // the last client of a burst may be done before
	if err := context.Cause(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// arrive starts the requests of open traffic, each by a client of its own.
func (c *clients) arrive(ctx context.Context) {
	for at := 0.0; ; {
		at += rand.ExpFloat64() / c.System.Traffic.Rate
		if !c.wait(ctx, at) {
			return
		}
		if c.underWay.Add(1) > MostClients {
			c.fail(fmt.Errorf("more than %d requests are under way at once", MostClients))
			return
		}
		c.all.Go(func() {
			c.call(ctx, 0)
			c.underWay.Add(-1)
		})
	}
}

// client does what one client of closed traffic or of a burst does.
func (c *clients) client(ctx context.Context, i int) {
	if c.System.Traffic.Kind == fleet.Burst {
		if c.wait(ctx, rand.Float64()*fleet.BurstSpan) {
			c.call(ctx, i)
		}
		return
	}
	for c.wait(ctx, c.clock.now()+rand.ExpFloat64()*c.System.Traffic.Think) {
		c.call(ctx, i)
	}
}

// call makes one request: an attempt, and retries by the policy until one succeeds or the policy ends.
func (c *clients) call(ctx context.Context, client int) {
	a := Attempt{Client: client, Request: int(c.requests.Add(1))}
	var limit jitter.Window
	start, memory := 0.0, 0.0
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
			c.mu.Lock() // the sampler remembers what it has computed
			delay, memory = c.sampler.Draw(k, memory, rand.Float64, rand.NormFloat64)
			c.mu.Unlock()
			if least := c.System.Client.LeastDelay(); least > 0 {
				delay = max(delay, least)
				memory = delay
			}
			waits := true
			if asked > 0 {
				delay, waits = c.System.Client.Honor.Wait(delay, asked, rand.Float64)
			}
			at, made := c.policy.Goes(k, a.End-start, a.End-start+delay)
			due, a.Last = start+at, !waits || !made || !limit.Lets(c.policy.Rule.Starts, at)
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
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		wait, _ := strconv.ParseFloat(answer.Header.Get(waitHeader), 64)
		asked = wait / 1e3 * c.Speed
	}
	switch {
	case errors.Is(err, syscall.EMFILE):
		c.fail(errors.New("a process may not open so many files: ulimit -n allows more"))
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout, 0
	case err == nil && answer.StatusCode < 300:
		return Success, 0
	}
	return Rejected, asked
}

// wait waits until a time of the fleet and reports whether the run goes on. It measures how late timers are.
func (c *clients) wait(ctx context.Context, until float64) bool {
	until = max(until, c.clock.now())
	goes := c.clock.wait(ctx, until)
	if goes {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.late = max(c.late, c.clock.now()-until)
	}
	return goes
}
