package lab

import (
	"errors"
	"fmt"
	"math"
	"time"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// The limits of a run.
const (
	MostClients = 5000             // clients, or requests under way at once
	MostTime    = 10 * time.Minute // by the clock
	MostSpeed   = 100
)

// A Plan is a fleet to run.
type Plan struct {
	System fleet.System
	Speed  float64 // seconds of the fleet per second of the clock, > 0
	Seed   uint64
}

// Check returns why the plan cannot be run, or nil.
func (p Plan) Check() error {
	w, c := p.System, p.System.Client
	if !(p.Speed > 0 && p.Speed <= MostSpeed) {
		return fmt.Errorf("the speed is %g, but must be above 0 and at most %d", p.Speed, MostSpeed)
	}
	if w.Traffic.Kind != fleet.Open && w.Traffic.Clients > MostClients {
		return fmt.Errorf("the laboratory runs at most %d clients, not %.0f", MostClients, w.Traffic.Clients)
	}
	if took := w.Duration / p.Speed; !math.IsInf(took, 1) && took > MostTime.Seconds() {
		return fmt.Errorf("the run takes %v, but at most %v are allowed: --speed %.0f or more",
			time.Duration(took*float64(time.Second)).Round(time.Second), MostTime,
			math.Ceil(w.Duration/MostTime.Seconds()))
	}
	for _, o := range w.Outages {
		if o.Kind == fleet.Spike {
			return errors.New("the laboratory has no traffic spikes")
		}
	}
	switch {
	case c.Budget != (fleet.Budget{}) || c.Breaker != (fleet.Breaker{}):
		return errors.New("the laboratory has no retry budgets or circuit breakers: --budget none --breaker none")
	case c.Rule.Reset > 0, c.WaitAfterLast:
		return errors.New("the laboratory does not have this rule of the client")
	}
	return nil
}

// atOnce returns how many attempts may be under way at once.
func (p Plan) atOnce() int {
	if p.System.Traffic.Kind == fleet.Open {
		return MostClients
	}
	return int(p.System.Traffic.Clients)
}

// A clock reads the time of the fleet.
type clock struct {
	start time.Time
	speed float64
}

func (c clock) now() float64 { return time.Since(c.start).Seconds() * c.speed }

// span returns the time by the clock for a number of seconds of the fleet, rounded up.
func (c clock) span(seconds float64) time.Duration {
	return time.Duration(math.Ceil(min(seconds/c.speed*float64(time.Second), float64(math.MaxInt64/2))))
}

// policy returns the policy of the clients with an attempt time of 0, since here an attempt takes real time.
func (p Plan) policy() jitter.Policy {
	policy := p.System.Client.Policy.WithoutIdleStops()
	policy.AttemptTime = 0
	return policy
}
