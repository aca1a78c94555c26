package client

import (
	"errors"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// kubernetesClients is Kubernetes and what runs on it.
var kubernetesClients = []Row{
	{
		Name:    "kubernetes-wait",
		Title:   "Kubernetes wait.Backoff",
		Names:   []string{"wait.Backoff", "apimachinery", "client-go", "k8s-wait", "retry.DefaultBackoff"},
		Version: "apimachinery v0.37.2",
		Source:  "pkg/util/wait/backoff.go",
		Held:    Conformance,
		Counts:  Attempts,
		Formula: "x U(1, 1 + Jitter), x = Duration Factor^(k-1)",
		Stops:   "Steps; the Cap, which no delay passes",
		Parameters: []Parameter{
			initialDelay("Duration", 10*ms),
			num("Factor", 5, 0, 1000, Factor, "growth of the wait; 0: none"),
			num("Jitter", 0.1, 0, 10, Amount, "part of the delay"),
			attemptLimit("Steps", 4, "attempts with the first; with 0 not even one is made"),
			longestDelay("Cap", 0, "the delay at which it stops; 0s: none"),
		},
		Refuses: refused(func(v Values) bool { return v.At("Factor") > 0 && v.At("Factor") < 1 },
			"a Factor below 1 shortens the wait, which retune does not know"),
		Policy: func(v Values) jitter.Policy {
			r := math.Max(1, v.At("Factor"))
			p := attempts(up(exponential(v.At("Duration"), r, inf), v.At("Jitter")), v.At("Steps"))
			if c := v.At("Cap"); c > 0 && v.At("Duration") > 0 {
				n := 0.0 // delays up to the one whose next would pass the cap: no attempt follows it
				for x := v.At("Duration") * r; n < p.Retries && x <= c; x *= r {
					if n++; r == 1 {
						n = p.Retries
					}
				}
				p.Retries = math.Min(p.Retries, n)
			}
			return p
		},
		Traps: []Trap{func(v Values, p jitter.Policy) Finding {
			if v.At("Cap") == 0 || p.Retries >= v.At("Steps")-1 {
				return Finding{}
			}
			return says(Serious,
				"Cap {} ends the retries: {} attempts, and not {}",
				"raise Cap, or set it to 0s", secs(v.At("Cap")), many(p.Retries+1), many(v.At("Steps")))
		}},
	},

	{
		Name:       "kubernetes-workqueue",
		Title:      "Kubernetes work queue",
		Names:      []string{"workqueue", "client-go-workqueue"},
		Version:    "client-go v0.37.2",
		Source:     "util/workqueue/default_rate_limiters.go",
		Held:       Conformance,
		Formula:    "min(maxDelay, baseDelay 2^(k-1))",
		Stops:      "nothing, until Forget",
		Parameters: []Parameter{initialDelay("baseDelay", 5*ms), longestDelay("maxDelay", 1000)},
		Policy:     Values.grown,
		Traps: []Trap{fact(Note,
			"DefaultTypedControllerRateLimiter lets no more than 10 items a second through besides, and 100 at once",
			"expect a large backlog to be slower than these waits")},
	},

	{
		Name:       "controller-runtime",
		Title:      "controller-runtime",
		Names:      []string{"kubebuilder", "operator-sdk"},
		Version:    "86a0d40e",
		Source:     "pkg/controller/controller.go",
		Formula:    "min(1000 s, 5 ms 2^(k-1))",
		Stops:      "nothing",
		Parameters: []Parameter{initialDelay("baseDelay", 5*ms), longestDelay("maxDelay", 1000)},
		Policy:     Values.grown,
		Traps: []Trap{fact(Note,
			"with UsePriorityQueue false a controller retries no more than 10 items a second besides, and 100 at once",
			"expect a large backlog to be slower than these waits")},
	},

	{
		Name:       "flux",
		Title:      "Flux controllers",
		Names:      []string{"fluxcd"},
		Version:    "fluxcd/pkg e2cfd1a2",
		Source:     "runtime/controller/rate_limiter.go",
		Formula:    "min(max-retry-delay, min-retry-delay 2^(k-1))",
		Stops:      "nothing",
		Parameters: []Parameter{initialDelay("min-retry-delay", 0.75), longestDelay("max-retry-delay", 900)},
		Policy:     Values.grown,
	},

	{
		Name:    "kubernetes-flowcontrol",
		Title:   "Kubernetes flowcontrol.Backoff with jitter",
		Names:   []string{"flowcontrol"},
		Version: "client-go v0.37.2",
		Source:  "util/flowcontrol/backoff.go",
		Held:    Conformance,
		Formula: "min(max, 2 t + U(0, j) t), t the delay before; first initial U(1, 1 + j)",
		Stops:   "nothing; reset after 2 max without a call",
		Parameters: []Parameter{
			initialDelay("initial", 10),
			longestDelay("max", 300),
			num("jitter", 0, 0, 10, Amount, "part of the delay before"),
		},
		Policy: func(v Values) jitter.Policy {
			p := v.grown()
			if j := v.At("jitter"); j > 0 {
				p = draws(p, jitter.Prior, j)
				p.FirstUncapped = v.At("initial")*(1+j) > v.At("max")
			}
			return resets(p, 2*v.At("max"))
		},
		Refuses: atLeast("max", "initial"),
	},

	{
		Name:    "crashloopbackoff",
		Title:   "Kubernetes CrashLoopBackOff",
		Names:   []string{"crashloop", "kubelet-restart", "kubelet"},
		Version: "v1.36.3",
		Source:  "pkg/kubelet/kubelet.go, kuberuntime_manager.go",
		Held:    Table,
		Formula: "0, then min(max, 10 s 2^(k-2))",
		Stops:   "nothing; reset when the container ran for 10 min",
		Parameters: []Parameter{
			initialDelay("initial", 10,
				"wait before the second restart; with ReduceDefaultCrashLoopBackOffDecay 1s, and the longest 60s"),
			ranged(1, 300, longestDelay("maxContainerRestartPeriod", 300, "longest wait")),
		},
		Policy: func(v Values) jitter.Policy {
			p := v.grown()
			p.Growth.Shift = -1
			return resets(noFirst(p), 600)
		},
		Traps: []Trap{fact(Note, "the kubelet looks up to 50% later than it says", "allow for it in alarms")},
	},

	{
		Name:    "kubernetes-job",
		Title:   "Kubernetes Job backoffLimit",
		Names:   []string{"k8s-job", "cronjob", "backofflimit"},
		Version: "v1.36.3",
		Source:  "pkg/controller/job",
		Formula: "min(10 min, 10 s 2^(k-1))",
		Stops:   "backoffLimit; activeDeadlineSeconds",
		Parameters: []Parameter{
			retryLimit("backoffLimit", 6),
			inSeconds(deadline("activeDeadlineSeconds", inf, "for all attempts together; 0s: no retry")),
		},
		Policy: func(v Values) jitter.Policy { return v.strict(exponential(10, 2, 600)) },
		Traps: []Trap{fact(Note,
			"with restartPolicy OnFailure the kubelet restarts the container by its own rule, crashloopbackoff, and the Job "+
				"ends at restart backoffLimit, not after it",
			"restartPolicy Never has the Job retry by this rule")},
	},

	{
		Name:    "argo-workflows",
		Title:   "Argo Workflows retryStrategy",
		Names:   []string{"argo-workflow", "argo"},
		Version: "f016ad89",
		Source:  "workflow/controller/operator.go",
		Formula: "min(cap, duration factor^(k-1))",
		Stops:   "limit; maxDuration, of all from the first start",
		Parameters: []Parameter{
			retryLimit("limit", inf, "retries; without it the wait is skipped"),
			initialDelay("duration", 0),
			whole("factor", 1, 0, Factor, "growth of the wait, whole; 0: none"),
			longestDelay("cap", inf, "longest delay; since 3.7"),
			deadline("maxDuration", inf),
		},
		Policy: func(v Values) jitter.Policy {
			p := exponential(v.At("duration"), math.Max(1, v.At("factor")), v.At("cap"))
			if n, m := v.At("limit"), v.At("maxDuration"); !math.IsInf(n, 1) {
				p.Retries = n
			} else {
				n = shorterThan(p, math.Nextafter(m, inf)) // a wait that is too long ends it, though it is skipped
				p = retries(constant(0), n)
			}
			return v.strict(p)
		},
		Traps: []Trap{when(Serious, func(v Values) bool { return math.IsInf(v.At("limit"), 1) },
			"without limit the backoff is skipped: retries follow at once", "set limit")},
	},

	{
		Name:    "argo-cd",
		Title:   "Argo CD syncPolicy.retry",
		Names:   []string{"argocd"},
		Version: "37ee0097",
		Source:  "pkg/apis/application/v1alpha1/types.go",
		Formula: "min(maxDuration, duration factor^(k-1))",
		Stops:   "limit",
		Parameters: []Parameter{
			limitOrNone("limit", 5, -1, "retries; -1: no limit"),
			initialDelay("duration", 5),
			whole("factor", 2, 1, Factor, "growth of the wait, whole"),
			zeroIsNone(longestDelay("maxDuration", 180, "longest delay; 0s: no limit")),
		},
		Policy: Values.grown,
		Traps: []Trap{fact(Note,
			"maxDuration {maxDuration} limits one wait; in Argo Workflows it is the time of all", "limit ends the retries")},
	},

	{
		Name:       "tekton",
		Title:      "Tekton pipeline task retries",
		Names:      []string{"tektoncd"},
		Version:    "3ee1745a",
		Source:     "pkg/apis/pipeline/v1/pipeline_types.go",
		Formula:    "no wait",
		Stops:      "retries",
		Parameters: []Parameter{retryLimit("retries", 0)},
		Policy:     func(v Values) jitter.Policy { return constant(0) },
	},

	{
		Name:    "nomad-restart",
		Title:   "Nomad restart",
		Names:   []string{"nomad"},
		Version: "aa026cc9",
		Source:  "client/allocrunner/taskrunner/restarts",
		Formula: "delay U(1, 1.25)",
		Stops:   "attempts within interval, with mode fail",
		Parameters: []Parameter{
			retryLimit("attempts", 2, "restarts in an interval; of a batch job 3"),
			dur("interval", 1800, NoRole, "in which restarts are counted; of a batch job 24h"),
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
				n = inf // with their jitter they never fit into one
			}
			return retries(up(constant(v.At("delay")), 0.25), n)
		},
		// With jitter attempts failures lie between restart 1 and the one too many, and one more
		// attempt between the start of the first interval and that.
		Paced: func(v Values, s float64) error {
			if n, d, within := v.At("attempts"), v.At("delay"), v.At("interval"); n > 0 && n*d < within &&
				1.25*n*d+(n+1)*s >= within {
				return errors.New("so long that not all attempts fall into one interval: a task that runs so long is restarted " +
					"more often, or for ever: --retries none has that")
			}
			return nil
		},
		Traps: []Trap{fact(Note,
			"a program that runs for about {} between restarts is restarted for ever",
			"watch for programs that fail slowly", func(v Values) Figure {
				return secs(math.Max(0, v.At("interval")/math.Max(1, v.At("attempts"))-v.At("delay")))
			})},
	},

	{
		Name:    "nomad-reschedule",
		Title:   "Nomad reschedule",
		Version: "aa026cc9",
		Source:  "nomad/structs/alloc.go, structs.go",
		Held:    Table,
		Formula: "min(max_delay, delay 2^(k-1)), or Fibonacci's numbers, or delay",
		Stops: "attempts within interval, or a delay as long as that; the delay begins anew after max_delay without a " +
			"failure",
		Parameters: []Parameter{
			retryLimit("attempts", 0, "reschedules in an interval"),
			dur("interval", 0, NoRole, "in which they are counted"),
			initialDelay("delay", 30),
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
				p.Retries = math.Max(1, shorterThan(p, within)) // the first may wait longer
				if p.Elapsed(n)-p.Elapsed(1) < within {
					p.Retries = math.Min(p.Retries, n)
				}
			}
			return resets(p, v.At("max_delay"))
		},
		Traps: []Trap{when(Note, func(v Values) bool { return v.At("attempts") > 0 },
			"an allocation that runs for about {} before it fails is rescheduled for ever",
			"watch for allocations that fail slowly", func(v Values) Figure {
				n := v.At("attempts")
				return secs(math.Max(0, (v.At("interval")-(n-1)*v.At("delay"))/n))
			})},
	},
}

// nomadFits tells whether Nomad finds that the attempts fit into their interval: by the last
// delay of those that grow, with that of each attempt at the longest one beside.
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

// shorterThan returns how many delays, which never fall, come before the first of at least
// so many seconds; +Inf if none is as long.
func shorterThan(p jitter.Policy, least float64) float64 {
	for k := 1.0; k <= math.Min(p.SameFrom(), 1e5) && least < inf; k++ {
		if p.Delay(k) >= least {
			return k - 1
		}
	}
	return inf
}
