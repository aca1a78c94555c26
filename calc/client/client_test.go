package client

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"retune/calc/jitter"
)

// set returns the default values of a client with some changed: "maxAttempts=4 jitter=full".
func set(t *testing.T, name, changes string) Values {
	t.Helper()
	r := Find(name)
	if r == nil {
		t.Fatalf("there is no client %s", name)
	}
	v := r.Defaults()
	for change := range strings.FieldsSeq(changes) {
		key, text, _ := strings.Cut(change, "=")
		p, _ := r.Find(key)
		if p == nil {
			t.Fatalf("%s has no parameter %s", name, key)
		}
		v = v.With(key, number(t, p, text))
	}
	return v
}

// number parses a value: a word, true or false, a number, or one with ms, s, m or h.
func number(t *testing.T, p *Parameter, text string) float64 {
	t.Helper()
	if i := slices.Index(p.Words, text); i >= 0 {
		return float64(i)
	}
	scale := 1.0
	for _, u := range []struct {
		unit  string
		scale float64
	}{{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}, {"true", 0}, {"false", 0}} {
		if rest, ok := strings.CutSuffix(text, u.unit); ok {
			if u.scale == 0 {
				return map[string]float64{"true": 1}[text]
			}
			text, scale = rest, u.scale
			break
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x * scale
}

// TestEnds checks what ends a policy.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		client, set       string
		retries, deadline float64
		stop              jitter.Stop
	}{
		{"grpc", "", 3, inf, 0}, {"grpc", "maxAttempts=9", 4, inf, 0}, {"grpc", "timeout=5s", 3, 5, jitter.LookAhead},
		{"cenkalti", "MaxTries=3", 2, 900, jitter.LookAhead}, {"cenkalti", "MaxElapsedTime=0", inf, inf, 0},
		{"cenkalti-v4", "MaxRetries=3", 3, 900, 0},
		{"kubernetes-wait", "Duration=1ms Factor=2 Steps=10", 9, inf, 0},
		{"kubernetes-wait", "Duration=1ms Factor=2 Steps=10 Cap=8ms", 3, inf, 0},
		{"kubernetes-wait", "Duration=1ms Factor=2 Steps=10 Cap=7ms", 2, inf, 0},
		{"botocore-legacy", "", 4, inf, 0}, {"aws", "retry_mode=legacy", 4, inf, 0}, {"aws", "", 2, inf, 0},
		{"aws", "max_attempts=7", 6, inf, 0},
		{"avast", "Attempts=0", inf, inf, 0}, {"azcore", "MaxRetries=0", 3, inf, 0}, {"azcore", "MaxRetries=-1", 0,
			inf, 0}, {"failsafe-go", "maxRetries=-1 maxDuration=9s", inf, 9, jitter.Clip},
		{"dskit", "", 9, inf, 0}, {"aws-sdk-go-v2", "MaxAttempts=0", 2, inf, 0},
		{"temporal", "maximumAttempts=5", 4, inf, 0}, {"fluentd", "", inf, 259200, jitter.Clip},
		{"retry", "maxRetryTime=9s", 10, 9, jitter.LookBehind},
		{"cloud-tasks", "maxRetryDuration=1h", 99, 3600, jitter.CountAndAge},
		{"cloud-tasks", "maxAttempts=-1 maxRetryDuration=1h", inf, 3600, jitter.LookAhead},
		{"docker-swarm", "", inf, inf, 0}, {"masstransit", "", 5, inf, 0},
		{"masstransit", "policy=intervals intervals=1s intervals.2=5s", 2, inf, 0},
		{"linkerd-profile", "", inf, inf, 0}, {"linkerd-profile", "timeout=9s", inf, 9, jitter.LookAhead},
		{"finagle", "", 2, inf, 0}, {"docker-swarm", "max_attempts=4", 4, inf, 0},
		{"traefik", "timeout=9s", 3, 9, jitter.LookBehind}, {"traefik", "", 3, inf, 0},
		{"traefik", "initialInterval=1s", 3, 900, jitter.LookAhead},
		{"traefik", "timeout=1h", 3, 3600, jitter.LookBehind},
		{"podman", "restart=on-failure max_retries=5", 5, inf, 0},
		{"temporal-internal", "maximumAttempts=2", 1, 60, jitter.Clip},
		{"reqwest-retry", "total_duration=9s", 3, 9, jitter.LookBehind},
		{"argo-workflows", "", inf, inf, 0}, {"sidekiq", "retry_for=48h", inf, 172800, jitter.LookBehind},
		{"azure-core", "", 3, 604800, jitter.LookAhead},
		{"otel-go", "", inf, 30, jitter.LookAhead}, {"otel-go", "ExportTimeout=0s", inf, 60, jitter.LookBehind},
		{"otel-go", "ExportTimeout=10s MaxElapsedTime=0s", inf, 10, jitter.LookAhead},
		{"socket.io", "reconnectionAttempts=0", inf, inf, 0}, {"socket.io", "reconnectionAttempts=3", 3, inf, 0},
		{"otel-collector", "enabled=false", 0, inf, 0},
		{"docker", "restart=on-failure max_retries=5", 5, inf, 0}, {"docker", "restart=unless-stopped", inf,
			inf, 0}, {"docker", "restart=on-failure max_retries=0", inf, inf, 0},
		{"smallrye", "", 3, 180, jitter.LookAhead}, {"stamina", "", 9, 45, jitter.LookBehind},
		{"stamina", "timeout=0", 0, inf, 0}, {"retriable", "", 2, 900, jitter.LookAhead},
		{"retriable", "max_elapsed_time=0", 0, inf, 0},
		{"backoff-python", "max_tries=3 max_time=9s", 2, 9, jitter.Clip},
		{"micronaut", "maxDelay=9s", 3, 9, jitter.LookBehind}, {"redis-py", "", 10, inf, 0},
		{"supervisord", "", 3, inf, 0}, {"laravel", "tries=0", inf, inf, 0}, {"bullmq", "", 0, inf, 0},
		{"aws-sdk-go-v1", "", 3, inf, 0}, {"aws-sdk-js-v3", "", 2, inf, 0}, {"aws-sdk-rust", "", 2, inf, 0},
		{"step-functions", "", 3, inf, 0}, {"sns", "", 3, 3600, 0},
		{"google-api-core", "", inf, 120, jitter.LookAhead}, {"google-api-core", "timeout=0", 0, inf, 0},
		{"google-genai", "attempts=0", 0, inf, 0}, {"google-genai", "", 4, inf, 0},
		{"cloud-scheduler", "", 0, inf, 0},
		{"cloud-scheduler", "retryCount=5 maxRetryDuration=1h", 5, 3600, jitter.CountAndAge},
		{"cloud-scheduler", "maxRetryDuration=1h", 0, 3600, jitter.CountAndAge}, {"pubsub", "", inf, 604800, 0},
		{"pubsub", "maxDeliveryAttempts=5", 4, 604800, 0},
		{"kubernetes-job", "", 6, inf, 0}, {"controller-runtime", "", inf, inf, 0}, {"flux", "", inf, inf, 0},
		{"tekton", "", 0, inf, 0}, {"haproxy", "", 3, inf, 0},
		{"argo-workflows", "limit=4 duration=5s maxDuration=60s", 4, 60, jitter.LookAhead},
		{"argo-workflows", "duration=5s factor=2 maxDuration=80s", 5, 80, jitter.LookAhead},
		{"argo-workflows", "duration=5s maxDuration=80s", inf, 80, jitter.LookAhead},
		{"argo-workflows", "duration=90s maxDuration=80s", 0, 80, jitter.LookAhead},
		{"argo-workflows", "duration=5s factor=2", inf, inf, 0},
		{"nginx", "", 2, inf, 0}, {"nginx", "servers=1", 0, inf, 0},
		{"nginx", "servers=9 proxy_next_upstream_tries=3 proxy_next_upstream_timeout=8s", 2, 8, jitter.LookBehind},
		{"envoy-gateway", "", 2, 15, jitter.LookAhead}, {"envoy-gateway", "requestTimeout=0", 2, inf, 0},
		{"grpc-1.68", "maxAttempts=9 timeout=4s", 4, 4, jitter.LookAhead}, {"consul-template", "", 12, inf, 0},
		{"consul-template", "attempts=0", inf, inf, 0},
		{"nomad-restart", "", 2, inf, 0}, {"nomad-restart", "interval=30s", inf, inf, 0},
		{"nomad-restart", "attempts=0", 0, inf, 0},
		{"nomad-reschedule", "", inf, inf, 0}, {"nomad-reschedule", "unlimited=false", 0, inf, 0},
		{"nomad-reschedule", "unlimited=false attempts=1 interval=24h delay=5s delay_function=constant", 1, inf, 0},
		// the third fails 10 min after the first reschedule
		{"nomad-reschedule", "unlimited=false attempts=3 interval=15m delay=5m delay_function=constant", 3, inf, 0},
		// the sixth delay, 16 min, is too long
		{"nomad-reschedule", "unlimited=false attempts=5 interval=15m", 5, inf, 0},
		// never nine within 15 min
		{"nomad-reschedule", "unlimited=false attempts=9 interval=15m max_delay=2m", inf, inf, 0},
		{"tcp-syn", "", 10, inf, 0}, {"tcp-syn", "tcp_syn_linear_timeouts=0", 6, inf, 0}, {"tcp-rto", "", 15, inf, 0},
		{"sip-invite", "", inf, 32, jitter.LookAhead}, {"coap", "", 4, inf, 0}, {"curl", "retry=5", 5, inf, 0},
		{"dynamodb-2026", "", 3, inf, 0}, {"dynamodb-2026", "MaxAttempts=0", 3, inf, 0},
		{"postfix", "maximal_queue_lifetime=0s", 0, inf, 0},
		{"temporal-internal", "maximumInterval=10ms", 0, inf, 0}, {"retry-request", "totalTimeout=0s", 0, inf, 0},
		{"sidekiq", "retry_for=0s", 0, inf, 0}, {"grpc", "timeout=0s", 0, inf, 0},
		{"object_store", "retry_timeout=0s", 0, inf, 0}, {"tenacity", "stop_before_delay=0s", 0, inf, 0},
		{"p-retry", "maxRetryTime=0s", 0, inf, 0}, {"retry", "maxRetryTime=0s", 10, inf, 0},
		{"backon", "total_delay=0s", 0, inf, 0},
		{"temporal", "maximumAttempts=1 maximumInterval=1ms", 0, inf, 0}, {"cloud-tasks", "maxRetryDuration=9.9s",
			99, 9, jitter.CountAndAge}, {"kubernetes-job", "activeDeadlineSeconds=0s", 0, inf, 0},
		{"nomad-reschedule", "unlimited=false attempts=1 interval=1m", 1, inf, 0}, // the first is always allowed
	} {
		p, err := set(t, c.client, c.set).Policy()
		if err != nil || p.Retries != c.retries || p.Deadline != c.deadline || p.Rule.Stop != c.stop {
			t.Errorf("%s %s: %v retries, deadline %v, stop %v (%v), want %v, %v, %v", c.client, c.set, p.Retries,
				p.Deadline, p.Rule.Stop, err, c.retries, c.deadline, c.stop)
		}
	}
}

// TestSwarmWindow counts restarts 5 s apart that fail at once, within the window.
func TestSwarmWindow(t *testing.T) {
	for text, want := range map[string]float64{"window=15s": inf, "window=15.1s": 3, "window=1h": 3, "": 3} {
		p, err := set(t, "docker-swarm", "max_attempts=3 "+text).Policy()
		if got := p.RetriesMade(); err != nil || got != want {
			t.Errorf("%s: %v restarts (%v), want %v", text, got, err, want)
		}
	}
}
