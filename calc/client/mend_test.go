package client

import (
	"math"
	"slices"
	"testing"
)

// TestBetter applies what is proposed: the finding is gone, or the longest wait is what was
// asked for, nothing as weighty has come, and a tenth nearer would not have done, but where
// the value is not searched for.
func TestBetter(t *testing.T) {
	proposed := 0
	for _, c := range append(slices.Clone(tried), everyRow()...) {
		v := set(t, c[0], c[1])
		p, err := v.Policy()
		if err != nil {
			t.Fatal(c, err)
		}
		before := Findings(v, p)
		for _, f := range before {
			w, why, ok := f.Better(v)
			if ok == (why.Text != "") || ok == (w.Gives.Text == "") {
				t.Errorf("%s: %s: neither what comes of a better value nor why there is none", c, f.Text)
			}
			if !ok {
				continue
			}
			i := w.Place
			proposed++
			if at, x := sprung(t, w.Values, f); at && !(len(f.Figures) == 2 && x[1].X <= f.Figures[0].X*(1+1e-9)) {
				t.Errorf("%s: %s is not mended by %s=%v", c, f.Text, v.Row.Parameters[i].Name, w.Value(i))
			}
			q, _ := w.Policy()
			for _, g := range Findings(w.Values, q) {
				if g.Weight >= f.Weight && !slices.ContainsFunc(before, func(b Finding) bool { return b.place == g.place && b.Weight >= g.Weight }) {
					t.Errorf("%s: %s=%v for %q brings %q", c, v.Row.Parameters[i].Name, w.Value(i), f.Text, g.Text)
				}
			}
			searched := f.remedies != nil && slices.ContainsFunc(f.remedies(v), func(r remedy) bool { return r.name == v.Row.Parameters[i].Name && r.to == nil && r.enough == nil })
			if x, to := v.Value(i), w.Value(i); searched && x > 0 && math.Abs(math.Log(to/x)) > 0.3 && v.Row.Parameters[i].Unit == Seconds { // else two digits are not as fine
				if at, _ := sprung(t, v.with(i, v.Row.Parameters[i].Nearest(x*math.Pow(to/x, 0.9))), f); !at {
					t.Errorf("%s: %s is mended before %s=%v", c, f.Text, v.Row.Parameters[i].Name, to)
				}
			}
		}
	}
	if proposed < 60 {
		t.Errorf("only %d values are proposed", proposed)
	}
}

// tried is clients with values that spring what their own do not.
var tried = [][2]string{
	{"grpc", "maxAttempts=9"}, {"aws", "retry_mode=legacy"}, {"aws-sdk-go-v2", "MaxAttempts=9"}, {"aws-sdk-go-v2", "MaxBackoff=0.5"},
	{"systemd", "RestartSteps=8 RestartMaxDelaySec=60s"}, {"systemd", "RestartSteps=8"}, {"systemd", "RestartMaxDelaySec=60s"}, {"avast", "MaxJitter=0"},
	{"dapr", "policy=exponential"}, {"failsafe-go", "delay=1s"}, {"kafka", "retry.backoff.ms=2s retry.backoff.max.ms=1s"}, {"knative", "backoffPolicy=linear"},
	{"celery", "retry_backoff=1.5"}, {"kubernetes-wait", "Cap=2s Steps=9"}, {"envoy", "num_retries=4 timeout=3s"}, {"retry-request", "maxRetryDelay=3s retries=5"},
}

func everyRow() (list [][2]string) {
	for _, r := range Rows {
		list = append(list, [2]string{r.Name})
	}
	return list
}

// sprung tells whether the trap of a finding springs with those values, and with which figures.
func sprung(t *testing.T, v Values, f Finding) (is bool, figures []Figure) {
	p, err := v.Policy()
	if err != nil {
		t.Fatalf("%s: %v", v.Row.Name, err)
	}
	g := v.Row.traps()[f.place](v, p)
	return g.Weight >= f.Weight, g.Figures
}

// TestNearestBetter has values that are known: thresholds, and the nearer of two parameters.
func TestNearestBetter(t *testing.T) {
	for _, c := range []struct {
		client, set string
		finding     int
		name        string
		to          float64
	}{
		{"aws-sdk-go-v2", "MaxAttempts=9", 0, "MaxAttempts", 5},      // or MaxBackoff = 256 s
		{"franz-go", "", 1, "RequestRetries", 9},                     // or RetryTimeout = 85 s
		{"systemd", "", 0, "RestartSec", 2},                          // 5 of them are 10 s
		{"envoy", "", 0, "per_try_timeout", 7.4},                     // twice, and 24 ms, are 15 s
		{"argo-cd", "", 1, "", 0},                                    // nothing mends what is a fact
		{"cenkalti", "", 0, "MaxInterval", 40},                       // 1.5 times that is a minute
		{"google-cloud", "", 0, "", 0},                               // without an end of the retries
		{"kubernetes-flowcontrol", "", 0, "jitter", 0.2},             // by convention
		{"http-resilience", "", 0, "TotalRequestTimeout", 40},        // 4 attempts of 10 s
		{"systemd", "RestartMaxDelaySec=60s", 1, "RestartSteps", 10}, // doublings from 100 ms
		{"azure-core", "retry_connect=5 retry_total=12", 0, "retry_total", 5},
	} {
		v := set(t, c.client, c.set)
		p, _ := v.Policy()
		f := Findings(v, p)[c.finding]
		w, _, ok := f.Better(v)
		switch {
		case ok != (c.name != ""):
			t.Errorf("%s %s: %q: %v", c.client, c.set, f.Text, ok)
		case ok && (v.Row.Parameters[w.Place].Name != c.name || !(math.Abs(w.Value(w.Place)/c.to-1) < 1e-9)):
			t.Errorf("%s %s: %q: %s=%v, want %s=%v", c.client, c.set, f.Text, v.Row.Parameters[w.Place].Name, w.Value(w.Place), c.name, c.to)
		}
	}
}
