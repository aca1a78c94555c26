// Package levers tells what would help a fleet: from its system, one knob at a time
// by a sensible step ([List]), what becomes of the fleet then ([Evaluate]), and which
// is better ([Compare]); and how far the present system is from where it no longer
// recovers ([LongestOutage], [MostTraffic], [LeastCapacity]). All figures are those of
// the fluid model, calc/fluid, and hold as far as [fluid.Caveat] says.
package levers

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/system"
)

// A Lever is one knob of a system at another value.
type Lever struct {
	Knob   string // by the name of its flag
	System system.System
}

// List returns the levers of a system, in the order of the policy, its protection
// and the server: those that change something and give a valid system.
func List(w system.System) []Lever {
	var list []Lever
	add := func(knob string, change func(*system.System)) {
		v := w
		change(&v)
		if v.Client != w.Client || v.Server != w.Server {
			if v.Validate() == nil {
				list = append(list, Lever{knob, v})
			}
		}
	}
	c := w.Client
	if c.Retries > 0 {
		if c.Growth.Kind.Row().Reads("a") {
			add("initial-delay", func(v *system.System) {
				v.Client.InitialDelay *= 2
				v.Client.Cap = max(v.Client.Cap, v.Client.InitialDelay)
			})
		}
		if c.Growth.Kind.Row().Reads("r") {
			add("factor", func(v *system.System) { v.Client.Factor = steeper(c.Factor) })
		}
		if math.IsInf(c.Cap, 1) {
			add("cap", func(v *system.System) { v.Client.Cap = max(30, c.InitialDelay) })
		} else {
			add("cap", func(v *system.System) { v.Client.Cap *= 2 })
			add("cap", func(v *system.System) { v.Client.Cap = max(c.InitialDelay, c.Cap/2) })
		}
		add("jitter", func(v *system.System) { v.Client.Jitter = jitter.Jitter{Type: jitter.Full} })
		if c.Retries > 1 { // three, or half of them if they are few
			fewer := 3.0
			if c.Retries <= 6 {
				fewer = math.Floor(c.Retries / 2)
			}
			add("retries", func(v *system.System) { v.Client.Retries = fewer })
		}
		if c.Budget.Kind == system.NoBudget {
			add("budget", func(v *system.System) {
				v.Client.Budget = system.Budget{Kind: system.Ratio, Ratio: 0.1, Reserve: 10}
			})
		}
	}
	if c.Breaker.Share == 0 {
		add("breaker", func(v *system.System) {
			v.Client.Breaker = system.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5}
		})
	}
	if !math.IsInf(c.Timeout, 1) {
		add("timeout", func(v *system.System) { v.Client.Timeout *= 2 })
		add("timeout", func(v *system.System) { v.Client.Timeout /= 2 })
		add("cancel", func(v *system.System) { v.Client.Cancel = true })
	}
	knob := map[system.ServerKind]string{system.Slowing: "limit", system.Queue: "workers", system.Limited: "capacity"}[w.Server.Kind]
	add(knob, func(v *system.System) { v.Server = scaled(w.Server, 1.25) })
	return list
}

// steeper is the next factor that people use: 1.5, 2, 3, or half as much again.
func steeper(factor float64) float64 {
	for _, r := range []float64{1.5, 2, 3} {
		if factor < r {
			return r
		}
	}
	return 1.5 * factor
}

// scaled returns a server that takes so many times as much, with the same latency:
// as much more may be in a slowing one before it slows, and it slows by as much less;
// workers and the capacity per second are rounded up.
func scaled(s system.Server, times float64) system.Server {
	s.Concurrency *= times
	s.Slowdown = math.Pow(s.Slowdown, 1/times)
	s.Workers = max(1, math.Ceil(s.Workers*times-1e-9))
	s.Capacity = max(1, math.Ceil(s.Capacity*times-1e-9))
	return s
}
