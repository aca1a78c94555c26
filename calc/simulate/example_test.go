package simulate_test

import (
	"context"
	"fmt"

	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
)

// A thousand clients of a queue that hangs for 30 s: with a delay of 0.5 s before each retry they keep it down, with
// delays that double it comes back.
func ExampleJudge() {
	p := jitter.New(0.5, 1)
	p.Retries = 10
	w := fleet.New(fleet.Traffic{Kind: fleet.Closed, Clients: 1000, Think: 10},
		fleet.Client{Policy: p, Timeout: 2}, fleet.NewQueue(15, 0.1),
		fleet.Outage{Kind: fleet.Hang, At: 40, Length: 30})
	for _, r := range []float64{1, 2} {
		if w.Client.Factor = r; w.Validate() != nil {
			fmt.Println(w.Validate())
			return
		}
		s, err := simulate.Judge(context.Background(), w, simulate.Options{Seed: 1, Runs: 5})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("factor %g: %s\n", r, s.Verdict.Outcome)
	}
	// Output:
	// factor 1: metastable
	// factor 2: recovers late
}
