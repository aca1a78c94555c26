package question_test

import (
	"fmt"
	"math"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// figure returns the check of a quantity of an answer.
func (c *trial) figure(x answer.Quantity, p *policy) (figure, bool) {
	s, key := p.s, x.Key()
	switch c.q.Name {
	case "fleet", "levers":
		return c.fleet(x, p)
	case "recommend": // see TestRecommendKeeps
		return whichever(), true
	case "what":
		return c.asked(s.Result, p, strings.HasSuffix(x.Name, " relative"))
	case "ratio":
		switch key {
		case "factor":
			return exactly(1 + s.Wanted), true
		case "delay_after_retry_s":
			return exactly(s.Wanted * s.AskAt), true
		case "factor_at_elapsed": // the factor at which the ratio is as wanted
			return func(got float64) (bool, string) {
				y := newPolicy(&s, p.seed, p.steps)
				y.p.Factor = got
				k := y.closed()
				return about(s.Wanted, 1e-6*s.Wanted, slack{})(k.delay(k.by(s.AskAt)+1) / s.AskAt)
			}, true
		}
	case "to-factor", "compare":
		r, to := s.Factor, s.ToFactor
		b := newPolicy(&s, p.seed, p.steps)
		if c.q.Name == "compare" {
			r, to = c.a.p.Factor, c.b.p.Factor
			b = c.b
		} else {
			b.p.Factor = to
		}
		if c.q.Name == "compare" && c.setting(x, p) {
			k, _ := setting.Find(x.Name)
			v, _ := k.Number(&s)
			return exactly(v), true
		}
		n, m := c.a.closed().by(s.AskAt), b.closed().by(s.AskAt)
		switch key {
		case "retries":
			return about(n, 1e-9*n, slack{}), true
		case "retries_to":
			return about(m, 1e-9*m, slack{}), true
		case "retries_ratio":
			if s.AskAt == 0 {
				return whichever(), true
			}
			return about(m/n, 1e-9*m/n, slack{}), true
		case "retries_ratio_approx":
			if r == 1 || to == 1 {
				return func(got float64) (bool, string) {
					return math.IsNaN(got) || math.IsInf(got, 1) || r == to && got == 1, "none"
				}, true
			}
			return exactly(math.Log(r) / math.Log(to)), true
		}
	}
	return p.figures(c.t, key)
}

// setting reports whether a quantity is a setting of the policy, and checks its value.
func (c *trial) setting(x answer.Quantity, p *policy) bool {
	k, ok := setting.Find(x.Name)
	if !ok || k.Name != strings.ReplaceAll(x.Name, " ", "-") { // the failure probability is not the failure rate
		return false
	}
	v, number := k.Number(&p.s)
	return number && k.MayDiffer() && (v == x.Number || v == x.Of(1).Number)
}

// asked returns the check of a result by its name.
func (c *trial) asked(name string, p *policy, relative bool) (figure, bool) {
	s := p.s
	key := map[string]string{"retries-real": "retries_real", "elapsed": "last_retry_at_s",
		"reconnect-delay": "reconnect_delay_max_s"}[name]
	if key == "" {
		r, _ := question.Wanted().Find(name)
		key = r.Setting().Key()
		if !strings.HasSuffix(key, "_s") {
			key = strings.ReplaceAll(name, "-", "_")
		}
	}
	switch {
	case strings.HasPrefix(name, "elapsed-"):
		key = "elapsed_time_" + strings.TrimPrefix(name, "elapsed-") + "_s"
	case name == "ratio" && math.IsNaN(s.AskAt):
		return exactly(s.Factor - 1), true
	case name == "retries-ratio":
		n, m := c.a.closed().by(s.AskAt), c.b.closed().by(s.AskAt)
		if math.IsNaN(s.AskAt) {
			return whichever(), true // as in compare
		}
		return about(m/n, 1e-9*m/n, slack{}), true
	case name == "reconnect-delay" && math.IsNaN(s.Outage.A) || name == "reconnect-delay-mean" && math.IsNaN(s.Outage.A):
		if s.Stateful() {
			return absent(), true
		}
		return whichever(), true // calc's own tests check it
	case relative && name == "reconnect-delay":
		return whichever(), true // the longest wait over the longest outage
	case relative:
		key = "reconnect_delay_relative_mean"
	}
	return p.figures(c.t, key)
}

// table compares the cells of a table.
func (c *trial) table(t answer.Table, a answer.Answer) {
	c.t.Helper()
	rows := min(t.Len, 6)
	for j := range rows {
		i := j
		if t.Len > rows { // the first, the last, and some between
			i = j * (t.Len - 1) / (rows - 1)
		}
		row := t.Row(i)
		for k, col := range t.Columns {
			if col.IsWords || col.IsYesNo {
				continue
			}
			p := c.a
			if strings.Contains(col.Key()+"_", "_b_") {
				p = c.b
			}
			p.unplayed = false
			f, ok := c.cell(t, col.Key(), i, row, p)
			if !ok {
				c.errorf("nobody knows what %s in %s should be", col.Key(), t.Name)
				return
			}
			if len(a.Groups) > 0 && math.IsNaN(row[k].Number) && a.Policies != nil && t.Name == "schedule" {
				continue // the other policy has more retries
			}
			c.judge(fmt.Sprintf("%s row %d %s", t.Name, i, col.Key()), f, row[k].Number, p,
				func() string { return strings.Join(a.Notes(), "; ") })
		}
	}
}

func (c *trial) cell(t answer.Table, key string, i int, row []answer.Value, p *policy) (figure, bool) {
	switch t.Name {
	case "schedule":
		if key == "retry" {
			return exactly(float64(i + 1)), true
		}
		return p.scheduled(strings.Replace(key, "_b_", "_", 1), i+1)
	case "retries_by_deadline":
		if key == "retries" {
			return whichever(), true
		}
		return p.byDeadline(key, row[0].Number)
	case "trade_off":
		if key == "factor" {
			return whichever(), true
		}
		y := newPolicy(&p.s, p.seed, p.steps)
		y.s.Factor, y.p.Factor = row[0].Number, row[0].Number
		y.e = slack{share: 0.1, probability: 0.02, least: 1} // rough values
		if key == "reconnect_p99_s" {
			return whichever(), true // rough values jump from one delay to the next
		}
		return y.figures(c.t, strings.Replace(key, "reconnect_", "reconnect_delay_", 1))
	case "jitter":
		return p.beside(row[0].Words, key)
	case "timeline":
		return c.timeline(key, i, p)
	case "contend":
		return whichever(), true // calc/contention compares with the published simulator
	case "limits", "levers", "edges":
		return whichever(), true
	}
	return nil, false
}
