package client

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrNone checks that a parameter that can be none makes a policy without that limit.
func TestOrNone(t *testing.T) {
	found := 0
	for _, row := range Rows() {
		for _, q := range row.Parameters {
			if !q.None {
				continue
			}
			found++
			p, err := row.Defaults().With(q.Name, inf).Policy()
			if err != nil || q.Role == Limit && !math.IsInf(p.Retries, 1) || q.Role == Deadline &&
				!math.IsInf(p.Deadline, 1) {
				t.Errorf("%s: without %s it makes %g retries by %g s (%v)", row.Name, q.Name, p.Retries, p.Deadline, err)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d parameters may be none", found)
	}
}

// TestPaced simulates restarts of programs that run for some time, as Nomad and Swarm count them. If Paced accepts, the
// policy must end as simulated.
func TestPaced(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	const enough = 60 // restarts: more mean that it never ends
	played := map[string]int{}
	for range 1500 {
		n, d, within, s := float64(1+r.IntN(5)), 1+9*r.Float64(), 5+60*r.Float64(), 10*r.Float64()
		for _, name := range []string{"nomad-restart", "docker-swarm"} {
			v := Find(name).Defaults()
			if name == "nomad-restart" {
				v = v.With("attempts", n).With("delay", d).With("interval", within)
			} else {
				v = v.With("max_attempts", n).With("delay", d).With("window", within)
			}
			p, err := v.Policy()
			if err != nil || v.Row.Paced(v, s) != nil {
				continue
			}
			p.AttemptTime = s
			restarts, now, opened, count := 0.0, 0.0, 0.0, 0.0
			var past []float64
			for restarts < enough {
				now += s
				if name == "nomad-restart" { // failures in the interval, which starts with the task
					if now > opened+within {
						opened, count = now, 0
					}
					if count++; count > n {
						break
					}
					now += d * (1 + r.Float64()/4)
				} else { // restarts in the last window
					past = slices.DeleteFunc(past, func(x float64) bool { return x <= now-within })
					if float64(len(past)) >= n {
						break
					}
					past = append(past, now)
					now += d
				}
				restarts++
			}
			if restarts == enough {
				restarts = inf
			}
			played[name]++
			if got := p.RetriesMade(); got != restarts {
				t.Fatalf("%s, %g restarts %g s apart in %g s, of programs that run for %g s: %g, played %g", name, n, d,
					within, s, got, restarts)
			}
		}
	}
	if played["nomad-restart"] < 200 || played["docker-swarm"] < 200 {
		t.Errorf("played %v", played)
	}
}
