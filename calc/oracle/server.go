package oracle

import (
	"math"
	"slices"

	"retune/calc/fleet"
)

// An attempt is in the server, or its client waits for it, or both.
type attempt struct {
	of     *request
	start  float64
	began  float64 // start of its age, or of its worker's job
	hung   bool    // it arrived in a hang
	inside bool
	over   bool    // its client has its answer or has left
	worked bool    // a worker of a queue processes it
	left   float64 // remaining work of that worker, seconds
	speed  float64 // speed of that work
	turn   int     // number of the only valid event of its checks and ends
}

// arrive brings an attempt to the server, and reports whether the server accepts it, or rejects it.
func (f *simulation) arrive(q *request) (taken, rejected bool) {
	s, slow := f.w.Server, f.share(fleet.Brownout)
	hang := f.on(fleet.Hang)
	switch second := int(f.now); {
	case f.on(fleet.Reject), f.r.Float64() < f.share(fleet.Errors):
		return false, true
	case f.r.Float64() < f.w.FailureRate:
		return false, false
	case hang:
	case s.Kind == fleet.Queue && float64(len(f.inside)) >= s.Workers+s.QueueSize:
		return false, true
	case s.Kind == fleet.Limited:
		x := s.Capacity * slow
		if f.taken[second] >= math.Floor(float64(second+1)*x+1e-6)-math.Floor(float64(second)*x+1e-6) {
			return false, true
		}
		f.taken[second]++
	}
	a := &attempt{of: q, start: f.now, began: f.now, hung: hang, inside: true}
	f.inside = append(f.inside, a)
	f.change(inServer, 1)
	f.at(f.now+f.w.Client.Timeout, func() { f.timeout(a) })
	switch {
	case s.Kind == fleet.Queue:
		a.left = s.ServiceTime * s.Law.Draw(f.r)
		f.speed()
	case hang: // until the hang ends
	case s.Kind == fleet.Limited:
		f.answerAt(a, f.now+s.ServiceTime*s.Law.Draw(f.r)/slow)
	case s.AtArrival:
		f.answerAt(a, f.now+f.drawn(f.latency())/slow)
	default:
		f.lookAt(a, f.now+s.CheckInterval)
	}
	return true, false
}

// latency returns the present latency of a slowing server, in seconds.
func (f *simulation) latency() float64 {
	s := &f.w.Server
	over := float64(len(f.inside)) - s.Concurrency
	if !(over > 0) {
		return s.ServiceTime
	}
	if s.PerAttempt > 0 {
		return s.ServiceTime + over*s.PerAttempt
	}
	if f.slowed == 0 || f.over != over {
		f.over, f.slowed = over, s.ServiceTime*math.Pow(s.Slowdown, over/15)
	}
	return f.slowed
}

// drawn returns the latency of an attempt with a random service time, given the mean latency, seconds.
func (f *simulation) drawn(mean float64) float64 {
	s := &f.w.Server
	switch x := s.Law.Draw(f.r); {
	case s.Law.Kind == fleet.Constant:
		return mean
	case s.PerAttempt > 0:
		return x*s.ServiceTime + (mean - s.ServiceTime)
	default:
		return x * mean
	}
}

// answerAt answers at time t, or at the end of the hang that t falls into.
func (f *simulation) answerAt(a *attempt, t float64) {
	for _, x := range f.w.Outages {
		if x.Kind == fleet.Hang && x.At <= t && t < x.End() {
			t = x.End()
		}
	}
	f.at(t, func() { f.answer(a) })
}

func (f *simulation) lookAt(a *attempt, t float64) {
	a.turn++
	turn := a.turn
	var look func()
	look = func() {
		if !a.inside || a.turn != turn || f.on(fleet.Hang) {
			return
		}
		if f.now-a.began >= f.latency()/f.share(fleet.Brownout)-1e-9 {
			f.answer(a)
		} else {
			f.at(f.now+f.w.Server.CheckInterval, look)
		}
	}
	f.at(t, look)
}

// hangOver resumes the attempts in the server after a hang.
func (f *simulation) hangOver(x fleet.Outage) {
	s, slow, latency := f.w.Server, f.share(fleet.Brownout), f.latency()
	if s.Kind == fleet.Queue { // its workers resume through their speed
		return
	}
	for _, a := range slices.Clone(f.inside) {
		switch came := a.hung && a.start >= x.At; {
		case s.Kind == fleet.Limited && came:
			f.answerAt(a, f.now+s.ServiceTime*s.Law.Draw(f.r)/slow)
		case s.Kind == fleet.Slowing && s.AtArrival && came:
			f.answerAt(a, f.now+f.drawn(latency)/slow)
		case s.Kind == fleet.Limited || s.AtArrival: // its answer is due at its time
		case came:
			a.began = f.now
			f.lookAt(a, f.now+s.CheckInterval)
		default:
			f.lookAt(a, f.now)
		}
	}
}

// speed starts free workers of a queue, and sets the speed of all.
func (f *simulation) speed() {
	if f.w.Server.Kind != fleet.Queue {
		return
	}
	speed := f.share(fleet.Brownout)
	if f.on(fleet.Hang) {
		speed = 0
	}
	for i, a := range f.inside {
		if float64(i) >= f.w.Server.Workers {
			break
		}
		if a.worked && a.speed == speed {
			continue
		}
		if a.worked {
			a.left -= (f.now - a.began) * a.speed
		}
		a.worked, a.began, a.speed = true, f.now, speed
		a.turn++
		turn := a.turn
		if speed > 0 {
			f.at(f.now+math.Max(0, a.left)/speed, func() {
				if a.inside && a.turn == turn {
					f.answer(a)
				}
			})
		}
	}
}

func (f *simulation) timeout(a *attempt) {
	if a.over {
		return
	}
	a.over = true
	if f.w.Client.Cancel {
		f.remove(a)
	} else {
		f.change(staleIn, 1)
	}
	f.failed(a.of, true, false, false)
}

// answer answers an attempt. An answer that is due as the client leaves is too late.
func (f *simulation) answer(a *attempt) {
	if a.inside && !a.over && f.now >= a.start+f.w.Client.Timeout-1e-9 {
		f.timeout(a)
	}
	if !a.inside {
		return
	}
	f.remove(a)
	if a.over {
		f.change(staleIn, -1)
		f.count(f.result.Abandoned)
		return
	}
	a.over = true
	f.ages[min(len(f.ages)-1, int(f.now/f.w.Step+1e-9))] += f.now - a.start
	f.succeeded(a.of)
}

func (f *simulation) remove(a *attempt) {
	i := slices.Index(f.inside, a)
	f.inside = slices.Delete(f.inside, i, i+1)
	a.inside = false
	f.change(inServer, -1)
	f.speed()
}
