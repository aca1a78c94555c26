package client

import (
	"errors"
	"math"

	"retune/calc/jitter"
)

// restartClients returns tools that restart programs: a restart is a retry.
func restartClients() []Row {
	return []Row{
		{
			Name:    "systemd",
			Title:   "systemd service restarts",
			Names:   []string{"systemd-restart", "unit"},
			Version: "000d6582",
			Source:  "src/core/service.c service_restart_usec_next",
			Formula: "a, then a (C/a)^((k-1)/S), then C; plus U(0, J)",
			On:      "a service that ends as Restart says",
			Stops:   "StartLimitBurst starts within StartLimitIntervalSec",
			Parameters: []Parameter{
				inWhole(1e-6, initialDelay("RestartSec", 0.1, "a: wait before restart 1")),
				whole("RestartSteps", 0, 0, Steps, "S: restarts in which the wait grows to the longest; since 254"),
				inWhole(1e-6, longestDelay("RestartMaxDelaySec", inf, "C: longest wait; it needs RestartSteps")),
				recent(inWhole(1e-6, dur("RestartRandomizedDelaySec", 0, Amount, "J: added at random; since 262"))),
				retryLimit("StartLimitBurst", 5, "starts in an interval; 0: no limit"),
				orNone(inWhole(1e-6, dur("StartLimitIntervalSec", 10, Window,
					"in which starts are counted; 0s: no limit, none: since the first"))),
			},
			Policy: func(v Values) jitter.Policy {
				a, c, s := v.At("RestartSec"), v.At("RestartMaxDelaySec"), v.At("RestartSteps")
				p := constant(a)
				if s > 0 && c > a && a > 0 && !math.IsInf(c, 1) {
					p = exponential(a, math.Pow(c/a, 1/s), c)
				}
				p = retries(add(p, v.At("RestartRandomizedDelaySec")), inf)
				switch n, within := v.At("StartLimitBurst"), v.At("StartLimitIntervalSec"); {
				case n > 0 && math.IsInf(within, 1):
					p.Retries = n - 1
				case n > 0 && within > 0:
					p.Rule.Starts = jitter.Starts{Most: n, Within: within}
				}
				return p
			},
			Traps: []Trap{when(NotGrowing, func(v Values) bool {
				return (v.At("RestartSteps") > 0) == v.none("RestartMaxDelaySec")
			}, "RestartSteps and RestartMaxDelaySec take effect only together: the wait does not grow", "set both"),
				when(CountKept, both(without("StartLimitIntervalSec"), above("StartLimitBurst", 0)),
					"StartLimitIntervalSec infinity counts every start: after {StartLimitBurst} of them it stays down",
					"a finite StartLimitIntervalSec forgets old starts")},
		},

		{
			Name:    "supervisord",
			Title:   "supervisord startretries",
			Names:   []string{"supervisor"},
			Version: "abc60468",
			Source:  "supervisor/process.py",
			Formula: "k s",
			On:      "a program that ends before startsecs",
			Stops:   "startretries, then FATAL",
			Parameters: []Parameter{
				retryLimit("startretries", 3),
				inSeconds(dur("startsecs", 1, NoRole, "a program that runs so long has started")),
			},
			Policy: func(v Values) jitter.Policy { return resets(linear(1, inf), v.At("startsecs")) },
			Notes: []string{
				"a program that ran for startsecs before it fails is restarted at once and without limit: startretries counts " +
					"only those that did not",
				"programs are looked at about once a second: a restart comes up to 1s later",
			},
		},

		{
			Name:       "docker",
			Title:      "Docker restart policy",
			Names:      []string{"docker-compose", "compose", "moby"},
			Version:    "b985e231",
			Source:     "daemon/internal/restartmanager/restartmanager.go",
			Formula:    "min(60 s, 100 ms 2^(k-1))",
			On:         "a container that ends as restart says",
			Stops:      "on-failure:n, of all restarts; the delay is reset when it ran for 10 s",
			Parameters: restartPolicy,
			Refuses:    restartRefuses,
			Policy:     func(v Values) jitter.Policy { return resets(retries(exponential(0.1, 2, 60), restarts(v)), 10) },
			Traps: []Trap{when(CountKept, func(v Values) bool {
				return v.Is("restart", "on-failure") && v.At("max_retries") > 0 && !v.none("max_retries")
			},
				"a run of 10s resets the delay but not the count, though in a fleet here both: after {max_retries} restarts in "+
					"all it stays down",
				"count the restarts since someone started it")},
		},

		{
			Name:       "podman",
			Title:      "Podman restart policy",
			Names:      []string{"podman-compose", "libpod"},
			Version:    "c6580b4a",
			Source:     "libpod/container_internal.go handleRestartPolicy",
			Formula:    "no wait",
			On:         "a container that ends as restart says",
			Stops:      "on-failure:n, of all restarts",
			Parameters: restartPolicy,
			Refuses:    restartRefuses,
			Policy:     func(v Values) jitter.Policy { return retries(constant(0), restarts(v)) },
		},

		{
			Name:    "docker-swarm",
			Written: inUnits,
			Title:   "Docker Swarm restart_policy",
			Names:   []string{"swarm"},
			Version: "swarmkit 3e72cb64",
			Source:  "moby/swarmkit manager/orchestrator/restart/restart.go",
			Formula: "delay",
			On:      "a task that ends as condition says",
			Stops:   "max_attempts in a window",
			Parameters: []Parameter{
				word("condition", "when it is restarted", "any", "on-failure", "none"),
				initialDelay("delay", 5, "wait before a restart"),
				limitOrNone("max_attempts", 0, 0, "restarts; 0: no limit"),
				dur("window", 0, NoRole, "in which they are counted; 0s: for ever"),
			},
			Policy: func(v Values) jitter.Policy {
				p := constant(v.At("delay"))
				switch n, window := v.At("max_attempts"), v.At("window"); {
				case v.Is("condition", "none"):
					p.Retries = 0
				case window > 0 && n > 0:
					// A failure is the last if n restarts before it were within the window: n d < window.
					p.Retries, p.Rule.Starts = inf, jitter.Starts{Most: n + 1, Within: window + v.At("delay")}
				}
				return p
			},
			Paced: func(v Values, s float64) error { // these two limits differ
				if n, d, window := v.At("max_attempts"), v.At("delay"), v.At("window"); s > 0 && window > 0 && n > 0 &&
					n*(d+s) < window && (n+1)*(d+s) >= window+d {
					return errors.New("so long that the restarts in a window hardly reach max_attempts: it ends after as many, " +
						"which --retries has")
				}
				return nil
			},
		},
	}
}

// restartPolicy are the parameters of a restart policy of Docker.
var restartPolicy = []Parameter{
	example(word("restart", "when it is restarted", "always", "unless-stopped", "on-failure", "no")),
	retryLimit("max_retries", inf, "of on-failure: retries; 0: no limit"),
}

// restartRefuses refuses a number of retries for policies without a limit.
var restartRefuses = refused(func(v Values) bool {
	return !v.Is("restart", "on-failure") && !math.IsInf(orNever(v.At("max_retries")), 1)
}, "max_retries needs restart on-failure")

// restarts returns how often a failing container is restarted.
func restarts(v Values) float64 {
	switch {
	case v.Is("restart", "no"):
		return 0
	case v.Is("restart", "on-failure"):
		return orNever(v.At("max_retries"))
	}
	return inf
}
