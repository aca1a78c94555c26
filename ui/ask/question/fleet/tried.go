package fleet

import (
	"context"
	"fmt"
	"strings"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/ui/ask/answer"
)

// remedies name each cause and the flag that removes it.
var remedies = [...]struct{ name, flag string }{
	advice.Retries:   {"retries", "-n 0"},
	advice.Abandoned: {"abandoned attempts", "--cancel"},
	advice.Waves:     {"synchronised retries", "--jitter full"},
}

// try looks for the causes of the verdict, by trial.
func (p *fleetRun) try(ctx context.Context) {
	if o := p.Verdict.Outcome; len(p.System.Outages) > 0 && (o == fleet.Metastable || o == fleet.RecoversLate) {
		var attempts float64
		p.causes, attempts = advice.Causes(ctx, p.Study)
		p.Attempts += attempts
	}
}

// found returns the names of the causes that were found, and the flags with which the fleet recovers, or "" if no cause
// was found.
func (p fleetRun) found() (names, flags string) {
	var list, with []string
	for _, c := range p.causes {
		list, with = append(list, remedies[c].name), append(with, remedies[c].flag)
	}
	return answer.JoinWords(list), strings.Join(with, " or ")
}

// because returns the causes of the verdict that were found, or else what is known, as a sentence.
func because(p fleetRun) string {
	names, flags := p.found()
	switch {
	case names == "":
		return reasons[p.Verdict.Reason].says(p)
	case p.Verdict.Outcome == fleet.RecoversLate:
		return fmt.Sprintf("%s delay it; with %s it recovers in time", names, flags)
	}
	return fmt.Sprintf("%s keep the server down; it recovers with %s", names, flags)
}
