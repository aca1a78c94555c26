package fleet

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHintsHold does what the hint of a refusal says, for one policy and for two: the fleet is
// then simulated.
func TestHintsHold(t *testing.T) {
	words := regexp.MustCompile(` or (fewer|less|shorter|longer)$`)
	for _, settings := range [][]string{
		{"clients 1e10"}, {"clients 1e7", "runs 10000"}, {"clients 100000", "runs 1e5", "traffic burst"},
		{"traffic open", "rate 1e9/s", "duration 10m"}, {"traffic open", "rate 1000/s", "also spike=1e6@30s+20s"},
	} {
		for _, versus := range []string{"", "vs initial-delay=250ms"} {
			with := func(more ...string) *choice {
				all := append(slices.Concat(settings, []string{"engine simulation"}), more...)
				if versus != "" {
					all = append(all, versus)
				}
				c := choose(small(t, all...))
				return &c
			}
			none := with().none
			if none == nil {
				t.Fatalf("%v %s is not refused", settings, versus)
			}
			hint, _, _ := strings.Cut(none.Hint, ", or ")
			var changes []string
			for way := range strings.SplitSeq(words.ReplaceAllString(hint, ""), ", ") {
				changes = append(changes, strings.TrimPrefix(way, "--"))
			}
			if c := with(changes...); !words.MatchString(hint) || c.none != nil {
				t.Errorf("%v %s: %q, and then %+v", settings, versus, none.Hint, c.none)
			}
		}
	}
}
