package client

import (
	"errors"
	"math"

	"retune/calc/jitter"
)

// mailClients returns mail transfer agents. The delay of a message depends on its age, and its age ends the retries. A
// delivery is assumed to fail at once.
func mailClients() []Row {
	return []Row{
		{
			Name:    "postfix",
			Title:   "Postfix deferred queue",
			Names:   []string{"postfix-qmgr"},
			Version: "17830e5c",
			Source:  "src/qmgr/qmgr_active.c",
			Held:    Table,
			Formula: "min(maximal_backoff_time, max(minimal_backoff_time, age)): min, min, 2 min, 4 min, ...",
			On:      "4xx of SMTP, and no answer",
			Stops:   "a failure after maximal_queue_lifetime",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{
				inSeconds(above0(initialDelay("minimal_backoff_time", 300, "shortest delay"))),
				inSeconds(above0(longestDelay("maximal_backoff_time", 4000))),
				written(inNumberOfDays, inSeconds(upTo(100*day,
					deadline("maximal_queue_lifetime", 432000, "age at which a message is returned; 0s: after one attempt")))),
			},
			// The age before retry k is the sum of the delays before: m (1 + 1 + 2 + ... + 2^(k-3)).
			Policy: func(v Values) jitter.Policy {
				m := v.At("minimal_backoff_time")
				if m > v.At("maximal_backoff_time") { // the shortest delay takes precedence
					return v.strict(constant(m))
				}
				p := v.grown()
				p.Growth.Shift, p.Floor = -1, m
				return v.strict(p)
			},
			Notes: []string{
				"messages are looked at every queue_run_delay, 300s by default: a retry starts up to that much later",
			},
		},

		{
			Name:    "exim",
			Written: inUnits,
			Title:   "Exim retry rules F, G, F",
			Names:   []string{"exim4"},
			Version: "13835a3c",
			Source:  "src/src/retry.c; default configuration F,2h,15m; G,16h,1h,1.5; F,4d,6h",
			Held:    Table,
			Formula: "fixed_interval up to fixed_until, then growing_interval growing_factor^j up to growing_until, then " +
				"last_interval; 24 h at most",
			On:    "4xx of SMTP, and no answer",
			Stops: "a failure after last_until",
			Stop:  jitter.LookBehind,
			Parameters: []Parameter{
				inSeconds(above0(dur("fixed_until", 7200, NoRole, "age up to which the first rule holds"))),
				interval("fixed_interval", 900, Initial, "delay of the first rule"),
				inSeconds(above0(dur("growing_until", 57600, NoRole, "age up to which the second rule holds"))),
				interval("growing_interval", 3600, NoRole, "shortest delay of the second rule"),
				factor("growing_factor", 1.5),
				interval("last_interval", 21600, Cap, "delay of the last rule"),
				inSeconds(above0(deadline("last_until", 345600, "age at which an address times out"))),
			},
			Refuses: func(v Values) error {
				switch {
				case !(v.At("fixed_until") <= v.At("growing_until") && v.At("growing_until") <= v.At("last_until")):
					return errors.New("fixed_until, growing_until and last_until must not decrease")
				case v.At("growing_until") > 30*day:
					return errors.New("growing_until must be at most 30 days")
				}
				return nil
			},
			Policy: func(v Values) jitter.Policy { return listed(eximDelays(v)) },
			Notes: []string{
				"messages are looked at by queue runners, as -q30m starts them: a retry starts up to that much later",
			},
		},
	}
}

const day = 86400

// interval returns a delay of at least a minute, which limits the length of a list of delays.
func interval(name string, def float64, role Role, help string) Parameter {
	p := inSeconds(dur(name, def, role, help))
	p.Least = 60
	return p
}

// eximDelays returns the delays in seconds up to the first of the last rule, which repeats. A rule applies while the
// age is at most its limit. The second rule multiplies the previous delay, starting with growing_interval.
func eximDelays(v Values) (list []float64) {
	age, gap := 0.0, 0.0
	wait := func(seconds float64) {
		gap = math.Min(math.Floor(seconds), day)
		age += gap
		list = append(list, gap)
	}
	for age <= v.At("fixed_until") {
		wait(v.At("fixed_interval"))
	}
	for age <= v.At("growing_until") {
		if shortest := v.At("growing_interval"); gap < shortest {
			wait(shortest)
		} else {
			wait(gap * v.At("growing_factor"))
		}
	}
	wait(v.At("last_interval"))
	return list
}
