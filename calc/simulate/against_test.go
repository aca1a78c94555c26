package simulate

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/calc/oracle"
)

var inf = math.Inf(1)

// small is a closed fleet of 30 clients whose server slows as soon as a few attempts are in it.
func small() fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 30, Think: 1, Rate: 25},
		Client: fleet.Client{
			Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.2, Factor: 2, Cap: 2},
				Jitter: jitter.Jitter{Type: jitter.Full}, Retries: inf, Deadline: inf},
			Timeout: 0.5,
		},
		Server: fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.1, Concurrency: 2, Slowdown: 2.5,
			CheckInterval: 0.04,
			Workers:       4, QueueSize: 5, Capacity: 20},
		Outages:  []fleet.Outage{{Kind: fleet.Reject, At: 3, Length: 2}},
		Duration: 10,
		Step:     1,
	}
}

func hang(w *fleet.System)    { w.Outages = []fleet.Outage{{Kind: fleet.Hang, At: 3, Length: 2}} }
func queue(w *fleet.System)   { w.Server.Kind = fleet.Queue }
func limit(w *fleet.System)   { w.Server.Kind = fleet.Limited }
func atStart(w *fleet.System) { w.Server.AtArrival = true }
func free(w *fleet.System)    { w.Server.Concurrency = inf }
func open(w *fleet.System)    { w.Traffic.Kind = fleet.Open }
func burst(w *fleet.System)   { w.Traffic.Kind = fleet.Burst }
func spread(w *fleet.System)  { w.Traffic.Spread = 5 }
func cancel(w *fleet.System)  { w.Client.Cancel = true }
func few(w *fleet.System)     { w.Client.Retries, w.Client.Deadline = 3, 3 }
func every(w *fleet.System) {
	w.Outages = []fleet.Outage{
		{Kind: fleet.Brownout, At: 2, Length: 3, Share: 0.4}, {Kind: fleet.Errors, At: 4, Length: 3, Share: 0.5},
		{Kind: fleet.Hang, At: 3.5, Length: 1.5}, {Kind: fleet.Hang, At: 6, Length: 0.7},
		{Kind: fleet.Reject, At: 5.5, Length: 0.25}, {Kind: fleet.Spike, At: 1, Length: 2.5, Share: 3},
		{Kind: fleet.Spike, At: 7, Length: 1, Share: 0.25}, {Kind: fleet.Spike, At: 8.5, Length: 0.5, Share: 0},
	}
}
func budget(kind fleet.BudgetKind) func(*fleet.System) {
	return func(w *fleet.System) { w.Client.Budget = fleet.Budget{Kind: kind, Ratio: 0.3, Reserve: 20} }
}
func window(seconds float64) func(*fleet.System) {
	return func(w *fleet.System) { w.Client.Budget.Window = seconds }
}
func linear(w *fleet.System)      { w.Server.PerAttempt = 0.03 }
func retriesOnly(w *fleet.System) { w.Client.Breaker.RetriesOnly = true }

func adaptive(w *fleet.System) { w.Client.Breaker.Adaptive = 1.5 }

func breakerOn(w *fleet.System) {
	w.Client.Breaker = fleet.Breaker{Share: 0.5, Window: 1, Least: 8, Pause: 0.7}
}
func jitterOf(kind jitter.Type, amount float64, after, feedback, think bool) func(*fleet.System) {
	return func(w *fleet.System) {
		w.Client.Jitter = jitter.Jitter{Type: kind, Amount: amount}
		w.Client.CapAfter, w.Client.Feedback, w.Client.FirstFromThink = after, feedback, think
	}
}

func failing(w *fleet.System)   { w.FailureRate = 0.2 }
func half(w *fleet.System)      { w.FailureRate = 0.5 }
func processes(w *fleet.System) { w.Client.Processes = 4 }

// systems are the systems in which the simulation is compared with the reference.
var systems = map[string][]func(*fleet.System){
	"refuse":        {},
	"hang":          {hang},
	"hang cancel":   {hang, cancel},
	"every":         {every},
	"every open":    {every, open, few},
	"burst":         {burst, few},
	"spread starts": {burst, spread, few},
	"spread queue":  {burst, spread, queue, hang},
	"a brownout ends": {burst, few, func(w *fleet.System) {
		w.Client.Timeout, w.Outages = 3, []fleet.Outage{{Kind: fleet.Brownout, Length: 1.5, Share: 0.2}}
	}},
	"at":              {atStart},
	"at burst":        {atStart, burst, few},
	"at hang":         {atStart, hang},
	"at hang cancel":  {atStart, hang, cancel},
	"at every":        {atStart, every, few},
	"free":            {free, few},
	"free every":      {free, every},
	"free at every":   {free, atStart, every, open},
	"queue":           {queue},
	"queue hang":      {queue, hang, few},
	"queue cancel":    {queue, every, cancel},
	"queue every":     {queue, every, open},
	"limited":         {limit},
	"queue random":    {queue, every, exponential, open},
	"queue lognormal": {queue, every, lognormal, cancel},
	"queue listed":    {queue, hang, listed, few},
	"limited random":  {limit, every, lognormal},
	"at random":       {atStart, lognormal, hang, few},
	"at random every": {atStart, every, exponential, few, open},
	"at random adds":  {atStart, linear, listed, every, cancel},
	"free random":     {free, atStart, every, lognormal},
	"limited hang":    {limit, hang, few},
	"limited every":   {limit, every, open},
	"ratio":           {budget(fleet.Ratio)},
	"throttle":        {budget(fleet.Throttle), few},
	"quota":           {budget(fleet.Quota), hang},
	"quota queue":     {budget(fleet.Quota), queue, every},
	"failing hang":    {failing, hang, few},
	"failing every":   {failing, every, queue, open},
	"failing free":    {failing, every, free, few},
	"ratio of each":   {budget(fleet.Ratio), processes, failing},
	"quota of each":   {budget(fleet.Quota), processes, open, few},
	"breaker of each": {breakerOn, processes, budget(fleet.Throttle), every},
	"breaker":         {breakerOn},
	"breaker hang":    {breakerOn, hang, queue},
	"breaker ratio":   {breakerOn, every, budget(fleet.Ratio), open},
	"linear":          {linear},
	"linear at":       {linear, atStart, hang},
	"breaker retries": {breakerOn, retriesOnly, open, hang},
	"adaptive":        {breakerOn, adaptive, few},
	"adaptive each":   {breakerOn, adaptive, processes, queue, open, every},
	"decorrelated":    {jitterOf(jitter.Decorrelated, 3, false, false, false), few},
	"decorrelated th": {jitterOf(jitter.Decorrelated, 3, false, false, true), few},
	"feedback":        {jitterOf(jitter.Spread, 0.5, false, true, false), few},
	"feedback think":  {jitterOf(jitter.Up, 0.5, true, true, true), few},
	"think":           {jitterOf(jitter.None, 0, false, false, true), few},
	"think normal":    {jitterOf(jitter.NormalRelative, 0.3, true, false, true)},
	"normal":          {jitterOf(jitter.NormalAbsolute, 0.1, false, false, false), few},
	"once": {jitterOf(jitter.Spread, 0.9, false, false, false),
		rule(func(p *jitter.Policy) { p.Jitter.OncePerCall = true })},
	"add after":       {jitterOf(jitter.Add, 1, true, false, false), free},
	"looks behind":    {rule(func(p *jitter.Policy) { p.Deadline, p.Rule.Stop = 1, jitter.LookBehind })},
	"total timeout":   {rule(func(p *jitter.Policy) { p.TotalTimeout = 1 })},
	"waits at last":   {half, free, rule(func(p *jitter.Policy) { p.Retries, p.WaitAfterLast = 2, true })},
	"waits till then": {half, rule(func(p *jitter.Policy) { p.Retries, p.Deadline, p.WaitAfterLast = 3, 1.5, true })},
	"clips in time":   {rule(func(p *jitter.Policy) { p.Deadline, p.Rule.Stop, p.TotalTimeout = 2, jitter.Clip, 1 })},
	"deadline of 0":   {half, few, rule(func(p *jitter.Policy) { p.Deadline, p.ZeroDeadline = 0, true })},
	"clips":           {rule(func(p *jitter.Policy) { p.Deadline, p.Rule.Stop = 1, jitter.Clip })},
	"smooth":          {few, jitterOf(jitter.Smooth, 0, false, false, false)},
	"prior":           {few, jitterOf(jitter.Prior, 1, true, false, false)},
	"quantum":         {rule(func(p *jitter.Policy) { p.Quantum = calc.Quantum{Size: 0.25, Inclusive: true} })},
	"polynomial": {rule(func(p *jitter.Policy) {
		p.Growth, p.First = calc.Growth{Kind: calc.Polynomial, Step: 0.2, Power: 2}, calc.NoDelay
	})},
	"concurrent": {budget(fleet.Concurrent), half, func(w *fleet.System) {
		w.Client.Budget.Reserve,
			w.Client.Budget.Ratio, w.Traffic.Clients = 0, 0.9, 8
	}},
	"concurrent alone": {budget(fleet.Concurrent), burst, few, func(w *fleet.System) {
		w.Client.Budget.Reserve, w.Client.Budget.Ratio, w.Traffic.Clients, w.FailureRate = 0, 2, 1, 0.9
	}},
	"concurrent of each": {budget(fleet.Concurrent), processes, breakerOn, every, few,
		func(w *fleet.System) { w.Client.Budget.Reserve, w.Client.Budget.Ratio = 1, 0.6 }},
	"expiring": {budget(fleet.Expiring), half, window(1.5),
		func(w *fleet.System) { w.Client.Budget.Reserve = 2 }},
	"expiring on success": {budget(fleet.Expiring), queue, every, few, window(0.7),
		func(w *fleet.System) { w.Client.Budget.Reserve, w.Client.Budget.OnSuccess = 1, true }},
	"expiring of each": {budget(fleet.Expiring), processes, failing, window(2),
		func(w *fleet.System) { w.Client.Budget.Reserve, w.Client.Budget.FromStart = 0, true }},
	"concurrent of a second": {budget(fleet.Concurrent), half, window(1),
		func(w *fleet.System) { w.Client.Budget.Reserve, w.Client.Budget.Ratio = 1, 0.1 }},
	"dear quota": {budget(fleet.Quota), queue, few,
		func(w *fleet.System) { w.Client.Budget.Cost, w.Client.Budget.LateCost = 0.5, 7 }},
	"starts": {half, free, few, rule(func(p *jitter.Policy) {
		p.Rule.Starts = jitter.Starts{Most: 2,
			Within: 0.3}
	})},
	"starts of each": {queue, budget(fleet.Quota), processes,
		rule(func(p *jitter.Policy) { p.Rule.Starts = jitter.Starts{Most: 3, Within: 0.8} })},
	"count and age": {half, free, rule(func(p *jitter.Policy) {
		p.Retries, p.Deadline, p.Rule.Stop = 2, 0.5,
			jitter.CountAndAge
	})},
	"age alone": {half, free, rule(func(p *jitter.Policy) {
		p.Retries, p.Deadline, p.Rule.Stop = 0, 0.5,
			jitter.CountAndAge
	})},
	"resets": {half, free, rule(func(p *jitter.Policy) { p.Rule.Reset, p.Factor, p.Cap = 2, 3, 20 })},
	"resets prior": {half, queue, jitterOf(jitter.Prior, 1, false, false, false),
		rule(func(p *jitter.Policy) { p.Rule.Reset, p.Retries = 2, 3 })},
	"rounded up": {few, rule(func(p *jitter.Policy) {
		p.Floor, p.Quantum = 0.3, calc.Quantum{Size: 0.25, Round: calc.Up, WholeEnds: true}
	}), func(w *fleet.System) { w.Window = 0.5 }},
	"least of a range": {few, jitterOf(jitter.Between, 1, false, false, false), rule(func(p *jitter.Policy) {
		p.Jitter.From, p.Rule.Least, p.Rule.Values, p.Rule.AtCap, p.Cap = 0.5, 0.15, 8, jitter.Redraw, 1
	})},
	"moved polynomial": {few, rule(func(p *jitter.Policy) {
		p.FirstUncapped = true
		p.Growth = calc.Growth{Kind: calc.Polynomial, Step: 0.1, Power: 2, Shift: 1, Offset: 0.1, Until: 4}
	})},
	"asks":         {asks(fleet.Honor{}), every, failing},
	"asks at most": {asks(fleet.Honor{Up: 0.5, Most: 0.5}), open, limit, half},
	"asks too much": {asks(fleet.Honor{Most: 0.5, Leaves: true}), queue, every,
		jitterOf(jitter.Decorrelated, 3, false, false, false)},
	"asks in vain":     {asks(fleet.Honor{Kind: fleet.AtLeast, Most: 0.5, Skips: true}), limit, few},
	"asks at least":    {asks(fleet.Honor{Kind: fleet.AtLeast, Up: 1}), limit, jitterOf(jitter.Up, 0.5, true, true, true)},
	"asks for more":    {asks(fleet.Honor{Kind: fleet.Add}), burst, few, budget(fleet.Throttle)},
	"asks within":      {asks(fleet.Honor{Kind: fleet.Within, Most: 0.1}), queue, breakerOn, open},
	"asks who ignores": {asks(fleet.Honor{Kind: fleet.Ignore, Most: 0.1, Leaves: true}), every, few},
	"list": {rule(func(p *jitter.Policy) {
		p.Growth, p.Rule.Plus = calc.Growth{Kind: calc.Listed, List: calc.NewList(1, 0.1, 3)}, 0.1
	})},
}

func asks(h fleet.Honor) func(*fleet.System) {
	return func(w *fleet.System) {
		w.Server.RetryAfter, w.Client.Honor = fleet.RetryAfter{Least: 0.3, Spread: 0.4}, h
	}
}
func rule(do func(p *jitter.Policy)) func(*fleet.System) {
	return func(w *fleet.System) { do(&w.Client.Policy) }
}

func build(changes []func(*fleet.System)) fleet.System {
	w := small()
	for _, change := range changes {
		change(&w)
	}
	return w
}

// TestEveryFieldIsCompared checks that no field of a fleet, new ones included, is 0 in all compared systems, except
// for the field that a fleet does not use.
func TestEveryFieldIsCompared(t *testing.T) {
	set := map[string]bool{}
	var visit func(path string, v reflect.Value)
	visit = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				visit(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(path, v.Index(i))
			}
		default:
			set[path] = set[path] || !v.IsZero()
		}
	}
	for _, changes := range systems {
		visit("System", reflect.ValueOf(build(changes)))
	}
	for path, is := range set {
		if !is && path != "System.Client.Policy.Policy.AttemptTime" {
			t.Errorf("%s is 0 in all of them", path)
		}
	}
}

// against is the number of runs of each system to compare.
func against() int { return 6 * *times }

// TestAgainstReference compares the means of every series in every step with the means of as many runs of the
// reference.
func TestAgainstReference(t *testing.T) {
	runs, names := against(), slices.Sorted(maps.Keys(systems))
	if testing.Short() {
		names = []string{"refuse", "at hang", "queue cancel", "limited", "quota", "decorrelated"}
	}
	for i, name := range names {
		if i%2 == 1 && *times == 1 && !testing.Short() {
			continue // these with more times: see .ci/run
		}
		changes := systems[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, problem := range differences(t, build(changes), 6, runs) {
				t.Error(problem)
			}
		})
	}
}

// differences compares the mean of every series in every step with as many runs of the reference.
func differences(t *testing.T, w fleet.System, seed uint64, runs int) (list []string) {
	t.Helper()
	compare := func(what string, got, want, se float64) {
		if off := apart(got, want, se, runs); off != "" {
			list = append(list, what+": "+off)
		}
	}
	got, own := new(Summary), []numeric.Mean(nil)
	if err := Repeat(t.Context(), w, seed, runs, 2, func(r fleet.Result) {
		if got.Add(r); own == nil {
			own = make([]numeric.Mean, len(r.Attempts))
		}
		for i, x := range r.Attempts {
			own[i].Add(x)
		}
	}); err != nil || got.runs != runs {
		t.Fatal(got.runs, "runs:", err)
	}
	a, aErr := got.Mean(), got.Error()
	b, bErr, _ := oracle.Mean(w, runs, seed-6)
	names := []string{"first", "retries", "stopped", "successes", "failures", "timeouts", "given up", "abandoned",
		"in flight", "abandoned in flight", "waiting", "latency"}
	for k, name := range names {
		for i := range a.Len() {
			compare(fmt.Sprintf("%s in step %d", name, i), (*a.Series()[k])[i], (*b.Series()[k])[i],
				math.Hypot((*aErr.Series()[k])[i], (*bErr.Series()[k])[i]))
		}
	}
	for i := range a.Attempts {
		compare(fmt.Sprintf("attempts in bin %d", i), a.Attempts[i], b.Attempts[i],
			math.Sqrt(1.08/float64(runs))+math.Hypot(1.5*bErr.Attempts[i], own[i].Error()))
	}
	compare("under way", a.UnderWay, b.UnderWay, math.Hypot(aErr.UnderWay, bErr.UnderWay))
	return list
}

// TestRandomFleets does the same for random fleets. A system that differs is simulated again, five times as often: of
// thousands of figures one is five standard errors off by chance.
func TestRandomFleets(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 4))
	for i := range *fleets {
		w := someOf.System(r)
		w.Duration, w.Step = 8, 2
		wrong := differences(t, w, 6, 20)
		if len(wrong) > 0 {
			wrong = differences(t, w, 7, 100)
		}
		if len(wrong) > 0 {
			t.Errorf("fleet %d: %s\n%+v", i, strings.Join(wrong[:min(len(wrong), 5)], "\n"), w)
		}
	}
}

// sample returns the summary of a number of runs.
func sample(t *testing.T, w fleet.System, seed uint64, runs int) *Summary {
	t.Helper()
	s := new(Summary)
	if err := Repeat(t.Context(), w, seed, runs, 2, func(r fleet.Result) { s.Add(r) }); err != nil ||
		s.runs != runs {
		t.Fatal(s.runs, "runs:", err)
	}
	return s
}

// near checks that a mean is within 5 standard errors, or within a hundredth if both hardly vary.
func near(t *testing.T, what string, got, want, se float64) {
	t.Helper()
	if off := apart(got, want, se, against()); off != "" {
		t.Errorf("%s: %s", what, off)
	}
}

// apart describes the difference of two means over a number of runs if it is too large.
func apart(got, want, se float64, runs int) string {
	if math.IsNaN(got) || math.IsNaN(want) || math.IsNaN(se) {
		return "" // a latency with a success in at most one run; the number of successes is compared separately
	}
	// Few runs estimate their error badly: it counts as at least the error of independent counts.
	if math.Abs(got-want) <= 5*max(se, math.Sqrt(math.Abs(want)/float64(runs)))+1e-3*math.Abs(want)+0.02 {
		return ""
	}
	return fmt.Sprintf("%.4f, the reference has %.4f, %.1f standard errors away", got, want, math.Abs(got-want)/se)
}
