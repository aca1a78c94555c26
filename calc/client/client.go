package client

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// A Row describes one client.
type Row struct {
	Name    string      // name for --client, such as aws-sdk-go-v2
	Title   string      // a few words
	Names   []string    // other names
	Version string      // version that the row describes
	Source  string      // where the rule is written
	Held    Held        // how the row was checked
	Counts  Counts      // what the Limit counts
	Formula string      // the delay before retry k
	Stops   string      // what ends the retries
	Stop    jitter.Stop // how the Deadline ends them
	Written Notation    // how the client writes the times among its Parameters

	Parameters []Parameter
	// Policy returns the delays for these values. The Limit and the Deadline of the values end them, unless Policy
	// does.
	Policy func(v Values) jitter.Policy
	// Budget returns the limit on the retries of all requests together. A nil func means no limit.
	Budget func(v Values) fleet.Budget
	// Honor returns what the client does with a Retry-After, and HonorSource says where that is written. A nil func
	// means that the client ignores it.
	Honor       func(v Values) fleet.Honor
	HonorSource string
	// FromThink is set if the first delay grows from the time between two requests: see fleet.Client.FirstFromThink.
	FromThink bool
	// Refuses returns the reason why the client, or this package, does not take the values.
	Refuses func(v Values) error
	// Paced returns the reason why the end that Policy sets does not hold if an attempt takes s seconds. A nil func
	// means that it always holds.
	Paced func(v Values, s float64) error
	// Traps are the findings about this client. Those for every policy are in trapsOf.
	Traps []Trap
	Notes []string // facts for any values: other versions, limits of the rule
	On    string   // what is retried: errors, answers, methods
	Layer Layer
}

// A Layer is the position of a client in a call. The retries of a layer multiply the retries of the layer inside it.
type Layer uint8

// The layers.
const (
	NoLayer  Layer = iota
	Apart          // its delays do not meet at one server: restarts, mail, commands, queues that spread by themselves
	Request        // a library that sends requests
	Proxy          // a proxy or mesh between client and server
	Workflow       // steps that may contain steps
)

// Held says how a row was checked.
type Held uint8

// The ways to check a row.
const (
	Reading     Held = iota // written from the source or the documentation of the client
	Table                   // and compared with a published or calculated schedule in a test
	Conformance             // and compared with the running client
)

func (h Held) String() string { return [...]string{"reading", "table", "conformance"}[h] }

// Counts is what the limit of a client counts.
type Counts uint8

// The kinds of count.
const (
	Retries  Counts = iota // attempts after the first
	Attempts               // all attempts
)

func (c Counts) String() string { return [...]string{"retries", "attempts"}[c] }

// Values holds a value for each parameter of a row.
type Values struct {
	Row *Row
	of  []float64
}

// Defaults returns the default values of the client.
func (r *Row) Defaults() Values {
	v := Values{Row: r}
	for _, p := range r.Parameters {
		v.of = append(v.of, p.Default)
	}
	return v
}

// Find returns the parameter with that name and its index, or nil and -1. It ignores case and separators.
func (r *Row) Find(name string) (*Parameter, int) {
	i := slices.IndexFunc(r.Parameters, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		i = slices.IndexFunc(r.Parameters, func(p Parameter) bool { return folded(p.Name) == folded(name) })
	}
	if i < 0 {
		return nil, -1
	}
	return &r.Parameters[i], i
}

var separators = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")

func folded(name string) string { return strings.ToLower(separators.Replace(name)) }

// At returns the value of a parameter. It panics if the row has no such parameter.
func (v Values) At(name string) float64 {
	for i := range v.Row.Parameters {
		if v.Row.Parameters[i].Name == name {
			return v.of[i]
		}
	}
	panic("client: " + v.Row.Name + " has no parameter " + name)
}

// Is reports whether a parameter has that word as its value.
func (v Values) Is(name, word string) bool {
	p, _ := v.Row.Find(name)
	return p.Words[int(v.At(name))] == word
}

// role returns the value of the parameter with that role, with 0 replaced by its meaning, or x if the row has none.
func (v Values) role(role Role, x float64) float64 {
	for i, p := range v.Row.Parameters {
		switch {
		case p.Role != role:
		case v.of[i] == 0 && p.Zero == IsDefault:
			return p.Default
		case v.of[i] == 0 && p.Zero == IsNone:
			return inf
		default:
			return v.of[i]
		}
	}
	return x
}

// On reports whether a yes-or-no parameter is yes.
func (v Values) On(name string) bool { return v.At(name) == 1 }

// none reports whether a limit is none.
func (v Values) none(name string) bool { return math.IsInf(v.At(name), 1) }

// Or returns the value of a parameter, or x if it is absent and follows from others.
func (v Values) Or(name string, x float64) float64 {
	if y := v.At(name); !math.IsNaN(y) {
		return y
	}
	return x
}

// With returns the values with one of them changed.
func (v Values) With(name string, x float64) Values {
	_, i := v.Row.Find(name)
	if i < 0 {
		panic("client: " + v.Row.Name + " has no parameter " + name)
	}
	return v.with(i, x)
}

// with is With for the parameter at index i.
func (v Values) with(i int, x float64) Values {
	v.of = slices.Clone(v.of)
	v.of[i] = x
	return v
}

// Same reports whether v and w have the same values for the same client.
func (v Values) Same(w Values) bool {
	return v.Row == w.Row && slices.EqualFunc(v.of, w.of, func(x, y float64) bool { return x == y || x != x && y != y })
}

// Set reports whether parameter i differs from its default.
func (v Values) Set(i int) bool {
	d := v.Row.Parameters[i].Default
	return v.of[i] != d && !(math.IsNaN(v.of[i]) && math.IsNaN(d))
}

// Value returns the value of parameter i.
func (v Values) Value(i int) float64 { return v.of[i] }

// Budget returns the limit on the retries of all requests together. The zero value means no limit.
func (v Values) Budget() fleet.Budget {
	if v.Row == nil || v.Row.Budget == nil {
		return fleet.Budget{}
	}
	return v.Row.Budget(v)
}

// FromThink reports whether the first delay of the client grows from the time between two requests.
func (v Values) FromThink() bool { return v.Row != nil && v.Row.FromThink }

// AttemptTimeout returns the longest time of one attempt in seconds, or +Inf.
func (v Values) AttemptTimeout() float64 {
	if v.Row == nil {
		return inf
	}
	return orNever(v.role(AttemptEnd, inf))
}

// Policy returns the policy for the values, or the reason why the client does not take them.
func (v Values) Policy() (jitter.Policy, error) {
	for i, p := range v.Row.Parameters {
		x := v.of[i]
		if math.IsNaN(x) && math.IsNaN(p.Default) || math.IsInf(x, 1) && p.OrNone() {
			continue
		}
		if !p.Takes(x) {
			return jitter.Policy{}, fmt.Errorf("%s of %s is %g, but must be %s", p.Name, v.Row.Name, x, p.Range())
		}
	}
	if v.Row.Refuses != nil {
		if err := v.Row.Refuses(v); err != nil {
			return jitter.Policy{}, fmt.Errorf("%s: %w", v.Row.Name, err)
		}
	}
	p := v.ended(v.Row.Policy(v))
	if err := p.Validate(); err != nil {
		return p, fmt.Errorf("%s: %w", v.Row.Name, err)
	}
	return p, nil
}

// list returns the delays of a list in seconds, up to the first absent one.
func (v Values) list(name string) (list []float64) {
	for k, p := 1, name; k <= 8 && !math.IsNaN(v.At(p)); k++ {
		list = append(list, v.At(p))
		p = fmt.Sprintf("%s.%d", name, k+1)
	}
	return list
}

// Others returns the values with other values of a parameter that is not known, those that the client takes: what holds
// for all of them does not depend on it.
func (v Values) Others(name string) (list []Values) {
	p, i := v.Row.Find(name)
	if p == nil {
		return nil
	}
	tried := []float64{p.Least, 1, 2, 3, 10, 100, 1000, p.Most}
	for x := range p.Words {
		tried = append(tried, float64(x))
	}
	for _, x := range tried {
		w := v.with(i, x)
		if _, err := w.Policy(); err == nil {
			list = append(list, w)
		}
	}
	return list
}
