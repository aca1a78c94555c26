package setting

import (
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/calc/elapsed"
	"retune/ui/unit"
)

// A Setting describes one value that a user can set.
type Setting struct {
	// what people call it

	Name         string // flag, label and JSON key: "initial-delay"
	Names        string // other names, separated by spaces
	Aliases      []Alias
	Short        string    // one-letter flag, or ""
	Symbol       string    // symbol in the formulas of package calc
	Group        Group     // "": see [Setting.DisplayGroup]
	Label        string    // name in a sentence; "" for Name
	ShortLabel   string    // shorter name on the screen, or ""
	Nouns        [2]string // singular and plural of what its number counts: "retry", "retries"; or ""
	NounsOneMore [2]string // singular and plural of what is one more than its number: "attempt", "attempts"; or ""
	Help         string    // one line without a full stop

	// what it is for

	OfQuestion   bool   // part of the question, not of the policy
	IsTarget     bool   // the wanted value of a result
	IsArgument   bool   // an argument after the subcommand, not a flag
	SolveFirst   bool   // solved for first if several settings reach the goal
	IsElapsed    bool   // the elapsed time T
	IsB          bool   // the policies compared with A
	EndsPolicy   bool   // can end the policy
	NeverSolved  bool   // a point in time that little else depends on; never solved for
	SetsOthers   bool   // sets other settings, which come later in the table; not a row on the screen
	Fleet        bool   // the questions about fleets read it
	Rare         bool   // one user in ten needs it: short help leaves it out
	UsualTargets string // flags with a usual target of retune solve; "": none in particular
	PartOf       string // the setting whose text includes this one; "" if it has its own flag

	// what it takes

	Separator  string  // separator that joins values given several times; "": the last value counts
	MillisFrom float64 // a bare number of seconds this large is probably meant as milliseconds; 0: never
	axisValues int     // default number of values of an axis; 0 if the setting is not an axis

	ofClient       client.Values // the client's defaults, if the setting is one of its parameters
	exampleDefault bool          // the default is an example: the client has none

	// Idle completes the sentence "SETTING has no effect ..." for s. It returns "" if the setting has an effect. nil
	// means always.
	Idle func(s *Scenario) string
	Value
}

// where returns the settings for which is returns true, in the order of the table.
func where(is func(Setting) bool) (list []Setting) {
	for _, k := range Settings {
		if is(k) {
			list = append(list, k)
		}
	}
	return list
}

func namesOf(list []Setting) (names []string) {
	for _, k := range list {
		names = append(names, k.Name)
	}
	return names
}

// OfFleet returns the names of the settings that questions about fleets read, besides the policy, without some of them.
func OfFleet(without ...string) (names []string) { // called at the start: it copies no list of settings
	for i := range Settings {
		if Settings[i].Fleet && !slices.Contains(without, Settings[i].Name) {
			names = append(names, Settings[i].Name)
		}
	}
	return names
}

// effectiveWith returns an Idle for a setting that has an effect only if the word of another setting is one of words.
func effectiveWith(name string, words ...string) func(*Scenario) string {
	return func(s *Scenario) string {
		now := row(name).Text(s)
		if slices.Contains(words, now) {
			return ""
		}
		return "with --" + name + " " + now + " (it belongs to --" + name + " " + strings.Join(words, " or ") + ")"
	}
}

// A Value reads, writes and steps one setting of a Scenario.
//
// Set parses what a user typed. If it refuses the text, it changes nothing and returns an error that says what would be
// right. The other methods that change the scenario stay in range.
type Value interface {
	Set(s *Scenario, text string) error
	Text(s *Scenario) string // exact: Set(Text) changes nothing; "" if not asked
	Show(s *Scenario) string // rounded, for people
	Range() string           // the texts that Set accepts, in words
	Reset(s *Scenario)

	choices() []string       // the words that the setting accepts, or nil
	track(s *Scenario) track // the part that keys change, or nil
}

// A track is the part of a value that keys change.
type track interface {
	Step(s *Scenario, steps int, coarse bool) // move by steps
	Limit(s *Scenario, end bool)              // move to the lower or upper limit
}

// MaxElapsed is the largest elapsed time that a question may be about, in seconds.
const MaxElapsed = 1e6 * year

// Limits of settings. Delays above a thousand years have no use; the formulas are tested up to a million retries.
const (
	minDelay   = 1e-9
	maxDelay   = 1000 * year
	MaxFactor  = 1000
	maxRetries = 1e6
)

// Settings lists every setting in display order. A setting that sets others comes before them. The policies compared
// with A are last, because their text lists differences from the other settings.
var Settings []Setting

// init fills the table. A variable with these values would refer to itself, because rows look up other rows.
func init() {
	Settings = slices.Concat(fleetSettings[:1], clientSettings, policySettings, questions, fleetSettings[1:],
		layerSettings, asked(true, versusSetting))
}

// Find returns the setting with that name, other name, short flag or symbol, or a setting of a layer such as
// sdk.timeout.
func Find(name string) (Setting, bool) {
	if name == "" {
		return Setting{}, false
	}
	for i := range Settings {
		if k := &Settings[i]; name == k.Name || name == k.Short || name == k.Symbol {
			return *k, true
		}
	}
	if i, ok := bySpelling()[Normalized(name)]; ok {
		return Settings[i], true
	}
	return ofLayer(name)
}

// First returns the first setting for which is returns true. There must be one.
func First(is func(Setting) bool) Setting { return Settings[slices.IndexFunc(Settings, is)] }

// DefaultScenario returns a scenario in which the setting is at its default.
func (k Setting) DefaultScenario() Scenario {
	s := Default()
	s.Library = k.ofClient
	return s
}

// HasFlag reports whether the setting has its own flag.
func (k Setting) HasFlag() bool { return k.PartOf == "" && !k.IsArgument }

// Words returns the words that the setting accepts, or nil.
func (k Setting) Words() []string {
	if k.Value == nil {
		return nil
	}
	return k.choices()
}

// Kind returns the unit of the setting; Count for words.
func (k Setting) Kind() unit.Kind {
	v, _ := k.numeric(new(Default()))
	if c, made := k.Value.(compound); made && !c.whole || k.PartOf != "" { // the unit of a number within varies
		return unit.Count
	}
	return v.kind
}

// Number returns the number of the setting in s. ok is false if the setting holds none, or one among others.
func (k Setting) Number(s *Scenario) (x float64, ok bool) {
	v, ok := k.numeric(s)
	if c, made := k.Value.(compound); !ok || made && !c.whole {
		return 0, false
	}
	return v.get(s), !v.shares(s)
}

// Switch reports whether the setting is on or off, so that the bare flag turns it on.
func (k Setting) Switch() bool {
	v, ok := k.Value.(word)
	return ok && v.rule != ""
}

// Asked reports whether the setting has a value in s. A setting of the policy always has one; a question has one if it
// is asked.
func (k Setting) Asked(s *Scenario) bool {
	if v, ok := k.Value.(compound); ok && v.asked != nil {
		return v.asked(s)
	}
	return k.Text(s) != ""
}

// Try sets the setting in s and runs [Scenario.Check]. On an error s is unchanged.
func (k Setting) Try(s *Scenario, text string) error {
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

// end returns the start of the last retry in seconds, or of the twentieth if the retries are endless.
func (s Scenario) end() float64 {
	n := s.RetriesMade()
	if math.IsInf(n, 1) {
		n = 20
	}
	return s.Policy.Elapsed(n)
}

// DefaultTime returns a round time in the middle of the policy, in seconds.
func (s Scenario) DefaultTime() float64 {
	return max(1e-3, below(delayRungs, s.end()/2))
}

// AtDefaultTime returns s with a value for the elapsed time and the outage, where a question needs them and the user
// set none: a time in the middle of the policy, and the default outage.
func (s Scenario) AtDefaultTime() Scenario {
	if math.IsNaN(s.AskAt) {
		s.AskAt = s.DefaultTime()
	}
	if math.IsNaN(s.Outage.A) {
		s.Outage = elapsed.OutageOf(usualOutage)
	}
	return s
}
