package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"retune/calc/fleet"
)

// A Side is the part of a fleet that a run has.
type Side string

// The sides. The others are programs of the user.
const (
	Whole   Side = ""
	Clients Side = "clients" // the server is another program's
	Server  Side = "server"  // the clients are another program's
)

// A Run is a fleet that is running or has run.
type Run struct {
	Plan
	Side  Side
	meter *meter
	clock clock
	lost  int           // attempts that timed out and never reached the server
	late  time.Duration // the largest delay of a timer in this process
	over  float64       // the end of the run, seconds; 0: not yet

	Unwritten error // why the record lacks attempts; read it after the run
}

// NewRun returns a run of the plan, not begun yet.
func NewRun(p Plan) *Run { return &Run{Plan: p, meter: newMeter(p.System.Fine(p.System.Duration))} }

// Now returns the time of the run, seconds.
func (r *Run) Now() float64 {
	r.meter.mu.Lock()
	defer r.meter.mu.Unlock()
	if r.clock.start.IsZero() {
		return r.over
	}
	end := r.System.Duration
	if r.over > 0 {
		end = min(end, r.over)
	}
	return min(r.clock.now(), end)
}

// end stops the clock, and records the attempts that have not ended.
func (r *Run) end() {
	now := r.Now()
	r.meter.mu.Lock()
	defer r.meter.mu.Unlock()
	r.over = now
	r.meter.close(now)
}

// Measured returns the plan up to the time of the run.
func (r *Run) Measured() Plan {
	p := r.Plan
	_, w := r.meter.result(r.Now())
	p.System.Duration = w.Duration
	return p
}

// Start runs the fleet with a server of its own, or with the one at the URL. It returns when the run is over, or why it
// ended early; what was measured until then is kept.
func (r *Run) Start(ctx context.Context, url string) error {
	if err := r.enough(); err != nil {
		return err
	}
	defer r.end()
	if url != "" {
		return r.against(ctx, url)
	}
	s, err := start(r.Plan, func(l leave) { r.meter.leave(l.ID, l.At) })
	if err != nil {
		return err
	}
	defer s.close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.begin(time.Now())
	s.send(order{Start: r.clock.start})
	go func() {
		<-s.ended
		cancel(errors.New("the server has ended"))
	}()
	r.outages(s)
	go r.watchLateness(ctx)
	err = newClients(r.Plan, fmt.Sprintf("http://127.0.0.1:%d/", s.Port), r.clock, r.meter).run(ctx)
	s.close()
	r.lost = max(0, len(r.meter.ghosts)-s.inside)
	return err
}

// against runs the clients against the server at the URL.
func (r *Run) against(ctx context.Context, url string) error {
	r.meter.w.Client.Cancel = true // as far as the clients know
	if err := reach(url); err != nil {
		return fmt.Errorf("no server answers at %s: %w", url, err)
	}
	r.begin(time.Now())
	c := newClients(r.Plan, url, r.clock, r.meter)
	err := c.run(ctx)
	if failed := c.unconnected.Load(); failed != nil && !c.connected.Load() {
		r.forget()
		return fmt.Errorf("none of %d attempts reached the server at %s: %w", c.attempts.Load(), url, failed.Err)
	}
	return err
}

// forget makes the run one that has not begun: nothing was measured.
func (r *Run) forget() {
	r.begin(time.Time{})
	r.over = 0
}

// begin starts the clock at a time; at the zero time the clock stands still.
func (r *Run) begin(at time.Time) {
	r.meter.mu.Lock()
	defer r.meter.mu.Unlock()
	r.clock = clock{at, r.Speed}
}

// outages stops and resumes the server in each hang.
func (r *Run) outages(s *remote) {
	for _, o := range r.System.Outages {
		if o.Kind == fleet.Hang && signals {
			time.AfterFunc(r.clock.span(o.At), func() { _ = hang(s.process, true) })
			time.AfterFunc(r.clock.span(o.End()), func() {
				s.send(order{Inside: r.meter.inFlight()})
				_ = hang(s.process, false)
			})
		}
	}
}

// enough returns an error if a process may not have as many files open as the run takes.
func (r *Run) enough() error {
	need := uint64(2*r.atOnce() + 128)
	if have := descriptors(); have < need {
		return fmt.Errorf("the run needs %d open files in a process, but %d are allowed: ulimit -n %d", need, have, need)
	}
	return nil
}

// lateness is the acceptable delay of a timer.
const lateness = 50 * time.Millisecond

// watchLateness measures how late timers are.
func (r *Run) watchLateness(ctx context.Context) {
	const each = 10 * time.Millisecond
	for ctx.Err() == nil {
		began := time.Now()
		time.Sleep(each)
		r.meter.mu.Lock()
		r.late = max(r.late, time.Since(began)-each)
		r.meter.mu.Unlock()
	}
}
