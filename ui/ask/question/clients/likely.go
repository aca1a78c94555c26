package clients

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/calc/estimate"
	"retune/calc/jitter"
	"retune/ui/ask/setting"
)

// A Likely is a client that may have made the attempts of a log. Several clients have the same rule.
type Likely struct {
	Names      []string
	Parameters string  // those that differ from the defaults
	Sure       float64 // probability, if one of the clients of the catalogue made the attempts and each is as likely

	score float64
	rule  jitter.Policy
}

// Nearest returns the clients whose rules agree best with a log, of which s has the fitted policy: each with its
// defaults, or with the parameters nearest to s. A parameter that differs from its default counts as in
// [estimate]'s criterion.
func Nearest(f *estimate.Fit, s setting.Scenario) (list []Likely) {
	n := math.Log(max(2, float64(f.Used)))
	for i := range client.Rows() {
		row := &client.Rows()[i]
		best := Likely{Names: []string{row.Name}, score: math.Inf(-1)}
		tries := []client.Values{row.Defaults()}
		if fit, ok := To(s, row.Name); ok {
			tries = append(tries, fit.Values)
		}
		for _, v := range tries {
			p, err := v.Policy()
			if err != nil {
				continue
			}
			changed, texts := 0.0, []string{}
			for j := range row.Parameters {
				if v.Set(j) {
					changed++
					texts = append(texts, row.Parameters[j].Name+"="+setting.ParameterText(&row.Parameters[j], v.Value(j)))
				}
			}
			if score := f.Likelihood(p) - changed*n; score > best.score {
				best.score, best.rule, best.Parameters = score, p, strings.Join(texts, ",")
			}
		}
		same := slices.IndexFunc(list, func(l Likely) bool {
			return math.Abs(l.score-best.score) < 0.01 && l.rule.Retries == best.rule.Retries
		})
		switch {
		case math.IsInf(best.score, -1):
		case same >= 0 && list[same].Parameters == best.Parameters:
			list[same].Names = append(list[same].Names, row.Name)
		default:
			list = append(list, best)
		}
	}
	slices.SortStableFunc(list, func(a, b Likely) int { return cmp.Compare(b.score, a.score) })
	total := 0.0
	for i := range list {
		list[i].Sure = math.Exp(list[i].score-list[0].score) * float64(len(list[i].Names))
		total += list[i].Sure
	}
	for i := range list {
		list[i].Sure /= total
	}
	slices.SortStableFunc(list, func(a, b Likely) int { return cmp.Compare(b.Sure, a.Sure) })
	return list
}
