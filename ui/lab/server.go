package lab

import (
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"retune/calc/fleet"
)

// A server answers HTTP requests as the server of a fleet does; see [fleet.ServerKind]. An attempt whose client has
// left stays until it is done, unless Cancel is set. It then needs no connection.
type server struct {
	fleet.System
	hangs bool                     // the server hangs by itself, and no signal stops it
	left  func(id int, at float64) // called when an attempt leaves the server, with the lock held; or nil

	mu       sync.Mutex
	clock    clock
	rng      *rand.Rand
	inside   int    // attempts in the server
	waiting  []*job // attempts in a queue, in order of arrival
	busy     int    // busy workers
	second   float64
	accepted float64 // attempts in the present second, for a rate-limited server
	looks    looks
	closed   chan struct{}
}

// A job is the work of one attempt.
type job struct {
	id    int
	done  chan struct{}
	ended bool
	tick  int // the tick at which its age begins, if the server checks it
}

func newServer(p Plan, hangs bool, start time.Time) *server {
	s := &server{System: p.System, hangs: hangs, clock: clock{start, p.Speed}, rng: rand.New(rand.NewPCG(p.Seed, 1)),
		closed: make(chan struct{})}
	if s.polls() {
		s.looks.prepare(s.Server.CheckInterval, p.Speed)
		go s.look()
	}
	return s
}

// close ends the checks of attempts.
func (s *server) close() { close(s.closed) }

// polls reports whether the server repeatedly checks whether attempts are done.
func (s *server) polls() bool { return s.Server.Kind == fleet.Slowing && !s.Server.AtArrival }

// on returns the outage of a kind that is on now, if there is one.
func (s *server) on(kind fleet.OutageKind) (o fleet.Outage, ok bool) {
	now := s.clock.now()
	for _, o := range s.Outages {
		if o.Kind == kind && o.At <= now && now < o.End() {
			return o, true
		}
	}
	return o, false
}

// ended returns how many outages of a kind are over.
func (s *server) ended(kind fleet.OutageKind) (n int) {
	for _, o := range s.Outages {
		if o.Kind == kind && o.End() <= s.clock.now() {
			n++
		}
	}
	return n
}

// share returns the available share of the server's capacity: less than 1 in a brownout.
func (s *server) share() float64 {
	if o, on := s.on(fleet.Brownout); on {
		return o.Share
	}
	return 1
}

// hanging returns how long the server will still hang by itself, seconds.
func (s *server) hanging() float64 {
	if o, on := s.on(fleet.Hang); on && s.hangs {
		return o.End() - s.clock.now()
	}
	return 0
}

// attemptHeader carries the number by which server and clients identify an attempt.
const attemptHeader = "Retune-Attempt"

// waitHeader carries the exact wait that a rejection asks for, in milliseconds, as some services of Azure send it.
const waitHeader = "Retry-After-Ms"

// ServeHTTP answers one attempt: 200 when it is done, 503 at once if it is rejected.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.Header.Get(attemptHeader))
	j, wait := s.admit(id)
	if j == nil {
		if wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
			w.Header().Set(waitHeader, strconv.FormatInt(wait.Milliseconds(), 10))
		}
		http.Error(w, "rejected", http.StatusServiceUnavailable)
		return
	}
	select {
	case <-j.done:
		w.WriteHeader(http.StatusOK)
	case <-r.Context().Done():
		if s.Client.Cancel {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.end(j)
		}
	}
}

// admit begins an attempt. If it is rejected, j is nil and wait is the wait that the server asks for, by the clock.
func (s *server) admit(id int) (j *job, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rest := s.hanging()
	if failed, asks := s.fails(); failed || rest == 0 && s.full() {
		if a := s.Server.RetryAfter; asks && a.Least > 0 {
			wait = s.clock.span(a.Least + a.Spread*s.rng.Float64())
		}
		return nil, wait
	}
	j = &job{id: id, done: make(chan struct{})}
	s.inside++
	if rest > 0 {
		s.after(rest, func() { s.begin(j) })
	} else {
		s.begin(j)
	}
	return j, 0
}

// after calls f with the lock held, after a number of seconds of the fleet.
func (s *server) after(seconds float64, f func()) {
	time.AfterFunc(s.clock.span(seconds), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		f()
	})
}

// fails reports whether an arriving attempt fails at once, by an outage or by chance. asks is set unless it fails by
// chance: any other rejection asks for a wait.
func (s *server) fails() (failed, asks bool) {
	if _, on := s.on(fleet.Reject); on {
		return true, true
	}
	share := s.FailureRate
	if o, on := s.on(fleet.Errors); on {
		share = 1 - (1-share)*(1-o.Share)
	}
	x := s.rng.Float64()
	return x < share, x >= s.FailureRate
}

// full reports whether the server has no room for an arriving attempt. An attempt that gets room is counted.
func (s *server) full() bool {
	switch s.Server.Kind {
	case fleet.Queue:
		return s.busy >= int(s.Server.Workers) && float64(len(s.waiting)) >= s.Server.QueueSize
	case fleet.Limited:
		if second := math.Floor(s.clock.now()); second != s.second {
			s.second, s.accepted = second, 0
		}
		x := s.Server.Capacity * s.share()
		if s.accepted >= math.Floor((s.second+1)*x+1e-6)-math.Floor(s.second*x+1e-6) {
			return true
		}
		s.accepted++
	}
	return false
}

// begin starts the work of an attempt.
func (s *server) begin(j *job) {
	switch {
	case j.ended: // its client left while the server hung
	case s.polls():
		s.looks.add(j, s.clock.now())
	case s.Server.Kind == fleet.Queue:
		s.waiting = append(s.waiting, j)
		s.next()
	case s.Server.Kind == fleet.Slowing:
		s.finish(j, s.Server.Slowed(s.Server.LatencyAt(float64(s.inside)), s.Server.Law.Draw(s.rng))/s.share())
	default:
		s.finish(j, s.drawn()/s.share())
	}
}

// finish ends the attempt after a number of seconds, or when the server stops hanging.
func (s *server) finish(j *job, seconds float64) {
	s.after(seconds, func() {
		if rest := s.hanging(); rest > 0 {
			s.finish(j, rest)
			return
		}
		s.end(j)
		if s.Server.Kind == fleet.Queue {
			s.busy--
			s.next()
		}
	})
}

// next gives work to idle workers.
func (s *server) next() {
	for s.busy < int(s.Server.Workers) && len(s.waiting) > 0 {
		j := s.waiting[0]
		if s.waiting = s.waiting[1:]; !j.ended {
			s.busy++
			s.finish(j, s.drawn()/s.share())
		}
	}
}

// drawn returns the service time of an attempt that the server starts to serve, seconds.
func (s *server) drawn() float64 { return s.Server.ServiceTime * s.Server.Law.Draw(s.rng) }

// end ends an attempt.
func (s *server) end(j *job) {
	if j.ended {
		return
	}
	j.ended = true
	s.inside--
	if s.left != nil {
		s.left(j.id, s.clock.now())
	}
	close(j.done)
}
