package stack_test

import (
	"context"
	"fmt"

	"retune/calc/jitter"
	"retune/calc/stack"
)

// Three layers that each make up to four attempts. Attempts take 2 s.
func ExampleStack_Reach() {
	p := jitter.New(0.1, 2)
	p.Retries = 3
	s := stack.Stack{AttemptTime: 2, FailureRate: 1, Layers: []stack.Layer{
		{Name: "browser", Policy: p, Timeout: 30},
		{Name: "gateway", Policy: p},
		{Name: "service", Policy: p},
	}}
	reach := s.Reach(context.Background())
	for i, l := range s.Layers {
		fmt.Printf("%s: up to %.0f attempts at the bottom, %.1f s, inverted: %t\n",
			l.Name, reach[i].Bottom, reach[i].Longest, s.Inverted(reach, i))
	}
	// Output:
	// browser: up to 64 attempts at the bottom, 120.7 s, inverted: false
	// gateway: up to 16 attempts at the bottom, 35.5 s, inverted: true
	// service: up to 4 attempts at the bottom, 8.7 s, inverted: false
}
