package lab

import (
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"retune/calc/fleet"
)

// TestServiceTimes measures attempts that come one after another at each kind of server that draws its service times:
// 0.1 s and 0.3 s are equally likely.
func TestServiceTimes(t *testing.T) {
	law, mean, err := fleet.ListOf([]float64{0.1, 0.3})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]fleet.Server{
		"queue":   {Kind: fleet.Queue, Workers: 1},
		"limited": {Kind: fleet.Limited, Capacity: 1e6},
		"slowing": {Kind: fleet.Slowing, AtArrival: true, Concurrency: math.Inf(1), Slowdown: 1},
	} {
		s.Law, s.ServiceTime = law, mean
		t.Run(name, func(t *testing.T) {
			within(t, func(t *testing.T) {
				const n = 400
				server := newServer(Plan{fleet.System{Server: s}, 1, 1}, true, time.Now())
				defer server.close()
				short := 0
				for range n {
					before := time.Now()
					server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
					switch took := time.Since(before).Seconds(); {
					case math.Abs(took-0.1) < 1e-6:
						short++
					case math.Abs(took-0.3) > 1e-6:
						t.Fatalf("an attempt takes %g s", took)
					}
				}
				if !(math.Abs(float64(short)-n/2) <= 5*math.Sqrt(n)/2) {
					t.Errorf("%d of %d attempts take 0.1 s", short, n)
				}
			})
		})
	}
}
