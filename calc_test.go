package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/setting"
	"retune/ui/cli"
)

// Tolerances for published examples: half a unit of the last published digit.
const (
	exact   = 0
	thirdUp = 0.0005 // three decimals
	tenth   = 0.05   // one decimal
)

// The documented accuracy of independent jitter.
const (
	promised = 1e-3 // of a mean, a deviation or a percentile, relative
	likely   = 1e-4 // of a probability, absolute
)

func doubling() calc.Policy { return calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)} }
func tenPerCent() calc.Policy {
	return calc.Policy{InitialDelay: 1, Factor: 1.1, Cap: math.Inf(1)}
}

// near fails the test unless got is within tol of want.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %v, published as %v", what, got, want)
	}
}

// reply is the JSON output of a command.
type reply struct {
	Query      string
	Quantities map[string]float64
	Tables     map[string][]map[string]float64
}

// ask runs a command line in-process and parses its JSON output.
func ask(t *testing.T, line string) (r reply) {
	t.Helper()
	calm(t)
	var out, errs bytes.Buffer
	if status := cli.Main(append(strings.Fields(line), "--format", "json"),
		strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("retune %s: status %d: %s", line, status, &errs)
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("retune %s: %v in\n%s", line, err, &out)
	}
	return r
}

// quantity returns a number of the reply, or NaN if it is absent.
func (r reply) quantity(name string) float64 {
	if x, ok := r.Quantities[name]; ok {
		return x
	}
	return math.NaN()
}

// calm removes the developer's settings from the environment.
func calm(t *testing.T) {
	t.Helper()
	for _, k := range setting.Settings {
		t.Setenv(k.Env(), "")
	}
}

func TestPublishedDoubling(t *testing.T) {
	p := doubling()
	near(t, "delay after retry", p.NextDelay(1023), 1024, exact)
	near(t, "previous delay", p.PreviousDelay(1023), 512, exact)
	near(t, "retry", p.RetryAt(1023), 10, exact)
	near(t, "retries done", p.RetriesBy(1023), 10, exact)
	near(t, "next retry at", p.NextRetryAt(1023), 2047, exact)
	near(t, "retry 11 at", p.Elapsed(11), 2047, exact)

	r := ask(t, "-a 1s -r 2 -T 1023s")
	for name, want := range map[string]float64{
		"delay_after_retry_s": 1024, "previous_delay_s": 512, "retries_real": 10, "retries_done": 10,
		"next_retry": 11, "next_retry_at_s": 2047,
		"ratio": 1024. / 1023,
	} {
		near(t, name, r.quantity(name), want, 1e-15*want) // JSON has 15 digits
	}
}

// retriesOfTenPerCent is the published table for a = 1 s, r = 1.1.
var retriesOfTenPerCent = []struct{ n, delay, elapsed float64 }{
	{1, 1, 1}, {2, 1.1, 2.1}, {3, 1.21, 3.31}, {48, 88.197, 960.172}, {49, 97.017, 1057.190},
}

func TestPublishedTenPerCent(t *testing.T) {
	p := tenPerCent()
	rows := ask(t, "schedule -a 1s -r 1.1 -n 49").Tables["schedule"]
	if len(rows) != 49 {
		t.Fatalf("the schedule of 49 retries has %d rows", len(rows))
	}
	for _, want := range retriesOfTenPerCent {
		n := int(want.n)
		near(t, fmt.Sprint("delay before retry ", n), p.Delay(want.n), want.delay, thirdUp)
		near(t, fmt.Sprint("elapsed at retry ", n), p.Elapsed(want.n), want.elapsed, thirdUp)
		row := rows[n-1]
		near(t, fmt.Sprint("retry in row ", n), row["retry"], want.n, exact)
		near(t, fmt.Sprint("delay_s in row ", n), row["delay_s"], want.delay, thirdUp)
		near(t, fmt.Sprint("elapsed_s in row ", n), row["elapsed_s"], want.elapsed, thirdUp)

		// The reverse: at the start of retry n, the number of retries is exactly n.
		at := ask(t, "-a 1s -r 1.1 -T "+strconv.FormatFloat(row["elapsed_s"], 'g', -1, 64)+"s")
		near(t, fmt.Sprint("retry at the instant of retry ", n), at.quantity("retries_real"), want.n, exact)
		near(t, fmt.Sprint("retries done at the instant of retry ", n), at.quantity("retries_done"), want.n, exact)
	}
	// 3.31 is the start of retry 3 in decimal, but not in binary.
	near(t, "retries done at 3.31s", p.RetriesBy(3.31), 3, exact)
	near(t, "retries done at 3.31s", ask(t, "-r 1.1 -T 3.31s").quantity("retries_done"), 3, exact)
}

func TestPublishedRatio(t *testing.T) {
	near(t, "factor for a ratio of 0.1", calc.FactorForRatio(0.1), 1.1, exact)
	near(t, "factor", ask(t, "--ratio 0.1").quantity("factor"), 1.1, exact)

	// At a given T the factor is smaller by a/T, and gives the same ratio.
	r := ask(t, "--ratio 0.1 -a 1s -T 1000s")
	near(t, "factor", r.quantity("factor"), 1.1, exact)
	near(t, "factor_at_elapsed", r.quantity("factor_at_elapsed"), 1.099, 1e-12)
	p := doubling()
	p.Factor = r.quantity("factor_at_elapsed")
	near(t, "ratio with that factor", p.Ratio(1000), 0.1, 1e-15)
}

func TestPublishedRetriesRatio(t *testing.T) {
	near(t, "approximation", calc.RetriesRatioApprox(2, 1.1), 7.3, tenth)
	near(t, "exact ratio at 1000s", calc.RetriesRatio(doubling(), tenPerCent(), 1000), 4.9, tenth)

	r := ask(t, "--to-factor 1.1 -a 1s -r 2 -T 1000s")
	near(t, "retries_ratio_approx", r.quantity("retries_ratio_approx"), 7.3, tenth)
	near(t, "retries_ratio", r.quantity("retries_ratio"), 4.9, tenth)
	near(t, "retries_to/retries", r.quantity("retries_to")/r.quantity("retries"), r.quantity("retries_ratio"), 1e-12)

	// In whole retries it is 49 against 10, once the first policy makes retry 49.
	const line = "-a 1s -T 1057.2s -r "
	near(t, "whole retries with 1.1", ask(t, line+"1.1").quantity("retries_done"), 49, exact)
	near(t, "whole retries with 2", ask(t, line+"2").quantity("retries_done"), 10, exact)
}

// capped is the policy of the published examples with jitter: 100 ms, doubled, up to 10 s.
const capped = "-a 100ms -r 2 --cap 10s -n 10 "

// TestElapsedOracles compares the tenth retry of each jitter type with an independent program (Fourier series against
// 400-bit inclusion and exclusion).
func TestElapsedOracles(t *testing.T) {
	for _, c := range []struct {
		jitter             string
		mean, sd, p50, p99 float64
	}{
		{"full", 21.35, 5.436068, 21.35, 33.558613},
		{"spread=0.2", 42.7, 2.174427, 42.7, 47.583445},
		{"add=1s", 47.7, 0.912871, 47.7, 49.797067},
	} {
		rows := ask(t, "schedule "+capped+"--jitter "+c.jitter).Tables["schedule"]
		if len(rows) != 10 {
			t.Fatalf("%s: %d rows", c.jitter, len(rows))
		}
		last := rows[9]
		near(t, c.jitter+": elapsed_s", last["elapsed_s"], 42.7, 1e-12)
		near(t, c.jitter+": elapsed_mean_s", last["elapsed_mean_s"], c.mean, promised*c.mean)
		near(t, c.jitter+": elapsed_sd_s", last["elapsed_sd_s"], c.sd, promised*c.sd)
		near(t, c.jitter+": elapsed_p50_s", last["elapsed_p50_s"], c.p50, promised*c.p50)
		near(t, c.jitter+": elapsed_p99_s", last["elapsed_p99_s"], c.p99, promised*c.p99)
		near(t, c.jitter+": symmetry", last["elapsed_p05_s"]+last["elapsed_p95_s"], 2*c.mean, promised*2*c.mean)
	}

	// Percentiles that JSON does not have.
	for j, want := range map[jitter.Jitter]map[float64]float64{
		{Type: jitter.Full}: {
			.01: 9.141387, .1: 14.252947, .5: 21.35, .9: 28.447053, .99: 33.558613, .999: 36.495982},
		{Type: jitter.Spread, Amount: 0.2}: {.01: 37.816555, .1: 39.861179, .9: 45.538821, .99: 47.583445, .999: 48.758393},
		{Type: jitter.Add, Amount: 1}:      {.01: 45.602933, .1: 46.521906, .9: 48.878094, .99: 49.797067, .999: 50.423156},
	} {
		last, err := elapsed.New(plan(j, 10), elapsed.Fine).Start(t.Context(), 10)
		if err != nil {
			t.Fatal(err)
		}
		for q, x := range want {
			near(t, fmt.Sprint(j, ": quantile ", q), last.Quantile(q), x, promised*x)
		}
	}
}

func plan(j jitter.Jitter, limit float64) jitter.Policy {
	return jitter.Policy{
		Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: limit},
		Jitter: j, Retries: math.Inf(1), Deadline: math.Inf(1),
	}
}

// TestFabius checks that the elapsed time of doubled full jitter without a cap tends to the Fabius function.
func TestFabius(t *testing.T) {
	const n = 30
	last, err := elapsed.New(plan(jitter.Jitter{Type: jitter.Full}, math.Inf(1)), elapsed.Fine).Start(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	whole := math.Ldexp(0.1, n)
	for part, want := range map[float64]float64{4: 5. / 72, 8: 1. / 288, 16: 143. / 2073600} {
		near(t, fmt.Sprint("P(T_n <= a 2^n / ", part, ")"), last.CDF(whole/part), want, likely)
	}
}

// TestRetriesByDeadline compares the distribution of the number of retries by 30 s with the same program.
func TestRetriesByDeadline(t *testing.T) {
	for _, c := range []struct {
		jitter string
		mean   float64
		pmf    map[float64]float64
	}{
		{"full", 11.396324, map[float64]float64{
			9: .05703, 10: .22502, 11: .29459, 12: .22428, 13: .12150, 14: .05169, 15: .01828}},
		{"equal", 9.230900, map[float64]float64{9: .75944, 10: .23532}},
		{"spread=0.2", 8.075362, nil},
		{"none", 8, map[float64]float64{8: 1}},
	} {
		sum, mean := 0.0, 0.0
		got := map[float64]float64{}
		for _, row := range ask(t, "schedule -a 100ms -r 2 --cap 10s -n 60 --deadline 30s --jitter "+
			c.jitter).Tables["retries_by_deadline"] {
			got[row["retries"]] = row["probability"]
			sum += row["probability"]
			mean += row["retries"] * row["probability"]
		}
		near(t, c.jitter+": the probabilities together", sum, 1, likely)
		near(t, c.jitter+": retries by the deadline", mean, c.mean, promised*c.mean)
		for n, p := range c.pmf {
			near(t, fmt.Sprintf("%s: P(N = %v)", c.jitter, n), got[n], p, likely)
		}
	}
	// The limit of retries may end the policy before the deadline.
	rows := ask(t, "schedule -a 100ms -r 2 --cap 10s -n 10 --deadline 30s --jitter full").Tables["retries_by_deadline"]
	last := rows[len(rows)-1]
	near(t, "all ten retries", last["retries"], 10, exact)
	near(t, "P(N = 10), all ten", last["probability"], 1-.05703, 6e-4) // nine retries, rarely fewer
}

// TestGoogle checks the published rule min(2^n s + U(0, 1 s), 64 s): every delay from retry 7 on is exactly 64 s.
func TestGoogle(t *testing.T) {
	r := ask(t, "schedule -a 1s --cap 64s --jitter add=1s --cap-after -n 12")
	for i, row := range r.Tables["schedule"] {
		n := float64(i + 1)
		lo, hi := math.Ldexp(1, i), math.Ldexp(1, i)+1
		if n >= 7 {
			lo, hi = 64, 64
		}
		near(t, fmt.Sprint("least wait before retry ", n), row["delay_min_s"], lo, exact)
		near(t, fmt.Sprint("longest wait before retry ", n), row["delay_max_s"], hi, exact)
		near(t, fmt.Sprint("mean wait before retry ", n), row["delay_mean_s"], (lo+hi)/2, 1e-12)
		near(t, fmt.Sprint("spread of the wait before retry ", n), row["delay_sd_s"], (hi-lo)/math.Sqrt(12), 1e-12)
	}
}

// TestPublishedRanges checks the ranges of real clients: gRPC ±20% after the cap; cenkalti/backoff ±50%; Fluentd
// ±12.5%, which its first delay does not have in reality.
func TestPublishedRanges(t *testing.T) {
	for line, want := range map[string][3]float64{ // smallest and largest first delay, largest last delay
		"-a 1s -r 1.6 --cap 2m -n 20 --jitter spread=0.2":       {0.8, 1.2, 144},
		"-a 500ms -r 1.5 --cap 1m -n 20 --jitter spread=0.5":    {0.25, 0.75, 90},
		"-a 1s -r 2 -n 4 --jitter spread=0.125":                 {0.875, 1.125, 9},
		"-a 1s -r 2 -n 4 --jitter equal":                        {0.5, 1, 8},
		"-a 1s -r 2 --cap 4s -n 4 --cap-after --jitter up=0.25": {1, 1.25, 4},
	} {
		rows := ask(t, "schedule "+line).Tables["schedule"]
		near(t, line+": least first wait", rows[0]["delay_min_s"], want[0], 1e-15)
		near(t, line+": greatest first wait", rows[0]["delay_max_s"], want[1], 1e-15)
		near(t, line+": greatest last wait", rows[len(rows)-1]["delay_max_s"], want[2], 1e-12)
	}
}

// TestDecorrelated checks the means of the published simulation, from 5 ms with a cap of 2 s: base (2 1.5^n - 1) while
// delays are far below the cap.
func TestDecorrelated(t *testing.T) {
	rows := ask(t, "schedule -a 5ms --cap 2s --jitter decorrelated -n 5").Tables["schedule"]
	for i, want := range []float64{10, 17.5, 28.75, 45.625, 70.94} {
		near(t, fmt.Sprint("mean wait before retry ", i+1), rows[i]["delay_mean_s"]*1000, want, 0.005)
	}
	free := ask(t, "schedule -a 1s --jitter decorrelated -n 4").Tables["schedule"]
	for i, row := range free {
		near(t, fmt.Sprint("without a cap, before retry ", i+1), row["delay_mean_s"],
			2*math.Pow(1.5, float64(i+1))-1, promised)
	}
}

// TestReconnectDelay compares with the closed form for an exponential outage with mean 30 s. The closed form counts the
// first attempt, which is not a retry.
func TestReconnectDelay(t *testing.T) {
	r := ask(t, "-a 100ms -r 2 --cap 10s -n 100 --outage mean=30s")
	near(t, "reconnect_delay_mean_s", r.quantity("reconnect_delay_mean_s"), 4.174134781, promised*4.2)
	near(t, "wasted_retries", r.quantity("wasted_retries"), 8.937466870-1, promised*7.9)

	// A fixed outage without jitter is deterministic: after 60 s the next of the retries at 1, 3, 7, ... s starts at 63
	// s.
	r = ask(t, "--outage 60s")
	for _, name := range []string{"mean", "p50", "p95", "p99", "max"} {
		near(t, "reconnect delay "+name, r.quantity("reconnect_delay_"+name+"_s"), 3, exact)
	}
	near(t, "wasted retries", r.quantity("wasted_retries"), 5, exact)

	// With jitter the percentiles differ and are in order.
	r = ask(t, "--outage 60s --jitter full -n 20")
	last := 0.0
	for _, name := range []string{"p50", "p95", "p99", "max"} {
		x := r.quantity("reconnect_delay_" + name + "_s")
		if !(x > last) {
			t.Errorf("reconnect delay %s is %v, and before it comes %v", name, x, last)
		}
		last = x
	}
	// A uniform outage from 31 to 63 s: half of the gap on average, and the published mean ratio.
	r = ask(t, "--outage 31s..63s")
	near(t, "reconnect delay in a gap", r.quantity("reconnect_delay_mean_s"), 16, promised*16)
	near(t, "reconnect delay in a gap over the outage", r.quantity("reconnect_delay_relative_mean"),
		0.396134, promised*0.4)
}
