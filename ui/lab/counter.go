package lab

import (
	"net/http"
	"sync"
)

// A counter counts the attempts that arrive at a server. Attempts at the same URL belong to one request until one of
// them succeeds.
type counter struct {
	*Run
	server *server
	first  sync.Once
	began  chan struct{}

	requestsLock sync.Mutex
	requests     map[string]Attempt // the last attempt at each URL
	attempts     int
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.first.Do(func() {
		c.begin()
		c.server = newServer(c.Plan, c.clock, c.meter.leave)
		close(c.began)
	})
	a := c.attempt(r.URL.Path + "?" + r.URL.RawQuery)
	c.meter.begin(a)
	a.Result = c.server.answer(w, r, a.ID)
	a.End = c.clock.now()
	if a.Last = a.Result == Success; a.Last {
		c.requestsLock.Lock()
		delete(c.requests, a.Path)
		c.requestsLock.Unlock()
	}
	c.meter.end(a)
}

// attempt returns the attempt that arrives at a URL now.
func (c *counter) attempt(url string) Attempt {
	c.requestsLock.Lock()
	defer c.requestsLock.Unlock()
	c.attempts++
	a, again := c.requests[url]
	if a.Attempt++; !again {
		a = Attempt{Request: c.attempts, Path: url}
	}
	a.ID, a.Start = c.attempts, c.clock.now()
	c.requests[url] = a
	return a
}
