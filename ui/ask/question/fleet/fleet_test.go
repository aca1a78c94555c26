package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// small returns a closed fleet with a server that refuses for a while, changed by settings.
func small(t *testing.T, settings ...string) setting.Scenario {
	t.Helper()
	s := setting.Default()
	for _, word := range append([]string{
		"clients 50", "duration 1m", "outage 5s", "outage-at 20s", "outage-kind refuse", "runs 3"}, settings...) {
		name, text, _ := strings.Cut(word, " ")
		k, ok := setting.Find(name)
		if err := k.Try(&s, text); !ok || err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
	return s
}

// answerOf asks about the fleet, which must have an answer.
func answerOf(t *testing.T, s *setting.Scenario) answer.Answer {
	t.Helper()
	a := ask(Fleet, s)
	if a.None != nil {
		t.Fatalf("no answer: %+v", a.None)
	}
	return a
}

// TestFleetNames checks JSON keys that other programs use.
func TestFleetNames(t *testing.T) {
	a := answerOf(t, new(small(t, "max-outage yes")))
	for key := range strings.FieldsSeq(`verdict time_to_recovery_s goodput_50_s goodput_90_s goodput_99_s
		peak_load_per_s peak_at_s
		baseline_load_per_s retry_amplification load_ratio peak_after_outage_per_s peak_after_outage_at_s
		requests_started requests_succeeded requests_failed requests_under_way
		engine failed_attempts longest_outage_s`) {
		find(t, a, key)
	}
	heads := func(table answer.Table) string {
		var keys []string
		for _, c := range table.Columns {
			keys = append(keys, c.Key())
		}
		return strings.Join(keys, " ")
	}
	const columns = "t_s load_per_s offered_per_s retries_per_s goodput_per_s rejected_per_s timeouts_per_s " +
		"in_flight latency_s"
	if table := a.Tables[0]; len(a.Tables) != 1 || table.Name != "timeline" ||
		!strings.HasPrefix(heads(table)+" ", columns+" ") || table.Len != 60 {
		t.Errorf("the table is %s with %d rows of %s", table.Name, table.Len, heads(table))
	}
	contend := ask(Contend, new(contended(2, 2, 1))).Tables
	if len(contend) != 1 || contend[0].Name != "contend" || !contend[0].Named ||
		heads(contend[0].WithErrors(false)) != "jitter clients attempts time_s attempts_se time_se_s" {
		t.Errorf("contend has %v", contend)
	}
	for outcome, want := range map[fleet.Outcome]string{fleet.Recovers: "recovers", fleet.RecoversLate: "recovers late",
		fleet.Metastable: "metastable", fleet.Unsettled: "no verdict", fleet.Overloaded: "overloaded",
		fleet.GaveUp: "gave up"} {
		if outcome.String() != want {
			t.Errorf("outcome %d is %q, want %q", outcome, outcome, want)
		}
	}
}

// TestFleetIsTheSimulation checks that rows and figures agree with the runs, and that every request ends or is under
// way.
func TestFleetIsTheSimulation(t *testing.T) {
	for _, server := range []string{"slowing", "slowing-at-arrival", "queue", "rate-limited"} {
		s := small(t, "server "+server, "step 7s", "outage-kind hang", "runs 2") // the last row is shorter
		span := func(i int) float64 { return min(7, s.Duration-7*float64(i)) }
		study := simulate.NewStudy(s.Fleet(), simulate.Options{Seed: uint64(s.Seed), Runs: int(s.Runs), Cores: 1})
		if err := study.More(t.Context(), int(s.Runs)); err != nil {
			t.Fatal(err)
		}
		run, table := study.Sample.Mean(), answerOf(t, &s).Tables[0]
		started, ended := 0.0, run.UnderWay
		sums := map[string]float64{}
		for i := range table.Len {
			r := cells(table, i)
			if r["t_s"] != 7*float64(i) {
				t.Errorf("%s: row %d is at %v", server, i, r["t_s"])
			}
			if !(math.Abs(r["load_per_s"]-r["offered_per_s"]-r["retries_per_s"]) <= 1e-9*r["load_per_s"]) {
				t.Errorf("%s: the load %v is not first calls %v and retries %v", server, r["load_per_s"], r["offered_per_s"],
					r["retries_per_s"])
			}
			for key, x := range r {
				sums[key] += x * span(i)
			}
			started += span(i) * r["load_per_s"]
			ended += span(i) * (r["goodput_per_s"] + r["rejected_per_s"] + r["timeouts_per_s"])
		}
		if !(math.Abs(started-ended) <= 1e-6*started) || started == 0 {
			t.Errorf("%s: %v calls start and %v end", server, started, ended)
		}
		for key, series := range map[string][]float64{"offered_per_s": run.First, "retries_per_s": run.Retries,
			"goodput_per_s":  run.Goodput,
			"rejected_per_s": run.Failures, "timeouts_per_s": run.Timeouts, "abandoned_per_s": run.Abandoned} {
			want := 0.0
			for _, x := range series {
				want += x
			}
			if !(math.Abs(sums[key]-want) <= 1e-9*want) {
				t.Errorf("%s: %s sums to %v, and the engine says %v", server, key, sums[key], want)
			}
		}
	}
}

// TestFleetPair checks that the answer about two fleets has the answers about each alone, with words and rows.
func TestFleetPair(t *testing.T) {
	s := small(t, "vs a=100ms,r=1,n=none,jitter=full")
	both, b := answerOf(t, &s), answerOf(t, new(s.B()))
	s.Versus = nil
	a := answerOf(t, &s)
	if both.Policies == nil || a.Policies != nil || b.Policies != nil || len(both.Quantities()) != len(a.Quantities()) {
		t.Fatalf("pairs are %v, %v, %v", both.Policies, a.Policies, b.Policies)
	}
	equal := func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
	}
	for _, q := range both.Quantities() {
		x, y := find(t, a, q.Key()), find(t, b, q.Key())
		if !equal(q.Number, x.Number) || !equal(q.Of(1).Number, y.Number) || q.Words != x.Words || q.Of(1).Words != y.Words {
			t.Errorf("%s is %v %q and %v %q in a pair, alone %v %q and %v %q", q.Name, q.Number, q.Words, q.Of(1).Number,
				q.Of(1).Words, x.Number, x.Words, y.Number, y.Words)
		}
	}
	for i := range both.Tables[0].Len {
		row, want := both.Tables[0].Row(i), append(a.Tables[0].Row(i), b.Tables[0].Row(i)[1:]...)
		for j := range want {
			if len(row) != len(want) || !equal(row[j].Number, want[j].Number) || !equal(row[j].Error, want[j].Error) {
				t.Fatalf("row %d is %v in a pair and %v alone", i, row, want)
			}
		}
	}
}

// TestFleetSeeds checks that figures repeat for a seed and change with it, and that standard errors are proportional to
// 1/sqrt(runs).
func TestFleetSeeds(t *testing.T) {
	t.Parallel()
	figures := func(settings ...string) (list []float64) {
		s := small(t, append(settings, "server queue", "clients 20", "duration 20s",
			"outage 3s", "outage-at 5s")...)
		for _, q := range answer.WithErrors(answerOf(t, &s).Quantities()) {
			if strings.HasPrefix(q.Name, "failed attempts") || q.Name == "load ratio se" {
				list = append(list, q.Number)
			}
		}
		return list
	}
	one, again, other := figures(), figures(), figures("seed 2")
	if len(one) != 3 || one[0] != again[0] || one[1] != again[1] || one[1] == other[1] {
		t.Errorf("the figures are %v, the second time %v, and %v with another seed", one, again, other)
	}
	runs, least, most := 10, 1.7, 9.0 // a standard error from 10 runs has an error of 24%
	few, many := figures(fmt.Sprint("runs ", runs)), figures(fmt.Sprint("runs ", 16*runs))
	for _, i := range []int{0, 2} {
		if r := few[i] / many[i]; !(r > least && r < most) {
			t.Errorf("sixteen times the runs make a standard error %v times smaller: %v and %v", r, few, many)
		}
	}
	if a := answerOf(t, new(small(t, "runs 1"))); !strings.Contains(strings.Join(a.Notes(), "\n"),
		"one run has no standard error") ||
		!math.IsNaN(find(t, a, "peak_load_se_per_s").Number) {
		t.Errorf("one run has the warnings %q", a.Warnings)
	}
}

// TestFleetReasons checks that each reason has its own sentence.
func TestFleetReasons(t *testing.T) {
	seen := map[string]bool{}
	for reason := fleet.ReasonNone; reason <= fleet.ReasonBacklog; reason++ {
		why := because(fleetRun{Study: &simulate.Study{System: setting.Default().Fleet(),
			Verdict: fleet.Verdict{Reason: reason, InFlight: 100, Abandoned: 0.75}}})
		if len(why) < 20 || seen[why] ||
			strings.ContainsAny(why, "\n%") != slices.Contains([]fleet.Reason{fleet.ReasonHerd, fleet.ReasonAbandoned,
				fleet.ReasonGaveUp}, reason) ||
			strings.HasSuffix(why, ".") {
			t.Errorf("reason %d is %q", reason, why)
		}
		seen[why] = true
	}
}

// TestFleetNone checks fleets that are too large to simulate, and that missing runs are named and the verdict stands.
func TestFleetNone(t *testing.T) {
	for _, settings := range [][]string{{"clients 1e10", "scale 1"}, {"traffic open", "rate 1e9/s"},
		{"traffic burst", "clients 1e9"}, {"clients 6e6", "scale 1"}} {
		if a := ask(Fleet, new(small(t, settings...))); a.None == nil || !strings.Contains(a.None.Hint, "--duration") ||
			!strings.Contains(a.None.Reason, "50 million") {
			t.Errorf("%v is simulated: %+v", settings, a.None)
		}
	}
	s := small(t, "runs 20")
	p, err := runFleet(t.Context(), &s, 3000)
	if a := answerFleet(t.Context(), &s, []fleetRun{p}); err != nil || a.Inconclusive != "" ||
		!strings.Contains(strings.Join(a.Notes(), "\n"), "runs were simulated") {
		t.Errorf("%d runs: %q, inconclusive: %v", len(p.Each), a.Notes(), a.Inconclusive)
	}
}

// TestFleetScale checks that a large fleet states its scale, and that the scale can be set.
func TestFleetScale(t *testing.T) {
	for scale, want := range map[string]float64{"auto": 5, "1": 1, "20": 20} {
		s := small(t, "clients 20000", "server slowing", "concurrency 600", "slowdown 1.0025", "duration 20s",
			"outage 1s", "outage-at 2s", "runs 2", "scale "+scale)
		a := answerOf(t, &s)
		if got := find(t, a, "scale").Number; got != want {
			t.Errorf("--scale %s is %g, want %g", scale, got, want)
		}
		if x := find(t, a, "baseline_load_per_s").Number; !(math.Abs(x-1980) <= 10) {
			t.Errorf("--scale %s: the baseline is %g", scale, x)
		}
	}
}

// TestFleetVerdicts checks a classic case: a fixed interval keeps the server down, and an outage 10% shorter than the
// longest survived one does not.
func TestFleetVerdicts(t *testing.T) {
	fixed := func(length float64) setting.Scenario {
		s := setting.Default()
		s.InitialDelay, s.Factor, s.Retries, s.Outage, s.Runs = 0.1, 1, math.Inf(1), elapsed.OutageOf(length), 3
		s.MaxOutage = length == 20
		return s
	}
	a := answerOf(t, new(fixed(20)))
	if got := find(t, a, "verdict").Words; got != "metastable" || !math.IsNaN(find(t, a, "time_to_recovery_s").Number) ||
		!warned(a, "time to recovery") {
		t.Errorf("with a fixed interval it %s after %v", got, find(t, a, "time_to_recovery_s").Number)
	}
	longest := find(t, a, "longest_outage_s").Number
	if !(longest > 0 && longest < 20) {
		t.Fatalf("the longest outage survived is %v", longest)
	}
	if got := find(t, answerOf(t, new(fixed(0.9*longest))), "verdict").Words; !strings.HasPrefix(got, "recovers") {
		t.Errorf("an outage of %v, of which %v is survived, %s", 0.9*longest, longest, got)
	}
	if got := find(t, answerOf(t, new(fixed(1.1*longest))), "verdict").Words; got != "metastable" {
		t.Errorf("an outage of %v, of which %v is survived, %s", 1.1*longest, longest, got)
	}
	s := setting.Default()
	s.InitialDelay, s.Retries, s.FirstFromThink, s.Runs = 0.1, math.Inf(1), true, 3
	if got := find(t, answerOf(t, &s), "verdict").Words; !strings.HasPrefix(got, "recovers") {
		t.Errorf("with delays that grow from the think time it %s", got)
	}
}

// TestHeadlineIsTheFigure checks that the time in the headline is the time to recovery beneath it, to the digit.
func TestHeadlineIsTheFigure(t *testing.T) {
	for _, settings := range [][]string{
		{"clients 1000", "outage 20s", "outage-kind hang", "duration 3m", "breaker 50%"},
		{"clients 900", "outage-kind hang", "duration 4m", "jitter full", "server slowing", "cancel yes", "outage 7s"},
		{"traffic burst", "clients 300", "outage-at 0s", "server limited", "capacity 37", "jitter full", "retries none"},
	} {
		a := answerOf(t, new(small(t, settings...)))
		if back := a.FigureText("time to recovery", 0); back == "" || !strings.Contains(a.Summary, " "+back) {
			t.Errorf("%q does not have %q", a.Summary, back)
		}
	}
}

// TestTimesInOrder checks that the recovery times of a fleet come from the same runs. Otherwise a run that reaches 90%
// late and never 99% would put the mean of 90% after the mean of 99%.
func TestTimesInOrder(t *testing.T) {
	nan := math.NaN()
	p := fleetRun{Study: &simulate.Study{Each: []fleet.Verdict{
		{Outcome: fleet.Recovers, RecoveryTimes: fleet.RecoveryTimes{Recovery: 4, Success50: 1, Success90: 2, Success99: 3}},
		{Outcome: fleet.Recovers, RecoveryTimes: fleet.RecoveryTimes{Recovery: 6, Success50: 3, Success90: 4, Success99: 5}},
		{Outcome: fleet.Metastable, RecoveryTimes: fleet.RecoveryTimes{Recovery: nan, Success50: 50, Success90: 90,
			Success99: nan}},
	}}}
	p.Verdict = p.Each[0]
	for i, want := range []float64{5, 2, 3, 4} {
		if q, _ := figures(fleet.Closed)[i].quantity(p); q.Number != want {
			t.Errorf("%s: %g, want %g", q.Name, q.Number, want)
		}
	}
}
