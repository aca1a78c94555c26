package check

import (
	"math"

	"retune/ui/query"
)

// none judges that a question has no answer.
func (c *trial) none(n *query.None) {
	c.t.Helper()
	if n.Reason == "" {
		c.errorf("it has no answer and no reason")
	}
}

// word judges a quantity that is said in words.
func (c *trial) word(x query.Quantity, a query.Answer) {}

// solved is a proposal asked forwards: it gives what is said to be achieved.
func (c *trial) solved(x query.Quantity, a query.Answer) (figure, bool) {
	s := c.a.s
	list := a.Groups[0].Quantities
	switch x.Key() {
	case "wanted":
		return exactly(s.Wanted), true
	case "achieved":
		got, ok := forwards(s, s.Turn, list[0].A, s.Want)
		if !ok {
			return nil, false
		}
		return about(got, 0, slack{share: 1e-6}), true
	}
	return whichever(), true
}

// alternative is another knob that is said to do it.
func (c *trial) alternative(name, key string, row []float64) (figure, bool) {
	s := c.a.s
	if key != "value" || math.IsNaN(row[0]) {
		return whichever(), true
	}
	got, ok := forwards(s, name, row[0], s.Want)
	if !ok {
		return nil, false
	}
	return func(float64) (bool, string) {
		return math.Abs(got-s.Wanted) <= 0.02*math.Abs(s.Wanted) || row[0] == math.Trunc(row[0]), "a value that gives what is wanted, but it gives " + c.a.s.Want
	}, true
}

// recommended is a proposal and what it does.
func (c *trial) recommended(x query.Quantity, a query.Answer) (figure, bool) {
	return whichever(), true
}
