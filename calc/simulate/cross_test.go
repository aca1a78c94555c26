package simulate

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"retune/calc/fleet"
)

var crossed = flag.Int("crossed", 120, "how many of the crossed systems are compared with the reference; 0: all")

// kinds are the kinds of one part of a fleet by their names, each as a change of a system.
type kinds = map[string]func(*fleet.System)

func during(o fleet.Outage) func(*fleet.System) {
	o.At, o.Length = 3, 2
	return func(w *fleet.System) { w.Outages = []fleet.Outage{o} }
}

// parts are the parts that are crossed: each kind of one meets each kind of every other.
var parts = []kinds{
	{
		"slowing": func(*fleet.System) {}, "linear": linear, "at arrival": atStart, "constant": free,
		"queue": func(w *fleet.System) { queue(w); w.Server.QueueSize = inf }, "short queue": queue, "limited": limit,
	},
	{
		"hang": hang, "reject": during(fleet.Outage{Kind: fleet.Reject}),
		"brownout": during(fleet.Outage{Kind: fleet.Brownout, Share: 0.43}),
		"errors":   during(fleet.Outage{Kind: fleet.Errors, Share: 0.5}),
		"spike":    during(fleet.Outage{Kind: fleet.Spike, Share: 3}), "all": every,
	},
	{
		"no budget": func(*fleet.System) {}, "ratio": budget(fleet.Ratio), "throttle": budget(fleet.Throttle),
		"quota": budget(fleet.Quota), "concurrent": budget(fleet.Concurrent),
		"expiring": func(w *fleet.System) { budget(fleet.Expiring)(w); window(1)(w); w.Client.Budget.Reserve = 2 },
	},
	{
		"no breaker": func(*fleet.System) {}, "breaker": breakerOn,
		"retries only": func(w *fleet.System) { breakerOn(w); retriesOnly(w) },
		"adaptive":     func(w *fleet.System) { breakerOn(w); adaptive(w) },
	},
	{
		"no wait": func(*fleet.System) {}, "replaced": asks(fleet.Honor{Up: 0.5}),
		"at least": asks(fleet.Honor{Kind: fleet.AtLeast, Most: 0.5, Skips: true}),
		"leaves":   asks(fleet.Honor{Kind: fleet.Add, Most: 0.6, Leaves: true}),
		"within":   asks(fleet.Honor{Kind: fleet.Within, Most: 0.1}),
		"ignored":  asks(fleet.Honor{Kind: fleet.Ignore, Most: 0.5, Leaves: true}),
	},
}

// TestCrossedKinds compares a server of every kind in an outage of every kind, with every budget, breaker and rule for
// Retry-After, with the reference. Of the 6,048 systems it takes some that are far apart in their order; whichever they
// are, each pair of kinds is among them (TestPairs).
func TestCrossedKinds(t *testing.T) {
	for i, c := range chosen(*crossed) {
		if testing.Short() && i%5 > 0 {
			continue
		}
		t.Run(strings.Join(c, ", "), func(t *testing.T) {
			t.Parallel()
			w := small()
			for i, name := range c {
				parts[i][name](&w)
			}
			if err := w.Validate(); err != nil {
				t.Fatal(err)
			}
			wrong := differences(t, w, 6, 6)
			if len(wrong) > 0 { // of thousands of figures some are off by chance
				wrong = differences(t, w, 7, 60)
			}
			for _, problem := range wrong {
				t.Error(problem)
			}
		})
	}
}

// chosen returns n of the crossed systems, or all for n = 0, as the names of their kinds.
func chosen(n int) (list [][]string) {
	all := 1
	for _, part := range parts {
		all *= len(part)
	}
	if n == 0 {
		n = all
	}
	for i := range n {
		at := i * 1597 % all // 1597 has no factor in common with the number of systems
		var c []string
		for _, part := range parts {
			names := slices.Sorted(maps.Keys(part))
			c = append(c, names[at%len(names)])
			at /= len(names)
		}
		list = append(list, c)
	}
	return list
}

// TestPairs checks that every kind of server meets every kind of every other part in the systems that are compared.
func TestPairs(t *testing.T) {
	met := map[string]bool{}
	for _, c := range chosen(*crossed) {
		for _, other := range c[1:] {
			met[c[0]+", "+other] = true
		}
	}
	for server := range parts[0] {
		for _, part := range parts[1:] {
			for other := range part {
				if pair := fmt.Sprint(server, ", ", other); !met[pair] {
					t.Errorf("no system has %s", pair)
				}
			}
		}
	}
}
