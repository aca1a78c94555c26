package jitter_test

import (
	"fmt"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// When does the fifth retry start, with full jitter around 1 s, 2 s, 4 s, ...?
func ExampleSchedule_Elapsed() {
	plan := jitter.Policy{
		Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)},
		Jitter: jitter.Jitter{Type: jitter.Full},
	}
	fifth := jitter.New(plan, 5, jitter.Coarse).Elapsed(5)
	fmt.Printf("mean %.2f s, 90 %% between %.2f s and %.2f s\n",
		fifth.Mean(), fifth.Quantile(0.05), fifth.Quantile(0.95))
	// Output: mean 15.50 s, 90 % between 6.82 s and 24.18 s
}

// With Google's rule jitter vanishes at the cap: all clients wait 64 s.
func ExamplePolicy_One() {
	plan := jitter.Policy{
		Policy:   calc.Policy{InitialDelay: 1, Factor: 2, Cap: 64},
		Jitter:   jitter.Jitter{Type: jitter.Add, Amount: 1},
		CapAfter: true,
	}
	fmt.Println(plan.One(32).Support())
	fmt.Println(plan.One(64).Support())
	// Output:
	// 32 33
	// 64 64
}
