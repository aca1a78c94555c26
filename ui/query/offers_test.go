package query

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/target"
)

// TestOffersOfSlowLaws holds that a sketch of what the knobs would have to be is
// near what an exact search finds, and asks no more often.
func TestOffersOfSlowJitter(t *testing.T) {
	t.Parallel()
	s := set(t, "jitter decorrelated", "retries 5", "cap 20s")
	w, _ := Wanted.Find("elapsed-p99")
	s.Want, s.Wanted = w.Name, 1.13*valueOf(w, s, answer.Full)
	asked, value := 0, w.Value
	w.Value = func(ctx context.Context, s knob.Scenario, e answer.Effort) answer.Value {
		asked++
		return value(ctx, s, e)
	}
	for _, name := range []string{"initial-delay", "cap"} {
		k, _ := knob.Find(name)
		asked = 0
		exact, most := solveFor(s, w, k), 0
		most, asked = asked, 0
		rough := target.Solve(t.Context(), s, w, k, answer.Rough)
		if !exact.Reached || !rough.Reached || !(math.Abs(rough.Value/exact.Value-1) <= 0.02) {
			t.Errorf("%s: %v, roughly %v", name, exact, rough)
		}
		if asked >= most || asked > 60 {
			t.Errorf("%s: asked %d times, roughly %d times", name, most, asked)
		}
	}
}

// TestOffersStop holds that who wants no more offers waits for none.
func TestOffersStop(t *testing.T) {
	s := set(t, "jitter full")
	w, _ := Wanted.Find("elapsed-mean")
	s.Want, s.Wanted = w.Name, 100
	asked, value := 0, w.Value
	w.Value = func(ctx context.Context, s knob.Scenario, e answer.Effort) answer.Value {
		asked++
		return value(ctx, s, e)
	}
	for sol := range target.Offers(t.Context(), s, w, answer.Full) {
		if sol.Knob.Name != "initial-delay" || !sol.Reached {
			t.Errorf("%+v", sol)
		}
		break
	}
	if first := asked; first > 30 {
		t.Errorf("asked %d times for one knob", first)
	}
	if n := len(slices.Collect(target.Offers(t.Context(), s, w, answer.Full))); n != 6 {
		t.Errorf("%d offers", n)
	}
}

// TestCapFrom turns knobs away from where they gave T_m, and T_m must come back.
func TestCapFrom(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	w, _ := Wanted.Find("cap-from")
	for range fewer(300) {
		s := plain(rng)
		s.Factor, s.Cap = 1.05+rng.ExpFloat64(), s.InitialDelay*(1+math.Exp(rng.NormFloat64()*3))
		s.Want, s.Wanted = w.Name, valueOf(w, s, answer.Full)
		for _, name := range []string{"initial-delay", "factor", "cap", "attempt-time"} {
			k, _ := knob.Find(name)
			if x, _ := k.Number(s); s.Wanted > 0 && s.CapRetry() <= 1000 && (name != "attempt-time" || x > 0) {
				from := k.At(s, x*(1+rng.Float64()/2))
				sol := solveFor(from, w, k)
				jumps := name == "initial-delay" || name == "factor" // to and fro, as the number of delays below the cap changes
				if !sol.Reached || !meets(valueOf(w, k.At(s, sol.Value), answer.Full), s.Wanted) && !jumps || sol.From > sol.Value || sol.To < sol.Value {
					t.Errorf("%s %v, now %v: %+v for %+v", name, x, from, sol, s.Policy)
				}
			}
		}
	}
}

func BenchmarkCapFrom(b *testing.B) {
	s := knob.Default()
	s.Cap, s.Want, s.Wanted = 64, "cap-from", 136.4995072
	w, _ := Wanted.Find(s.Want)
	k, _ := knob.Find("factor")
	for b.Loop() {
		solveFor(s, w, k)
	}
}

// TestOffersNeed holds what else must change for an offer: with that it does it, and with
// one retry less, or the deadline that there was, it does not.
func TestOffersNeed(t *testing.T) {
	for _, settings := range [][]string{{"outage 1h", "retries 3"}, {"outage 1h", "retries 3", "deadline 10m"}, {"outage 20m", "retries none", "deadline 10m"}} {
		s := set(t, settings...)
		w, _ := Wanted.Find("reconnect-delay")
		s.Want, s.Wanted, s.Bound = w.Name, 30, knob.AtMost
		keeps := func(s knob.Scenario) bool { return w.Keeps(s, valueOf(w, s, answer.Full)) }
		seen := 0
		for sol := range target.Offers(t.Context(), s, w, answer.Full) {
			if sol.Needs == nil {
				continue
			}
			seen++
			if at := sol.With(s); !sol.Reached || !keeps(at) {
				t.Errorf("%v: %s %v with %s gives %v", settings, sol.Knob.Name, sol.Value, sol.NeedsText(), valueOf(w, at, answer.Full))
			}
			for _, need := range sol.Needs {
				less := need.Knob.Stands(s)
				if !math.IsInf(need.Value, 1) {
					less = need.Value - 1
				}
				if keeps(need.Knob.At(sol.With(s), less)) {
					t.Errorf("%v: %s %v with %s: %s %v would do", settings, sol.Knob.Name, sol.Value, sol.NeedsText(), need.Knob.Name, less)
				}
			}
		}
		if seen == 0 {
			t.Errorf("%v: nothing else is offered", settings)
		}
	}
}

// TestOffersOutlast holds that with the retries that are asked for nearly every client is still
// there when the outage ends, and with ten fewer not, by drawing clients one by one.
func TestOffersOutlast(t *testing.T) {
	s := set(t, "jitter full", "retries 3", "cap 30s", "outage 30m")
	w, _ := Wanted.Find("reconnect-delay-p99")
	s.Want, s.Wanted, s.Bound = w.Name, 10, knob.AtMost
	rng := rand.New(rand.NewPCG(89, 1))
	gaveUp := func(s knob.Scenario) float64 {
		const clients = 3000
		gone := 0
		for range clients {
			at, d := 0.0, s.InitialDelay
			for range int(s.Retries) {
				at += rng.Float64() * min(d, s.Cap)
				d *= s.Factor
			}
			if at < s.Outage.A {
				gone++
			}
		}
		return float64(gone) / clients
	}
	seen := 0
	for sol := range target.Offers(t.Context(), s, w, answer.Full) {
		if sol.Needs == nil || sol.Knob.Name != "cap" {
			continue
		}
		seen++
		with := sol.With(s)
		if share := gaveUp(with); !(share < 0.02) {
			t.Errorf("a cap of %v with %s: %v give up", sol.Value, sol.NeedsText(), share)
		}
		if with.Retries -= 10; !(gaveUp(with) > 0.04) {
			t.Errorf("a cap of %v: %v retries would do", sol.Value, with.Retries)
		}
	}
	if seen != 1 {
		t.Errorf("%d offers of a cap", seen)
	}
}

// TestAnyFrom holds that of an outage that fewer retries do not outlast not any number of them is
// said to do it: retries one second apart, and an outage of ten and a half.
func TestAnyFrom(t *testing.T) {
	for outage, want := range map[string]string{"10.5s": "Any number of retries from 11 on does it: ", "0.5s": "Any number of retries does it: "} {
		s := set(t, "initial-delay 1s", "factor 1", "retries 20", "outage "+outage)
		s.Turn, s.Want, s.Wanted, s.Bound = "retries", "reconnect-delay", 1, knob.AtMost
		if said := ask(solve, s).Summary; !strings.HasPrefix(said, want) {
			t.Errorf("%s: %q", outage, said)
		}
	}
}

// TestOffersLastUntilT holds what else must change for a figure at T: with that the last retry
// starts at T or later, counted one by one, and with one retry less, or the deadline that there
// was, it does not.
func TestOffersLastUntilT(t *testing.T) {
	last := func(s knob.Scenario) float64 { // when the last retry starts
		at, d := 0.0, s.InitialDelay
		for n := 1.0; n <= s.Retries && at < s.AskAt; n++ {
			if at+s.AttemptTime+min(d, s.Cap) > s.Deadline {
				break
			}
			at += s.AttemptTime + min(d, s.Cap)
			d *= s.Factor
		}
		return at
	}
	for settings, want := range map[string]string{"at 5m": "37 retries or more", "at 5m,deadline 600s": "37 retries or more", "at 20m": ""} {
		s := set(t, strings.Split(settings, ",")...)
		w, _ := Wanted.Find("ratio")
		s.Want, s.Wanted, s.Bound = w.Name, 0.1, knob.AtMost
		sol := solveFor(s, w, knob.First(func(k knob.Knob) bool { return k.Name == "factor" }))
		if got := sol.NeedsText(); !sol.Reached || got != want {
			t.Errorf("%s: a factor of %v needs %q", settings, sol.Value, got)
		}
		if want == "" {
			continue
		}
		with := sol.With(s)
		if !(last(with) >= s.AskAt) {
			t.Errorf("%s: the last retry starts at %v", settings, last(with))
		}
		if with.Retries--; !(last(with) < s.AskAt) {
			t.Errorf("%s: %v retries would do", settings, with.Retries)
		}
	}
}
