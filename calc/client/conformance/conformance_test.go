// Package conformance runs real clients and compares the delays between their attempts
// with the distribution that calc/client gives for the same parameters. It is a module
// of its own, so that retune itself depends on none of them.
package conformance

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"retune/calc/client"
	"retune/calc/jitter"
)

// A library is one real client.
type library struct {
	client string // its row in the catalogue
	// run has the client make attempts, with these values, until it gives up or one
	// succeeds. It sleeps in the clock of a synctest bubble.
	run   func(v client.Values, attempt func() error)
	cases []with
}

// with is the parameters that a case sets, times in seconds.
type with map[string]float64

var libraries = []library{cenkaltiV4, cenkaltiV5, cenkaltiV7, avast, avastFull, failsafeGo, retryableHTTP, retryableHTTPLinear, gaxGo, awsV2, azcore, dskit, wait, workqueue}

// What is drawn from one client, and how far a figure may be off. By the inequality of
// Dvoretzky, Kiefer and Wolfowitz P(distance > apart) <= 2 exp(-2 draws apart^2), here
// 2e-13: a client whose distribution is anywhere 2 apart from the one that is expected
// is found with probability 1 - 2e-13, and one that agrees passes with the same. The mean is
// off by eight standard errors with less than 1e-12 (Bernstein, for a bounded delay).
// Less than a thousand comparisons are made: a false alarm is rarer than 1e-9.
const (
	draws          = 10000
	apart          = 0.0387
	standardErrors = 8
	most           = 12 // attempts; what has no end succeeds at the next
)

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

// compare runs the client often and compares its delays, and the number of its attempts
// where that is certain.
func (l library) compare(t *testing.T, v client.Values, p jitter.Policy) {
	runs, timed := draws, !math.IsInf(p.Deadline, 1)
	if p.Certain() {
		runs = 1
	} else if timed {
		t.Fatal("how many attempts a deadline allows is certain only without jitter")
	}
	var delays [most][]float64
	if timed { // an attempt that takes no time never passes a deadline that it starts at
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
			if want := math.Min(p.Total(), most) + 1; float64(made) != want {
				t.Fatalf("%d attempts were made, want %v", made, want)
			}
		}
	})
	for i, list := range delays {
		if len(list) > 0 && !(timed && float64(i+1) == p.Total() && p.Rule.Stop == jitter.Clip) {
			agree(t, p.Retry(float64(i+1)), list, i+1)
		}
	}
}

// agree compares the support, the mean and the distribution of the delay before retry k.
// Clients count in nanoseconds, and cut at each doubling what is less.
func agree(t *testing.T, d jitter.Delay, list []float64, k int) {
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
	if !(distance <= apart) {
		t.Errorf("retry %d: the distribution is %v apart, more than %v", k, distance, apart)
	}
}

// TestRows tells whether the rows that say that they are held by conformance are the ones
// that are run here.
func TestRows(t *testing.T) {
	run, held := map[string]bool{}, map[string]bool{}
	for _, l := range libraries {
		run[l.client] = true
	}
	for i := range client.Rows {
		if r := &client.Rows[i]; r.Held == client.Conformance {
			held[r.Name] = true
		}
	}
	if !maps.Equal(run, held) {
		t.Errorf("run are %v, held by conformance %v", slices.Sorted(maps.Keys(run)), slices.Sorted(maps.Keys(held)))
	}
}

// duration returns seconds as the clients take them; what has no limit is as long as can be.
func duration(seconds float64) time.Duration {
	if math.IsInf(seconds, 1) {
		return math.MaxInt64
	}
	return time.Duration(math.Round(seconds * 1e9))
}
