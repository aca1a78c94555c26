package client

import (
	"slices"
	"strings"
	"testing"
)

// TestAdvice applies values that advice computes, and checks that the finding disappears. The numbers are known: 5
// starts in 10 s are 2 s apart, 4 attempts of 10 s with delays of 2, 4 and 8 s take 54 s, 2^37 < 2^63/1e8 < 2^38 ns.
func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		client, set, text, name string
		want                    float64
	}{
		{"systemd", "RestartSteps=8 RestartMaxDelaySec=60s", "the limit of starts", "RestartSec", 2},
		{"http-resilience", "", "a server that hangs", "TotalRequestTimeout", 54},
		{"envoy", "", "without per_try_timeout", "per_try_timeout", 7.5},
		{"franz-go", "", "RetryTimeout {} ends it first", "RequestRetries", 9},
		{"aws-sdk-go-v2", "MaxAttempts=9", "all clients wait exactly", "MaxAttempts", 4},
		{"sarama", "exponential=true Producer.Retry.Max=40", "from retry {} on", "Producer.Retry.Max", 37},
		{"smallrye", "maxDuration=0s delay=1s maxRetries=99", "from retry {} on", "maxRetries", 54},
		{"socket.io", "", "from retry {} on", "reconnectionAttempts", 1015},
	} {
		v := set(t, c.client, c.set)
		found := func(v Values) (Finding, bool) {
			p, err := v.Policy()
			if err != nil {
				t.Fatal(c, err)
			}
			list := Findings(v, p)
			i := slices.IndexFunc(list, func(f Finding) bool { return strings.HasPrefix(f.Text, c.text) })
			if i < 0 {
				return Finding{}, false
			}
			return list[i], true
		}
		f, ok := found(v)
		if !ok || len(f.Advice.Figures) != 1 || f.Advice.Figures[0].X != c.want {
			t.Errorf("%s %s: %q advises %v, want %v", c.client, c.set, f.Text, f.Advice, c.want)
			continue
		}
		x := c.want
		if q, _ := v.Row.Find(c.name); q.Role == Limit && strings.Contains(f.Advice.Text, "retries") {
			x = v.Row.counts(x)
		}
		if _, still := found(v.With(c.name, x)); still {
			t.Errorf("%s %s: %s=%v does not end %q", c.client, c.set, c.name, x, f.Text)
		}
	}
}
