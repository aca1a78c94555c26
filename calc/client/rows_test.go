package client

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retune/calc/fleet"
)

// TestRows checks the table: names are unique, and defaults and other values in range make a policy or are refused with
// a reason.
func TestRows(t *testing.T) {
	names := map[string]string{}
	for i := range Rows() {
		r := &Rows()[i]
		for _, name := range append([]string{r.Name}, r.Names...) {
			if other := names[folded(name)]; other != "" && other != r.Name {
				t.Errorf("%s is a name of %s and of %s", name, other, r.Name)
			}
			names[folded(name)] = r.Name
		}
		if r.Title == "" || r.Version == "" || r.Source == "" || r.Formula == "" || r.Stops == "" || r.On == "" {
			t.Errorf("%s says too little: %+v", r.Name, *r)
		}
		v := r.Defaults()
		p, err := v.Policy()
		if err != nil {
			t.Errorf("%s: its defaults are refused: %v", r.Name, err)
			continue
		}
		for _, f := range Findings(v, p) {
			for _, s := range []Sentence{f.Sentence, f.Advice} {
				if strings.Count(s.Text, "{}") != len(s.Figures) || s.Text == "" {
					t.Errorf("%s: %q has %d figures", r.Name, s.Text, len(s.Figures))
				}
				for _, x := range s.Figures {
					if math.IsNaN(x.X) {
						t.Errorf("%s: %q has no figure", r.Name, s.Text)
					}
				}
			}
		}
		for j := range r.Parameters {
			q := &r.Parameters[j]
			if q.Help == "" {
				t.Errorf("%s: %s has no help", r.Name, q.Name)
			}
			for _, x := range []float64{q.Least, q.Least + 1, 1, 2, 5, 0.5, math.Min(q.Most, 100), q.Most} {
				w := v.With(q.Name, x)
				if p, err := w.Policy(); err == nil {
					Findings(w, p)
				} else if !strings.HasPrefix(err.Error(), r.Name) && !strings.Contains(err.Error(), "must be") {
					t.Errorf("%s: %s %v: %v", r.Name, q.Name, x, err)
				}
			}
		}
	}
	if len(Rows()) < 90 {
		t.Errorf("there are only %d clients", len(Rows()))
	}
}

// TestHeld requires a schedule for every row that claims to be compared with a table. Stateful delays are exempt,
// because simulations check them.
func TestHeld(t *testing.T) {
	for _, r := range Rows() {
		p, _ := r.Defaults().Policy()
		if r.Held == Table && !p.Stateful() && !slices.ContainsFunc(
			slices.Concat(schedules, librarySchedules, protocolSchedules),
			func(s schedule) bool { return s.client == r.Name }) {
			t.Errorf("%s has no schedule", r.Name)
		}
	}
}

// TestTraps compares findings with known facts.
func TestTraps(t *testing.T) {
	for _, c := range []struct{ client, set, want string }{
		{"grpc", "maxAttempts=9", "maxAttempts 9 counts as 5: no more are made"},
		{"celery", "", "0.5 of the first retries are immediate"},
		{"aws-sdk-go-v2", "MaxAttempts=9", "all clients wait exactly 20 from retry 5 on: nothing is drawn any more"},
		{"argo-workflows", "", "without limit the backoff is skipped: retries follow at once"},
		{"argo-workflows", "duration=5s maxDuration=60s",
			"without limit the backoff is skipped: retries follow at once"},
		{"google-genai", "jitter=0", "jitter 0 counts as 1"},
		{"systemd", "RestartSteps=8 RestartMaxDelaySec=60s", "the limit of starts stops it at start 5"},
		// Docker's own unit, and a unit with RestartSec and Restart only.
		{"systemd", "RestartSec=2s StartLimitBurst=3 StartLimitIntervalSec=60s",
			"the limit of starts ends the retries for good: a program that fails at once is started 3 times in 4"},
		{"systemd", "", "a program that fails at once is started 5 times in 0.4"},
		{"systemd", "RestartSec=5s StartLimitIntervalSec=20s", // the sixth start would be refused: 25 s after the first
			"6 starts never fall within 20: the waits between them alone take 25"},
		{"celery", "retry_backoff=3600s", "retry_backoff 3600 is above retry_backoff_max 600: the waits do not grow"},
		{"grpc", "initialBackoff=10s maxBackoff=5s", "initialBackoff 10 is above maxBackoff 5: the waits do not grow"},
		{"cenkalti", "InitialInterval=90s", "InitialInterval 90 is above MaxInterval 60: the waits do not grow"},
		// 20 s, 3m20s, 33m20s, 5h33m20s, 55h33m20s
		{"step-functions", "IntervalSeconds=20s BackoffRate=10 MaxAttempts=5",
			"no cap: the wait grows to 200000 before retry 5"},
		{"p-retry", "retries=20", "no cap: the wait grows to 131072 before retry 18"}, // 2^17 s
		{"temporal", "", "no jitter: clients that fail together retry together, all 1 later"},
		{"http-resilience", "", "a server that hangs gets fewer attempts: 4 of 10 and the waits do not fit into " +
			"TotalRequestTimeout 30"},
		{"kafka", "retries=3", "retries 3 may end a send long before delivery.timeout.ms"},
		// 100 ms are 1e8 ns; 2^63/1e8 is below 2^37, 2^31/100 below 2^25, 2^63/1000 below 1.5^91.
		{"sarama", "exponential=true Producer.Retry.Max=40", "from retry 38 on NewExponentialBackoff overflows"},
		{"librdkafka", "", "from retry 26 of a message on its delay overflows 32 bits"},
		{"flink", "", "from restart 92 without a quiet time on the delay overflows: half of them are initial-backoff"},
		{"http-resilience", "AttemptTimeout=20s", "AttemptTimeout 20 is refused unless " +
			"CircuitBreaker.SamplingDuration, 30s by default, is at least twice as long"},
		{"prefect", "retry_jitter_factor=0.5", "Prefect 3 leaves retry_jitter_factor out"},
		{"otel-go", "", "MaxElapsedTime does not count: ExportTimeout ends the export after 30"},
		{"azure-core", "", "retry_total 10 does not bind: one kind of error may be retried 3 times"},
	} {
		v := set(t, c.client, c.set)
		p, err := v.Policy()
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, f := range Findings(v, p) {
			text := f.Text
			for _, x := range f.Figures {
				text = strings.Replace(text, "{}", strconv.FormatFloat(x.X, 'g', 6, 64), 1)
			}
			all = append(all, text)
		}
		if text := strings.Join(all, "\n"); !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %s\nwant %s", c.client, c.set, text, c.want)
		}
	}
}

// TestQuiet checks that sensible defaults have no findings.
func TestQuiet(t *testing.T) {
	for _, c := range []struct{ client, set, not string }{
		{"docker", "", "no jitter"}, {"systemd", "RestartSec=2s", "limit of starts"}, {"postfix", "", "no jitter"},
		{"docker-swarm", "max_attempts=3 window=2m", "limit of starts"}, {"envoy", "", "immediate"},
		{"argo-cd", "", "no jitter"}, {"http-resilience", "TotalRequestTimeout=54s", "a server that hangs"},
		{"systemd", "RestartSec=5s", "never fall"}, {"systemd", "RestartSec=5s StartLimitIntervalSec=26s", "never fall"},
		{"step-functions", "IntervalSeconds=20s BackoffRate=10 MaxAttempts=4", "no cap"},
		{"step-functions", "IntervalSeconds=20s BackoffRate=10 MaxAttempts=5 MaxDelaySeconds=600s", "no cap"},
		{"sidekiq", "", "no cap"}, {"oban", "", "no cap"}, {"celery", "retry_backoff=600s", "do not grow"},
		{"grpc", "", "never reached"}, {"podman", "", "at once"}, {"crashloopbackoff", "", "at once"},
		{"nginx", "", "set a first wait"}, {"tcp-syn", "", "no jitter"},
	} {
		v := set(t, c.client, c.set)
		p, err := v.Policy()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Findings(v, p) {
			if strings.Contains(f.Text, c.not) {
				t.Errorf("%s %s: %s", c.client, c.set, f.Text)
			}
		}
	}
}

// TestRefused checks values that the client refuses, and similar ones that it takes.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ client, refused, taken string }{
		{"polly", "Delay=25h", "Delay=24h"}, {"polly", "MaxDelay=25h", "MaxDelay=24h"},
		{"object_store", "base=1", "base=1.1"}, {"object_store", "init_backoff=20s", "init_backoff=15s"},
		{"flink", "backoff-multiplier=1", "backoff-multiplier=1.1"},
		{"flink", "attempts-before-reset-backoff=0", "attempts-before-reset-backoff=1"},
		{"grpc", "initialBackoff=0s", "initialBackoff=1ms"}, {"kubernetes-wait", "Steps=0", "Steps=1"},
		{"kubernetes-flowcontrol", "max=9s", "max=10s"}, {"beats", "backoff.max=0s", "backoff.max=1s"},
		{"retry", "maxTimeout=0.9s", "maxTimeout=1s"}, {"retry", "randomize=true factor=1.9", "randomize=true"},
		{"async-retry", "factor=1", "randomize=false factor=1"},
		{"async-retry", "minTimeout=9s maxTimeout=8s", "minTimeout=9s"},
		{"step-functions", "IntervalSeconds=1.5s", "IntervalSeconds=2s"},
		{"step-functions", "IntervalSeconds=0s", "IntervalSeconds=1s"}, {"vector", "retry_initial_backoff_secs=0s",
			"retry_initial_backoff_secs=2s"}, {"kafka", "retry.backoff.ms=1.5ms", "retry.backoff.ms=0s"},
		{"envoy-gateway", "baseInterval=0s", "baseInterval=1ms"},
		{"envoy", "base_interval=0s", "base_interval=1ms"}, {"istio", "attempts=0 perTryTimeout=1s", "attempts=0"},
		{"istio", "backoff=1.5ms", "backoff=1ms"},
		{"nomad-reschedule", "attempts=1 interval=1m", "unlimited=false attempts=1 interval=1m"},
		{"nomad-reschedule", "unlimited=false attempts=4 interval=4m", "unlimited=false attempts=4 interval=241s"},
		{"nomad-reschedule", "unlimited=false attempts=4 interval=89s delay_function=fibonacci",
			"unlimited=false attempts=4 interval=90s delay_function=fibonacci"},
		{"crashloopbackoff", "maxContainerRestartPeriod=301s", "maxContainerRestartPeriod=1s"}, {"temporal",
			"backoffCoefficient=0.5", "backoffCoefficient=0"}, {"sns", "minDelayTarget=0s", "minDelayTarget=1s"},
		{"kafka", "delivery.timeout.ms=20s", "delivery.timeout.ms=30s"},
		{"http-resilience", "AttemptTimeout=1ms", "AttemptTimeout=10ms"},
		{"docker", "max_retries=5", "restart=on-failure max_retries=5"},
		{"podman", "restart=no max_retries=1", "restart=no max_retries=0"},
		{"temporal", "maximumInterval=0.5s", "maximumInterval=1s"}, {"azure-core", "timeout=0s", "timeout=1s"},
	} {
		if _, err := set(t, c.client, c.refused).Policy(); err == nil {
			t.Errorf("%s %s is not refused", c.client, c.refused)
		}
		if _, err := set(t, c.client, c.taken).Policy(); err != nil {
			t.Errorf("%s %s: %v", c.client, c.taken, err)
		}
	}
}

// TestUncounted compares max_time of backoff-python, as its loop counts it, with a deadline that is longer by the time
// of an attempt.
func TestUncounted(t *testing.T) {
	row := Find("backoff-python")
	const most, s = 10, 6
	if err := row.Paced(row.Defaults().With("max_time", most), s); err == nil ||
		!strings.Contains(err.Error(), "--deadline 16s") {
		t.Errorf("%v", err)
	}
	if err := row.Paced(row.Defaults(), s); err != nil {
		t.Error(err)
	}
	wait := []float64{0.5, 1.7, 3.9, 7} // drawn
	var loop, deadline []float64        // starts of attempts
	for start, k := 0.0, 0; ; k++ {
		loop = append(loop, start)
		if start >= most { // elapsed is taken before the call
			break
		}
		start += s + math.Min(wait[k], most-start)
	}
	for start, k := 0.0, 0; ; k++ {
		deadline = append(deadline, start)
		left := most + s - (start + s) // as Clip has it with the deadline most + s
		if left <= 0 {
			break
		}
		start += s + math.Min(wait[k], left)
	}
	if !slices.Equal(loop, deadline) || len(loop) != 3 {
		t.Errorf("%v, and %v with a deadline", loop, deadline)
	}
}

// TestBudgets checks the budgets of clients against their documentation.
func TestBudgets(t *testing.T) {
	concurrent := func(share, least float64) fleet.Budget {
		return fleet.Budget{Kind: fleet.Concurrent, Ratio: share, Reserve: least}
	}
	quota := fleet.Budget{Kind: fleet.Quota, Reserve: 500}
	recent := func(share, least, window float64) fleet.Budget {
		return fleet.Budget{Kind: fleet.Concurrent, Ratio: share, Reserve: least, Window: window}
	}
	expiring := func(share, perSecond, ttl float64, fromStart, onSuccess bool) fleet.Budget {
		return fleet.Budget{Kind: fleet.Expiring, Ratio: share, Reserve: perSecond, Window: ttl,
			FromStart: fromStart, OnSuccess: onSuccess}
	}
	for _, c := range []struct {
		name, set string
		want      fleet.Budget
	}{
		{"grpc", "", fleet.Budget{}},
		{"grpc", "maxTokens=10 tokenRatio=0.25", fleet.Budget{Kind: fleet.Throttle, Ratio: 0.25, Reserve: 10}},
		{"envoy", "", concurrent(0, 3)}, {"envoy", "max_retries=9", concurrent(0, 9)},
		{"envoy", "max_retries=9 budget_percent=30", concurrent(0.3, 3)},
		{"envoy", "min_retry_concurrency=7", concurrent(0.2, 7)}, {"istio", "", fleet.Budget{}},
		{"istio", "percent=25 minRetryConcurrency=1", concurrent(0.25, 1)},
		{"istio", "maxRetries=0", fleet.Budget{}}, {"istio", "minRetryConcurrency=0", concurrent(0.2, 3)},
		{"istio", "maxRetries=5", concurrent(0, 5)}, {"envoy-gateway", "", concurrent(0, 1024)},
		{"envoy-gateway", "percent=30", concurrent(0.3, 3)},
		{"grpc-1.68", "maxTokens=10", fleet.Budget{Kind: fleet.Throttle, Ratio: 0.1, Reserve: 10}},
		{"aws-sdk-js-v3", "", fleet.Budget{Kind: fleet.Quota, Reserve: 500, Cost: 10, LateCost: 10}},
		{"aws-sdk-rust", "", fleet.Budget{Kind: fleet.Quota, Reserve: 500, Cost: 10, LateCost: 10}},
		{"aws", "", quota}, {"aws", "retry_mode=legacy new_retries_2026=true", fleet.Budget{}},
		{"aws", "new_retries_2026=true", fleet.Budget{Kind: fleet.Quota, Reserve: 500, Cost: 14, LateCost: 14}},
		{"envoy", "budget_percent=10 budget_interval=2.0005s", recent(0.1, 3, 2)},
		{"istio", "budgetInterval=10s", recent(0.2, 3, 10)},
		{"gateway-api", "", fleet.Budget{}}, {"gateway-api", "minRetryRate.count=4", recent(0.2, 4, 10)},
		{"gateway-api", "budget.percent=5 budget.interval=60s", recent(0.05, 10, 60)},
		// A retry takes floor(1/0.3) = 3 tokens of 1 in tower, and floor(1000/0.3) = 3333 of 1000 in Finagle. For 1.5
		// it takes floor(1000/1.5) = 666 of 1000. Tokens of 2 whole seconds last for 2.5 s.
		{"linkerd-profile", "", expiring(0.2, 10, 10, false, true)},
		{"linkerd-profile", "retryRatio=0.3 ttl=2.5s minRetriesPerSecond=5", expiring(1./3, 4, 2.5, false, true)},
		{"linkerd-profile", "retryRatio=0.6", expiring(1, 10, 10, false, true)},
		{"linkerd-profile", "retryRatio=1.5", expiring(1000./666, 10, 10, false, true)},
		{"linkerd-profile", "retryRatio=0", expiring(0, 10, 10, false, true)},
		{"tower", "", fleet.Budget{}}, {"tower", "retry_percent=0.1", expiring(0.1, 10, 10, false, true)},
		{"finagle", "", expiring(0.2, 10, 10, true, false)},
		{"finagle", "percentCanRetry=0.3", expiring(1000./3333, 10, 10, true, false)},
		{"finagle", "percentCanRetry=0 minRetriesPerSec=0", expiring(0, 0, 10, true, false)},
		{"botocore-legacy", "", fleet.Budget{}}, {"aws-sdk-go-v2", "", quota}, {"tenacity", "", fleet.Budget{}},
	} {
		if got := set(t, c.name, c.set).Budget(); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.name, c.set, got, c.want)
		}
	}
}
