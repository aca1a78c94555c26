package elapsed_test

import (
	"context"
	"fmt"

	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// The time at which the last of nine retries starts.
func ExampleNew() {
	p := jitter.New(0.1, 2)
	p.Cap, p.Retries = 30, 9
	p.Jitter.Type = jitter.Full
	last, err := elapsed.New(p, elapsed.Fine).Last(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mean %.1f s, p99 %.1f s\n", last.Mean(), last.Quantile(0.99))
	// Output: mean 25.6 s, p99 43.2 s
}

// How long clients still wait when an outage of 30 s is over.
func ExampleClients_reconnect() {
	p := jitter.New(1, 2)
	p.Jitter.Type = jitter.Equal
	r, err := elapsed.New(p, elapsed.Fine).Reconnect(context.Background(), elapsed.Outage{A: 30, B: 30})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("reconnect delay: mean %.1f s, p99 %.1f s; %.1f wasted retries\n",
		r.Mean, r.P99, r.Wasted)
	// Output: reconnect delay: mean 17.2 s, p99 28.3 s; 5.0 wasted retries
}
