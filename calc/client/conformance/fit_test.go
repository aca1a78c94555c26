package conformance

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"retune/calc/client"
)

// logged are libraries whose logs are estimated, each with parameters that end its requests.
var logged = []struct {
	library
	set with
}{
	{cenkaltiV5, with{"MaxElapsedTime": 0, "MaxTries": 6}}, {cenkaltiV4, with{"MaxElapsedTime": 0, "MaxRetries": 4}},
	{avast, with{"Attempts": 5}}, {failsafeGo, with{"maxRetries": 4, "delay": 0.2, "maxDelay": 5, "jitterFactor": 0.25}},
	{retryableHTTP, nil}, {retryableHTTPLinear, nil},
	{gaxGo, with{"Initial": 0.1, "Max": 60, "Multiplier": 1.3}}, {awsV2, with{"MaxAttempts": 5}}, {azcore, nil},
	{dskit, nil}, {goRedis, nil}, {franzGo, nil}, {grpcRetry, nil},
}

// logRequests is the number of requests of a log, and most retries of an endless client are in it.
const logRequests = 100

// TestFitLibraries has real libraries make requests, writes a log of each with a clock of milliseconds and network
// times, and checks that the row of the library is among the first three clients that the estimate names.
func TestFitLibraries(t *testing.T) {
	for _, l := range logged {
		t.Run(l.client, func(t *testing.T) {
			t.Parallel()
			v := client.Find(l.client).Defaults()
			for name, x := range l.set {
				v = v.With(name, x)
			}
			var delays [][]float64
			synctest.Test(t, func(*testing.T) {
				for range logRequests {
					var one []float64
					made, last := 0, time.Time{}
					l.run(v, func() error {
						if now := time.Now(); made > 0 {
							one = append(one, now.Sub(last).Seconds())
						}
						if made, last = made+1, time.Now(); made > most {
							return nil
						}
						return errFailed
					})
					delays = append(delays, one)
				}
			})
			named(t, l.client, delays)
		})
	}
}

// TestFitDriven does the same with libraries of other languages, where they are installed.
func TestFitDriven(t *testing.T) {
	for _, d := range []struct {
		target string
		set    with
	}{
		{"async-retry", with{"retries": 5}}, {"exponential-backoff", with{"jitter": 1, "numOfAttempts": 6}},
		{"got", with{"limit": 4}}, {"undici", nil}, {"tenacity", with{"initial": 0.2, "max": 3, "stop_after_attempt": 6}},
		{"tenacity-exponential", with{"stop_after_attempt": 6}},
		{"faraday-retry", with{"max": 4, "interval": 0.3, "interval_randomness": 0.5, "backoff_factor": 2}},
	} {
		t.Run(d.target, func(t *testing.T) {
			t.Parallel()
			target, v := targeted(t, d.target, d.set)
			out := drive(t, target, v, target.Name, fmt.Sprint(logRequests), fmt.Sprint(most), "0")
			var delays [][]float64
			if err := json.Unmarshal(out, &delays); err != nil {
				t.Fatalf("%v: %.200s", err, out)
			}
			named(t, target.Client, delays)
		})
	}
}

// built builds retune once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "retune")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "retune")
	if out, err := exec.Command("go", "build", "-C", "../../..", "-o", bin, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return bin, nil
})

// binary returns the program.
func binary(t *testing.T) string {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// named estimates the policy of requests with these delays, and checks that the client is among the first three.
func named(t *testing.T, name string, delays [][]float64) {
	t.Helper()
	cmd := exec.Command(binary(t), "fit", "-", "--format", "json")
	cmd.Stdin = strings.NewReader(logOf(delays))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	inFirstThree(t, out, name)
}

// inFirstThree checks that a client is among the first three that an estimate names.
func inFirstThree(t *testing.T, out []byte, name string) {
	t.Helper()
	var a struct {
		Summary string
		Tables  struct {
			Clients []struct{ Client, Parameters string }
		}
	}
	if err := json.Unmarshal(out, &a); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	near := a.Tables.Clients
	for _, l := range near[:min(3, len(near))] {
		if slices.Contains(strings.Split(l.Client, ", "), name) {
			return
		}
	}
	t.Errorf("it is not among the first three of %+v: %s", near, a.Summary)
}

// logOf writes requests as JSON lines. An attempt takes about 20 ms, a retry about 1 ms more than its delay.
func logOf(delays [][]float64) string {
	r := rand.New(rand.NewPCG(47, 1))
	var text strings.Builder
	for i, one := range delays {
		now := 1.7e9 + 50*float64(i)*r.Float64()
		for k := 0; k <= len(one); k++ {
			took, status := 0.01+0.02*r.Float64(), 503
			if k == most {
				status = 200
			}
			fmt.Fprintf(&text, `{"ts":%.3f,"end":%.3f,"request_id":"r%d","status":%d}`+"\n", now, now+took, i, status)
			if now += took; k < len(one) {
				now += one[k] + 1e-3*r.ExpFloat64()
			}
		}
	}
	return text.String()
}
