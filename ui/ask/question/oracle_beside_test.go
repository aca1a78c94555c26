package question_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"retune/ui/ask/setting"
)

// beside returns the check of a cell of the jitter types side by side.
func (x *policy) beside(name, key string) (figure, bool) {
	y := newPolicy(&x.s, x.seed, x.steps)
	k, _ := setting.Find("jitter")
	if k.Set(&y.s, name) != nil {
		return nil, false
	}
	y.p = y.s.Policy
	n := int(min(y.p.Retries, 20))
	switch key {
	case "elapsed_mean_s", "elapsed_p05_s", "elapsed_p25_s", "elapsed_p50_s", "elapsed_p75_s", "elapsed_p95_s",
		"elapsed_p99_s":
		return y.scheduled(key, n)
	case "call_time_p50_s", "call_time_p99_s":
		start, ok := y.scheduled("elapsed"+key[len("call_time"):], n)
		return func(got float64) (bool, string) { return start(got - y.p.AttemptTime) }, ok
	case "peak_at_same_mean_per_s", "same_mean_delay_s":
		return whichever(), true // TestSameMean simulates the clients with that delay
	case "delay_1_sd_s", "delay_2_sd_s", "delay_3_sd_s":
		i := int(key[6] - '0')
		if i > n {
			return absent(), true
		}
		return y.scheduled("delay_sd_s", i)
	case "collision":
		return y.collision(n), true
	case "peak_per_s":
		return y.peak(n), true
	}
	return nil, false
}

// collision returns the check of how often two of all clients start retry n within the window.
func (x *policy) collision(n int) figure {
	clients, hits, rounds := int(x.s.Clients), 0, 0
	if clients == 1 {
		return exactly(0)
	}
	for i := 0; i < 2000 && (i*clients*n < x.steps || i < 40); i++ {
		r := rand.New(rand.NewPCG(x.seed, uint64(i)))
		var at []float64
		for range clients {
			_, elapsed := schedule(x.p, n, r)
			at = append(at, elapsed[n-1])
		}
		slices.Sort(at)
		for j := range at[1:] {
			if at[j+1]-at[j] <= x.s.CollisionWindow {
				hits++
				break
			}
		}
		rounds++
	}
	e := x.e
	e.probability += 0.03 // the answer assumes that pairs are independent
	return shareOf(hits, rounds, e)
}

// peak returns the check of the highest rate of retries in any window, per second.
func (x *policy) peak(n int) figure {
	var at []float64
	x.clients(func(r *rand.Rand, _ int) int {
		_, elapsed := schedule(x.p, n, r)
		at = append(at, elapsed...)
		return n
	})
	simulated := float64(len(at) / n)
	slices.Sort(at)
	w, best, lo := x.s.CollisionWindow, 0, 0
	for hi := range at {
		for at[hi]-at[lo] > w {
			lo++
		}
		best = max(best, hi-lo+1)
	}
	want := float64(best) / simulated / w * x.s.Clients
	se := want / math.Sqrt(float64(best))
	if !x.draws() {
		se = 0
	}
	return func(got float64) (bool, string) { // the maximum of many windows is above the mean of the best one
		return got <= want+5*se+0.02*want && got >= want-math.Max(12*se, 0.05*want)-1e-9,
			strconv.FormatFloat(want, 'g', 6, 64) + " at most"
	}
}
