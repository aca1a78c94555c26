package codegen

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/client"
)

// without is the code for a parameter that has no literal although it differs from the default: no limit, or another
// function of the library.
var without = map[string]string{
	"urllib3 total": "total=None", "celery max_retries": "max_retries=None", "p-retry retries": "retries: Infinity",
	"backon max_times": ".without_max_times()", "avast MaxJitter": "retry.DelayType(retry.BackOffDelay)",
	"celery retry_backoff": "default_retry_delay=",
}

// TestReadBack writes 50 random policies of each target and reads them back through a model of the library. A parameter
// with a literal has its value; one without has the library's default. That is the default of the row, which the row's
// source and the conformance module confirm. The policy must be the same.
func TestReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, target := range Targets {
		row := client.Find(target.Client)
		n := 0
		for tries := 0; n < 50 && tries < 1000; tries++ {
			v := random(row, r)
			want, err := v.Policy()
			text, changes := target.Write(v)
			if err != nil || len(changes) > 0 { // the client refuses it, or Write reports the change
				continue
			}
			n++
			_, literals := target.filled(v)
			read := v
			for i := range row.Parameters {
				p := &row.Parameters[i]
				x, is := literals[p]
				switch said := without[target.Name+" "+p.Name]; {
				case is:
				case p.Unit == client.Word || p.Unit == client.Truth: // words and booleans change the code: see TestWrite
					x = v.Value(i)
				case said != "" && strings.Contains(text, said):
					x = v.Value(i)
				default:
					x = p.Default
				}
				read = read.With(p.Name, x)
			}
			if got, err := read.Policy(); err != nil || !near(got.CallTime(), want.CallTime()) ||
				!near(got.Retries, want.Retries) ||
				!near(got.Deadline, want.Deadline) || got.Jitter.Type != want.Jitter.Type || read.Budget() != v.Budget() {
				t.Fatalf("%s: read back as %+v (%v), want %+v\n%s", target.Name, got, err, want, text)
			}
		}
		if n < 50 {
			t.Errorf("%s: only %d of 50 policies are exact", target.Name, n)
		}
	}
}

// near reports whether two numbers are equal up to rounding.
func near(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-6*math.Abs(y) }
