package codegen

import (
	"math"
	"os/exec"
	"strings"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// k6Fleet returns a fleet with full jitter.
func k6Fleet() fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 20, Think: 1.5, Rate: 12.5},
		Client: fleet.Client{Timeout: 2, Policy: jitter.Policy{
			Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 0.5}, Jitter: jitter.Jitter{Type: jitter.Full},
			Retries: 4, Deadline: math.Inf(1), TotalTimeout: 9}},
		Duration: 90,
	}
}

// TestK6 reads the script of each kind of traffic: what of the fleet and the policy stands in it.
func TestK6(t *testing.T) {
	for kind, scenario := range map[fleet.TrafficKind]string{
		fleet.Closed: "closed: { executor: 'constant-vus', vus: 20, duration: '90s', gracefulStop: '0s' },",
		fleet.Open:   "executor: 'constant-arrival-rate', rate: Math.round(12.5 * 60), timeUnit: '1m',",
		fleet.Burst:  "executor: 'per-vu-iterations', vus: 20, iterations: 1, maxDuration: '90s',",
	} {
		w := k6Fleet()
		w.Traffic.Kind = kind
		text, err := K6(w, []Threshold{{"retry_amplification < 2", "retry-amplification", "<", 2},
			{"call_time_p99 <= 1.5s", "call-time-p99", "<=", 1.5}, {"recovers\nx()", "", "=", 0}}, "line\none", "two")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{scenario, "// line?one\n// two\n", "const timeout = 2;", "const retries = 4;",
			"const deadline = Infinity;", "const total = 9;", "const cap = Infinity;",
			"  [0, 0.1],\n  [0, 0.2],\n  [0, 0.4],\n  [0, 0.5],\n];",
			"attempts_per_request: ['avg<2'],", "call_time: ['p(99)<=1500'],", "// no figure of k6: recovers?x()"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: the script has no %q:\n%s", kind, want, text)
			}
		}
		if think := strings.Contains(text, "* 1.5); // the think time"); think != (kind == fleet.Closed) {
			t.Errorf("%v: think time %v", kind, think)
		}
		if node, err := exec.LookPath("node"); err == nil {
			cmd := exec.Command(node, "--check", "--input-type=module")
			cmd.Stdin = strings.NewReader(text)
			if out, err := cmd.CombinedOutput(); err != nil && strings.Contains(string(out), "SyntaxError") {
				t.Errorf("%v\n%s", err, out)
			}
		}
	}
}

// TestK6Refuses says what a script cannot have.
func TestK6Refuses(t *testing.T) {
	for want, change := range map[string]func(*fleet.System){
		"depend on the one before": func(w *fleet.System) { w.Client.Jitter.Type = jitter.Decorrelated },
		"uniform": func(w *fleet.System) {
			w.Client.Jitter = jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.1}
		},
		"no deadline but": func(w *fleet.System) {
			w.Client.Deadline, w.Client.Rule.Stop = 5, jitter.LookBehind
		},
		"share nothing": func(w *fleet.System) { w.Client.Breaker.Share = 0.5 },
	} {
		w := k6Fleet()
		change(&w)
		if text, err := K6(w, nil); err == nil || text != "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	w := k6Fleet() // with the cap after the jitter the draw is cut
	w.Client.CapAfter = true
	if text, err := K6(w, nil); err != nil || !strings.Contains(text, "const cap = 0.5;") {
		t.Errorf("%v\n%s", err, text)
	}
}
