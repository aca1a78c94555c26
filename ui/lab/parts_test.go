package lab

import (
	"math"
	"reflect"
	"testing"

	"go.yaml.in/yaml/v4"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// TestPlanSent checks that the server gets the plan that the clients have, infinities and drawn service times included.
func TestPlanSent(t *testing.T) {
	inf := math.Inf(1)
	want := Plan{Speed: 1.0 / 3, Seed: math.MaxUint64, System: fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Open, Rate: 0.1}, Duration: inf, Step: 1,
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: inf},
			Jitter: jitter.Jitter{Type: jitter.Full}, Retries: 3, Deadline: inf}, Timeout: inf,
			Budget: fleet.Budget{Kind: fleet.Ratio, Ratio: 0.1}, Breaker: fleet.Breaker{Share: 0.5, Window: 10}},
		Server: fleet.Server{Kind: fleet.Queue, ServiceTime: 1e-3, Workers: 3, QueueSize: inf,
			Law: fleet.Law{Kind: fleet.Lognormal, Sigma: 1.25}},
		Outages: []fleet.Outage{{Kind: fleet.Hang, At: 40, Length: 30, Share: 0.5}, {Kind: fleet.Spike, Length: inf}}}}
	text, err := yaml.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Plan
	if err := yaml.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v, want\n%+v\n%s", err, got, want, text)
	}
}
