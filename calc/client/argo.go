package client

import (
	"math"

	"retune/calc/jitter"
)

// argoClients returns the pipelines that run on Kubernetes.
func argoClients() []Row {
	return []Row{
		{
			Name:    "argo-workflows",
			Title:   "Argo Workflows retryStrategy",
			Names:   []string{"argo-workflow", "argo"},
			Version: "f016ad89",
			Source:  "workflow/controller/operator.go",
			Formula: "min(cap, duration factor^(k-1))",
			On:      "by retryPolicy: OnFailure by default, the main container fails",
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
					// A delay longer than maxDuration is not waited, but ends the retries.
					n = shorterThan(p, math.Nextafter(m, inf))
					p = retries(constant(0), n)
				}
				return v.strict(p)
			},
			Traps: []Trap{when(NoWait, without("limit"),
				"without limit the backoff is skipped: retries follow at once", "set limit")},
		},

		{
			Name:    "argo-cd",
			Title:   "Argo CD syncPolicy.retry",
			Names:   []string{"argocd"},
			Version: "37ee0097",
			Source:  "pkg/apis/application/v1alpha1/types.go",
			Formula: "min(maxDuration, duration factor^(k-1))",
			On:      "a sync that fails",
			Stops:   "limit",
			Parameters: []Parameter{
				limitOrNone("limit", 5, -1, "retries; -1: no limit"),
				initialDelay("duration", 5),
				whole("factor", 2, 1, Factor, "growth of the wait, whole"),
				zeroIsNone(longestDelay("maxDuration", 180, "longest delay; 0s: no limit")),
			},
			Policy: Values.grown,
			Notes: []string{
				"maxDuration limits one wait; in Argo Workflows it is the time of all",
			},
		},

		{
			Name:       "tekton",
			Title:      "Tekton pipeline task retries",
			Names:      []string{"tektoncd"},
			Version:    "3ee1745a",
			Source:     "pkg/apis/pipeline/v1/pipeline_types.go",
			Formula:    "no wait",
			On:         "a task that fails",
			Stops:      "retries",
			Parameters: []Parameter{retryLimit("retries", 0)},
			Policy:     atOnce,
		},
	}
}
