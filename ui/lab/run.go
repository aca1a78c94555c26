package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"sync"
	"time"

	"retune/calc/simulate"
)

// A Run is a fleet that is running or has run.
type Run struct {
	Plan
	predicted *prediction
	meter     *meter

	mu    sync.Mutex
	clock clock
	over  float64 // the end of the run, seconds; 0: not yet
	late  float64 // the largest delay of a timer of the clients, seconds of the fleet

	Unwritten error // why the record lacks attempts; read it after the run
}

// longest is the longest time that a fleet whose duration is +Inf runs after its outages, seconds.
const longest = 240

// NewRun returns a run of the plan, not begun yet, with its prediction. A fleet whose duration is +Inf runs until the
// simulation is settled.
func NewRun(ctx context.Context, p Plan) (*Run, error) {
	w, ends := p.System, p.System.Duration
	if math.IsInf(ends, 1) {
		settled, err := simulate.Settling(ctx, w, simulate.Options{Seed: p.Seed, Runs: 1, Cores: 2, Scale: 1})
		if err != nil {
			return nil, err
		}
		ends = min(settled, w.OutageEnd()+longest)
	}
	p.System = w.Fine(ends)
	q, err := predict(ctx, p)
	return &Run{Plan: p, predicted: q, meter: newMeter(p.System)}, err
}

// Now returns the time of the run, seconds; 0 before it begins.
func (r *Run) Now() float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over > 0 || r.clock.start.IsZero() {
		return r.over
	}
	return min(r.clock.now(), r.System.Duration)
}

// begin starts the clock.
func (r *Run) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clock = clock{time.Now(), r.Speed}
}

// end stops the clock, and records the attempts that have not ended.
func (r *Run) end() {
	now := r.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = now
	r.meter.close(now)
}

// listen opens a port of this machine, 0 for a free one, and returns its URL.
func listen(port uint16) (listener net.Listener, url string, err error) {
	if listener, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err != nil {
		return nil, "", fmt.Errorf("the server does not start: %w", err)
	}
	return listener, "http://" + listener.Addr().String() + "/", nil
}

// Start runs the fleet with a server of its own, or with the one at the URL. It returns when the run is over, or why it
// ended early; what was measured until then is kept.
func (r *Run) Start(ctx context.Context, url string) error {
	if url != "" {
		r.meter.w.Client.Cancel = true // as far as the clients know
		r.begin()
	} else {
		listener, own, err := listen(0)
		if err != nil {
			return err
		}
		defer listener.Close()
		r.begin()
		url = own
		go func() { _ = http.Serve(listener, newServer(r.Plan, r.clock, r.meter.leave)) }()
	}
	defer r.end()
	return newClients(r, url).run(ctx)
}

// Serve runs the server of the plan alone on a port, 0 for a free one, for clients of another program, and counts their
// attempts when they arrive. It calls ready with its URL. The clock starts with the first attempt, and Serve returns
// when the run is over or ctx is done.
func (r *Run) Serve(ctx context.Context, port uint16, ready func(url string)) error {
	listener, url, err := listen(port)
	if err != nil {
		return err
	}
	defer listener.Close()
	defer r.end()
	c := &counter{Run: r, began: make(chan struct{}), requests: map[string]Attempt{}}
	go func() { _ = http.Serve(listener, c) }()
	ready(url)
	select {
	case <-c.began:
		r.clock.wait(ctx, r.System.Duration)
	case <-time.After(MostTime):
		return errors.New("no attempt came")
	case <-ctx.Done():
	}
	return ctx.Err()
}
