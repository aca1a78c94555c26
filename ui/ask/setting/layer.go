package setting

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"retune/calc/stack"
	"retune/ui/unit"
)

// layerSettings are the layers of nested retries and the host that runs them.
var layerSettings = asked(false, []Setting{
	{
		Name:      "layer",
		Label:     "layers",
		Names:     "layers",
		Help:      "layer of retries: 'sdk: retries=2, timeout=5s'; repeat it, outermost first; or give attempts: 3x3x3",
		Separator: PolicySeparator,
		Value: compound{
			rule:  "NAME: settings as name=value, with timeout, total-timeout and cancel; or attempts as 3x3x3",
			text:  layersText,
			set:   setLayers,
			reset: func(s *Scenario) { s.Layers = nil },
		},
	},
	{
		Name: "inside",
		Help: "host whose time limit applies, such as lambda or api-gateway, or one of your own: NAME=30s",
		Value: compound{
			rule:  hostRule,
			words: hostNames,
			text: func(s *Scenario) string {
				if h := s.Inside; h.Source == "" && h.Limit > 0 {
					return h.Name + "=" + unit.Duration.Exact(h.Limit)
				}
				return s.Inside.Name
			},
			set:   setInside,
			reset: func(s *Scenario) { s.Inside = stack.Host{} },
		},
	},
}...)

// hostRule lists the texts of a host.
var hostRule = strings.Join(hostNames(), ", ") + ", or NAME=30s"

func hostNames() (names []string) {
	for _, h := range stack.Hosts {
		names = append(names, h.Name)
	}
	return names
}

// A Host is where calls run, with its time limit.
type Host = stack.Host

func setInside(s *Scenario, text string) error {
	name, limit, own := strings.Cut(strings.TrimSpace(text), "=")
	if i := slices.Index(hostNames(), DashedLower(name)); i >= 0 && !own {
		s.Inside = stack.Hosts[i]
		return nil
	}
	if !own || !named(name) {
		return fmt.Errorf("unknown host %s: %s", unit.Quote(name), hostRule)
	}
	x, err := number{kind: unit.Duration, lo: minDelay, hi: MaxElapsed}.read(limit, false)
	if err == nil {
		s.Inside = stack.Host{Name: name, Limit: x}
	}
	return err
}

// bareLayer returns a layer without settings of its own: one attempt without a timeout. If it gets retries, it waits
// as in the policy of s.
func (s Scenario) bareLayer() Scenario {
	s.Versus, s.Layers, s.Name = nil, nil, ""
	s.Retries, s.Deadline, s.TotalTimeout = 0, math.Inf(1), math.Inf(1)
	s.AttemptTime, s.Timeout, s.Cancel = 0, math.Inf(1), true
	return s
}

// counted turns the attempts of each layer, as in 3x3x3, into layers. One number is how many layers have the policy of
// s. It returns other texts unchanged.
func (s Scenario) counted(text string) string {
	attempts := strings.Split(strings.ToLower(text), "x")
	if len(attempts) == 1 {
		n, _ := strconv.Atoi(text)
		attempts = slices.Repeat([]string{unit.Count.Exact(s.Retries + 1)}, max(0, min(n, stack.Most+1)))
	}
	var list []string
	for i, n := range attempts {
		if _, err := unit.Count.Parse(n); err != nil {
			return text
		}
		list = append(list, fmt.Sprintf("layer%d:attempts=%s", i+1, n))
	}
	return cmp.Or(strings.Join(list, PolicySeparator), text)
}

// setLayers reads layers separated by [PolicySeparator].
func setLayers(s *Scenario, text string) error {
	var list []Scenario
	for item := range strings.SplitSeq(s.counted(strings.TrimSpace(text)), PolicySeparator) {
		name, changes, ok := strings.Cut(item, ":")
		l, err := s.bareLayer(), error(nil)
		if name = strings.TrimSpace(name); strings.TrimSpace(changes) != "" {
			l, err = l.changed(changes, Setting.ofLayer)
		}
		switch {
		case !ok || !named(name):
			return fmt.Errorf("%s is no layer: write 'sdk: retries=2, timeout=5s', or attempts as 3x3x3", unit.Quote(item))
		case err != nil:
			return fmt.Errorf("layer %s: %w", name, err)
		case len(list) == stack.Most:
			return fmt.Errorf("a stack has at most %d layers", stack.Most)
		case slices.ContainsFunc(list, func(other Scenario) bool { return other.Name == name }):
			return fmt.Errorf("two layers are called %s: choose another name", name)
		}
		l.Name = name
		list = append(list, l)
	}
	s.Layers = list
	return nil
}

// ofLayer reports whether a layer can have the setting.
func (k Setting) ofLayer() bool {
	return k.HasFlag() && (k.DisplayGroup() == GroupPolicy || k.Name == "timeout" || k.Name == "cancel")
}

func layersText(s *Scenario) string {
	var list []string
	for _, l := range s.Layers {
		base, name := s.bareLayer(), l.Name
		l.Name = ""
		list = append(list, name+":"+cmp.Or(base.differenceText(new(base.withPolicy(&l))), unchanged(&base)))
	}
	return strings.Join(list, PolicySeparator)
}

// Stack returns the layers of s inside the host of s, with the failure at the bottom. Without an attempt time an
// attempt hangs until a timeout, or fails at once if there is no timeout.
func (s Scenario) Stack() stack.Stack {
	t := stack.Stack{FailureRate: cmp.Or(s.FailureRate, 1), AttemptTime: s.AttemptTime}
	if s.Inside.Limit > 0 {
		host := s.bareLayer().Policy
		t.Layers = append(t.Layers, stack.Layer{Name: s.Inside.Name, Policy: host, Timeout: s.Inside.Limit, Cancel: true})
	}
	for _, l := range s.Layers {
		timeout := min(l.Timeout, l.Library.AttemptTimeout())
		if l.AttemptTime > 0 { // the attempt time of a layer counts as its timeout
			timeout = min(timeout, l.AttemptTime)
		}
		t.Layers = append(t.Layers, stack.Layer{Name: l.Name, Policy: l.Policy, Timeout: timeout, Cancel: l.Cancel})
	}
	if around, _ := t.Around(len(t.Layers)); s.AttemptTime == 0 && !math.IsInf(around, 1) {
		t.AttemptTime = math.Inf(1)
	}
	return t
}

// LayerNames returns the names of the layers, outermost first.
func (s Scenario) LayerNames() (names []string) {
	for _, l := range s.Layers {
		names = append(names, l.Name)
	}
	return names
}

// ofLayer returns a number of a layer as a setting: sdk.timeout, mesh.retries.
func ofLayer(name string) (Setting, bool) {
	layer, of, ok := strings.Cut(name, ".")
	ok = ok && named(layer) && of != ""
	is := func(k Setting) bool { return ok && k.ofLayer() && (of == k.Short || k.HasName(of)) }
	i := slices.IndexFunc(Solvable(), is)
	if i < 0 {
		return Setting{}, false
	}
	k := Solvable()[i]
	v, number := k.Value.(number)
	if !number {
		return Setting{}, false
	}
	at := v.at
	v.moves = true
	v.at = func(s *Scenario) *float64 {
		i := slices.IndexFunc(s.Layers, func(l Scenario) bool { return l.Name == layer })
		if i < 0 {
			return new(float64)
		}
		s.Layers = slices.Clone(s.Layers) // other scenarios share the slice
		return at(&s.Layers[i])
	}
	v.bounds, v.enter, v.then = nil, nil, nil
	k.Label, k.Value = layer+" "+k.ListName(), v
	k.Name, k.Names, k.Short, k.Symbol, k.Aliases, k.Idle, k.Fleet = layer+"."+k.Name, "", "", "", nil, nil, false
	return k, true
}
