package advice_test

import (
	"fmt"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// The changes that are tried for a fleet of a thousand clients.
func ExampleList() {
	p := jitter.New(0.5, 1)
	p.Retries = 10
	w := fleet.New(fleet.Traffic{Kind: fleet.Closed, Clients: 1000, Think: 10},
		fleet.Client{Policy: p, Timeout: 2}, fleet.NewQueue(15, 0.1),
		fleet.Outage{Kind: fleet.Hang, At: 40, Length: 30})
	for _, l := range advice.List(w) {
		fmt.Print(" ", l.Setting)
	}
	// Output:
	// initial-delay factor cap jitter retries retries budget breaker timeout timeout cancel workers
}
