package lab

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Serve runs the server of the plan alone on a port, 0 for a free one, for clients of another program, and counts their
// attempts. It calls ready with its URL. The clock starts with the first attempt, and Serve returns when the run is
// over or ctx is done. The server hangs by itself, so that attempts are counted when they arrive.
func (r *Run) Serve(ctx context.Context, port uint16, ready func(url string)) error {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return fmt.Errorf("the server does not start: %w", err)
	}
	c := newCounter(r)
	web := &http.Server{Handler: c}
	go func() { _ = web.Serve(listener) }()
	defer web.Close()
	ready("http://" + listener.Addr().String() + "/")
	limit := time.NewTimer(MostTime)
	defer limit.Stop()
	for began := c.began; ; began = nil {
		select {
		case <-began:
			limit.Reset(r.clock.span(r.System.Duration))
			continue
		case <-limit.C:
			if r.Now() == 0 {
				return errors.New("no attempt came")
			}
		case <-ctx.Done():
		}
		r.end()
		return ctx.Err()
	}
}

// A counter counts the attempts that arrive at a server. Attempts at the same URL belong to one request until one of
// them succeeds.
type counter struct {
	run    *Run
	server *server
	first  sync.Once
	began  chan struct{}

	mu       sync.Mutex
	requests map[string]Attempt // the last attempt at each URL
	attempts int
}

func newCounter(r *Run) *counter {
	return &counter{run: r, began: make(chan struct{}), requests: map[string]Attempt{}}
}

// A statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m := c.run.meter
	c.first.Do(func() {
		c.run.begin(time.Now())
		c.server = newServer(c.run.Plan, true, c.run.clock.start)
		c.server.left = m.leave
		close(c.began)
	})
	a := c.attempt(r.URL.Path + "?" + r.URL.RawQuery)
	m.begin(a)
	r.Header.Set(attemptHeader, strconv.Itoa(a.ID))
	answer := &statusWriter{w, 0}
	c.server.ServeHTTP(answer, r)
	a.End = c.run.clock.now()
	switch {
	case answer.status == 0:
		a.Result = Timeout
	case answer.status < 300:
		a.Result, a.Last = Success, true
		c.mu.Lock()
		delete(c.requests, r.URL.Path+"?"+r.URL.RawQuery)
		c.mu.Unlock()
	default:
		a.Result = Rejected
	}
	m.end(a)
}

// attempt returns the attempt that arrives at a URL now.
func (c *counter) attempt(url string) Attempt {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attempts++
	a, again := c.requests[url]
	if a.Attempt++; !again {
		a = Attempt{Request: c.attempts, Path: url}
	}
	a.ID, a.Start = c.attempts, c.run.clock.now()
	c.requests[url] = a
	return a
}
