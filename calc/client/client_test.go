package client

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retune/calc/jitter"
)

// set returns the values of a client with some changed: "maxAttempts=4 jitter=full".
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

// number reads a value: a word, true or false, a number, or one with ms, s, m or h.
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

// TestSchedules compares the least, mean and longest delay before retries 1 to 8 with
// tables that were worked out from the clients' sources, and checked by running most of
// them. Times are in seconds.
func TestSchedules(t *testing.T) {
	for _, c := range []struct {
		client, set    string
		lo, mean, most []float64
	}{
		{"aws-simulator", "strategy=none", nil, []float64{.01, .02, .04, .08, .16, .32, .64, 1.28},
			[]float64{.01, .02, .04, .08, .16, .32, .64, 1.28}},
		{"aws-simulator", "", []float64{0, 0, 0, 0, 0, 0, 0, 0}, []float64{.005, .01, .02, .04, .08, .16, .32, .64},
			[]float64{.01, .02, .04, .08, .16, .32, .64, 1.28}},
		{"aws-simulator", "strategy=equal", []float64{.005, .01, .02, .04, .08, .16, .32, .64},
			[]float64{.0075, .015, .03, .06, .12, .24, .48, .96}, []float64{.01, .02, .04, .08, .16, .32, .64, 1.28}},
		{"gax-go", "", nil, []float64{.5, 1, 2, 4, 8, 15, 15, 15}, []float64{1, 2, 4, 8, 16, 30, 30, 30}},
		{"cenkalti", "MaxInterval=0s", nil, []float64{.5, .5, .5}, nil}, // a delay of 0 is the first anew
		{"cenkalti-v4", "MaxInterval=0s", nil, []float64{.5, 0, 0}, nil},
		{"go-retryablehttp-linear", "RetryWaitMin=0s", []float64{0, 0}, []float64{15, 30}, []float64{30, 60}},
		{"gax-go", "Initial=0s Max=0s", nil, nil, []float64{1, 2, 4, 8, 16, 30, 30, 30}},
		{"dskit", "min_period=5s max_period=3s", nil, []float64{5, 5}, nil},
		{"avast", "MaxDelay=0s", nil, []float64{.15, .25, .45, .85}, nil},
		{"avast-full", "MaxDelay=0s", nil, []float64{.1, .2, .4}, nil},
		{"azcore", "RetryDelay=0s MaxRetryDelay=0s", []float64{.64, 1.92, 4.48}, nil, nil},
		{"gax-go", "Initial=10s Max=1s", nil, []float64{5, .5, .5}, []float64{10, 1, 1}},
		{"grpc", "maxAttempts=9", []float64{.08, .16, .32, .64}, []float64{.1, .2, .4, .8},
			[]float64{.12, .24, .48, .96}},
		{"envoy", "num_retries=8", []float64{0, 0}, []float64{.012, .0245, .0495, .0995, .1245, .1245, .1245,
			.1245}, []float64{.024, .049, .099, .199, .249, .249, .249, .249}},
		// 50 is not below 101/2 in whole numbers
		{"envoy", "num_retries=5 max_interval=101ms", nil, []float64{.012, .0245, .05, .05, .05},
			[]float64{.024, .049, .1, .1, .1}},
		// 1 ms, then 3
		{"envoy", "num_retries=4 base_interval=0.3ms max_interval=3.9ms", nil, []float64{0, .001, .001},
			[]float64{0, .002, .002}},
		{"cenkalti", "", []float64{.25, .375, .5625, .84375, 1.265625, 1.8984375}, []float64{.5, .75, 1.125, 1.6875,
			2.53125, 3.796875, 5.6953125, 8.54296875}, []float64{.75, 1.125, 1.6875, 2.53125, 3.796875}},
		{"cenkalti", "InitialInterval=10s MaxInterval=1s RandomizationFactor=0", nil, []float64{10, 1, 1}, nil},
		{"go-retryablehttp", "RetryMax=8", nil, []float64{1, 2, 4, 8, 16, 30, 30, 30},
			[]float64{1, 2, 4, 8, 16, 30, 30, 30}},
		{"go-retryablehttp-linear", "", []float64{1, 2, 3, 4}, []float64{15.5, 31, 46.5, 62},
			[]float64{30, 60, 90, 120}},
		{"avast", "", []float64{.1, .2, .4, .8, 1.6, 3.2, 6.4, 12.8},
			[]float64{.15, .25, .45, .85, 1.65, 3.25, 6.45, 12.85}, []float64{.2, .3, .5, .9, 1.7, 3.3, 6.5, 12.9}},
		{"tenacity", "initial=0s max=500ms", nil, []float64{.375}, []float64{.5}}, {"stamina", "wait_max=0s", nil,
			[]float64{0, 0}, []float64{0, 0}}, {"aws-sdk-go-v2", "MaxBackoff=0s", nil, []float64{0}, []float64{0}},
		{"avast-4.6.1", "", []float64{.2, .4, .8}, []float64{.25, .45, .85}, []float64{.3, .5, .9}},
		{"failsafe-go", "delay=1s delayFactor=3", nil, []float64{1, 1, 1}, nil},
		{"aws-sdk-2026", "MaxAttempts=9", nil, []float64{.025, .05, .1, .2, .4, .8, 1.6, 3.2},
			[]float64{.05, .1, .2, .4, .8, 1.6, 3.2, 6.4}},
		{"dynamodb-2026", "", nil, []float64{.0125, .025, .05}, []float64{.025, .05, .1}},
		{"aws", "retry_mode=legacy new_retries_2026=true", nil, []float64{.5, 1, 2, 4}, nil},
		{"aws-sdk-go-v2", "MaxAttempts=9", []float64{0, 0, 0, 0, 20, 20}, []float64{1, 2, 4, 8, 20, 20, 20, 20},
			[]float64{2, 4, 8, 16, 20, 20, 20, 20}},
		{"aws-sdk-go-v2", "MaxAttempts=9 MaxBackoff=16s", nil, []float64{1, 2, 4, 8, 16}, nil},
		{"aws-sdk-go-v2", "MaxBackoff=500ms", []float64{.5, .5}, []float64{.5, .5}, nil},
		{"botocore-standard", "", nil, []float64{.5, 1, 2, 4, 8, 10, 10, 10}, []float64{1, 2, 4, 8, 16, 20, 20, 20}},
		{"botocore-legacy", "", nil, []float64{.5, 1, 2, 4, 8, 16, 32, 64}, []float64{1, 2, 4, 8, 16, 32, 64, 128}},
		{"kubernetes-wait", "", []float64{.01, .05, .25, 1.25}, []float64{.0105, .0525, .2625, 1.3125},
			[]float64{.011, .055, .275, 1.375}},
		// no delay passes the cap
		{"kubernetes-wait", "Duration=0 Cap=1s Steps=1000000000000", nil, []float64{0, 0}, nil},
		{"kubernetes-workqueue", "", nil, []float64{.005, .01, .02, .04, .08, .16, .32, .64}, nil},
		{"temporal", "", nil, []float64{1, 2, 4, 8, 16, 32, 64, 100}, nil},
		{"tenacity", "", []float64{1, 2, 4, 8}, []float64{1.5, 2.5, 4.5, 8.5, 16.5, 32.5, 64.5, 128.5},
			[]float64{2, 3, 5, 9, 17, 33, 65, 129}},
		{"tenacity-random", "min=5s max=60s", []float64{5, 5, 5, 5, 5}, []float64{5, 5, 5, 6.5, 10.5},
			[]float64{5, 5, 5, 8, 16}},
		{"urllib3", "backoff_factor=0.1s", nil,
			[]float64{0, .2, .4, .8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 120}, nil},
		{"celery", "", []float64{0, 0, 0}, []float64{.5, 1, 2, 4, 8, 16, 32, 64},
			[]float64{1, 2, 4, 8, 16, 32, 64, 128}},
		{"resilience4j", "enableExponentialBackoff=true enableRandomizedWait=true",
			[]float64{.25, .375, .562, .843, 1.265}, []float64{.5, .75, 1.125, 1.687, 2.53, 3.795, 5.692, 8.538},
			[]float64{.75, 1.125, 1.688, 2.531, 3.795}},
		{"resilience4j", "enableExponentialBackoff=true enableRandomizedWait=true exponentialBackoffMultiplier=2 " +
			"exponentialMaxWaitDuration=4s", nil, []float64{.5, 1, 2, 3.4998750312421896, 4, 4}, nil},
		// no shorter than the first
		{"flink", "", []float64{1, 1.35, 2.025}, []float64{1.02512437810945, 1.5, 2.25}, []float64{1.1, 1.65, 2.475}},
		// 15 - 1 to 15 + 1
		{"flink", "initial-backoff=15ms", []float64{.015}, []float64{(2*15 + 16) / 3. * 1e-3}, []float64{.016}},
		{"flink", "jitter-factor=0", nil, []float64{1, 1.5, 2.25, 3.375}, nil},
		{"sidekiq", "", []float64{15, 16, 31, 96, 271, 640, 1311, 2416}, []float64{19.5, 25.5, 45.5, 115.5, 295.5,
			669.5, 1345.5, 2455.5}, []float64{24, 35, 60, 135, 320, 699, 1380, 2495}},
		{"retry", "", nil, []float64{1, 2, 4, 8, 16, 32, 64, 128}, nil},
		{"p-retry", "minTimeout=0s", nil, []float64{0, 0}, nil},
		{"p-retry", "randomize=true", []float64{1, 2, 4}, []float64{1.5, 3, 6, 12, 24, 48, 96, 192},
			[]float64{2, 4, 8}},
		{"p-retry", "randomize=true factor=1.2", nil, []float64{1.5, 1.8, 2.16, 2.592, 3.1104}, nil},
		{"axios-retry", "", []float64{.2, .4, .8}, []float64{.22, .44, .88, 1.76, 3.52, 7.04, 14.08, 28.16},
			[]float64{.24, .48, .96}},
		{"exponential-backoff", "jitter=full", nil, []float64{.05, .1, .2, .4, .8, 1.6, 3.2, 6.4},
			[]float64{.1, .2, .4, .8}},
		{"google-cloud", "", []float64{1, 2, 4, 8, 16, 32, 64}, []float64{1.5, 2.5, 4.5, 8.5, 16.5, 32.5, 64, 64},
			[]float64{2, 3, 5, 9, 17, 33, 64, 64}},
		{"retry-request", "", []float64{2, 4, 8}, []float64{2.4995, 4.4995, 8.4995}, []float64{2.999, 4.999, 8.999}},
		{"google-cloud-cpp", "scaling=3 maximum_delay=60s", []float64{1, 3, 9, 20, 20},
			[]float64{1.9995, 5.9995, 17.9995, 39.9995, 39.9995}, []float64{2.999, 8.999, 26.999, 59.999, 59.999}},
		{"sns-managed", "", nil, append([]float64{0, 0, 0, 1, 1, 1}, 1.3949507939, 1.9458877175), nil},
		{"sns-managed", "endpoint=customer", nil, []float64{10, 10, 10, 15.760586, 24.839607, 39.148676}, nil},
		{"pekko", "", []float64{.4, .8, 1.6}, []float64{.44, .88, 1.76, 3.52, 7.04}, []float64{.48, .96, 1.92}},
		{"backon-fibonacci", "jitter=true max_times=9", []float64{1, 1, 2, 3, 5},
			[]float64{1.5, 1.5, 2.5, 3.5, 5.5}, []float64{2, 2, 3, 4, 6}},
		{"backon-fibonacci", "max_delay=5s max_times=8", nil, []float64{1, 1, 2, 3, 5, 5, 5, 5}, nil},
		{"fluentd", "retry_wait=10s retry_max_interval=5s", []float64{10, 4.375}, []float64{10, 5, 5},
			[]float64{10, 5.625}},
		{"caddy", "lb_retries=3", nil, []float64{0, 0, 0}, nil},
		{"caddy", "lb_try_duration=5s", nil, []float64{.25, .25}, nil},
		{"argo-cd", "maxDuration=0 limit=8", nil, []float64{5, 10, 20, 40, 80, 160, 320, 640}, nil},
		{"azure-core", "retry_mode=fixed", nil, []float64{0, .8, .8}, nil},
		{"kafka", "retry.backoff.ms=2s", nil, []float64{1, 1, 1}, nil},
		{"kafka", "", []float64{.08, .16, .32, .64, .8}, []float64{.0995, .1995, .3995, .7995, .94975},
			[]float64{.119, .239, .479, .959, 1}},
		{"azcore", "", []float64{.64, 1.92, 4.48}, []float64{.84, 2.52, 5.88, 12.6}, []float64{1.04, 3.12, 7.28}},
		{"stripe-go", "", []float64{.5, .75, 1.875}, []float64{.5, .875, 2.1875, 4.375, 4.375},
			[]float64{.5, 1, 2.5, 5, 5}},
		{"linkerd", "", []float64{.025, .05, .1, .2, .25}, nil, []float64{.05, .1, .2, .25, .25}},
		{"crashloopbackoff", "", nil, []float64{0, 10, 20, 40, 80, 160, 300, 300}, nil},
		{"kubernetes-job", "", nil, []float64{10, 20, 40, 80, 160, 320}, nil},
		{"cloud-tasks", "minBackoff=10s maxBackoff=300s maxDoublings=3", nil,
			[]float64{10, 20, 40, 80, 160, 240, 300, 300}, nil},
		{"ef-core", "", nil, []float64{0, 1.05, 3.15, 7.35, 15.75, 30}, []float64{0, 1.1, 3.3, 7.7, 16.5, 30}},
		{"polly", "", nil, []float64{2, 2, 2}, nil},
		{"polly", "BackoffType=linear UseJitter=true", []float64{1.5, 3, 4.5}, []float64{2, 4, 6},
			[]float64{2.5, 5, 7.5}},
		// time + trunc(rand 0.1 time)
		{"oban", "", []float64{17, 19, 23, 31},
			[]float64{17 + .7/1.7, 19 + .9/1.9, 23 + (1+2*.3)/2.3, 31 + (1+2+3*.1)/3.1}, []float64{18, 20, 25, 34}},
		// n = 1, 1, 2, 2, 3, 3: 0.5 is rounded up
		{"oban", "max_attempts=40", []float64{17, 17, 19, 19, 23, 23}, nil, []float64{18, 18, 20, 20, 25, 25}},
		// 1.5 ms are 1
		{"spring-retry", "random=false multiplier=1.5 initialInterval=1ms", nil, []float64{.001, .001, .001}, nil},
		{"spring-retry", "", []float64{.1, .2, .4, .8}, []float64{.1495, .2995, .5995, 1.1995},
			[]float64{.199, .399, .799, 1.599}},
		{"spring-retry", "maxInterval=300ms initialInterval=0", []float64{.001, .002}, []float64{.001, .0025},
			[]float64{.001, .003}},
		{"spring-retry", "maxInterval=300ms", []float64{.1, .2, .3}, []float64{.1495, .27475, .3},
			[]float64{.199, .3, .3}},
		{"spring-rabbitmq", "multiplier=3", nil, []float64{1, 3, 9, 10}, nil},
		{"spring-rabbitmq", "initial-interval=0s", nil, []float64{0.001, 0.001}, nil},
		{"spring-rabbitmq", "initial-interval=0s max-retries=3", nil, []float64{0, 0}, nil},
		{"openai", "", []float64{.375, .75, 1.5, 3, 6, 6}, []float64{.4375, .875, 1.75, 3.5, 7, 7},
			[]float64{.5, 1, 2, 4, 8, 8}},
		// min(1, U(0, 20)), not U(0, 1)
		{"redis-py", "base=10s cap=1s", nil, []float64{.975, .9875}, []float64{1, 1}},
		// a quarter is below the cap
		{"go-redis", "MinRetryBackoff=10ms MaxRetryBackoff=15ms", []float64{.01}, []float64{.014375},
			[]float64{.015}},
		{"stamina", "", []float64{.1, .2, .4, .8}, []float64{.6, .7, .9, 1.3},
			[]float64{1.1, 1.2, 1.4, 1.8, 2.6, 4.2, 5}},
		{"backoff-python", "max_value=5s", nil, []float64{.5, 1, 2, 2.5}, []float64{1, 2, 4, 5}},
		// 2 s U(0.75, 1.25)
		{"http-resilience", "BackoffType=constant MaxDelay=1s", []float64{1}, []float64{1}, []float64{1}},
		{"micronaut", "delay=2s multiplier=1.5", nil, []float64{2, 3, 4.5}, nil},
		// a delay of 0 does not grow
		{"smallrye", "", []float64{0, 0}, []float64{20.1 / 401, 20.1 / 401}, []float64{.2, .2}},
		{"smallrye", "delay=1s maxDelay=1.1s", []float64{.8, 1.1}, []float64{1, 1.1}, []float64{1.2, 1.1}},
		{"smallrye", "delay=1s maxDelay=2s", []float64{.8, 1.8, 2}, []float64{1, 2 - 20.1/401, 2},
			[]float64{1.2, 2, 2}},
		{"bullmq", "delay=1s jitter=0.5", []float64{.5, 1}, []float64{.7495, 1.4995}, []float64{.999, 1.999}},
		{"bullmq", "delay=1s type=fixed", nil, []float64{1, 1, 1}, nil},
		{"symfony", "", []float64{.9, 1.8, 3.6}, []float64{1, 2, 4}, []float64{1.1, 2.2, 4.4}},
		// a tenth is less than 1 ms
		{"symfony", "delay=5ms multiplier=1", []float64{.005}, []float64{.005}, []float64{.005}},
		// 1.8 to 2.2, of which a quarter is below the cap
		{"symfony", "delay=2s max_delay=1.9s", []float64{1.8, 1.9}, []float64{1.9 - 5.05/401, 1.9},
			[]float64{1.9, 1.9}},
		{"sarama", "exponential=true Producer.Retry.Backoff=0s MaxBackoff=0s", []float64{.08, .16, .32}, nil,
			[]float64{.12, .24, .48, .96, 1}},
		{"socket.io", "reconnectionDelay=0s reconnectionDelayMax=0s randomizationFactor=0", nil,
			[]float64{1, 2, 4, 5, 5}, nil},
		{"temporal", "initialInterval=0s maximumInterval=0s", nil, []float64{1, 2, 4, 8, 16, 32, 64, 100}, nil},
		{"librdkafka", "", []float64{.08, .16, .32, .64, 1}, []float64{.1, .2, .4, .8, 1},
			[]float64{.12, .24, .48, .96, 1}},
		{"librdkafka", "retry.backoff.ms=2s", []float64{1}, []float64{1}, []float64{1}}, // a static backoff
		{"librdkafka", "retry.backoff.ms=800ms", []float64{.64, 1}, []float64{.8, 1}, []float64{.96, 1}},
		{"kafka-reconnect", "", []float64{.04, .08, .16, .32, .64, .8},
			[]float64{.0495, .0995, .1995, .3995, .7995, .94975}, []float64{.059, .119, .239, .479, .959, 1}},
		{"kafka-reconnect", "reconnect.backoff.ms=200ms", []float64{.2, .2}, []float64{.2, .2}, []float64{.2, .2}},
		{"kafka-reconnect", "reconnect.backoff.ms=200ms reconnect.backoff.max.ms=1s", []float64{.16}, nil,
			[]float64{.239}},
		{"kafka", "retry.backoff.ms=1s", []float64{1}, []float64{1}, []float64{1}},
		{"sarama", "exponential=true", []float64{.08, .16, .32, .64, 1}, []float64{.1, .2, .4, .8, 1},
			[]float64{.12, .24, .48, .96, 1}},
		// the backoff is cut first
		{"sarama", "exponential=true Producer.Retry.Backoff=2s", []float64{.8, 1}, []float64{.95, 1},
			[]float64{1, 1}},
		{"otel-go", "", []float64{2.5, 3.75}, []float64{5, 7.5, 11.25, 16.875, 25.3125, 30},
			[]float64{7.5, 11.25, 16.875, 25.3125, 37.96875, 45}},
		{"prometheus", "", nil, []float64{.03, .06, .12, .24, .48, .96, 1.92, 3.84, 5, 5}, nil},
		{"vmagent", "", []float64{1, 2}, []float64{1.05, 2.1, 4.2, 8.4, 16.8, 33.6, 63},
			[]float64{1.1, 2.2, 4.4, 8.8, 17.6, 35.2, 66}},
		{"vector", "retry_initial_backoff_secs=4s", nil, []float64{2.0005, 4.0005, 6.0005, 10.0005, 15.0005},
			[]float64{4, 8, 12, 20, 30}},
		{"beats", "backoff.init=40s", []float64{40, 30}, []float64{60, 45}, []float64{80, 60}},
		{"systemd", "RestartSec=2s RestartSteps=3 RestartMaxDelaySec=16s RestartRandomizedDelaySec=4s",
			[]float64{2, 4, 8, 16}, []float64{4, 6, 10, 18}, []float64{6, 8, 12, 20, 20}},
		{"ky", "jitter=true backoffLimit=400ms", nil, []float64{.15, .4 - .4*.4/1.2, .4 - .4*.4/2.4},
			[]float64{.3, .4, .4}},
		{"ky", "jitter=true backoffLimit=100ms", nil, []float64{.1 - .1*.1/.6}, []float64{.1}}, // of 0.3 s
		{"ky", "backoffLimit=1s", nil, []float64{.3, .6, 1}, nil},
		{"retriable", "max_interval=400ms", []float64{.2}, []float64{.4, .4}, []float64{.6}},
		{"retriable", "", []float64{.25, .375}, []float64{.5, .75, 1.125}, []float64{.75, 1.125}},
		{"req", "", []float64{.9, 1.8, 3.6}, []float64{.9495, 1.8995, 3.7995}, []float64{.999, 1.999, 3.999}},
		{"vercel-ai", "", nil, []float64{2, 4, 8}, nil},
		{"cockatiel", "generator=none", nil, []float64{.128, .256, .512}, nil},
		{"cockatiel", "generator=full", []float64{0}, []float64{.0635, .1275}, []float64{.127, .255}},
		{"reqwest-retry", "jitter=bounded", []float64{.5, .5}, []float64{.75, 1.25, 2.25}, []float64{1, 2, 4}},
		{"reqwest-retry", "base=3", nil, []float64{.5, 1.5, 4.5}, []float64{1, 3, 9}},
		// at least 4.5 s
		{"socket.io", "reconnectionDelay=9s reconnectionDelayMax=1s", []float64{1}, []float64{1}, []float64{1}},
		{"oban-backoff", "", []float64{.19, .38}, []float64{.205, .41}, []float64{.22, .44}},
		{"activejob", "growth=polynomially_longer", []float64{3, 18, 83}, []float64{3.075, 19.2, 89.075},
			[]float64{3.15, 20.4, 95.15}},
		{"hangfire", "", []float64{15, 16, 31}, []float64{29.5, 45, 74.5}, []float64{44, 74, 118}},
		{"prefect-2", "backoff_factor=1s retry_jitter_factor=1", []float64{math.Log2(4. / 3), 2 * math.Log2(4./3)},
			[]float64{1.0065, 2.013}, []float64{2, 4}},
		{"socket.io", "", []float64{.55, 1.1, 2.2}, []float64{1.025, 2.05}, []float64{1.5, 3, 5}},
		{"dskit", "min_period=500ms max_period=5m", []float64{.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 256}, nil,
			[]float64{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}},
		{"fluent-bit", "", []float64{6, 6, 6}, []float64{8.5, 13.5, 23.5},
			[]float64{11, 21, 41, 81, 161, 321, 641, 1281, 2001}},
		{"vector", "retry_jitter_mode=none", nil, []float64{1, 2, 3, 5, 8, 13, 21, 30}, nil},
		{"vector", "", []float64{.001, .001}, []float64{.5005, 1.0005}, []float64{1, 2, 3, 5}},
		{"beats", "", []float64{1, 2, 4}, []float64{1.5, 3, 6}, []float64{2, 4, 8, 16, 32, 60, 60}},
		{"fluentd", "", []float64{1, 1.75, 3.5}, []float64{1, 2, 4}, []float64{1, 2.25, 4.5}},
		{"grpc-connection", "", []float64{1, 1.28}, []float64{1, 1.6, 2.56}, []float64{1, 1.92}},
		{"go-redis", "", []float64{.01, .01}, []float64{.02, .03, .05}, []float64{.03, .05, .09}},
		{"redis-py", "", nil, []float64{.01, .02, .04}, []float64{.02, .04, .08}},
		{"curator", "", []float64{1, 1}, []float64{1, 1.75}, []float64{1, 3, 7}},
		{"dramatiq", "min_backoff=600000s max_backoff=3000000s", nil, nil, []float64{604800}}, // a week at most
		{"spring-7.0", "jitter=100ms multiplier=1.5 maxDelay=5s", []float64{1, 1.4, 2.05, 3.075, 4.5, 4.5},
			[]float64{1.0495, 1.4995, 2.2495, 3.3745, 4.7495, 4.7495},
			[]float64{1.099, 1.599, 2.449, 3.674, 4.999, 4.999}},
		{"tower", "attempts=7", []float64{.05, .1, .2, .4, .8, 1.6, 3.2},
			[]float64{.07475, .1495, .299, .598, 1.196, 1.897, 3.2 + (1./3+2*(.99-2./3))/.99 + .2*.495},
			[]float64{.0995, .199, .398, .796, 1.592, 2.194, 5.398}},
		{"tenacity-exponential", "min=5s max=3s", []float64{5, 5, 5}, []float64{5, 5, 5}, []float64{5, 5, 5}},
		{"activejob", "wait=2.7s jitter=0", []float64{2, 2}, []float64{2, 2}, []float64{2, 2}},
		{"dramatiq", "", []float64{15, 30}, nil, []float64{29.999, 59.999}},
		{"traefik", "initialInterval=1s", []float64{.5}, []float64{1, math.Cbrt(2), math.Cbrt(4)}, []float64{1.5}},
		{"systemd", "RestartSteps=8 RestartMaxDelaySec=60s", nil,
			[]float64{.1, .1 * math.Pow(600, 1./8), .1 * math.Pow(600, 2./8), .1 * math.Pow(600, 3./8)}, nil},
		{"aws-sdk-go-v1", "", []float64{.03, .06, .12}, []float64{.045, .09, .18}, []float64{.06, .12, .24}},
		// of 32 to 64 s what is above 40 is drawn from 20 to 40
		{"aws-sdk-go-v1", "MinRetryDelay=16s MaxRetryDelay=40s", []float64{16, 20, 20},
			[]float64{24, .25*36 + .75*30, 30}, []float64{32, 40, 40}},
		{"aws-sdk-js-v3", "maxAttempts=9", []float64{0, 0},
			[]float64{.0495, .0995, .1995, .3995, .7995, 1.5995, 3.1995, 6.3995}, []float64{.099, .199, .399}},
		{"aws-sdk-rust", "max_attempts=9", []float64{0, 0}, []float64{.5, 1, 2, 4, 8, 10, 10, 10},
			[]float64{1, 2, 4, 8, 16, 20, 20, 20}},
		{"step-functions", "IntervalSeconds=3s MaxAttempts=9", nil, []float64{3, 6, 12, 24}, nil},
		{"step-functions", "IntervalSeconds=3s MaxDelaySeconds=10s JitterStrategy=full", []float64{0, 0},
			[]float64{1.5, 3, 5, 5}, []float64{3, 6, 10, 10}},
		{"google-api-core", "", []float64{0, 0}, []float64{.5, 1, 2, 4, 8, 16, 30, 30},
			[]float64{1, 2, 4, 8, 16, 32, 60, 60}},
		{"google-api-core", "initial=9s maximum=4s", []float64{0, 0}, []float64{2, 2}, []float64{4, 4}},
		{"google-genai", "jitter=0 initial_delay=0 max_delay=0 attempts=9", []float64{1, 2, 4, 8, 16, 32, 60},
			[]float64{1.5, 2.5, 4.5, 8.5, 16.5, 32.5, 60}, []float64{2, 3, 5, 9, 17, 33, 60}},
		{"cloud-scheduler", "minBackoffDuration=10s maxBackoffDuration=300s maxDoublings=3 retryCount=5", nil,
			[]float64{10, 20, 40, 80, 160, 240, 300, 300}, nil},
		{"pubsub", "", nil, []float64{10, 20, 40, 80, 160, 320, 600}, nil},
		{"controller-runtime", "maxDelay=70ms", nil, []float64{.005, .01, .02, .04, .07, .07}, nil},
		{"flux", "", nil, []float64{.75, 1.5, 3, 6, 12, 24, 48, 96, 192, 384, 768, 900}, nil},
		{"argo-workflows", "limit=9 duration=5s factor=3 cap=60s", nil, []float64{5, 15, 45, 60, 60}, nil},
		{"argo-workflows", "limit=9 duration=5s factor=0", nil, []float64{5, 5}, nil},
		{"argo-workflows", "limit=9 duration=5s cap=0", nil, []float64{0, 0}, nil},
		{"argo-workflows", "duration=5s factor=3", nil, []float64{0, 0}, nil},
		{"tekton", "retries=3", nil, []float64{0, 0}, nil},
		{"haproxy", "", nil, []float64{1, 1, 1}, nil},
		{"haproxy", "connect=300ms", nil, []float64{.3, .3}, nil},
		{"haproxy", "connect=0", nil, []float64{1, 1}, nil},
		{"haproxy", "redispatch=true", nil, []float64{0, 0}, nil},
		{"nginx", "", nil, []float64{0, 0}, nil},
		{"envoy-gateway", "numRetries=8 baseInterval=100ms maxInterval=1s", nil,
			[]float64{.0495, .0995, .1995, .3995, .4995}, []float64{.099, .199, .399, .799, .999}},
		{"grpc-1.68", "", []float64{0, 0, 0}, []float64{.05, .1, .2, .4, .5, .5}, []float64{.1, .2, .4, .8, 1, 1}},
		{"nomad-restart", "", []float64{15, 15}, []float64{16.875, 16.875}, []float64{18.75, 18.75}},
		// these two as its own tests have them
		{"nomad-reschedule", "delay=5s max_delay=90s", nil, []float64{5, 10, 20, 40, 80, 90, 90}, nil},
		{"nomad-reschedule", "delay=5s max_delay=90s delay_function=fibonacci", nil,
			[]float64{5, 5, 10, 15, 25, 40, 65, 90, 90}, nil},
		{"nomad-reschedule", "delay=5s max_delay=1s delay_function=constant", nil, []float64{5, 5}, nil},
		{"consul-template", "", nil, []float64{.25, .5, 1, 2, 4, 8, 16, 32, 60, 60}, nil}, // and these
		{"consul-template", "backoff=1s max_backoff=5s", nil, []float64{1, 2, 4, 5}, nil},
		{"consul-template", "backoff=1s max_backoff=0", nil, []float64{1, 2, 4, 8, 16, 32, 64, 128}, nil},
		{"consul-template", "backoff=9s max_backoff=5s", nil, []float64{9, 5, 5}, nil}, // log2(5/9) is cut to 0
		{"consul-template", "backoff=10s max_backoff=5s", nil, []float64{5, 5}, nil},
		{"airflow", "", []float64{300, 600, 1200}, []float64{449.5, 899.5, 1799.5}, []float64{599, 1199, 2399}},
		{"airflow", "retry_exponential_backoff=0 max_retry_delay=60s", []float64{300, 300}, []float64{300, 300},
			[]float64{300, 300}},
		{"airflow", "retry_exponential_backoff=1", []float64{300, 300}, []float64{300, 300}, []float64{300, 300}},
		{"airflow", "retry_delay=0", []float64{1, 1}, []float64{1, 1}, []float64{1, 1}},
		// 7.5, 11.25 and 16.875 rounded up
		{"airflow", "retry_delay=5s retry_exponential_backoff=1.5", []float64{5, 8, 12, 17},
			[]float64{7, 11.5, 17.5, 25}, []float64{9, 15, 23, 33}},
		{"airflow", "retry_delay=2h max_retry_delay=4h", []float64{7200, 14400, 14400}, nil,
			[]float64{14399, 14400, 14400}},
		{"airflow", "retry_delay=5h max_retry_delay=9999h", []float64{18000, 36000, 72000, 86400}, nil,
			[]float64{35999, 71999, 86400, 86400}},
		{"dagster", "backoff=linear jitter=full", []float64{0, 0, 0}, []float64{.5, 1, 1.5}, []float64{1, 2, 3}},
		{"dagster", "backoff=exponential jitter=plus_minus", []float64{0, 2, 6}, []float64{1, 3, 7},
			[]float64{2, 4, 8}},
		{"dagster", "delay=2s", nil, []float64{2, 2, 2}, nil},
		{"reactor", "", []float64{.1, .1, .2}, []float64{.1245, .1995, .3995}, []float64{.149, .299, .599}},
		{"reactor", "minBackoff=1s maxBackoff=2s", []float64{1, 1}, []float64{1.2495, 1.4995},
			[]float64{1.499, 1.999}},
		{"spring", "delay=200ms multiplier=1.7 jitter=55ms maxDelay=600ms", []float64{.2, .247, .42},
			[]float64{.227, .3395, .5095}, []float64{.254, .432, .599}},
		{"spring", "delay=0s jitter=50ms", []float64{0, 0}, []float64{.0245, .0245}, []float64{.049, .049}},
		{"spring", "jitter=3s", []float64{1, 1}, []float64{2.4995, 2.4995}, []float64{3.999, 3.999}},
		{"tower", "min=1.5s jitter=1", []float64{1.5, 3}, []float64{1.75, 4}, []float64{2, 5}},
		{"masstransit", "minInterval=2s intervalDelta=1s maxInterval=8s", []float64{2.25, 3, 4.5, 6, 6},
			[]float64{3, 4, 6, 8, 8}, []float64{3.75, 5, 7.5, 10, 10}},
		{"masstransit", "policy=incremental initialInterval=5s intervalIncrement=2s", nil,
			[]float64{5, 7, 9, 11, 13}, nil},
		{"masstransit", "policy=incremental initialInterval=0s intervalIncrement=3s", nil, []float64{0, 3, 6}, nil},
		{"masstransit", "policy=intervals intervals=1s intervals.2=5s", nil, []float64{1, 5}, nil},
		{"masstransit", "policy=immediate", nil, []float64{0, 0}, nil},
		{"masstransit", "intervalDelta=0s minInterval=2s", []float64{1.5, 1.5}, []float64{2, 2}, []float64{2.5, 2.5}},
		{"sns", "numRetries=8 numNoDelayRetries=1 minDelayTarget=10s maxDelayTarget=50s numMinDelayRetries=1 " +
			"numMaxDelayRetries=1", nil, []float64{0, 10, 10, 20, 30, 40, 50, 50}, nil},
		{"backon", "min_delay=9s max_delay=4s", nil, []float64{9, 4, 4}, nil},
		{"knative", "backoffPolicy=linear backoffDelay=1s", nil, []float64{0, 1, 2, 3}, nil},
		{"nomad-reschedule", "delay_function=fibonacci", nil, []float64{30, 30, 60, 90}, nil},
		{"octokit", "", nil, []float64{1, 4, 9}, nil}, {"octokit", "retryAfterBaseValue=2s", nil,
			[]float64{2, 8, 18}, nil}, {"octokit", "retryAfterBaseValue=0s", nil, []float64{0, 0}, nil},
		{"knative", "backoffDelay=1s", nil, []float64{0, 0}, nil},
		{"knative", "backoffDelay=1s backoffPolicy=exponential", nil, []float64{1, 2, 4}, nil},
		{"supervisord", "", nil, []float64{1, 2, 3}, nil},
		{"docker", "", nil, []float64{.1, .2, .4, .8, 1.6, 3.2, 6.4, 12.8}, nil},
		{"dagster", "backoff=exponential", nil, []float64{1, 3, 7}, nil},
		{"postfix", "", nil, []float64{300, 300, 600, 1200, 2400, 4000, 4000}, nil},
		{"postfix", "minimal_backoff_time=5000s", nil, []float64{5000, 5000}, nil},
		{"exim", "", nil, []float64{900, 900, 900, 900, 900, 900, 900, 900, 900, 3600, 5400, 8100, 12150, 18225,
			27337, 21600, 21600}, nil},
		{"exim", "fixed_until=1s growing_until=3h last_interval=2h", nil, []float64{900, 3600, 5400, 8100, 7200},
			nil},
		{"lambda-async", "", nil, []float64{60, 120}, nil},
		{"micronaut", "multiplier=2 jitter=0.5", []float64{.5, 1}, []float64{.9995, 1.9995}, []float64{1.499, 2.999}},
		{"cockatiel", "generator=half", []float64{.064, .128}, []float64{.0955, .1915}, []float64{.127, .255}},
		{"backon-fibonacci", "max_times=99", nil, []float64{1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 89, 89}, nil},
		{"laravel", "tries=6 backoff=1s backoff.2=5s backoff.3=10s", nil, []float64{1, 5, 10, 10, 10}, nil},
		{"laravel", "tries=6 backoff=3s", nil, []float64{3, 3, 3}, nil},
		{"prefect", "retry_delay_seconds=1s retry_delay_seconds.2=10s retry_jitter_factor=1", nil,
			[]float64{1, 10, 10}, nil},
		{"prefect-2", "retry_delay_seconds=1s retry_delay_seconds.2=10s retry_jitter_factor=1", []float64{math.Log2(
			4. / 3), 10 * math.Log2(4./3)}, []float64{1.0065, 10.065, 10.065}, []float64{2, 20, 20}},
		{"sns", "numRetries=5 numNoDelayRetries=1 minDelayTarget=10s maxDelayTarget=60s numMinDelayRetries=2 " +
			"numMaxDelayRetries=2", nil, []float64{0, 10, 10, 60, 60}, nil},
	} {
		p, err := set(t, c.client, c.set).Policy()
		if err != nil {
			t.Errorf("%s %s: %v", c.client, c.set, err)
			continue
		}
		if p.Stateful() {
			t.Errorf("%s %s is stateful", c.client, c.set)
			continue
		}
		for what, list := range map[string][]float64{"least": c.lo, "mean": c.mean, "most": c.most} {
			for i, want := range list {
				d := p.Retry(float64(i + 1))
				lo, hi := d.Support()
				got := map[string]float64{"least": lo, "mean": d.Mean(), "most": hi}[what]
				tol := 1e-6*want + 1e-9
				if p.Jitter.Type.Row().CDF != nil && what == "mean" {
					tol = 1e-3 * want // by a table of the CDF
				}
				if !(math.Abs(got-want) <= tol) {
					t.Errorf("%s %s: the %s delay before retry %d is %v, want %v", c.client, c.set, what, i+1, got, want)
				}
			}
		}
	}
}

// TestEnds compares what ends a policy.
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
		{"dynamodb-2026", "", 3, inf, 0}, {"dynamodb-2026", "MaxAttempts=0", 3, inf, 0},
		{"postfix", "maximal_queue_lifetime=0s", 0, inf, 0},
		{"temporal-internal", "maximumInterval=10ms", 0, inf, 0}, {"retry-request", "totalTimeout=0s", 0, inf, 0},
		{"sidekiq", "retry_for=0s", 0, inf, 0}, {"grpc", "timeout=0s", 0, inf, 0},
		{"object_store", "retry_timeout=0s", 0, inf, 0}, {"tenacity", "stop_before_delay=0s", 0, inf, 0},
		{"p-retry", "maxRetryTime=0s", 0, inf, 0}, {"retry", "maxRetryTime=0s", 10, inf, 0},
		{"backon", "total_delay=0s", 0, inf, 0},
		{"temporal", "maximumAttempts=1 maximumInterval=1ms", 0, inf, 0}, {"cloud-tasks", "maxRetryDuration=9.9s",
			99, 9, jitter.CountAndAge}, {"kubernetes-job", "activeDeadlineSeconds=0s", 0, inf, 0},
		{"nomad-reschedule", "unlimited=false attempts=1 interval=1m", 1, inf, 0}, // the first is let through
	} {
		p, err := set(t, c.client, c.set).Policy()
		if err != nil || p.Retries != c.retries || p.Deadline != c.deadline || p.Rule.Stop != c.stop {
			t.Errorf("%s %s: %v retries, deadline %v, stop %v (%v), want %v, %v, %v", c.client, c.set, p.Retries,
				p.Deadline, p.Rule.Stop, err, c.retries, c.deadline, c.stop)
		}
	}
}

// TestSwarmWindow counts restarts that fail at once, 5 s apart, within the window.
func TestSwarmWindow(t *testing.T) {
	for text, want := range map[string]float64{"window=15s": inf, "window=15.1s": 3, "window=1h": 3, "": 3} {
		p, err := set(t, "docker-swarm", "max_attempts=3 "+text).Policy()
		if got := p.Total(); err != nil || got != want {
			t.Errorf("%s: %v restarts (%v), want %v", text, got, err, want)
		}
	}
}
