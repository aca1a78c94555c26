// Package conformance runs real clients and compares the delays between their attempts with the distribution that
// calc/client gives for the same parameters. It is a separate module, so that retune depends on none of them.
package conformance

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"retune/calc/client"
	"retune/calc/jitter"
)

// A library is one real client.
type library struct {
	client string // name of its row
	// run makes the client attempt with these values until it gives up or succeeds. It sleeps in the clock of a
	// synctest bubble.
	run   func(v client.Values, attempt func() error)
	cases []with
	slow  bool // it runs a fifth as often
}

// with holds the parameters that a case sets, times in seconds.
type with map[string]float64

var libraries = []library{cenkaltiV4, cenkaltiV5, cenkaltiV7, avast, avastFull, failsafeGo, retryableHTTP,
	retryableHTTPLinear, gaxGo, awsV2, azcore, dskit, wait, workqueue, flow, goRedis, natsGo, franzGo, grpcRetry,
	grpcConnection, otelCollector}

// draws is the number of samples from one client, and standardErrors the tolerance of their mean. By the inequality of
// Dvoretzky, Kiefer and Wolfowitz, P(distance > x) <= 2 exp(-2 draws x^2), which is 2e-13 at [apart], 0.039 for 10000
// draws. A client whose distribution differs by 2 apart anywhere fails with probability 1 - 2e-13, and one that agrees
// passes with the same. The mean is off by eight standard errors with probability less than 1e-12 (Bernstein, for a
// bounded delay). With less than a thousand comparisons a false alarm has a probability below 1e-9.
const (
	draws          = 10000
	standardErrors = 8
	most           = 12 // attempts; a client without an end succeeds at the next
)

// apart returns the tolerance of a distribution from that many draws.
func apart(draws int) float64 { return math.Sqrt(math.Log(1e13) / 2 / float64(draws)) }

var errFailed = errors.New("failed")

func TestClients(t *testing.T) {
	for _, l := range libraries {
		for _, set := range l.cases {
			t.Run(fmt.Sprint(l.client, set), func(t *testing.T) {
				v := client.Find(l.client).Defaults()
				for name, x := range set {
					v = v.With(name, x)
				}
				p, err := v.Policy()
				if err != nil {
					t.Fatal(err)
				}
				l.compare(t, v, p)
			})
		}
	}
}

// compare runs the client many times and compares its delays, and its number of attempts if that is certain.
func (l library) compare(t *testing.T, v client.Values, p jitter.Policy) {
	runs, timed := draws, !math.IsInf(p.Deadline, 1)
	if l.slow {
		runs = draws / 5
	}
	if p.Certain() {
		runs = 1
	} else if timed {
		t.Fatal("how many attempts a deadline allows is certain only without jitter")
	}
	var delays [most][]float64
	if timed { // instant attempts never pass a deadline that they start at
		p.AttemptTime = 1e-3
	}
	synctest.Test(t, func(t *testing.T) {
		for range runs {
			made, last := 0, time.Time{}
			l.run(v, func() error {
				now := time.Now()
				if made > 0 && made <= most {
					delays[made-1] = append(delays[made-1], now.Sub(last).Seconds())
				}
				time.Sleep(duration(p.AttemptTime))
				made, last = made+1, time.Now()
				if made > most {
					return nil
				}
				return errFailed
			})
			if want := math.Min(p.RetriesMade(), most) + 1; float64(made) != want {
				t.Fatalf("%d attempts were made, want %v", made, want)
			}
		}
	})
	agreeAll(t, p, delays[:])
}

// agreeAll compares the delays before each retry.
func agreeAll(t *testing.T, p jitter.Policy, delays [][]float64) {
	switch {
	case p.Stateful():
		follow(t, p, delays)
		return
	}
	cut := !math.IsInf(p.Deadline, 1) && p.Rule.Stop == jitter.Clip // the last delay may end early
	for i, list := range delays {
		if len(list) > 0 && !(cut && float64(i+1) == p.RetriesMade()) {
			agree(t, p.Retry(float64(i+1)), list, i+1)
		}
	}
}

// agree compares the support, the mean and the distribution of the delay before retry k. Clients count in nanoseconds
// and round down at each doubling.
func agree(t *testing.T, d jitter.Dist, list []float64, k int) {
	slices.Sort(list)
	n := float64(len(list))
	lo, hi := d.Support()
	tol := 1e-6*hi + 3e-9
	if least, largest := list[0], list[len(list)-1]; !(least >= lo-tol && largest <= hi+tol) {
		t.Errorf("retry %d: delays from %v to %v, want %v to %v", k, least, largest, lo, hi)
	}
	mean, distance := 0.0, 0.0
	for i, x := range list {
		mean += x / n
		distance = max(distance, float64(i+1)/n-d.CDF(x+tol), d.CDF(x-tol)-float64(i)/n)
	}
	if off := standardErrors*math.Sqrt(d.Variance()/n) + tol; !(math.Abs(mean-d.Mean()) <= off) {
		t.Errorf("retry %d: the mean is %v, want %v +- %v", k, mean, d.Mean(), off)
	}
	if !(distance <= apart(len(list))) {
		t.Errorf("retry %d: the distribution is %v apart, more than %v", k, distance, apart(len(list)))
	}
}

// follow compares the distribution of each delay given the previous one. If that is F, F(t) is uniform, and so is a
// draw from [F(t-), F(t)] where F jumps.
func follow(t *testing.T, p jitter.Policy, delays [][]float64) {
	r := rand.New(rand.NewPCG(1, 2))
	for i, list := range delays {
		var uniform []float64
		for run, x := range list {
			before := 0.0
			if i > 0 {
				before = delays[i-1][run]
			}
			d := p.Next(before, i == 0)
			tol := 1e-6*x + 3e-9
			lo, hi := d.Support()
			if !(x >= lo-tol && x <= hi+tol) {
				t.Fatalf("retry %d: a delay of %v after one of %v, want %v to %v", i+1, x, before, lo, hi)
			}
			low := d.CDF(x - tol)
			uniform = append(uniform, low+r.Float64()*(d.CDF(x+tol)-low))
		}
		slices.Sort(uniform)
		n := float64(len(uniform))
		for j, u := range uniform {
			if !(float64(j+1)/n-u <= apart(len(uniform)) && u-float64(j)/n <= apart(len(uniform))) {
				t.Fatalf("retry %d: the distribution given the delay before is more than %v apart", i+1,
					apart(len(uniform)))
			}
		}
	}
}

// TestRows checks that the rows that claim conformance are the ones that run here.
func TestRows(t *testing.T) {
	run, held := map[string]bool{}, map[string]bool{}
	for _, l := range libraries {
		run[l.client] = true
	}
	for _, d := range driven {
		target, _ := targeted(t, d.target, nil)
		run[target.Client] = true
	}
	for i := range client.Rows() {
		if r := &client.Rows()[i]; r.Held == client.Conformance {
			held[r.Name] = true
		}
	}
	if !maps.Equal(run, held) {
		t.Errorf("run are %v, held by conformance %v", slices.Sorted(maps.Keys(run)), slices.Sorted(maps.Keys(held)))
	}
}

// duration returns seconds as a time.Duration. No limit becomes the longest duration.
func duration(seconds float64) time.Duration {
	if math.IsInf(seconds, 1) {
		return math.MaxInt64
	}
	return time.Duration(math.Round(seconds * 1e9))
}
