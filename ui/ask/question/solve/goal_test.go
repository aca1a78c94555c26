package solve_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/ask/question/policy"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
)

// plain draws a policy without jitter with numbers of usual size, not only round ones, and a time to ask about.
func plain(rng *rand.Rand) setting.Scenario {
	s := setting.Default()
	s.InitialDelay = math.Exp(rng.Float64()*14 - 7)
	switch rng.IntN(8) {
	case 0:
		s.Factor = 1
	case 1:
		s.Factor = 1 + math.Exp(-rng.Float64()*12)
	case 2, 3:
		s.Factor = 1 + float64(1+rng.IntN(30))/10
	default:
		s.Factor = 1 + rng.ExpFloat64()
	}
	if rng.IntN(2) == 0 {
		s.Cap = s.InitialDelay * math.Exp(rng.Float64()*9)
	}
	if rng.IntN(2) == 0 {
		s.AttemptTime = s.InitialDelay * math.Exp(rng.NormFloat64()*2)
	}
	s.Retries = float64(1 + rng.IntN(40))
	s.AskAt = s.InitialDelay * math.Exp(rng.Float64()*12-2)
	if rng.IntN(100) == 0 {
		s.Deadline = s.InitialDelay * math.Exp(rng.Float64()*9)
	}
	return s
}

// moved returns s with another value of the setting, of similar size or anywhere in its range.
func moved(rng *rand.Rand, k setting.Setting, given *setting.Scenario) setting.Scenario {
	s := *given
	span, _ := k.NumberRange(&s)
	x, _ := k.Number(&s)
	if rng.IntN(16) == 0 {
		move(k, &s, rng.Float64())
		return s
	}
	switch {
	case span.Whole:
		x = float64(rng.IntN(60))
	case x == 0 || math.IsInf(x, 1):
		x = s.InitialDelay * math.Exp(rng.NormFloat64()*3)
	case span.Lo == 1: // factors are compared by what is above 1
		x = 1 + max(1e-6, x-1)*math.Exp(rng.NormFloat64())
	default:
		x *= math.Exp(rng.NormFloat64() * 2)
	}
	return k.WithNumber(&s, max(span.Lo, min(span.Hi, x)))
}

// steadySettings returns the settings of a policy without jitter.
func steadySettings() (list []setting.Setting) {
	for _, k := range setting.Solvable() {
		if k.Name != "amount" && !k.Fleet {
			list = append(list, k)
		}
	}
	return list
}

// A trip is a wanted value that a known value of the setting gives. s has another value of the setting.
type trip struct {
	s    setting.Scenario
	w    figure.Figure
	k    setting.Setting
	from float64 // the value that gave it
}

// randomTrip draws a trip. ok is false if the result has no value there.
func randomTrip(rng *rand.Rand, w figure.Figure, k setting.Setting, given *setting.Scenario) (trip, bool) {
	s := *given
	if w.Name == "retries-ratio" {
		b := plain(rng)
		s.Versus = []setting.Scenario{b}
	}
	if k.Name == "deadline" && rng.IntN(16) == 0 {
		s.Deadline = s.InitialDelay * math.Exp(rng.Float64()*9)
	}
	if w.Name == "ratio" && rng.IntN(2) == 0 {
		s.AskAt = math.NaN()
	}
	from, _ := k.Number(&s)
	s.Want, s.Wanted = w.Name, valueOf(w, &s, answer.Full)
	return trip{moved(rng, k, &s), w, k, from}, s.Wanted > 0 && !math.IsInf(s.Wanted, 1)
}

func (tr trip) String() string {
	return fmt.Sprintf("%s for %s %v, which %v gives, in %+v", tr.k.Name, tr.w.Name, tr.s.Wanted, tr.from, tr.s)
}

// wrong says what is wrong with a solution, or returns "". The printed solution must keep the bound, and its neighbour
// must not. No printed value is between the two.
func (tr trip) wrong(sol solve.Solution) string {
	s, give := tr.s, func(x float64) float64 { return valueOf(tr.w, new(tr.k.WithNumber(&tr.s, x)), answer.Full) }
	span, _ := tr.k.NumberRange(&s)
	printed := func(x float64) float64 {
		y, err := sol.Unit.Parse(sol.Unit.Format(x))
		if err != nil {
			return x
		}
		return y
	}
	in := sol.Value >= span.Lo && (sol.Value <= span.Hi || span.None && math.IsInf(sol.Value, 1))
	switch {
	case !sol.Reached:
		return "not reached: " + sol.Why
	case !in:
		return fmt.Sprintf("solved by %v, out of range", sol.Value)
	case !keeps(tr.w, &s, give(sol.Value)):
		return fmt.Sprintf("%v gives %v, which does not keep the bound", sol.Value, give(sol.Value))
	case sol.AllKeep:
		return ""
	case give(sol.Value) != sol.Achieved:
		return fmt.Sprintf("%v gives %v and is said to give %v", sol.Value, give(sol.Value), sol.Achieved)
	case !span.Whole && !math.IsInf(sol.Value, 1) && printed(sol.Value) != sol.Value:
		return fmt.Sprintf("%v is printed as %v", sol.Value, printed(sol.Value))
	case keeps(tr.w, &s, give(sol.Next)):
		return fmt.Sprintf("%v is not the last: %v gives %v", sol.Value, sol.Next, give(sol.Next))
	case span.Whole && !math.IsInf(sol.Value+sol.Next, 1) && math.Abs(sol.Value-sol.Next) != 1:
		return fmt.Sprintf("%v and %v are no neighbours", sol.Value, sol.Next)
	case !span.Whole && !math.IsInf(sol.Value+sol.Next, 1) && !(math.Abs(sol.Value-sol.Next) <= 0.006*sol.Value+1e-12):
		return fmt.Sprintf("%v and %v are no neighbours", sol.Value, sol.Next)
	}
	return ""
}

// trips is the number of problems for each of two shards. A million take minutes.
var trips = flag.Int("trips", 180, "problems that TestSolveRoundTrip solves, twice")

// TestSolveRoundTrip solves for a setting with the result of a policy whose value of the setting is known. The solution
// must keep the result as a bound.
func TestSolveRoundTrip(t *testing.T) {
	trips := *trips
	if testing.Short() {
		trips = 1000
	}
	for shard := range uint64(2) {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(41, shard))
			var steady, turning []figure.Figure
			for _, w := range policy.Figures() {
				switch {
				case drawn(w):
				case w.NotMonotone == nil || w.Name == "elapsed" || w.Name == "last-delay":
					steady = append(steady, w)
				default:
					turning = append(turning, w)
				}
			}
			settings, tried := steadySettings(), map[string]int{}
			failed, turned, missed := 0, 0, 0
			for i := 0; i < trips; {
				w := steady[rng.IntN(len(steady))]
				if rng.IntN(80) == 0 { // a scan takes a hundred times longer
					w = turning[rng.IntN(len(turning))]
				}
				tr, ok := randomTrip(rng, w, settings[rng.IntN(len(settings))], new(plain(rng)))
				if !ok {
					continue
				}
				i++
				sol := solveFor(&tr.s, tr.w, tr.k)
				wrong := tr.wrong(sol)
				if !w.Steady(&tr.s, tr.k) {
					// between two points of the scan
					if turned++; strings.HasPrefix(wrong, "not reached") || strings.HasPrefix(wrong, "said to be so") {
						missed++
						continue
					}
				}
				if wrong != "" {
					if failed++; failed > 8 {
						t.FailNow()
					}
					t.Errorf("%s\n\t%s", tr, wrong)
				}
				if sol.Reached {
					tried[w.Name+" "+tr.k.Name]++
				}
			}
			if missed*50 > turned {
				t.Errorf("%d of %d were missed by the scan", missed, turned)
			}
			for _, pair := range []string{"delay-after-retry factor", "elapsed initial-delay", "elapsed retries",
				"retries-real cap", "last-delay factor",
				"retries-ratio attempt-time"} {
				if tried[pair] < max(1, trips/10_000) {
					t.Errorf("%s was tried %d times only", pair, tried[pair])
				}
			}
		})
	}
}

// TestSolveRoundTripCounted does the same for results that count retries or come from distributions, for policies
// without jitter.
func TestSolveRoundTripCounted(t *testing.T) {
	trips := fewer(5000)
	rng := rand.New(rand.NewPCG(42, 1))
	settings := steadySettings()
	missed := 0
	for i := 0; i < trips; {
		w, k, s := policy.Figures()[rng.IntN(len(policy.Figures()))], settings[rng.IntN(len(settings))], plain(rng)
		if !drawn(w) {
			continue
		}
		if len(w.Needs)+len(w.Takes) > 0 && rng.IntN(20) == 0 && w.Needs == nil || len(w.Needs) == 1 &&
			w.Needs[0] == "outage" && rng.IntN(10) == 0 {
			s.Outage = elapsed.Outage{Kind: elapsed.FixedOutage, A: s.AskAt, B: s.AskAt}
		} else if len(w.Needs) == 1 && w.Needs[0] == "outage" {
			continue
		}
		tr, ok := randomTrip(rng, w, k, &s)
		if !ok {
			continue
		}
		i++
		switch wrong := tr.wrong(solveFor(&tr.s, tr.w, tr.k)); {
		// between two points of the scan
		case !w.Steady(&tr.s, tr.k) && (strings.HasPrefix(wrong, "not reached") || strings.HasPrefix(wrong, "said to be so")):
			missed++
		case wrong != "":
			t.Errorf("%s\n\t%s", tr, wrong)
		}
	}
	if missed*20 > trips {
		t.Errorf("%d of %d were missed by the scan", missed, trips)
	}
}

// TestSolveStrictly checks that the solution for a strict bound on a step function is beyond the bound, and the next
// value is not.
func TestSolveStrictly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ result, bound, setting string }{
		{"retries-made", "<5", "deadline"}, {"retries-made", ">5", "deadline"}, {"retries-made", ">0", "deadline"},
		{"cap-from-retry", "<5", "cap"}, {"cap-from-retry", ">5", "cap"}, {"wasted-retries", "<5", "factor"},
		{"wasted-retries", ">5", "initial-delay"}, {"gave-up", "<100%", "initial-delay"}, {"gave-up", ">0%", "initial-delay"},
	} {
		r, _ := question.Wanted().Find(c.result)
		k, _ := setting.Find(c.setting)
		s := set(t, "outage 5m")
		if err := r.Setting().Set(&s, c.bound); err != nil {
			t.Fatal(err)
		}
		sol := solveFor(&s, r, k)
		at := func(by float64) float64 { return valueOf(r, new(k.WithNumber(&s, sol.Value*by)), answer.Full) }
		if !sol.Reached || at(1) != sol.Achieved || !keeps(r, &s, at(1)) || at(1) == s.Wanted ||
			keeps(r, &s, at(0.99)) == keeps(r, &s, at(1.01)) {
			t.Errorf("%v: %v of %v gives %v, %v below and %v above", c, c.setting, sol.Value, at(1), at(0.99), at(1.01))
		}
	}
}

// TestSolveForALimit checks that the largest solution for the number of retries keeps a strict bound.
func TestSolveForALimit(t *testing.T) {
	t.Parallel()
	k, _ := setting.Find("retries")
	for _, c := range []struct {
		set, result, bound string
		last               float64
	}{
		{"failure-rate 20%; deadline 10s", "mean-attempts", "<1.248", 2}, {"failure-rate 20%", "mean-attempts", "<1.24", 1},
		{"deadline 10s", "retries-made", "<3", 2},
	} {
		r, _ := question.Wanted().Find(c.result)
		s := set(t, strings.Split(c.set, "; ")...)
		if err := r.Setting().Set(&s, c.bound); err != nil {
			t.Fatal(err)
		}
		if sol := solveFor(&s, r, k); !sol.Reached || sol.Value != c.last || sol.Next != c.last+1 {
			t.Errorf("%v: %v retries, the next %v", c, sol.Value, sol.Next)
		}
	}
}

// TestSolveInTheLongRun checks that a wait relative to an outage of unknown length is solved for quickly, and that the
// solution holds for outages from one day to years.
func TestSolveInTheLongRun(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it long, and it solves one thing after another")
	}
	t.Parallel()
	r, _ := question.Wanted().Find("reconnect-delay-mean")
	for _, c := range []struct{ jitter, setting string }{{"full", "factor"}, {"normal=0.2", "factor"},
		{"spread=0.2", "amount"}} {
		if c.jitter == "normal=0.2" && *times == 1 {
			continue // it takes longest
		}
		k, _ := setting.Find(c.setting)
		s := set(t, "jitter "+c.jitter, "retries none", "deadline none")
		if err := r.Setting().Set(&s, "60%"); err != nil {
			t.Fatal(err)
		}
		sol := solveFor(&s, r, k)
		after := k.WithNumber(&s, sol.Value)
		after.Outage = elapsed.Outage{Kind: elapsed.LogUniformOutage, A: 1e5, B: 1e5 * math.Pow(after.Factor, 10)}
		if y := valueOf(r, &after, answer.Full); !sol.Reached || !(y <= 0.6*(1+1e-3) && y >= 0.59) {
			t.Errorf("%v: %v %v, after outages of all lengths %v", c, c.setting, sol.Value, y)
		}
	}
}
