package client

import (
	"testing"

	"retune/calc/fleet"
)

// TestHonor holds that clients take Retry-After as their sources say, with the limits of their values, and that a rule
// has a source.
func TestHonor(t *testing.T) {
	ignore := fleet.Honor{Kind: fleet.Ignore}
	for _, c := range []struct {
		name, set string
		to        float64
		want      fleet.Honor
	}{
		{"kafka", "", 0, ignore}, {"botocore-legacy", "", 0, ignore}, {"polly", "", 0, ignore},
		{"grpc", "", 0, fleet.Honor{}},
		{"urllib3", "", 0, fleet.Honor{Most: 21600}}, {"go-retryablehttp", "RetryWaitMax", 1, fleet.Honor{}},
		{"azcore", "", 0, fleet.Honor{Most: 60, Leaves: true}},
		{"azcore", "MaxRetryDelay", 5, fleet.Honor{Most: 5, Leaves: true}},
		{"undici", "maxTimeout", 7, fleet.Honor{Most: 7}}, {"faraday-retry", "", 0, fleet.Honor{Kind: fleet.AtLeast}},
		{"envoy", "", 0, ignore}, {"envoy", "rate_limited_retry_back_off", 300, fleet.Honor{Up: 0.5, Most: 300, Skips: true}},
		{"knative", "", 0, ignore}, {"knative", "retryAfterMax", 30, fleet.Honor{Kind: fleet.AtLeast, Most: 30}},
		{"aws", "", 0, ignore}, {"aws", "new_retries_2026", 1, fleet.Honor{Kind: fleet.Within, Most: 5}},
		{"openai", "", 0, fleet.Honor{Most: 120, Leaves: true}}, {"vercel-ai", "", 0, fleet.Honor{Most: 60, Skips: true}},
		{"otel-collector", "", 0, fleet.Honor{Kind: fleet.AtLeast}}, {"vmagent", "", 0, fleet.Honor{Up: 0.1, Most: 60}},
		{"vmagent", "remoteWrite.retryMaxInterval", 5, fleet.Honor{Up: 0.1, Most: 5}},
		{"anthropic", "", 0, fleet.Honor{Most: 60, Skips: true}},
		{"failsafe-go", "", 0, ignore}, {"failsafe-go", "failsafehttp", 1, fleet.Honor{}},
	} {
		v := Find(c.name).Defaults()
		if c.set != "" {
			v = v.With(c.set, c.to)
		}
		if got := v.Honor(); got != c.want {
			t.Errorf("%s, %s %g: %+v, want %+v", c.name, c.set, c.to, got, c.want)
		}
	}
	for _, r := range Rows() {
		if (r.Honor != nil) != (r.HonorSource != "") {
			t.Errorf("%s has a rule for Retry-After or its source, and not both", r.Name)
		}
	}
}
