package lab

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// TestMain makes the test binary act as the program, under the name retune, when a run starts its server.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "retune" && len(os.Args) > 2 {
		if err := as(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// as acts as the program for the word after lab. The word "hung" runs a fleet whose server hangs for long, and "panic"
// one whose clients then panic.
func as(word string) error {
	if word != "hung" && word != "panic" {
		return Part()
	}
	w := small()
	w.Duration, w.Outages[0] = 3e4, fleet.Outage{Kind: fleet.Hang, At: 10, Length: 2e4}
	run := NewRun(Plan{System: w, Speed: 100, Seed: 1})
	run.meter.keep = func(l line) {
		switch {
		case l.Attempt == nil || l.Start < 30: // the signal may not have come yet, 0.2 s after the hang began
		case word == "panic":
			panic("lab: a panic for a test")
		default:
			fmt.Println("hangs")
		}
	}
	return run.Start(context.Background(), "")
}

// small is a small fleet whose server hangs.
func small() fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 40, Think: 4},
		Client: fleet.Client{Timeout: 4, Policy: jitter.Policy{
			Policy:  calc.Policy{InitialDelay: 1, Factor: 2, Cap: 8},
			Jitter:  jitter.Jitter{Type: jitter.Full},
			Retries: math.Inf(1), Deadline: math.Inf(1),
		}},
		Server: fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.2, Concurrency: 30, Slowdown: 1.05,
			CheckInterval: 0.1},
		Outages:  []fleet.Outage{{Kind: fleet.Hang, At: 12, Length: 8}},
		Duration: 40, Step: 1,
	}
}
