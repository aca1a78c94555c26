package lab

import (
	"math"
	"slices"
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
	mu      sync.Mutex
	w       fleet.System
	counts  fleet.Result
	seconds []float64 // sum of the latencies of attempts that succeed in a step

	inside, stale, waiting level
	open                   map[int]Attempt // attempts that have not ended
	ghosts                 map[int]float64 // attempts in the server, with the time at which their client left
	keep                   func(line)      // receives the lines of a record
	first                  []Attempt       // those that ended first, at most mostListed
}

// mostListed is the largest number of attempts in a list.
const mostListed = 1000

// newMeter returns a meter of a system whose step comes from [fleet.System.Fine].
func newMeter(w fleet.System) *meter {
	n := w.Steps()
	m := &meter{w: w, counts: fleet.NewResult(w.Step, n), seconds: make([]float64, n), inside: newLevel(w.Step, n),
		stale: newLevel(w.Step, n), waiting: newLevel(w.Step, n), open: map[int]Attempt{}, ghosts: map[int]float64{},
		keep: func(line) {}}
	width, bins := w.PeakBin()
	m.counts.Bin, m.counts.Attempts, m.counts.Whole = width, make([]float64, bins), true
	return m
}

// step returns the step in which t lies.
func (m *meter) step(t float64) int { return clamped(t/m.w.Step, m.counts.Len()) }

func clamped(x float64, n int) int { return max(0, min(n-1, int(x))) }

// begin counts an attempt that starts.
func (m *meter) begin(a Attempt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a.Attempt == 0 {
		m.counts.First[m.step(a.Start)]++
	} else {
		m.counts.Retries[m.step(a.Start)]++
		m.waiting.add(a.Start, -1)
	}
	m.counts.Attempts[clamped(a.Start/m.counts.Bin, len(m.counts.Attempts))]++
	m.counts.UnderWay++
	m.inside.add(a.Start, 1)
	m.open[a.ID] = a
}

// end counts an attempt that has ended.
func (m *meter) end(a Attempt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open[a.ID].Done {
		a.Done = true
	}
	delete(m.open, a.ID)
	i := m.step(a.End)
	m.counts.UnderWay--
	stays := false
	switch a.Result {
	case Success:
		m.counts.Goodput[i]++
		m.seconds[i] += a.End - a.Start
	case Timeout:
		m.counts.Timeouts[i]++
		stays = !a.Done && !m.w.Client.Cancel
	default:
		m.counts.Failures[i]++
	}
	if stays {
		m.ghosts[a.ID] = a.End
		m.stale.add(a.End, 1)
	} else {
		m.inside.add(a.End, -1)
	}
	switch {
	case a.Last && a.Result != Success:
		m.counts.GivenUp[i]++
	case !a.Last:
		m.waiting.add(a.End, 1)
	}
	if a.Last {
		m.counts.LastEnd = max(m.counts.LastEnd, a.End)
	}
	if len(m.first) < mostListed {
		m.first = append(m.first, a)
	}
	m.keep(line{Attempt: &a})
}

// leave counts an attempt that the server is done with at t.
func (m *meter) leave(id int, t float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if since, ghost := m.ghosts[id]; ghost {
		t = max(t, since)
		delete(m.ghosts, id)
		m.counts.Abandoned[m.step(t)]++
		m.inside.add(t, -1)
		m.stale.add(t, -1)
		m.keep(line{Left: &leave{id, t}})
	} else if a, open := m.open[id]; open {
		a.Done = true
		m.open[id] = a
	}
}

// inFlight returns the number of attempts in the server or on their way to it.
func (m *meter) inFlight() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.open) + len(m.ghosts)
}

// close records the attempts that have not ended, and the end of the run as the end of no attempt. The lock is held.
func (m *meter) close(now float64) {
	for _, a := range m.open {
		a.End, a.Result = now, UnderWay
		m.keep(line{Attempt: &a})
	}
	m.keep(line{Left: &leave{At: now}})
	m.keep = func(line) {}
}

// result returns the counts up to time t.
func (m *meter) result(t float64) (fleet.Result, fleet.System) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, r := m.w, m.counts
	if n := int(t / w.Step); n < r.Len() {
		n = max(1, n)
		w.Duration = float64(n) * w.Step
	}
	n := w.Steps()
	for _, s := range r.Series() {
		*s = slices.Clone((*s)[:n])
	}
	r.Attempts = slices.Clone(r.Attempts[:min(len(r.Attempts), int(math.Ceil(w.Duration/r.Bin)))])
	m.inside.means(r.InFlight)
	m.stale.means(r.AbandonedInFlight)
	m.waiting.means(r.Waiting)
	for i := range r.Latency {
		r.Latency[i] = m.seconds[i] / r.Goodput[i] // NaN without goodput
	}
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
