package question

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/policy"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// random draws a valid scenario with every setting that the question needs, and some of those that it takes.
func random(rng *rand.Rand, q answer.Question) (setting.Scenario, answer.Effort) {
	for {
		s := randomPolicy(rng)
		for _, k := range setting.Settings {
			if k.OfQuestion && !k.IsTarget && k.Name != "vs" && !fleets(q) && (q.Name != "compare" || !k.Fleet ||
				k.Name == "outage") &&
				(slices.Contains(q.Needs, k.Name) || q.Reads(k.Name) && rng.IntN(2) == 0) {
				Move(k, &s, rng.Float64())
			}
		}
		if slices.Contains(q.Needs, "vs") || q.Reads("vs") && rng.IntN(2) == 0 {
			b := randomPolicy(rng)
			s = s.AddPolicy(&s)
			s.Versus[0].Policy = b.Policy
		}
		randomGoal(rng, q, &s)
		if fleets(q) || q.Name == "contend" {
			randomFleet(rng, &s)
		}
		if q.Name == "levers" { // it simulates tens of fleets until they settle
			s.InitialDelay, s.Cap, s.Retries, s.Duration = 1, min(s.Cap, 10), min(s.Retries, 5), 20
			s.Outage.A, s.Outage.B = min(s.Outage.A, 5), min(s.Outage.B, 5)
		}
		if q.Name == "map" { // a map with few cells
			s.X, s.Y, s.Versus = "factor=1.5..3:3", "initial-delay=100ms..1s:2", nil
			s.Of = Wanted()[rng.IntN(len(Wanted()))].Name
			if rng.IntN(2) == 0 {
				s.Of = ""
			}
		}
		if q.Name == "stack" {
			k, _ := setting.Find("layer")
			_ = k.Set(&s, []string{"3x2", "a:timeout=5s;b:n=3",
				"a:timeout=2s,cancel=no;b:client=grpc,timeout=1s;c:n=2,jitter=full"}[rng.IntN(3)])
		}
		effort := answer.Full
		if s.Slow() || q.Reads("turn") || rng.IntN(4) > 0 {
			effort = answer.Rough
		}
		if s.Check() == nil && q.Missing(&s) == "" {
			return s, effort
		}
	}
}

// A draw is a random scenario and its answer.
type draw struct {
	s      setting.Scenario
	effort answer.Effort
	a      answer.Answer
}

// draws holds the random scenarios of each question. All tests share them, so that each is answered once.
var draws sync.Map // func() []draw by name

func drawsOf(q answer.Question) []draw {
	once, _ := draws.LoadOrStore(q.Name, sync.OnceValue(func() []draw {
		stream := slices.IndexFunc(Questions, func(x answer.Question) bool { return x.Name == q.Name })
		if q.Name == "levers" && *times == 1 {
			stream = 11 // a closed fleet whose levers take less than others
		}
		rng := rand.New(rand.NewPCG(15, uint64(stream)))
		list := make([]draw, rounds(q, 3000))
		for i := range list {
			s, effort := random(rng, q)
			list[i] = draw{s, effort, askWith(q, &s, effort)}
		}
		return list
	}))
	return once.(func() []draw)()
}

// randomGoal draws the wanted value of ratio or solve, and the argument of the subcommand. Jitter is rare here, because
// a solution computes hundreds of distributions.
func randomGoal(rng *rand.Rand, q answer.Question, s *setting.Scenario) {
	w := policy.Figures()[rng.IntN(len(policy.Figures()))] // results of a fleet have their own tests
	switch {
	case q.Reads("turn"):
		solvable := solve.CandidateSettings(s, w)
		s.Unknown = solvable[rng.IntN(len(solvable))].Name
		if s.Jitter.Type != jitter.None && (s.Stateful() || s.Jitter.Type == jitter.NormalRelative || rng.IntN(12) > 0) {
			s.Jitter, s.Feedback = jitter.Jitter{}, false
		}
		if !unit.Finite(s.Outage.A) && slices.Contains(w.Needs, "outage") || s.Outage.A != s.Outage.B {
			*s = s.AtDefaultTime()
		}
		if drawn(w) && rng.IntN(4) > 0 {
			w = policy.Figures()[rng.IntN(13)]
		}
		if s.Versus == nil && w.Name == "retries-ratio" {
			*s = s.AddPolicy(s)
		}
		s.Want, s.Relative = w.Name, w.Relative && rng.IntN(2) == 0
		s.Wanted = valueOf(w, s, answer.Full) * []float64{1, math.Exp(rng.NormFloat64())}[rng.IntN(2)]
		if !unit.Finite(s.Wanted) || rng.IntN(8) == 0 {
			k := w.Setting()
			Move(k, s, rng.Float64())
		}
	case q.Reads("result"):
		s.Result = w.Name
		if s.Versus == nil && w.Name == "retries-ratio" {
			*s = s.AddPolicy(s)
		}
	case q.Reads("ratio"):
		s.Want, s.Wanted = "ratio", []float64{0, 0.1, 1, 3, math.Exp(rng.NormFloat64())}[rng.IntN(5)]
	case q.Reads("max-reconnect-delay"):
		s.MaxRelative = rng.IntN(2) == 0
	}
}

// randomFleet draws a small fleet: at most a minute in steps of at least a second, with few clients.
func randomFleet(rng *rand.Rand, s *setting.Scenario) {
	any := func(list ...float64) float64 { return list[rng.IntN(len(list))] }
	some := func() bool { return rng.IntN(2) == 0 }
	s.AttemptTime, s.InitialDelay = any(0, 0, 1), max(s.InitialDelay, 0.02)
	s.Cap = max(s.Cap, s.InitialDelay)
	if s.Deadline = math.Inf(1); s.Jitter.Type == jitter.NormalAbsolute || s.Feedback {
		s.Jitter, s.Feedback = jitter.Jitter{Type: jitter.Full}, false
	}
	s.Clients, s.Runs, s.Seed = any(1, 10, 200), any(1, 2, 3), float64(rng.IntN(9))
	s.Traffic.Kind, s.Think, s.Rate = fleet.TrafficKind(rng.IntN(3)), any(1, 10), any(0.5, 10, 30)
	s.Timeout, s.Cancel = any(0.5, 2, math.Inf(1)), some()
	s.MaxOutage = rng.IntN(16) == 0
	s.FirstFromThink = s.Traffic.Kind == fleet.Closed && rng.IntN(4) == 0
	s.Budget = []fleet.Budget{{}, {}, {Kind: fleet.Ratio, Ratio: 0.1, Reserve: 10},
		{Kind: fleet.Throttle, Ratio: 0.1, Reserve: 10}, {Kind: fleet.Quota, Reserve: 500}}[rng.IntN(5)]
	if rng.IntN(4) == 0 {
		s.Breaker = fleet.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5}
	}
	s.Server.Kind, s.Server.AtArrival = fleet.ServerKind(rng.IntN(3)), some()
	s.Server.Concurrency, s.Server.Workers, s.Server.QueueSize, s.Server.Capacity = any(0, 3, 30), any(1, 5),
		any(0, 20, math.Inf(1)), any(1, 10, 100)
	s.ServerOutage = fleet.Outage{Kind: fleet.OutageKind(rng.IntN(4)), At: any(0, 10), Share: any(0.1, 0.5, 1)}
	if s.Outage = elapsed.OutageOf(any(0, 0.5, 5, 100)); rng.IntN(4) == 0 {
		s.Outage = setting.Default().Outage
	}
	if s.Events = nil; rng.IntN(4) == 0 {
		s.Events = []fleet.Outage{{Kind: fleet.Spike, At: any(1, 15), Length: 5, Share: any(0.5, 4)}}
	}
	s.Duration, s.Step = any(20, 60), any(1, 2)
	if s.Versus != nil {
		v := *s
		v.Versus, v.Policy, v.Jitter, v.Feedback = nil, s.Versus[0].Policy, s.Jitter, s.Feedback
		switch rng.IntN(6) { // and another fleet to compare
		case 0:
			v.Clients, v.Cancel = any(1, 20), !s.Cancel
		case 1:
			v.Budget = fleet.Budget{Kind: fleet.Ratio, Ratio: 0.1, Reserve: 10}
		case 2:
			v.Server.Kind, v.Timeout = fleet.ServerKind(rng.IntN(3)), any(0.5, 2)
		case 3:
			v.Outage = elapsed.OutageOf(any(0.5, 5))
		}
		v.InitialDelay, v.Deadline = max(v.InitialDelay, 0.02), math.Inf(1)
		v.Cap = max(v.Cap, v.InitialDelay)
		s.Versus = []setting.Scenario{v}
	}
}

// rounds returns how many of n scenarios to ask a question of: fewer if each is slow.
func rounds(q answer.Question, n int) int {
	switch q.Name {
	case "jitter":
		return max(2, fewer(20), fewer(n)/200)
	case "fleet":
		return max(4, fewer(n)/250)
	case "map": // each simulates six fleets
		return max(2, fewer(n)/100)
	case "levers": // each simulates tens of fleets
		return max(1, fewer(n)/2000)
	case "contend":
		return max(fewer(10), fewer(n)/100)
	case "reconnect-delay", "solve", "recommend": // most draws of recommend have no chart
		return max(20, fewer(n)/20)
	}
	return fewer(n)
}

// fleets reports whether the question is about fleets. TestFleetsCompared draws those of compare.
func fleets(q answer.Question) bool {
	return q.Reads("server") && q.Name != "compare" || q.Name == "levers"
}

// randomPolicy draws jitter for one policy in six, with few retries and rarely a stateful type, because distributions
// are slow.
func randomPolicy(rng *rand.Rand) setting.Scenario {
	for {
		s := setting.Default()
		for _, k := range setting.Settings {
			if !k.OfQuestion && k.Name != "delays" && rng.IntN(3) > 0 { // lists have their own tests
				Move(k, &s, rng.Float64())
			}
		}
		if rng.IntN(2) == 0 { // and values that are not round
			s.InitialDelay *= 1 + rng.Float64()
			s.Factor = min(1000, s.Factor*(1+rng.Float64()/10))
			s.AttemptTime *= rng.Float64()
		}
		switch {
		case rng.IntN(6) > 0 || s.Stateful() && rng.IntN(6) > 0:
			s.Jitter, s.Feedback = jitter.Jitter{}, false
		case s.Stateful() || rng.IntN(60) > 0:
			s.Retries = min(s.Retries, float64(rng.IntN(6)))
		}
		if s.Check() == nil {
			return s
		}
	}
}

// Move sets the setting to one of its rungs, by its position from 0 to 1. The setting stays if other settings do not
// allow the rung.
func Move(k setting.Setting, s *setting.Scenario, place float64) {
	before := *s
	if rungs := k.Rungs(s); len(rungs) > 0 {
		*s = k.WithNumber(s, rungs[int(place*float64(len(rungs)-1)+0.5)])
	} else {
		k.Limit(s, false)
		k.Step(s, int(place*float64(max(1, len(k.Words())-1))+0.5), false)
	}
	if s.Check() != nil && before.Check() == nil {
		*s = before
	}
}
