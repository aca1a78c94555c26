package fit

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/estimate"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A comparison holds a policy that is believed to be in use against a log.
type comparison struct {
	expected setting.Scenario
	fitted   setting.Scenario
	delays   bool // the delays agree with its law
	rows     [][]string
	says     []string
}

// compared returns the table that compares a policy with the log, a sentence, and whether they agree.
func compared(f *estimate.Fit, believed *setting.Scenario) (t answer.Table, summary string, same bool) {
	a := f.Against(believed.Policy)
	c := comparison{expected: *believed, fitted: setting.Default(), delays: len(a.Why) == 0}
	c.fitted.Policy = f.Policy
	for _, q := range f.Parameters {
		if k, ok := setting.Find(string(q.Name)); ok && q.Name != estimate.Each && q.Name != estimate.Amount {
			c.parameter(k, q)
		}
	}
	agrees := "yes"
	was, now := setting.JitterText(believed.Policy.Jitter), setting.JitterText(f.Policy.Jitter)
	if !c.delays && was != now {
		agrees = "no"
		c.says = append(c.says, fmt.Sprintf("configured jitter %s, seen %s", was, now))
	}
	c.rows = append(c.rows, []string{"jitter", was, now, agrees})
	same = c.delays && a.Retries && deadlineAgrees(f, believed.Policy)
	summary = "The configured policy does not agree with the log"
	if same {
		summary = "The configured policy agrees with the log"
	}
	if len(c.says) > 0 {
		summary += ": " + strings.Join(c.says, "; ")
	}
	return answer.WordTable("compared", "setting, configured, seen, agrees", c.rows), summary + ".", same
}

// parameter compares one parameter. Delays that agree may be written with other numbers.
func (c *comparison) parameter(k setting.Setting, q estimate.Parameter) {
	x, _ := k.Number(&c.expected)
	was, seen, agrees := k.Show(&c.expected), k.Show(&c.fitted), "yes"
	outside := x < q.Lo*(1-1e-9) || x > q.Hi*(1+1e-9)
	switch {
	case !q.Seen && outside:
		agrees, seen = "no", "at least "+kindOf(q.Name, c.expected.Policy).Format(q.Lo)
		c.says = append(c.says, fmt.Sprintf("configured %s %s, seen %s", k.Name, was, seen))
	case !q.Seen && math.IsInf(x, 1):
		seen = "not seen"
	case !q.Seen:
		agrees, seen = "not reached", "not seen"
		c.says = append(c.says, fmt.Sprintf("the %s of %s was never reached", k.Name, was))
	case q.Name == estimate.Retries && x != q.Best:
		agrees = "no"
		c.says = append(c.says, fmt.Sprintf("configured %s, seen %s", answer.Counted(x+1, "attempt", "attempts"),
			unit.Count.Format(q.Best+1)))
	case outside && (!c.delays || q.Name == estimate.Deadline):
		agrees = "no"
		c.says = append(c.says, fmt.Sprintf("configured %s %s, seen %s", k.Name, was, seen))
	}
	c.rows = append(c.rows, []string{k.Name, was, seen, agrees})
}

// deadlineAgrees reports whether the deadline of a policy agrees with the log.
func deadlineAgrees(f *estimate.Fit, p jitter.Policy) bool {
	d := f.End.Deadline
	if !d.Seen {
		return p.Deadline >= d.Lo*(1-1e-3) || p.Rule.Stop != jitter.LookAhead
	}
	return p.Deadline >= d.Lo*(1-1e-3) && p.Deadline <= d.Hi*(1+1e-3)
}
