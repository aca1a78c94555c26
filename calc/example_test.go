package calc_test

import (
	"fmt"

	"retune/calc"
)

// The timeline of the package comment, with and without call time.
func ExamplePolicy_Elapsed() {
	p := calc.Policy{InitialDelay: 1, Factor: 2}
	fmt.Println(p.Delay(1), p.Delay(2), p.Delay(3))
	fmt.Println(p.Elapsed(1), p.Elapsed(2), p.Elapsed(3))
	p.AttemptTime = 10
	fmt.Println(p.Elapsed(1), p.Elapsed(2), p.Elapsed(3))
	// Output:
	// 1 2 4
	// 1 3 7
	// 11 23 37
}

func ExamplePolicy_NextDelay() {
	p := calc.Policy{InitialDelay: 1, Factor: 2}
	fmt.Println(p.NextDelay(1023), p.PreviousDelay(1023), p.RetryAt(1023), p.NextRetryAt(1023))
	// Output: 1024 512 10 2047
}

func ExamplePolicy_RetriesBy() {
	p := calc.Policy{InitialDelay: 1, Factor: 1.1}
	fmt.Println(p.RetriesBy(3.3), p.RetriesBy(3.31), p.RetriesBy(1000))
	// Output: 2 3 48
}

func ExamplePolicy_FactorForRatioAt() {
	p := calc.Policy{InitialDelay: 1, Cap: 60}
	r, _ := p.FactorForRatioAt(0.5, 100)
	fmt.Println(r)
	_, err := p.FactorForRatioAt(0.005, 100)
	fmt.Println(err)
	// Output:
	// 1.49
	// no factor: the next delay would be too short
}

// The delay that follows an elapsed time tends to a share of r - 1 of it.
func ExampleFactorForRatio() {
	p := calc.Policy{InitialDelay: 1, Factor: calc.FactorForRatio(0.1)}
	for _, t := range []float64{10, 100, 1000} {
		fmt.Printf("after %g s: %.3f of the elapsed time\n", t, p.NextDelay(t)/t)
	}
	// Output:
	// after 10 s: 0.200 of the elapsed time
	// after 100 s: 0.110 of the elapsed time
	// after 1000 s: 0.101 of the elapsed time
}

func ExampleRetriesRatio() {
	p := calc.Policy{InitialDelay: 1, Factor: 2}
	q := calc.Policy{InitialDelay: 1, Factor: 1.1}
	fmt.Printf("%.2f by the limit, %.2f at 1000 s\n", calc.RetriesRatioApprox(2, 1.1), calc.RetriesRatio(p, q, 1000))
	// Output: 7.27 by the limit, 4.86 at 1000 s
}
