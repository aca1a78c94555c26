package client

import (
	"cmp"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// googleClients is the libraries and services of Google Cloud. Three of them mean three
// types of jitter by the same "truncated exponential backoff".
var googleClients = []Row{
	{Name: "google-cloud", Title: "Google Cloud's documented rule", Names: []string{"gcs", "gcp", "google-docs", "truncated-exponential", "memorystore"}, Version: "docs", Source: "cloud.google.com memorystore/docs/redis/exponential-backoff", Held: Table,
		Formula: "min(maximum_backoff, 2^(k-1) s + U(0, 1 s))", Stops: "nothing that it names",
		Parameters: []Parameter{dur("maximum_backoff", 64, Cap, "longest delay, usually 32s or 64s")},
		Policy:     func(v Values) jitter.Policy { return added(1, 2, v.At("maximum_backoff"), 1) }},

	{Name: "gax-go", Title: "gax-go Backoff, Google's Go libraries", Names: []string{"gax", "google-go"}, Version: "v2.15.0 to v2.27.0", Source: "v2/call_option.go", Held: Conformance,
		Formula: "U(0, x), x = Initial, then min(Max, x Multiplier)", Stops: "the context; cloud.google.com/go/storage adds attempts",
		Parameters: []Parameter{dur("Initial", 1, Initial, "longest first delay, which Max does not limit; 0s: the default"), dur("Max", 30, Cap, "longest delay; 0s: the default"), factor("Multiplier", 2)},
		Policy: func(v Values) jitter.Policy {
			return full(uncapped(cmp.Or(v.At("Initial"), 1), v.At("Multiplier"), cmp.Or(v.At("Max"), 30)))
		}},

	{Name: "google-api-core", Title: "google-api-core Retry, Google's Python libraries", Names: []string{"google-python", "api-core"}, Version: "f956bb25", Source: "google/api_core/retry/retry_base.py",
		Formula: "U(0, min(maximum, initial multiplier^(k-1)))", Stops: "timeout: no retry starts after it",
		Parameters: []Parameter{dur("initial", 1, Initial, "longest first delay"), dur("maximum", 60, Cap, "longest delay"), factor("multiplier", 2), dur("timeout", 120, Deadline, "for all attempts together")},
		Policy:     func(v Values) jitter.Policy { return v.strict(full(v.grown())) }},

	{Name: "retry-request", Title: "retry-request, Google's Node libraries", Names: []string{"google-node", "google-cloud-node"}, Version: "8.0.4", Source: "index.js", Held: Table,
		Formula: "min(maxRetryDelay, retryDelayMultiplier^k s + U{0..999} ms)", Stops: "retries; totalTimeout, which cuts the last wait", Stop: jitter.Clip,
		Parameters: []Parameter{whole("retries", 2, 0, Limit, "retries; the Storage library sets 3"), factor("retryDelayMultiplier", 2), dur("maxRetryDelay", 64, Cap, "longest delay"), dur("totalTimeout", 600, Deadline, "for all attempts together")},
		Policy: func(v Values) jitter.Policy {
			m := v.At("retryDelayMultiplier")
			p := counted(added(m, m, v.At("maxRetryDelay"), 1), ms, calc.Down, false)
			if v.At("maxRetryDelay") == 0 { // after a wait that is not above 0 it makes no retry
				return never(p)
			}
			return v.strict(p)
		},
		Traps: []Trap{fact(Caution, "the first delay is retryDelayMultiplier seconds and up to one more, twice what Google documents", "a lower retryDelayMultiplier begins sooner")}},

	{Name: "google-cloud-cpp", Title: "google-cloud-cpp ExponentialBackoffPolicy", Names: []string{"google-cpp"}, Version: "0004ea98", Source: "google/cloud/internal/backoff_policy.cc",
		Formula: "whole ms of U(x, x scaling), x = initial scaling^(k-1) up to maximum/scaling", Stops: "a separate retry policy",
		Parameters: []Parameter{dur("initial_delay", 1, Initial, "shortest first delay"), dur("maximum_delay", 300, Cap, "longest delay"), num("scaling", 2, 1.0001, 100, Factor, "growth of the wait")},
		Policy: func(v Values) jitter.Policy {
			a, c, s := v.At("initial_delay"), v.At("maximum_delay"), v.At("scaling")
			if c/s <= a {
				return counted(between(exponential(a, 1, a), 1, math.Max(1, c/a)), ms, calc.Down, false)
			}
			return counted(between(exponential(a, s, c/s), 1, s), ms, calc.Down, false)
		},
		Refuses: atLeast("maximum_delay", "initial_delay")}, // else the range that it draws from ends before it begins

	{Name: "google-genai", Title: "Google GenAI SDK for Python", Names: []string{"genai", "gemini"}, Version: "66807187", Source: "google/genai/_api_client.py", Counts: Attempts,
		Formula: "min(max_delay, initial_delay exp_base^(k-1) + U(0, jitter))", Stops: "attempts",
		Parameters: []Parameter{whole("attempts", 5, 0, Limit, "attempts with the first; 0 counts as 1"), dur("initial_delay", 1, Initial, "wait before retry 1; 0s: the default"), dur("max_delay", 60, Cap, "longest delay; 0s: the default"), factor("exp_base", 2), dur("jitter", 1, Amount, "added at random; 0s: the default")},
		Policy: func(v Values) jitter.Policy {
			return added(cmp.Or(v.At("initial_delay"), 1), v.At("exp_base"), cmp.Or(v.At("max_delay"), 60), cmp.Or(v.At("jitter"), 1))
		},
		Traps: []Trap{fact(Caution, "nothing is retried unless retry_options is given", "pass retry_options"),
			when(Caution, func(v Values) bool { return v.At("jitter") == 0 }, "jitter 0 counts as 1", "set jitter=1ms for next to none")}},

	{Name: "cloud-tasks", Title: "Google Cloud Tasks queue", Names: []string{"gcp-tasks", "app-engine-queue"}, Version: "203740c7", Source: "googleapis google/cloud/tasks/v2/queue.proto RetryConfig", Held: Table, Counts: Attempts,
		Formula: "min(maxBackoff in whole s, minBackoff 2^(k-1)) for maxDoublings, then minBackoff 2^maxDoublings more for each retry", Stops: "when both attempts and age have passed",
		Parameters: []Parameter{limitOrNone("maxAttempts", 100, -1, "attempts with the first; -1: no limit"), dur("maxRetryDuration", 0, Deadline, "age; 0s: no limit"),
			dur("minBackoff", 0.1, Initial, "wait before retry 1"), dur("maxBackoff", 3600, Cap, "longest delay"), whole("maxDoublings", 16, 0, NoRole, "how often the delay doubles")},
		Policy: ofTasks,
		Traps: []Trap{when(Caution, func(v Values) bool { return v.At("maxRetryDuration") > 0 && v.At("maxAttempts") > 0 }, "it stops only when both limits have passed: {maxAttempts} attempts and {maxRetryDuration}", "set only one of them to end by it alone"),
			when(Note, func(v Values) bool { a := v.At("minBackoff"); return a != math.Floor(a) && a != 0.1 }, "the documentation has minBackoff {minBackoff} cut to whole seconds, although the default is 100ms: here it counts as it is", "choose whole seconds")}},

	{Name: "cloud-scheduler", Title: "Google Cloud Scheduler job", Names: []string{"gcp-scheduler"}, Version: "203740c7", Source: "googleapis google/cloud/scheduler/v1/job.proto RetryConfig",
		Formula: "as Cloud Tasks", Stops: "when both retries and age have passed",
		Parameters: []Parameter{{Name: "retryCount", Help: "retries", Unit: Count, Most: 5, Role: Limit}, dur("maxRetryDuration", 0, Deadline, "age; 0s: no limit"),
			dur("minBackoffDuration", 5, Initial, "wait before retry 1"), dur("maxBackoffDuration", 3600, Cap, "longest delay"), whole("maxDoublings", 5, 0, NoRole, "how often the delay doubles")},
		Policy: cloudTasks},

	{Name: "pubsub", Title: "Google Pub/Sub subscription", Names: []string{"pub-sub"}, Version: "docs of 2026", Source: "cloud.google.com pubsub/docs/subscription-retry-policy; googleapis google/pubsub/v1/pubsub.proto RetryPolicy", Counts: Attempts,
		Formula: "min(maximumBackoff, minimumBackoff 2^(k-1)), about", Stops: "maxDeliveryAttempts, with a dead letter topic; the retention of the subscription",
		Parameters: []Parameter{{Name: "minimumBackoff", Help: "wait before retry 1", Unit: Seconds, Default: 10, Most: 600, Role: Initial}, {Name: "maximumBackoff", Help: "longest delay", Unit: Seconds, Default: 600, Most: 600, Role: Cap},
			{Name: "maxDeliveryAttempts", Help: "attempts before the dead letter topic", Unit: Count, Default: inf, Least: 5, Most: 100, Role: Limit},
			{Name: "messageRetentionDuration", Help: "age at which a message may be dropped", Unit: Seconds, Default: 7 * day, Least: 600, Most: 31 * day, Role: Deadline}},
		Policy: Values.grown,
		Traps:  []Trap{fact(Note, "Google promises delays between the two, not a factor: 2 is assumed", "take the waits as approximate"), fact(Note, "without a retryPolicy what is not acknowledged is delivered again at once", "set a retryPolicy")}},
}

// ofTasks is cloudTasks for the service itself, which cuts its limits of time to whole seconds.
func ofTasks(v Values) jitter.Policy {
	for _, name := range []string{"maxBackoff", "maxRetryDuration"} {
		v = v.With(name, math.Floor(v.At(name)))
	}
	return cloudTasks(v)
}

// cloudTasks is doublings, then steps as long as the last, until retries and age have both
// passed.
func cloudTasks(v Values) jitter.Policy {
	p := v.grown()
	if p.Growth.Kind == calc.Exponential { // it waits at all
		p.Growth = calc.Growth{Kind: calc.Doublings, Until: v.At("maxDoublings")}
		if p.Growth.Until == 0 {
			p = linear(v.role(Initial, 0), v.role(Cap, inf))
		}
	}
	if math.IsInf(v.mostRetries(), 1) {
		return p
	}
	return until(p, v.At("maxRetryDuration"), jitter.CountAndAge)
}
