package page

import (
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Settings for the axes of the map of a policy: the first that has a number and an effect in the scenario.
var (
	across = []string{"outage", "factor", "initial-delay"}
	upward = []string{"clients", "rate"}
)

// columnsOfMap and rowsOfMap are the numbers of values on the axes of the map.
const columnsOfMap, rowsOfMap = 11, 7

// mapped returns s with the axes of the map of a review: from a quarter to four times the value of each setting, within
// its range.
func mapped(given *setting.Scenario) (_ setting.Scenario, ok bool) {
	s := *given
	q := question.Map()
	axis := func(name string, candidates []string, n int) bool {
		k, _ := q.Setting(name)
		for _, of := range candidates {
			varied, _ := setting.Find(of)
			now, kind := varied.CurrentNumber(&s), varied.Unit(&s)
			if !(now > 0) || varied.Idle != nil && varied.Idle(&s) != "" { // it may have no number here
				continue
			}
			end := func(x float64) string {
				if kind == unit.Count {
					x = math.Round(x)
				}
				return kind.Exact(x)
			}
			for _, most := range []float64{4, 3, 2, 1.5} {
				for _, least := range []float64{0.25, 0.5, 1} {
					t := s
					if k.Set(&t, fmt.Sprintf("%s=%s..%s:%d", of, end(least*now), end(most*now), n)) != nil {
						continue
					}
					a, ok := q.Axis(name, &t)
					if ok && !slices.ContainsFunc(a.Values, func(x float64) bool {
						_, err := a.ScenarioAt(&s, x)
						return err != nil
					}) {
						s = t
						return true
					}
				}
			}
		}
		return false
	}
	return s, axis("x", across, columnsOfMap) && axis("y", upward, rowsOfMap)
}
