package lab

import (
	"math"
	"sync"

	"retune/calc/fleet"
)

// A Result is the end of an attempt, in the form of a record.
type Result string

// The results.
const (
	Success  Result = "success"
	Rejected Result = "rejected"
	Timeout  Result = "timeout"   // the client stopped waiting
	UnderWay Result = "under way" // it had not ended when the run did
)

// An Attempt is one attempt of a client. Times are seconds of the fleet since the start.
type Attempt struct {
	Client  int     `json:"client"`
	Request int     `json:"request"`
	Attempt int     `json:"attempt"` // 0: the first one
	Start   float64 `json:"start"`
	End     float64 `json:"end"`
	Result  Result  `json:"result"`
	Last    bool    `json:"last,omitempty"` // no attempt of this request follows
	Done    bool    `json:"done,omitempty"` // the server finished it before the client stopped
	ID      int     `json:"id"`             // identifies it to the server
	Path    string  `json:"path,omitempty"` // path of the URL, if a server records alone
}

// A meter counts attempts and returns the same kind of result as a simulation.
type meter struct {
	mu              sync.Mutex
	w               fleet.System
	counts          fleet.Result
	inside, waiting level
	open            map[int]Attempt // attempts that have not ended
	ghosts          map[int]float64 // attempts in the server, with the time at which their client left
	keep            func(line)      // receives the lines of a record
}

// newMeter returns a meter of a system whose step comes from [fleet.System.Fine].
func newMeter(w fleet.System) *meter {
	n := w.Steps()
	m := &meter{w: w, counts: fleet.NewResult(w.Step, n), inside: newLevel(w.Step, n), waiting: newLevel(w.Step, n),
		open: map[int]Attempt{}, ghosts: map[int]float64{}, keep: func(line) {}}
	width, bins := w.PeakBin()
	m.counts.Bin, m.counts.Attempts, m.counts.Whole = width, make([]float64, bins), true
	return m
}

// tally adds one to the element of a list that has steps of some seconds, for a time.
func tally(list []float64, t, step float64) { list[clamped(t/step, len(list))]++ }

func clamped(x float64, n int) int { return max(0, min(n-1, int(x))) }

// begin remembers an attempt that starts.
func (m *meter) begin(a Attempt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open[a.ID] = a
}

// end counts an attempt that has ended, unless the run has ended before it.
func (m *meter) end(a Attempt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if was, open := m.open[a.ID]; open {
		a.Done = was.Done && a.Result == Timeout
		m.count(a)
	}
}

// count counts an attempt when it has ended, or when the run has. The lock is held.
func (m *meter) count(a Attempt) {
	delete(m.open, a.ID)
	m.keep(line{Attempt: &a})
	r := &m.counts
	starts, ends := r.First, r.Failures
	if a.Attempt > 0 {
		starts = r.Retries
		m.waiting.add(a.Start, -1)
	}
	tally(starts, a.Start, r.Step)
	tally(r.Attempts, a.Start, r.Bin)
	m.inside.add(a.Start, 1)
	switch a.Result {
	case UnderWay:
		return
	case Success:
		ends = r.Goodput
	case Timeout:
		ends = r.Timeouts
	}
	tally(ends, a.End, r.Step)
	if a.Result == Timeout && !a.Done && !m.w.Client.Cancel {
		m.ghosts[a.ID] = a.End
	} else {
		m.inside.add(a.End, -1)
	}
	if !a.Last {
		m.waiting.add(a.End, 1)
		return
	}
	if r.LastEnd = max(r.LastEnd, a.End); a.Result != Success {
		tally(r.GivenUp, a.End, r.Step)
	}
}

// leave counts an attempt that the server is done with at t.
func (m *meter) leave(id int, t float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if since, ghost := m.ghosts[id]; ghost {
		t = max(t, since)
		delete(m.ghosts, id)
		m.inside.add(t, -1)
		m.keep(line{Left: &leave{id, t}})
	} else if a, open := m.open[id]; open {
		a.Done = true
		m.open[id] = a
	}
}

// close records the attempts that have not ended, and the end of the run as that of no attempt.
func (m *meter) close(now float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range m.open {
		a.End, a.Result = now, UnderWay
		m.count(a)
	}
	m.keep(line{Left: &leave{At: now}})
	m.keep = func(line) {}
}

// result returns the counts up to time t, and the system with that duration.
func (m *meter) result(t float64) (fleet.Result, fleet.System) {
	w, r := m.w, m.counts
	if n := int(t / w.Step); n < r.Len() {
		w.Duration = float64(max(1, n)) * w.Step
	}
	for _, s := range r.Series() {
		*s = (*s)[:w.Steps()]
	}
	r.Attempts = r.Attempts[:min(len(r.Attempts), int(math.Ceil(w.Duration/r.Bin)))]
	m.inside.means(r.InFlight)
	m.waiting.means(r.Waiting)
	return r, w
}

// A level is a number that changes over time, such as the number of attempts in the server.
type level struct {
	step           float64
	changes, areas []float64 // for each step: its change, and the integral of the change over the step
}

func newLevel(step float64, n int) level { return level{step, make([]float64, n), make([]float64, n)} }

// add changes the level at time t.
func (l *level) add(t, change float64) {
	i := clamped(t/l.step, len(l.changes))
	l.changes[i] += change
	l.areas[i] += change * max(0, float64(i+1)*l.step-t)
}

// means fills in the mean level of each step.
func (l *level) means(list []float64) {
	now := 0.0
	for i := range list {
		list[i] = now + l.areas[i]/l.step
		now += l.changes[i]
	}
}
