// Package advice finds changes that would help a fleet. Begin with [List], which changes one setting of the system at a
// time by a sensible step, and [Search.Evaluate], which simulates the changed fleet. [Compare] ranks the results. The
// package also finds how far the present system is from a failure to recover: [Search.LongestOutage],
// [Search.MostTraffic], [Search.LeastCapacity] and [Search.LeastJitter]. All results are simulated.
package advice

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// A Lever is a system with one setting changed.
type Lever struct {
	Setting string // name of its flag
	System  fleet.System
}

// List returns the levers of a system that change something and give a valid system, in the order of the policy, its
// protection, the starts of a burst and the server.
func List(w fleet.System) []Lever {
	var list []Lever
	w.Client.Policy = w.Client.WithDefaults()
	add := func(setting string, change func(*fleet.System)) {
		v := w
		change(&v)
		if (v.Client != w.Client || v.Server != w.Server || v.Traffic != w.Traffic) && v.Validate() == nil {
			list = append(list, Lever{setting, v})
		}
	}
	c := w.Client
	if c.Retries > 0 {
		if c.Growth.Kind.Row().Reads("a") {
			add("initial-delay", func(v *fleet.System) {
				v.Client.InitialDelay *= 2
				v.Client.Cap = max(v.Client.Cap, v.Client.InitialDelay)
			})
		}
		if c.Growth.Kind.Row().Reads("r") {
			add("factor", func(v *fleet.System) { v.Client.Factor = steeper(c.Factor) })
		}
		if math.IsInf(c.Cap, 1) {
			add("cap", func(v *fleet.System) { v.Client.Cap = max(30, c.InitialDelay) })
		} else {
			add("cap", func(v *fleet.System) { v.Client.Cap *= 2 })
			add("cap", func(v *fleet.System) { v.Client.Cap = max(c.InitialDelay, c.Cap/2) })
		}
		add("jitter", func(v *fleet.System) { v.Client.Jitter = jitter.Jitter{Type: jitter.Full} })
		if c.Retries > 1 { // three, or half of the present number if that is small
			fewer := 3.0
			if c.Retries <= 6 {
				fewer = math.Floor(c.Retries / 2)
			}
			add("retries", func(v *fleet.System) { v.Client.Retries = fewer })
		}
		add("retries", func(v *fleet.System) { v.Client.Retries = 0 })
		if c.Budget.Kind == fleet.NoBudget {
			add("budget", func(v *fleet.System) {
				v.Client.Budget = fleet.Budget{Kind: fleet.Ratio, Ratio: 0.1, Reserve: 10}
			})
		}
	}
	if c.Breaker.Share == 0 {
		add("breaker", func(v *fleet.System) {
			v.Client.Breaker = fleet.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5}
		})
	}
	timeouts(w, add)
	starts(w, add)
	setting, _ := Capacity(&w.Server)
	add(setting, func(v *fleet.System) { v.Server = scaled(w.Server, 1.25) })
	return list
}

// timeouts adds the levers of the timeout.
func timeouts(w fleet.System, add func(string, func(*fleet.System))) {
	if !math.IsInf(w.Client.Timeout, 1) {
		add("timeout", func(v *fleet.System) { v.Client.Timeout *= 2 })
		add("timeout", func(v *fleet.System) { v.Client.Timeout /= 2 })
		if law := w.Server.Law; law.Kind != fleet.Constant {
			add("timeout", func(v *fleet.System) {
				v.Client.Timeout = roundUp(w.Server.ServiceTime * law.Quantile(rareTimeout))
			})
		}
		add("cancel", func(v *fleet.System) { v.Client.Cancel = true })
	}
}

// starts adds the lever of the starts of a burst: a time in which the server is half used, or twice the present time.
func starts(w fleet.System, add func(string, func(*fleet.System))) {
	if best, _ := w.Server.Best(w.Client.Timeout); w.Traffic.Kind == fleet.Burst && len(w.Outages) == 0 && best > 0 &&
		!math.IsInf(best, 1) {
		add("start-spread", func(v *fleet.System) {
			v.Traffic.Spread = roundUp(2 * max(w.Traffic.Spread, w.Traffic.Clients/best))
		})
	}
}

// rareTimeout is the share of the attempts of a healthy server that end before the timeout of a lever.
const rareTimeout = 0.999

// roundUp returns x, which is above 0, rounded up to two significant digits.
func roundUp(x float64) float64 {
	unit := math.Pow10(1 - int(math.Floor(math.Log10(x))))
	return math.Ceil(x*unit-1e-9) / unit
}

// steeper returns the next common factor: 1.5, 2, 3, or else 1.5 times the factor.
func steeper(factor float64) float64 {
	for _, r := range []float64{1.5, 2, 3} {
		if factor < r {
			return r
		}
	}
	return 1.5 * factor
}

// Capacity returns the capacity of a server and its setting: the attempts in flight before it slows, its workers, or
// the attempts per second.
func Capacity(s *fleet.Server) (setting string, x *float64) {
	switch s.Kind {
	case fleet.Queue:
		return "workers", &s.Workers
	case fleet.Limited:
		return "capacity", &s.Capacity
	}
	return "concurrency", &s.Concurrency
}

// scaled returns a server with times the capacity, rounded up to a whole number.
func scaled(s fleet.Server, times float64) fleet.Server {
	_, x := Capacity(&s)
	*x = max(1, math.Ceil(*x*times-1e-9))
	return s
}
