package codegen

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"text/template"

	"retune/calc/client"
)

// literals returns the parameters that have a literal in the code, with the values of the literals.
func (t Target) literals(v client.Values) map[*client.Parameter]float64 {
	values, become := map[string]value{}, map[*client.Parameter]float64{}
	for i := range v.Row.Parameters {
		p := &v.Row.Parameters[i]
		values[p.Name] = value{p, v.Value(i), t.Language, become}
	}
	template.Must(t.template().Parse(t.code())).Execute(&strings.Builder{}, values)
	return become
}

// without is what the code says in place of a number that has no literal although it is not the default: no limit, or
// another function of the library.
var without = map[string]string{
	"urllib3 total": "total=None", "celery max_retries": "max_retries=None", "p-retry retries": "retries: Infinity",
	"backon max_times": ".without_max_times()", "avast MaxJitter": "retry.DelayType(retry.BackOffDelay)",
	"celery retry_backoff": "default_retry_delay=",
}

// TestReadBack reads 50 random policies of each target back by a model of the library: a parameter that has a literal
// has its value, and one that has none has the library's default, which is the default of the row, held by the
// source that the row names and by the conformance module. The policy must be the same.
func TestReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, target := range Targets {
		row := client.Find(target.Client)
		n := 0
		for tries := 0; n < 50 && tries < 1000; tries++ {
			v := random(row, r)
			want, err := v.Policy()
			text, changes := target.Write(v)
			if err != nil || len(changes) > 0 { // it is refused, or said
				continue
			}
			n++
			literals, read := target.literals(v), v
			for i := range row.Parameters {
				p := &row.Parameters[i]
				x, is := literals[p]
				switch said := without[target.Name+" "+p.Name]; {
				case is:
				case p.Unit == client.Word || p.Unit == client.Truth: // the code differs: TestWrite
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

// near reports whether two numbers are the same but for rounding.
func near(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-6*math.Abs(y) }
