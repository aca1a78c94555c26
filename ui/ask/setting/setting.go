package setting

import (
	"math"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/ui/unit"
)

// A Setting describes one thing that can be set.
type Setting struct {
	Naming
	Role
	Within string  // the setting whose text carries it; it has no flag of its own
	Millis float64 // a bare number of seconds from here on looks like milliseconds; 0: none does

	usual int // how many values an axis has if its text does not say

	// Idle says why the setting has no effect on the fleet of s, after "has no effect",
	// or ""; nil: it always has one.
	Idle func(s Scenario) string
	Value
}

// Naming is what people call a setting.
type Naming struct {
	Name    string // flag, label and JSON key: "initial-delay"
	Names   string // its other names, separated by spaces
	Also    []Other
	Short   string // one-letter flag, or ""
	Symbol  string // its symbol in the formulas of package calc
	Group   Group
	Label   string    // what people read instead of the name in a sentence, or ""
	Row     string    // its name on the screen if the full one has no room or stands above it, or ""
	Things  [2]string // what its number counts, one and many: "retry", "retries"; or ""
	OneMore [2]string // things of which there is one more: "attempt", "attempts"; or ""
	Help    string    // one line, no full stop
}

// Role is what a setting is for.
type Role struct {
	Asks       bool // asks a question rather than being part of the policy
	HasDefault bool // a question with a default, which is always asked
	Wants      bool // a result that is wanted
	Bare       bool // a word after the sub-command, not a flag
	Ready      bool // solved for first if several settings reach the goal
	Point      bool // the time at which everything is read
	IsB        bool // policy B
	Ends       bool // may end the policy
	Moment     bool // a point in time on which little else depends: never solved for
	Sets       bool // sets other settings, which come after it: no row on the screen
	Fleet      bool // read by the questions about fleets

	Many string // a list: what joins values that are given several times; "": the last one counts
}

// OfFleet is the names of the settings that the questions of a fleet read, beside the
// policy.
func OfFleet() (names []string) {
	for _, k := range Settings {
		if k.Fleet {
			names = append(names, k.Name)
		}
	}
	return names
}

// only makes an Idle of a setting that counts only where another one has one of these
// words.
func only(name string, of word, words ...string) func(Scenario) string {
	return func(s Scenario) string {
		if slices.Contains(words, of.Text(s)) {
			return ""
		}
		return "with --" + name + " " + of.Text(s) + " (it belongs to --" + name + " " + strings.Join(words, " or ") + ")"
	}
}

// A Value is how a setting reads, writes and moves its place in a Scenario.
//
// Set takes what a person typed and refuses it, changing nothing, with a
// clause that says what would be right. All other methods that change the
// scenario stay in range by themselves.
type Value interface {
	Set(s *Scenario, text string) error
	Text(s Scenario) string                 // exact: Set(Text) changes nothing; "" when not asked
	Show(s Scenario) string                 // for people, rounded
	Number(s Scenario) (x float64, ok bool) // of a setting that holds a number
	Range() string                          // what Set takes, in words
	Kind() unit.Kind                        // the unit; Count for words
	Reset(s *Scenario)

	Step(s *Scenario, notches int, coarse bool) // turn by so many notches
	Limit(s *Scenario, end bool)                // turn to the lower or upper limit
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

// Settings lists every setting, in the order in which everything shows them.
var Settings = slices.Concat(fleetSettings[:1], clientSettings, policySettings, questions, fleetSettings[1:],
	layerSettings, []Setting{
		{
			Naming: Naming{
				Name:  "vs",
				Group: GroupQuestion,
				Names: "versus against compare-to other",
				Help:  "another policy by its differences from A, fleet included: r=1.1,cap=30s, client=envoy; repeatable",
			},
			Role:  Role{IsB: true, Many: Apart, Asks: true, Fleet: true},
			Value: versus{},
		}, // after what it is compared with
	})

// Find returns the setting with that name, other name, short flag or symbol.
func Find(name string) (Setting, bool) {
	if name == "" {
		return Setting{}, false
	}
	for i := range Settings {
		if k := &Settings[i]; name == k.Name || name == k.Short || name == k.Symbol {
			return *k, true
		}
	}
	if i, ok := bySpelling()[Plain(name)]; ok {
		return Settings[i], true
	}
	return ofLayer(name)
}

// First is the first setting that is so; one is.
func First(is func(Setting) bool) Setting { return Settings[slices.IndexFunc(Settings, is)] }

// Key is the setting's JSON key: its name in snake_case with its unit as suffix.
func (k Setting) Key() string {
	return strings.ReplaceAll(k.Name, "-", "_") + k.Kind().Suffix()
}

// Env is the environment variable that sets the setting.
func (k Setting) Env() string { return k.Envs()[0] }

// Envs is that variable and those of the setting's other names.
func (k Setting) Envs() (list []string) {
	for name := range strings.FieldsSeq(k.Name + " " + k.Names) {
		list = append(list, "RETUNE_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_")))
	}
	return list
}

// Says is the setting's name in a sentence.
func (k Setting) Says() string {
	switch {
	case k.Label != "":
		return k.Label
	case k.Things[1] != "":
		return "number of " + k.Things[1]
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// Title is the setting's name in a list: its label where it has one and a row.
func (k Setting) Title() string {
	if k.Label != "" && k.Within == "" {
		return k.Label
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// Untouched is a scenario in which the setting stands at its default.
func (k Setting) Untouched() Scenario {
	s := Default()
	if v, ok := k.Value.(parameter); ok {
		s.Library = v.row.Defaults()
	}
	return s
}

// Usually is the setting's default in words, or "".
func (k Setting) Usually() string {
	text := k.Text(k.Untouched())
	if v, ok := k.Value.(parameter); ok && v.of().Example {
		return "no default, here " + text
	}
	if text == "" {
		return ""
	}
	return "default " + text
}

// Flag is the setting's flag as one types it: its short form if there is one.
func (k Setting) Flag() string {
	if k.Short != "" {
		return "-" + k.Short
	}
	return "--" + k.Name
}

// JSON is the setting's value as a JSON value: a number, a word, or nil for a
// limit that is absent and a question that is not asked.
func (k Setting) JSON(s Scenario) any {
	switch x, ok := k.Number(s); {
	case ok && (math.IsInf(x, 0) || math.IsNaN(x)), k.Text(s) == "":
		return nil
	case ok:
		return x
	}
	if k.Switch() {
		return k.Text(s) == "yes"
	}
	return k.Typed(s)
}

// HasFlag tells whether the setting is set by a flag of its own.
func (k Setting) HasFlag() bool { return k.Within == "" && !k.Bare }

// Words is the words of which the setting takes one, or nil.
func (k Setting) Words() []string {
	if v, ok := k.Value.(interface{ list() []string }); ok {
		return v.list()
	}
	return nil
}

// Switch tells whether the setting is only on or off, so that its flag alone
// turns it on.
func (k Setting) Switch() bool {
	v, ok := k.Value.(word)
	return ok && v.rule != ""
}

// Asked tells whether the setting holds anything in s: what is part of a policy
// always does, a question only when it is asked.
func (k Setting) Asked(s Scenario) bool {
	if v, ok := k.Value.(interface{ asked(Scenario) bool }); ok { // without its text, which takes time
		return v.asked(s)
	}
	return k.Text(s) != ""
}

// Try sets the setting and checks it against the others; a scenario that would
// not stand is refused, and s is then unchanged.
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
