package policy

import (
	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
)

// cost is about how many seconds one value of a drawn result takes. It depends on the
// scenario alone, so that a search that is cut short by it is the same everywhere.
//
//	sampled       clients x retries x 0.05 us, 0.2 us of those of a path
//	independent   pieces of a delay x (retries x cells x 0.005 us + ends of a random outage x 10 us)
func cost(s knob.Scenario, effort answer.Effort) float64 {
	if s.Jitter.Type == jitter.None {
		return 0
	}
	n := min(distributionsOf(s), 100)
	if p := s.Policy.WithoutIdleStops(); p.Stateful() || !p.Ahead() {
		each := 5e-8
		if s.HasOutage() && drawnAnew(s) { // all until it ends are walked
			_, longest := s.Outage.Support()
			if most := min(distributionsOf(s), s.Policy.RetriesBy(longest), 640); most > n {
				n, each = most, 1.2e-7
			}
		}
		if s.Jitter.Type.Row().Path != nil { // two powers and as many roots
			each *= 4
		}
		return n * []float64{50_000, 4_000}[effort] * each
	}
	pieces, cells, ends := 3.0, []float64{1536, 384}[effort], 1.0
	random := s.HasOutage() && !s.Outage.IsFixed()
	if random {
		ends = []float64{500, 150}[effort]
	}
	if s.Jitter.Type.Row().Deviation != nil {
		pieces, cells = 96, cells/2
		if random {
			ends = []float64{130, 20}[effort]
		}
	}
	if random && finite(s.Deadline) { // which cuts every step
		ends *= 3
	}
	return pieces * (n*cells*5e-9 + ends*1e-5)
}

// ruleCost is that of a closed form, which is none but where the rule of a client is followed
// from retry to retry for long.
func ruleCost(s knob.Scenario, _ answer.Effort) float64 {
	const each, little = 1e-7, 5e-3
	if s.Policy.Plain() {
		return 0
	}
	if seconds := each * min(s.Policy.Policy.SameFrom(), 1e6); seconds > little {
		return seconds
	}
	return 0
}

// Seconds is about how long one core takes for a whole answer about the policies of s, which
// has a few figures of each distribution.
func Seconds(s knob.Scenario, effort answer.Effort) (seconds float64) {
	for _, p := range s.Policies() {
		seconds += 3 * cost(p, effort)
	}
	return seconds
}

// typesSeconds is that of all types of jitter side by side.
func typesSeconds(s knob.Scenario, effort answer.Effort) (seconds float64) {
	s.Versus, s.Retries = nil, min(s.Retries, compared)
	for _, s.Jitter = range knob.JitterTypes(s.Jitter) {
		seconds += Seconds(s, effort)
	}
	return seconds
}

// drawnAnew tells whether a sample beyond the walk is drawn anew for each retry: its delays have
// not settled.
func drawnAnew(s knob.Scenario) bool {
	row := s.Jitter.Type.Row()
	return s.Stateful() && (row.After == nil || row.Factored() || !finite(s.Cap))
}

// noise is how far a drawn result may be off, relatively: by more where it is of a
// sample.
func noise(s knob.Scenario) float64 {
	if s.Stateful() {
		return 2e-3
	}
	return 0
}
