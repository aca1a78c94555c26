package question

import (
	"context"
	"maps"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestRulesOfClients asks every question about policies with rules of real clients. Each must answer or say why it
// cannot.
func TestRulesOfClients(t *testing.T) {
	i := 0
	rules := map[string]func(s *setting.Scenario){
		"polynomial": func(s *setting.Scenario) {
			s.Growth = calc.Growth{Kind: calc.Polynomial, Step: 1, Power: 2}
		},
		"list":    func(s *setting.Scenario) { s.Growth = calc.Growth{Kind: calc.Listed, List: calc.NewList(0, 5, 1)} },
		"at once": func(s *setting.Scenario) { s.InitialDelay = 0 },
		"calls":   func(s *setting.Scenario) { s.InitialDelay, s.AttemptTime, s.Jitter.Type = 0, 1, jitter.None },
		"quantum": func(s *setting.Scenario) { s.Quantum = calc.Quantum{Size: 1, Inclusive: true} },
		"first":   func(s *setting.Scenario) { s.InitialDelay, s.Cap, s.FirstUncapped, s.First = 10, 2, true, calc.Exact },
		"pinned":  func(s *setting.Scenario) { s.Rule.AtCap, s.Cap = jitter.Pinned, 4 },
		"clips":   func(s *setting.Scenario) { s.Rule.Stop, s.Deadline = jitter.Clip, 20 },
		"behind":  func(s *setting.Scenario) { s.Rule.Stop, s.Deadline = jitter.LookBehind, 20 },
		"smooth":  func(s *setting.Scenario) { s.Jitter, s.Cap = jitter.Jitter{Type: jitter.Smooth}, 30 },
		"prior":   func(s *setting.Scenario) { s.Jitter, s.Cap = jitter.Jitter{Type: jitter.Prior, Amount: 1}, 30 },
		"certain": func(s *setting.Scenario) {
			s.Jitter.Type, s.Rule.Starts = jitter.None, jitter.Starts{Most: 3, Within: 10}
		},
	}
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		s, do := setting.Default(), rules[name]
		s.Jitter, s.Retries, s.Runs, s.Duration = jitter.Jitter{Type: jitter.Full}, 6, 1, 20
		s.AskAt, s.Wanted, s.ToFactor, s.Outage.A, s.Outage.B = 12, 0.5, 1.5, 8, 8
		s.Traffic.Clients, s.Timeout, s.ServerOutage.At = 20, 0.2, 1
		if do(&s); s.Policy.Validate() != nil {
			t.Errorf("%s: %v", name, s.Policy.Validate())
			continue
		}
		s = s.AddPolicy(&s)
		i++
		for j, q := range Questions {
			s := s
			switch q.Name {
			case "map", "solve", "what": // they need a result
				continue
			case "fleet", "levers", "contend", "jitter", "recommend":
				if (i+j)%len(rules) > 0 || s.Check() != nil { // slow, or refused by Check
					continue
				}
				s.Duration, s.ServerOutage.At, s.Outage.A, s.Outage.B = 5, 0.5, 0.5, 0.5
				if q.Name == "levers" {
					s.Traffic.Kind = fleet.Burst // they are found soon
				}
			default:
				if (i+j)%2 > 0 && *times == 1 {
					continue
				}
			}
			if a := q.Ask(context.Background(), &s, answer.Rough); a.None == nil && a.Groups == nil && a.Tables == nil {
				t.Errorf("%s: %s says nothing", name, q.Name)
			} else if q.Worked != nil && a.None == nil {
				q.Worked(&s, a)
			}
		}
	}
}
