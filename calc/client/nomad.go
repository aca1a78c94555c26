package client

import (
	"errors"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// nomadFits reports whether the attempts fit into their interval by the rule of Nomad, which adds the last growing
// delay and max_delay for each attempt after it.
func nomadFits(v Values) bool {
	n, d, c, within := v.At("attempts"), v.At("delay"), v.At("max_delay"), v.At("interval")
	last, before := d, d
	switch i := 1.0; {
	case v.Is("delay_function", "constant"):
		return n*d <= within
	case v.Is("delay_function", "exponential"):
		for ; i < n && 2*last <= c; i++ {
			last *= 2
		}
		return last+(n-i)*c < within
	default:
		for i = 2; i < n && last < c; i++ {
			before, last = last, math.Min(c, before+last)
		}
		return last+math.Max(0, n-i)*c <= within
	}
}

// nomadClients returns the restarts and reschedules of HashiCorp Nomad.
func nomadClients() []Row {
	return []Row{
		{
			Name:    "nomad-restart",
			Title:   "Nomad restart",
			Names:   []string{"nomad"},
			Version: "aa026cc9",
			Source:  "client/allocrunner/taskrunner/restarts",
			Formula: "delay U(1, 1.25)",
			On:      "a task that ends, and fails or is a service",
			Stops:   "attempts within interval, with mode fail",
			Parameters: []Parameter{
				retryLimit("attempts", 2, "restarts in an interval; of a batch job 3"),
				dur("interval", 1800, Window, "in which restarts are counted; of a batch job 24h"),
				initialDelay("delay", 15, "wait before a restart"),
				word("mode", "what follows the last restart of an interval", "fail", "delay"),
			},
			Refuses: func(v Values) error {
				n, d, within := v.At("attempts"), v.At("delay"), v.At("interval")
				switch {
				case v.Is("mode", "delay"):
					return errors.New("mode delay waits for the next interval, which retune does not know: use fail")
				case within < 5:
					return errors.New("interval must be at least 5s")
				case n*d > within:
					return errors.New("attempts restarts with that delay do not fit into interval")
				case n*d < within && 1.25*n*d >= within:
					return errors.New("whether attempts restarts fit into interval is up to chance here: choose a longer or a " +
						"shorter one")
				}
				return nil
			},
			Policy: func(v Values) jitter.Policy {
				n := v.At("attempts")
				if n*v.At("delay") == v.At("interval") {
					n = inf // with jitter they never fit into one interval
				}
				return retries(up(constant(v.At("delay")), 0.25), n)
			},
			// With jitter, up to attempts failures fall between restart 1 and the first restart that exceeds the limit,
			// and one more attempt between the start of the first interval and that restart.
			Paced: func(v Values, s float64) error {
				if n, d, within := v.At("attempts"), v.At("delay"), v.At("interval"); n > 0 && n*d < within &&
					1.25*n*d+(n+1)*s >= within {
					return errors.New("so long that not all attempts fall into one interval: a task that runs so long is restarted " +
						"more often, or for ever: --retries none has that")
				}
				return nil
			},
			Notes: []string{
				"a program that runs for longer than interval/attempts between restarts is restarted for ever",
			},
		},

		{
			Name:    "nomad-reschedule",
			Title:   "Nomad reschedule",
			Version: "aa026cc9",
			Source:  "nomad/structs/alloc.go, structs.go",
			Held:    Table,
			Formula: "min(max_delay, delay 2^(k-1)), or Fibonacci's numbers, or delay",
			On:      "an allocation that fails",
			Stops: "attempts within interval, or a delay as long as that; the delay is reset after max_delay without a " +
				"failure",
			Parameters: []Parameter{
				retryLimit("attempts", 0, "reschedules in an interval"),
				dur("interval", 0, Window, "in which they are counted"),
				ranged(5, 1e10, initialDelay("delay", 30)),
				word("delay_function", "how delays grow", "exponential", "fibonacci", "constant"),
				longestDelay("max_delay", 3600),
				on("unlimited", true, "without attempts, there is no limit; false: no reschedules"),
			},
			Refuses: func(v Values) error {
				limited := v.At("attempts") > 0
				switch {
				case limited && v.On("unlimited"):
					return errors.New("attempts must be 0, or unlimited false")
				case limited && v.At("interval") < 15:
					return errors.New("interval must be at least 15s")
				case (limited || v.On("unlimited")) && v.At("delay") < 5:
					return errors.New("delay must be at least 5s")
				case !v.Is("delay_function", "constant") && v.At("max_delay") < v.At("delay"):
					return errors.New("max_delay must be at least delay")
				case limited && !nomadFits(v):
					return errors.New("attempts reschedules with these delays do not fit into interval")
				}
				return nil
			},
			Policy: func(v Values) jitter.Policy {
				p := v.grown()
				switch {
				case v.Is("delay_function", "constant"):
					p = constant(v.At("delay"))
				case v.Is("delay_function", "fibonacci") && p.Growth.Kind == calc.Exponential:
					p.Growth.Kind = calc.Fibonacci
				}
				if n, within := v.At("attempts"), v.At("interval"); n == 0 && v.On("unlimited") {
					p.Retries = inf
				} else if n > 0 {
					p.Retries = math.Max(1, shorterThan(p, within)) // the first delay may be longer than interval
					if p.Elapsed(n)-p.Elapsed(1) < within {
						p.Retries = math.Min(p.Retries, n)
					}
				}
				return resets(p, v.At("max_delay"))
			},
			Notes: []string{
				"a batch job has attempts=1, interval=24h, delay=5s, delay_function=constant and unlimited=false by default",
				"an allocation that runs for longer than interval/attempts before it fails is rescheduled for ever",
			},
		},
	}
}
