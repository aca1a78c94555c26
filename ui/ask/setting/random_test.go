package setting

import (
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"testing"

	"retune/calc/client"
	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// times multiplies the number of random cases. Use 10 before a change lands.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// TestMain runs the garbage collector only at the memory limit. The heap then keeps its pages instead of returning and
// requesting them.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// cases returns the number of random cases to run: n/5 times the flag, or n/10 with -short.
func cases(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n * *times / 5
}

// random draws a valid scenario. Each setting is at its default, at a rung, at an end of its range, or log-uniform in
// the range.
func random(rng *rand.Rand) Scenario {
	s := randomPolicy(rng)
	for _, k := range Settings {
		if v, ok := k.Value.(number); ok && k.OfQuestion && rng.IntN(2) == 0 {
			*v.at(&s) = v.draw(rng)
		}
	}
	if rng.IntN(2) == 0 {
		s.Outage = randomOutage(rng)
	}
	randomFleet(rng, &s)
	s.FirstFromThink = s.FirstFromThink && s.Fleet().Validate() == nil // some jitter types exclude FirstFromThink
	if rng.IntN(2) == 0 {
		s = s.AddPolicy(&s)
		b := randomPolicy(rng)
		s.Versus[0].Policy = b.Policy
		s.Versus[0].FirstFromThink = s.FirstFromThink && fromThink(&s.Versus[0])
		if rng.IntN(2) == 0 {
			w := s
			randomFleet(rng, &w)
			w.Clients, w.Rate, w.Duration, w.Versus = math.Ceil(1e4*rng.Float64()), 1e3*rng.Float64()+1, s.Duration, nil
			if rng.IntN(2) == 0 {
				w.Outage = randomOutage(rng)
			}
			s.Versus = []Scenario{w}
			if s.Check() != nil {
				s.Versus = nil
			}
		}
		if s.Versus != nil && s.Check() != nil { // B must be valid too
			s.Versus[0].FirstFromThink = false
		}
	}
	return s
}

// fromThink reports whether the initial delay may come from the think time.
func fromThink(s *Scenario) bool { return s.ByDelayAlone() && s.Jitter.Type.Row().Path == nil }

// randomFleet draws the words and switches of the fleet, and fits the duration and the outages to the rest.
func randomFleet(rng *rand.Rand, s *Scenario) {
	some := func() bool { return rng.IntN(2) == 0 }
	s.Traffic.Kind = fleet.TrafficKind(rng.IntN(3))
	s.Cancel, s.MaxOutage, s.FirstFromThink = some(), some(), some() && s.Traffic.Kind == fleet.Closed && fromThink(s)
	s.Server.Kind = fleet.ServerKind(rng.IntN(3))
	s.Server.AtArrival = s.Server.Kind == fleet.Slowing && some()
	s.ServerOutage.Kind = fleet.OutageKind(rng.IntN(4))
	share := func() float64 { return max(1e-6, min(1, math.Exp(rng.NormFloat64()))) }
	switch s.Budget = (fleet.Budget{}); rng.IntN(6) {
	case 5:
		s.Budget = fleet.Budget{Kind: fleet.Expiring, Ratio: 10 * share(), Reserve: float64(rng.IntN(5)), Window: 1 +
			rng.ExpFloat64(), FromStart: some(), OnSuccess: some()}
	case 4:
		s.Budget = fleet.Budget{Kind: fleet.Concurrent, Ratio: 10 * share(), Reserve: float64(rng.IntN(5))}
	case 1:
		s.Budget = fleet.Budget{Kind: fleet.Ratio, Ratio: 10 * share(), Reserve: 1 + 100*rng.Float64()}
	case 2:
		s.Budget = fleet.Budget{Kind: fleet.Throttle, Ratio: share(), Reserve: 10}
	case 3:
		s.Budget = fleet.Budget{Kind: fleet.Quota, Reserve: 1 + float64(rng.IntN(1000))}
	}
	if some() {
		s.Breaker = usualBreaker
		s.Breaker.RetriesOnly = some()
		if s.Breaker.Share = share(); some() {
			s.Breaker.Window, s.Breaker.Least, s.Breaker.Pause = 1e-3+rng.ExpFloat64(), 1+rng.ExpFloat64(), 1e-3+rng.ExpFloat64()
		}
	}
	for range rng.IntN(4) {
		f := fleet.Outage{Kind: fleet.OutageKind(rng.IntN(5)), At: 1e3 * rng.Float64(), Length: 10 * rng.ExpFloat64(),
			Share: 1}
		if f.Kind >= fleet.Brownout {
			f.Share = share()
		}
		if s.Events = append(slices.Clone(s.Events), f); s.Fleet().Validate() != nil {
			s.Events = s.Events[:len(s.Events)-1]
		}
	}
	if !math.IsInf(s.Duration, 1) {
		s.Duration = min(s.Duration, mostChecks*s.checks())
	}
	if s.Duration < 0.1 {
		d := Default()
		s.Duration, s.Step, s.Timeout, s.Server.ServiceTime, s.Server.CheckInterval = d.Duration, d.Step, d.Timeout,
			d.Server.ServiceTime, d.Server.CheckInterval
	}
}

func randomPolicy(rng *rand.Rand) Scenario {
	for {
		s := Default()
		for _, k := range Settings {
			if k.OfQuestion || rng.IntN(4) == 0 {
				continue
			}
			switch v := k.Value.(type) {
			case number:
				*v.at(&s) = v.draw(rng)
			case word:
				v.put(&s, v.words()[rng.IntN(2)])
			case compound: // the jitter type or its amount
				s.Jitter = randomJitter(rng)
			}
		}
		if s.Check() == nil {
			return s
		}
	}
}

func randomJitter(rng *rand.Rand) jitter.Jitter {
	s := Default()
	s.Jitter = wordOf(jitter.Type(rng.IntN(len(jitter.Types)))).usual()
	if v, ok := amountOf(&s); ok && rng.IntN(4) > 0 {
		s.Jitter.Amount = max(v.lo, min(v.hi, v.draw(rng)))
	}
	return s.Jitter
}

func randomOutage(rng *rand.Rand) elapsed.Outage {
	uniform := Default()
	uniform.Outage.Kind = elapsed.UniformOutage
	v, _ := lengthOfOutage(&uniform)
	f := elapsed.Outage{Kind: elapsed.OutageKind(rng.IntN(4)), A: v.draw(rng)}
	f.B = f.A
	switch f.Kind {
	case elapsed.UniformOutage, elapsed.LogUniformOutage:
		f.B = v.draw(rng)
		f.A, f.B = min(f.A, f.B), max(f.A, f.B)
		if f.Kind == elapsed.UniformOutage && rng.IntN(4) == 0 {
			f.A = 0
		}
	}
	return f
}

func (v number) draw(rng *rand.Rand) float64 {
	switch n := rng.IntN(8); {
	case n == 0 && v.none:
		return math.Inf(1)
	case n == 1:
		return v.lo
	case n == 2:
		return v.hi
	case n <= 4:
		return v.rungs[rng.IntN(len(v.rungs))]
	}
	low := max(v.lo, 1e-9)
	x := low * math.Exp(rng.Float64()*math.Log(v.hi/low))
	switch {
	case v.grid > 1 && rng.IntN(2) == 0:
		x = math.Round(x*v.grid) / v.grid
	case v.grid == 1:
		x = math.Round(x)
	}
	return max(v.lo, min(v.hi, x))
}

// same reports whether two scenarios are equal bit for bit, with NaN equal to NaN. It walks all fields by reflection,
// so that it covers fields added later.
func same(one, other *Scenario) bool {
	a, b := *one, *other
	if a.Versus != nil && b.Versus != nil { // only the policies that B returns count
		x, y := a.B(), b.B()
		a.Versus, b.Versus = []Scenario{x}, []Scenario{y}
	}
	if !a.Library.Same(b.Library) {
		return false
	}
	a.Library, b.Library = client.Values{}, client.Values{}
	return sameValue(reflect.ValueOf(a), reflect.ValueOf(b))
}

func sameValue(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		x, y := a.Float(), b.Float()
		return math.IsNaN(x) && math.IsNaN(y) || math.Float64bits(x) == math.Float64bits(y)
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return sameValue(a.Elem(), b.Elem())
	case reflect.Map: // the typed texts change no value
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !sameValue(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !sameValue(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

// keeps fails if s is not a valid scenario: every number in range, Check without an error, and each text giving the
// value back.
func keeps(t *testing.T, s *Scenario, after string) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatalf("after %s: %v", after, err)
	}
	if l := wordOf(s.Jitter.Type); l.hasAmount() && !(s.Jitter.Amount >= l.MinAmount && s.Jitter.Amount <= l.MaxAmount) {
		t.Fatalf("after %s: the jitter is %+v, not within %v to %v", after, s.Jitter, l.MinAmount, l.MaxAmount)
	}
	if f := s.Outage; !math.IsNaN(f.A) {
		least := minDelay
		if f.Kind == elapsed.UniformOutage || f.Kind == elapsed.FixedOutage {
			least = 0
		}
		if !(f.A >= least && f.A <= f.B && (f.B > 0 || f.Kind == elapsed.FixedOutage) && f.B <= MaxElapsed) {
			t.Fatalf("after %s: the outage is %+v", after, f)
		}
	}
	for _, k := range Settings {
		if v, ok := k.Value.(number); ok {
			x := v.get(s)
			if !(x >= v.lo && x <= v.hi || v.none && math.IsInf(x, 1) || k.OfQuestion && math.IsNaN(x)) {
				t.Fatalf("after %s: %s is %v, not within %s", after, k.Name, x, k.Range())
			}
		}
		text := k.Text(s)
		if text == "" {
			continue
		}
		if k.Switch() && text != "yes" && text != "no" {
			t.Fatalf("after %s: %s is %q", after, k.Name, text)
		}
		again := *s
		if err := k.Set(&again, text); err != nil {
			t.Fatalf("after %s: %s does not take its own text: %v", after, k.Name, err)
		}
		if !same(&again, s) {
			t.Fatalf("after %s: %s is another after it took its own text %q", after, k.Name, text)
		}
	}
}
