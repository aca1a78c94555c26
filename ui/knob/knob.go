package knob

import (
	"math"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/unit"
)

// A Knob describes one thing that can be set.
type Knob struct {
	Name   string // flag, label and JSON key: "initial-delay"
	Names  string // its other names, with spaces between them
	Also   []Other
	Millis float64   // a bare number of seconds from here on looks like milliseconds; 0: none does
	Short  string    // one-letter flag, or ""
	Symbol string    // as in the formulas of package calc
	Group  Group     // what it is part of
	Label  string    // what people read instead of the name in a sentence, or ""
	Row    string    // what its row on the screen says where the name has no room or stands above it, or ""
	Things [2]string // what its number counts, one and many: "retry", "retries"; or ""
	Help   string    // one line, no full stop
	Asks   bool      // it asks a question of the policy rather than being part of it
	Usual  bool      // a question that has a default, so that it is always asked
	Within string    // the knob whose text carries it; it has no flag of its own
	Wants  bool      // a result that is wanted of the policy
	Bare   bool      // written as the word after a sub-command; it has no flag
	Ready  bool      // of several knobs that do what is wanted it is turned first
	Point  bool      // it is the time at which everything is read
	IsB    bool      // it is policy B
	Ends   bool      // it may end the policy
	Moment bool      // a point in time on which little else depends: nobody solves for it
	Many   bool      // a list: what is given several times is joined
	Sets   bool      // it sets others, which come after it: it has no row on the screen
	Fleet  bool      // a question about the fleet: its queries read it

	OneMore [2]string // of what there is one more than of those: "attempt", "attempts"; or ""

	usual int // of a knob that holds an axis: how many values it has where that is not said

	// Idle says why the knob has no effect on the fleet of s, after "has no effect",
	// or ""; nil: it always has one.
	Idle func(s Scenario) string
	Value
}

// OfFleet is the names of the knobs that the queries of a fleet read, beside the
// policy.
func OfFleet() (names []string) {
	for _, k := range Knobs {
		if k.Fleet {
			names = append(names, k.Name)
		}
	}
	return names
}

// only makes an Idle of a knob that counts only where another one has one of these
// words.
func only(name string, of word, words ...string) func(Scenario) string {
	return func(s Scenario) string {
		if slices.Contains(words, of.Text(s)) {
			return ""
		}
		return "with --" + name + " " + of.Text(s) + " (it belongs to --" + name + " " + strings.Join(words, " or ") + ")"
	}
}

// A Value is how a knob reads, writes and moves its place in a Scenario.
//
// Set takes what a person typed and refuses it, changing nothing, with a
// clause that says what would be right. All other methods that change the
// scenario stay in range by themselves.
type Value interface {
	Set(s *Scenario, text string) error
	Text(s Scenario) string                 // exact: Set(Text) changes nothing; "" when not asked
	Show(s Scenario) string                 // for people, rounded
	Number(s Scenario) (x float64, ok bool) // of a knob that holds a number
	Range() string                          // what Set takes, in words
	Kind() unit.Kind                        // the unit; Count for words
	Reset(s *Scenario)

	Step(s *Scenario, notches int, coarse bool) // turn by so many notches
	Limit(s *Scenario, end bool)                // turn to the lower or upper limit
	Place(s Scenario) float64                   // where it stands on its track, 0 to 1
	Move(s *Scenario, place float64)            // to the value at that place of the track
}

// MaxElapsed is the largest elapsed time that can be asked about, in seconds.
const MaxElapsed = 1e6 * year

// limits of what can be set. A thousand years holds any delay that still means
// something; a million retries is what the formulas are tested for.
const (
	minDelay   = 1e-9
	maxDelay   = 1000 * year
	MaxFactor  = 1000
	maxRetries = 1e6
)

// Knobs is table 1, in the order in which everything lists them.
var Knobs = slices.Concat(worldKnobs[:1], clientKnobs, policyKnobs, questions, worldKnobs[1:], []Knob{
	{Name: "vs", IsB: true, Group: GroupQuestion, Names: "versus against compare-to other", Help: "what differs in B, of the policy or its fleet: r=1.1,cap=30s, client=envoy", Many: true, Asks: true, Fleet: true,
		Value: versus{}}, // after what it is compared with
})

// policyKnobs is what a policy consists of.
var policyKnobs = []Knob{
	{Name: "initial-delay", Idle: underList, Group: GroupPolicy, Short: "a", Symbol: "a", Millis: 100, Help: "wait before retry 1; 0s retries at once",
		Names: "first first-delay base retry-backoff reconnect-backoff base-interval base-delay initial initial-interval initial-backoff initial-wait initial-retry-delay min-delay min-backoff min-wait min min-period minimum-backoff wait-duration wait delay delta-backoff interval backoff start start-delay starting-delay retry-delay min-retry-delay default-retry-delay min-timeout retry-wait wait-min minimal-backoff-time min-delay-target base-retry-backoff try-interval",
		Value: number{at: func(s *Scenario) *float64 { return &s.InitialDelay }, kind: unit.Duration,
			lo: 0, hi: maxDelay, rungs: delays(1e-6, maxDelay),
			bounds: func(s Scenario) (float64, float64) { return minDelay, min(maxDelay, s.Cap) }}},
	{Name: "factor", Ready: true, Idle: underList, Group: GroupPolicy, Short: "r", Symbol: "r", Help: "growth of the wait; 1 is a fixed interval",
		Names: "multiplier mult backoff-multiplier backoff-factor backoff-coefficient backoff-rate coefficient retry-delay-multiplier exponential-backoff-multiplier growth growth-factor exp-base exponent exponent-base backoff-exponent time-multiple b",
		Value: number{at: func(s *Scenario) *float64 { return &s.Factor }, kind: unit.Factor,
			lo: 1, hi: MaxFactor, rungs: factors, grid: 100}},
	{Name: "cap", Group: GroupPolicy, Symbol: "c", Millis: 1000, Help: "upper limit of the wait",
		Names: "max-delay max-backoff maximum-backoff max-interval maximum-interval max-wait max-wait-duration max-retry-delay max-cap max-period retry-backoff-max reconnect-backoff-max max-reconnect-backoff ceiling max delay-cap backoff-cap max-timeout max-sleep max-retry-backoff wait-max interval-max max-delay-target max-container-restart-period exponential-max-wait-duration",
		Value: number{at: func(s *Scenario) *float64 { return &s.Cap }, kind: unit.Duration,
			lo: minDelay, hi: maxDelay, rungs: delays(1e-6, maxDelay), none: true,
			bounds: func(s Scenario) (float64, float64) { return s.InitialDelay, maxDelay },
			enter:  func(s Scenario) float64 { return s.Delay(max(1, min(s.Total(), 1000))) }}},
	{Name: "jitter", Group: GroupPolicy, Help: "type of jitter, with its amount: none, full, spread=0.2, add=1s", Names: "randomization jitter-type jitter-strategy jitter-mode", Millis: 100,
		Also: []Other{{"randomization-factor randomisation-factor randomized-wait-factor jitter-factor jitter-ratio jitter-fraction randomize random-factor", spreadOf},
			{"max-jitter jitter-max additive-jitter jitter-range", addedOf}},
		Value: jitters},
	{Name: "amount", Label: "amount of jitter", Group: GroupPolicy, Symbol: "j", Help: "amount of the jitter", Within: "jitter", Value: amounts},
	{Name: "cap-after", Group: GroupPolicy, Names: "cap-after-jitter", Idle: func(s Scenario) string {
		switch {
		case s.Jitter.Type == jitter.None:
			return "without --jitter"
		case math.IsInf(s.Cap, 1):
			return "without --cap"
		}
		return ""
	}, Help: "the cap limits the delay after jitter, not before: min(delay + jitter, cap)",
		Value: toggle{func(s *Scenario) *bool { return &s.CapAfter }}},
	{Name: "feedback", Group: GroupPolicy, Names: "compound", Idle: func(s Scenario) string {
		if s.Jitter.Type == jitter.None {
			return "without --jitter"
		}
		return ""
	}, Help: "the delay after jitter, not the one before, is multiplied for the next retry",
		Value: toggle{func(s *Scenario) *bool { return &s.Feedback }}},
	{Name: "delays", Group: GroupPolicy, Names: "delay-list list-of-delays retry-delays backoff-list",
		Help:  "each delay by itself, and as many retries unless -n is given: 1s,1s,2s,4s",
		Value: delayLists},
	{Name: "retries", Things: [2]string{"retry", "retries"}, OneMore: [2]string{"attempt", "attempts"}, Ends: true, Group: GroupPolicy, Short: "n", Symbol: "n", Also: []Other{{"max-attempts maximum-attempts attempts tries max-tries attempt-count total-attempts max-delivery-attempts stop-after-attempt num-of-attempts total-max-attempts max-number-of-attempts", retriesOf}}, Help: "retries after the first attempt; max attempts is one more",
		Names: "max-retries maximum-retries retry-count num-retries max-retry-count max-retry-attempts retry-limit retry-max retry-max-times retry-total retry-times task-retry-limit backoff-limit lb-retries no-of-retries retry count",
		Value: number{at: func(s *Scenario) *float64 { return &s.Retries }, kind: unit.Count,
			lo: 0, hi: maxRetries, rungs: counts, grid: 1, none: true,
			enter: func(Scenario) float64 { return Default().Retries }}},
	{Name: "deadline", Ends: true, Group: GroupPolicy, Symbol: "D", Millis: 10_000, Help: "time since the first attempt after which no retry starts",
		Names: "max-elapsed max-elapsed-time max-duration max-retry-duration max-retry-period total-timeout retry-timeout overall-timeout stop-after stop-after-delay delivery-timeout api-call-timeout time-limit max-total-time give-up-after max-time max-retry-time retry-for task-age-limit stop-before-delay lb-try-duration",
		Value: number{at: func(s *Scenario) *float64 { return &s.Deadline }, kind: unit.Duration,
			lo: 0, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed), none: true,
			enter: func(s Scenario) float64 { return s.end() }}},
	{Name: "attempt-time", Group: GroupPolicy, Symbol: "s", Millis: 100, Help: "time that one failing attempt takes",
		Names: "call-time attempt-timeout call-timeout request-timeout attempt-duration per-try-timeout per-attempt-timeout",
		Value: number{at: func(s *Scenario) *float64 { return &s.AttemptTime }, kind: unit.Duration,
			lo: 0, hi: maxDelay, rungs: delays(1e-3, maxDelay)}},
}

// clients is a question of policies that start together, and of a fleet.
var clients = Knob{Name: "clients", Things: [2]string{"client", "clients"}, Group: GroupTraffic, Symbol: "N", Names: "users concurrent-users connections callers", Help: "number of clients", Asks: true, Usual: true, Fleet: true,
	Idle:  only("traffic", traffics, "closed", "burst"),
	Value: number{at: func(s *Scenario) *float64 { return &s.Clients }, kind: unit.Count, lo: 1, hi: 1e12, rungs: counts[1:], grid: 1}}

// questions is what is asked of a policy.
var questions = []Knob{
	{Name: "at", Point: true, Group: GroupQuestion, Short: "T", Symbol: "T", Names: "time elapsed-time at-time", Help: "time since the first attempt", Asks: true,
		Value: number{at: func(s *Scenario) *float64 { return &s.AskAt }, kind: unit.Duration,
			lo: 0, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed)}},
	{Name: "to-factor", Group: GroupQuestion, Symbol: "r'", Names: "to-multiplier", Help: "factor to go to from r", Asks: true,
		Value: number{at: func(s *Scenario) *float64 { return &s.ToFactor }, kind: unit.Factor,
			lo: 1, hi: MaxFactor, rungs: factors, grid: 100}},
	clients,
	{Name: "window", Group: GroupQuestion, Symbol: "w", Help: "retries this close together count as simultaneous", Asks: true, Usual: true, Fleet: true,
		Idle:  only("traffic", traffics, "burst"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Window }, kind: unit.Duration, lo: minDelay, hi: maxDelay, rungs: delays(1e-6, maxDelay)}},
	{Name: "seed", Group: GroupSimulation, Names: "random-seed", Help: "random seed", Asks: true, Usual: true, Fleet: true,
		Idle:  only("engine", engines, "auto", "simulation"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Seed }, kind: unit.Count, lo: 0, hi: 1e9, rungs: counts, grid: 1}},
	{Name: "turn", Group: GroupQuestion, Help: "setting to solve for", Asks: true, Bare: true,
		Value: freely(func(s *Scenario) *string { return &s.Turn }, turnableNames, turnable, "cannot solve for %[1]s")},
	{Name: "reconnect-within", Group: GroupLimits, Names: "within reconnect back-within recover-within", Help: "longest time that any client may take to retry after the outage", Asks: true,
		Value: limit(func(s *Scenario) *float64 { return &s.Within }, unit.Duration, minDelay, maxDelay)},
	{Name: "max-wasted-retries", Group: GroupLimits, Names: "max-retries retry-limit", Help: "most retries during the outage", Asks: true,
		Value: limit(func(s *Scenario) *float64 { return &s.MaxWasted }, unit.Count, 0, maxRetries)},
	{Name: "max-ratio", Group: GroupLimits, Names: "max-delay-ratio", Help: "greatest ratio of delay to elapsed time when the outage ends", Asks: true,
		Value: limit(func(s *Scenario) *float64 { return &s.MaxRatio }, unit.Number, 0, MaxFactor-1)},
	{Name: "max-reconnect-delay", Group: GroupLimits, Names: "max-overshoot", Help: "longest wait after the outage; 10% is a tenth of its length", Asks: true,
		Value: func() number {
			v := limit(func(s *Scenario) *float64 { return &s.MaxReconnect }, unit.Duration, minDelay, maxDelay)
			v.relative = func(s *Scenario) *bool { return &s.MaxRelative }
			return v
		}()},
	{Name: "max-initial-delay", Group: GroupLimits, Names: "max-first", Help: "longest initial delay", Asks: true,
		Value: limit(func(s *Scenario) *float64 { return &s.MaxInitial }, unit.Duration, minDelay, maxDelay)},
}

// Find returns the knob with that name, other name, short flag or symbol.
func Find(name string) (Knob, bool) {
	if name == "" {
		return Knob{}, false
	}
	for i := range Knobs {
		if k := &Knobs[i]; name == k.Name || name == k.Short || name == k.Symbol {
			return *k, true
		}
	}
	name = Plain(name)
	for i := range Knobs {
		if Knobs[i].called(name) {
			return Knobs[i], true
		}
	}
	return Knob{}, false
}

// First is the first knob that is so; one is.
func First(is func(Knob) bool) Knob { return Knobs[slices.IndexFunc(Knobs, is)] }

// Key is the knob's JSON key: its name in snake_case with its unit as suffix.
func (k Knob) Key() string {
	return strings.ReplaceAll(k.Name, "-", "_") + k.Kind().Suffix()
}

// Env is the environment variable that sets the knob.
func (k Knob) Env() string { return k.Envs()[0] }

// Envs is that variable and those of the knob's other names.
func (k Knob) Envs() (list []string) {
	for name := range strings.FieldsSeq(k.Name + " " + k.Names) {
		list = append(list, "RETUNE_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_")))
	}
	return list
}

// Says is the knob's name in a sentence.
func (k Knob) Says() string {
	switch {
	case k.Label != "":
		return k.Label
	case k.Things[1] != "":
		return "number of " + k.Things[1]
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// Title is the knob's name in a list: its label where it has one and a row.
func (k Knob) Title() string {
	if k.Label != "" && k.Within == "" {
		return k.Label
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// Untouched is a scenario in which the knob stands at its default.
func (k Knob) Untouched() Scenario {
	s := Default()
	if v, ok := k.Value.(parameter); ok {
		s.Library = v.row.Defaults()
	}
	return s
}

// Usually is the knob's default in words, or "".
func (k Knob) Usually() string {
	text := k.Text(k.Untouched())
	if v, ok := k.Value.(parameter); ok && v.of().Example {
		return "no default, here " + text
	}
	if text == "" {
		return ""
	}
	return "default " + text
}

// Flag is the knob's flag as one types it: its short form if there is one.
func (k Knob) Flag() string {
	if k.Short != "" {
		return "-" + k.Short
	}
	return "--" + k.Name
}

// JSON is the knob's value as a JSON value: a number, a word, or nil for a
// limit that is absent and a question that is not asked.
func (k Knob) JSON(s Scenario) any {
	switch x, ok := k.Number(s); {
	case ok && (math.IsInf(x, 0) || math.IsNaN(x)), k.Text(s) == "":
		return nil
	case ok:
		return x
	}
	if v, ok := k.Value.(toggle); ok {
		return *v.at(&s)
	}
	return k.Typed(s)
}

// HasFlag tells whether the knob is set by a flag of its own.
func (k Knob) HasFlag() bool { return k.Within == "" && !k.Bare }

// Words is the words of which the knob takes one, or nil.
func (k Knob) Words() []string {
	if v, ok := k.Value.(interface{ list() []string }); ok {
		return v.list()
	}
	return nil
}

// Switch tells whether the knob is only on or off, so that its flag alone
// turns it on.
func (k Knob) Switch() bool { _, ok := k.Value.(toggle); return ok }

// Asked tells whether the knob holds anything in s: what is part of a policy
// always does, a question only when it is asked.
func (k Knob) Asked(s Scenario) bool {
	if v, ok := k.Value.(interface{ asked(Scenario) bool }); ok { // without its text, which takes time
		return v.asked(s)
	}
	return k.Text(s) != ""
}

// Try sets the knob and checks it against the others; a scenario that would
// not stand is refused, and s is then unchanged.
func (k Knob) Try(s *Scenario, text string) error {
	tried := *s
	if err := k.Set(&tried, text); err != nil {
		return err
	}
	if err := tried.Check(); err != nil {
		return err
	}
	*s = tried
	return nil
}

// end is when the policy's last retry starts, or its twentieth if it never
// ends: the scale on which its deadline and T are looked at.
func (s Scenario) end() float64 {
	n := s.Total()
	if math.IsInf(n, 1) {
		n = 20
	}
	return s.Policy.Elapsed(n)
}

// UsualAt is a plain time in the middle of the policy.
func (s Scenario) UsualAt() float64 {
	rungs := delays(1e-3, MaxElapsed)
	if at := below(rungs, s.end()/2); !math.IsNaN(at) {
		return at
	}
	return rungs[0]
}

// AskMidway returns s asked about some time, for whoever has to look at one:
// where none is asked, a plain one in the middle of the policy, and the outage of
// which fleets are asked.
func (s Scenario) AskMidway() Scenario {
	if math.IsNaN(s.AskAt) {
		s.AskAt = s.UsualAt()
	}
	if math.IsNaN(s.Outage.A) {
		s.Outage = elapsed.OutageOf(usualOutage)
	}
	return s
}
