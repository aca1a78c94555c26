package client

import (
	"math"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/system"
)

// What Envoy does, and who writes its configuration has it do.

// envoyRule is Envoy's: whole milliseconds from 0 to one less than a window that doubles. The
// intervals count in whole milliseconds, and the window is the longest one as soon as it is
// not below half of that, rounded down: 25, 50 and then 101 where a double would be 100.
func envoyRule(v Values) jitter.Policy {
	base, most := v.role(Initial, 0), v.role(Cap, math.NaN())
	if math.IsNaN(most) {
		most = 10 * base
	}
	base, most = envoyInterval(base), envoyInterval(most)
	p := wholeMillis(full(exponential(base, 2, most)))
	list := []float64{base}
	for last := base; last < ms*math.Floor(most/ms/2+1e-6)-ms/2; last *= 2 {
		list = append(list, 2*last)
	}
	if last := list[len(list)-1]; math.Abs(2*last+ms-most) < ms/2 {
		p.Growth = calc.Growth{Kind: calc.Listed, List: calc.NewList(append(list, most)...)}
	}
	return p
}

// envoyInterval is an interval as Envoy has it: whole milliseconds, at least one.
func envoyInterval(x float64) float64 { return math.Max(1, math.Floor(x/ms+1e-6)) * ms }

// shorter is why Envoy takes no longest interval that is shorter than the first.
func shorter(most, base string) func(v Values) error {
	return refused(func(v Values) bool { return envoyInterval(v.Or(most, inf)) < envoyInterval(v.At(base)) },
		most+" must not be shorter than "+base)
}

// tenfold is the default of a longest delay that is ten times the base.
func tenfold(name, base string) Parameter {
	p := unset(longestDelay(name, 0, "longest delay; 10 "+base))
	return above0(p)
}

// noPerTry is what Envoy does with an attempt that hangs.
var noPerTry = when(Caution, func(v Values) bool {
	return math.IsInf(v.At("per_try_timeout"), 1) && v.At("num_retries") > 0
}, "without per_try_timeout an attempt that hangs takes the whole timeout: it is never retried",
	"a per_try_timeout below {} leaves time for all attempts",
	func(v Values) Figure { return secs(orNever(v.At("timeout")) / (v.At("num_retries") + 1)) })

// places is Envoy's limit of the retries of a cluster at a time: so many or, where one of
// the others is given, a retry_budget of a percentage of the active requests, or of those
// that started within an interval, and at least so many. The interval counts in whole
// milliseconds.
func places(most, percent, least, interval float64) system.Budget {
	interval = ms * math.Floor(interval/ms+1e-6)
	switch {
	case percent == percent || least == least || interval > 0:
		if percent != percent {
			percent = 20
		}
		if least != least {
			least = 3
		}
		return system.Budget{Kind: system.Concurrent, Ratio: percent / 100, Reserve: least, Window: interval}
	case math.IsInf(most, 1):
		return system.Budget{}
	}
	return system.Budget{Kind: system.Concurrent, Reserve: most}
}

// budgetParameters is what retry_budget of Envoy, and of who writes its configuration, is
// told.
func budgetParameters(percent, least, interval string) []Parameter {
	share := num(percent, math.NaN(), 0, 100, BudgetShare,
		"retry budget: retries in percent of the active requests; 20 where there is one")
	return []Parameter{
		share,
		whole(least, math.NaN(), 0, BudgetReserve,
			"retry budget: retries at a time that it always allows; 3 where there is one"),
		dur(interval, 0, BudgetWindow, "retry budget: requests that started within it count, not the active ones; 0s: those"),
	}
}

// intervalBudget is a retry budget of Envoy that counts the requests of an interval: it still
// limits the retries at a time.
func intervalBudget(interval string) Trap {
	return when(Caution, func(v Values) bool { return v.Budget().Window > 0 },
		"of all requests of an interval {} may be retries at a time: retries of 1s each may be {} times the requests",
		"a shorter "+interval+" allows fewer",
		func(v Values) Figure { return part(v.Budget().Ratio) },
		func(v Values) Figure { return Figure{X: v.Budget().Ratio * v.Budget().Window, Unit: Number} })
}

// unbudgeted is what a proxy does whose retries nothing limits but their number.
func unbudgeted(limit, percent string) Trap {
	return when(Serious, func(v Values) bool { return v.Budget().Kind == system.NoBudget && v.At(limit) > 0 },
		"without a retry budget an outage has all requests retried: up to {} times the load",
		percent+"=20 limits retries to a fifth of the requests", func(v Values) Figure {
			return many(v.At(limit) + 1)
		})
}
