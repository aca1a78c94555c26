package jitter_test

import (
	"fmt"

	"retune/calc/jitter"
)

// The delays of a client that doubles from 100 ms to a cap of 2 s, with full jitter.
func ExampleNew() {
	p := jitter.New(0.1, 2)
	p.Cap, p.Retries = 2, 8
	p.Jitter.Type = jitter.Full
	for k := 1.0; k <= p.Retries; k++ {
		d := p.Retry(k)
		_, longest := d.Support()
		fmt.Printf("retry %.0f: mean %.2f s, p99 %.2f s, at most %.1f s\n", k, d.Mean(), d.Quantile(0.99), longest)
	}
	// Output:
	// retry 1: mean 0.05 s, p99 0.10 s, at most 0.1 s
	// retry 2: mean 0.10 s, p99 0.20 s, at most 0.2 s
	// retry 3: mean 0.20 s, p99 0.40 s, at most 0.4 s
	// retry 4: mean 0.40 s, p99 0.79 s, at most 0.8 s
	// retry 5: mean 0.80 s, p99 1.58 s, at most 1.6 s
	// retry 6: mean 1.00 s, p99 1.98 s, at most 2.0 s
	// retry 7: mean 1.00 s, p99 1.98 s, at most 2.0 s
	// retry 8: mean 1.00 s, p99 1.98 s, at most 2.0 s
}

// A total timeout ends the call, whatever the number of retries.
func ExamplePolicy_CallTime() {
	p := jitter.New(1, 2)
	p.Retries, p.AttemptTime = 5, 0.5
	fmt.Println(p.RetriesMade(), "retries,", p.CallTime(), "s")
	p.TotalTimeout = 10
	fmt.Println(p.RetriesMade(), "retries,", p.CallTime(), "s")
	// Output:
	// 5 retries, 34 s
	// 3 retries, 10 s
}
