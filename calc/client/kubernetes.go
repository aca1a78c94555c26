package client

import (
	"math"

	"retune/calc/jitter"
)

// kubernetesClients returns the libraries and controllers of Kubernetes.
func kubernetesClients() []Row {
	return []Row{
		{
			Name:    "kubernetes-wait",
			Title:   "Kubernetes wait.Backoff",
			Names:   []string{"wait.Backoff", "apimachinery", "client-go", "k8s-wait", "retry.DefaultBackoff"},
			Version: "apimachinery v0.37.2",
			Source:  "pkg/util/wait/backoff.go",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "x U(1, 1 + Jitter), x = Duration Factor^(k-1)",
			On:      "what the caller says: a condition that is not met, or an error",
			Stops:   "Steps; the Cap, which no delay passes",
			Parameters: []Parameter{
				initialDelay("Duration", 10*ms),
				num("Factor", 5, 0, 1000, Factor, "growth of the wait; 0: none"),
				num("Jitter", 0.1, 0, 10, Amount, "part of the delay"),
				attemptLimit("Steps", 4, "attempts with the first; with 0 not even one is made"),
				longestDelay("Cap", 0, "the delay at which it stops; 0s: none"),
			},
			Refuses: refused(both(above("Factor", 0), below("Factor", 1)),
				"a Factor below 1 shortens the wait, which retune does not know"),
			Policy: func(v Values) jitter.Policy {
				r := math.Max(1, v.At("Factor"))
				p := attempts(up(exponential(v.At("Duration"), r, inf), v.At("Jitter")), v.At("Steps"))
				if c := v.At("Cap"); c > 0 && v.At("Duration") > 0 {
					n := 0.0 // retries before the first delay that is followed by one above the cap
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
				return says(CapEnds,
					"Cap {} ends the retries: {} attempts, and not {}",
					"raise Cap, or set it to 0s", secs(v.At("Cap")), many(p.Retries+1), many(v.At("Steps")))
			}},
		},

		{
			Name:       "kubernetes-workqueue",
			Layer:      Apart,
			Title:      "Kubernetes work queue",
			Names:      []string{"workqueue", "client-go-workqueue"},
			Version:    "client-go v0.37.2",
			Source:     "util/workqueue/default_rate_limiters.go",
			Held:       Conformance,
			Formula:    "min(maxDelay, baseDelay 2^(k-1))",
			On:         "what is added by AddRateLimited",
			Stops:      "nothing, until Forget",
			Parameters: []Parameter{initialDelay("baseDelay", 5*ms), longestDelay("maxDelay", 1000)},
			Policy:     Values.grown,
			Notes: []string{
				"DefaultTypedControllerRateLimiter also limits all items together to 10 a second, and 100 at once",
			},
		},

		{
			Name:       "controller-runtime",
			Layer:      Apart,
			Title:      "controller-runtime",
			Names:      []string{"kubebuilder", "operator-sdk"},
			Version:    "86a0d40e",
			Source:     "pkg/controller/controller.go",
			Formula:    "min(1000 s, 5 ms 2^(k-1))",
			On:         "a Reconcile that returns an error",
			Stops:      "nothing",
			Parameters: []Parameter{initialDelay("baseDelay", 5*ms), longestDelay("maxDelay", 1000)},
			Policy:     Values.grown,
			Notes: []string{
				"with UsePriorityQueue false a controller also retries at most 10 items a second, and 100 at once",
			},
		},

		{
			Name:       "image-pull",
			Layer:      Apart,
			Title:      "kubelet, ImagePullBackOff",
			Names:      []string{"imagepullbackoff", "kubelet-image-pull"},
			Version:    "v1.36.3",
			Source:     "pkg/kubelet/kubelet.go imageBackOffPeriod, MaxImageBackOff",
			Held:       Table,
			Formula:    "min(300 s, 10 s 2^(k-1))",
			Stops:      "nothing",
			On:         "every failed pull of an image by a pod",
			Parameters: []Parameter{initialDelay("imageBackOffPeriod", 10), longestDelay("MaxImageBackOff", 300)},
			Policy:     Values.grown,
		},

		{
			Name:    "flux-kustomization",
			Layer:   Apart,
			Title:   "Flux Kustomization retryInterval",
			Version: "docs of 2026",
			Source:  "fluxcd.io components kustomize kustomizations",
			Formula: "retryInterval, or interval without it",
			On:      "a Kustomization that fails",
			Stops:   "nothing",
			Parameters: []Parameter{
				needed(dur("interval", 600, NoRole, "wait after a success")),
				unset(initialDelay("retryInterval", 0, "every wait; without it interval")),
			},
			Policy: func(v Values) jitter.Policy { return retries(constant(v.Or("retryInterval", v.At("interval"))), inf) },
		},

		// source-controller and helm-controller draw their intervals by 5 % either way unless --interval-jitter-percentage
		// says otherwise. A remediation is followed by the next attempt after the wait of the controller's queue.
		{
			Name:    "flux-helmrelease",
			Layer:   Apart,
			Title:   "Flux HelmRelease",
			Names:   []string{"flux-helm", "helm-controller"},
			Version: "helm-controller 0f61a86",
			Source:  "api/v2/helmrelease_types.go; internal/reconcile/atomic_release.go; fluxcd/pkg runtime/jitter",
			Formula: "RemediateOnFailure min(15 min, 0.75 s 2^(k-1)); RetryOnFailure retryInterval U(0.95, 1.05)",
			On:      "an install or an upgrade that fails",
			Stops:   "retries, after which the release stays failed; nothing with RetryOnFailure",
			Parameters: []Parameter{
				word("strategy", "RetryOnFailure retries without a remediation, for ever", "remediateonfailure",
					"retryonfailure"),
				limitOrNone("retries", 0, -1, "retries, each after a remediation; -1: no limit"),
				initialDelay("retryInterval", 300, "every wait of RetryOnFailure"),
			},
			Policy: func(v Values) jitter.Policy {
				if v.Is("strategy", "retryonfailure") {
					return retries(spread(constant(v.At("retryInterval")), 0.05), inf)
				}
				return exponential(0.75, 2, 900)
			},
			Notes: []string{"an attempt takes up to its timeout, 5m unless it is set, and a remediation takes as long again"},
		},

		{
			Name:       "flux",
			Layer:      Apart,
			Title:      "Flux controllers",
			Names:      []string{"fluxcd"},
			Version:    "fluxcd/pkg e2cfd1a2",
			Source:     "runtime/controller/rate_limiter.go",
			Formula:    "min(max-retry-delay, min-retry-delay 2^(k-1))",
			On:         "a Reconcile that returns an error",
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
			On:      "what the caller says",
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
			Layer:   Apart,
			Title:   "Kubernetes CrashLoopBackOff",
			Names:   []string{"crashloop", "kubelet-restart", "kubelet"},
			Version: "v1.36.3",
			Source:  "pkg/kubelet/kubelet.go, kuberuntime_manager.go",
			Held:    Table,
			Formula: "0, then min(max, 10 s 2^(k-2))",
			On:      "a container that ends",
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
			Notes: []string{
				"the kubelet looks up to 50% later than it says",
			},
		},

		{
			Name:    "kubernetes-job",
			Written: inNumberOfSeconds,
			Layer:   Apart,
			Title:   "Kubernetes Job backoffLimit",
			Names:   []string{"k8s-job", "cronjob", "backofflimit"},
			Version: "v1.36.3",
			Source:  "pkg/controller/job",
			Formula: "min(10 min, 10 s 2^(k-1))",
			On:      "a pod that fails",
			Stops:   "backoffLimit; activeDeadlineSeconds",
			Parameters: []Parameter{
				retryLimit("backoffLimit", 6),
				inSeconds(deadline("activeDeadlineSeconds", inf, "for all attempts together; 0s: no retry")),
			},
			Policy: func(v Values) jitter.Policy { return v.strict(exponential(10, 2, 600)) },
			Notes: []string{
				"with restartPolicy OnFailure the kubelet restarts the container by its own rule, crashloopbackoff, and the Job " +
					"ends at restart backoffLimit, not after it",
			},
		},
	}
}
