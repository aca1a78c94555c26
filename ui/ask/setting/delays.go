package setting

import (
	"fmt"
	"strings"

	"retune/calc"
	"retune/ui/unit"
)

// mostListed is the largest number of delays in a list.
const mostListed = 1000

// delayLists is the Value of the setting that lists every delay: "1s,1s,2s,4s". Inside a list of settings a slash
// replaces the comma.
var delayLists = compound{
	rule:  "none, or the delays in order: 1s,1s,2s,4s; the last one repeats",
	text:  delaysText,
	set:   setDelays,
	reset: withoutDelays,
	asked: listed,
}

// listed reports whether the policy of s is a list of delays.
func listed(s *Scenario) bool { return s.Growth.Kind == calc.Listed }

// underList returns why a setting of growing delays has no effect in s, or "".
func underList(s *Scenario) string {
	if listed(s) {
		return "with a list of delays"
	}
	return ""
}

func delaysText(s *Scenario) string {
	if !listed(s) {
		return "none"
	}
	var list []string
	for _, d := range s.Growth.List.All() {
		list = append(list, unit.Duration.Exact(d))
	}
	return strings.Join(list, ",")
}

func withoutDelays(s *Scenario) {
	if listed(s) {
		s.Growth = calc.Growth{}
	}
}

// setDelays makes the list the policy, with one retry for each delay. The setting of retries comes later in the table
// and can change their number.
func setDelays(s *Scenario, text string) error {
	if DashedLower(strings.TrimSpace(text)) == "none" {
		withoutDelays(s)
		return nil
	}
	var list []float64
	for item := range strings.SplitSeq(slashesToCommas(text), ",") {
		d, err := number{kind: unit.Duration, hi: maxDelay}.read(item, false)
		if err != nil {
			return err
		}
		list = append(list, d)
	}
	if len(list) == 0 || len(list) > mostListed {
		return fmt.Errorf("the list has %d delays: write 1 to %d of them like 1s,1s,2s,4s", len(list), mostListed)
	}
	growth := calc.Growth{Kind: calc.Listed, List: calc.NewList(list...)}
	if listed(s) && s.Growth.List == growth.List {
		return nil
	}
	s.Growth, s.Retries = growth, float64(len(list))
	return nil
}
