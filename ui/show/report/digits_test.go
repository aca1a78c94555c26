package report

import (
	"math"
	"strings"
	"testing"

	"retune/ui/unit"
)

// TestDigits compares the digits of every printed figure with its error in JSON: none is worth less than the error of
// the figure, an exact figure has at most four or is whole, ± stands only beside an error above a percent, and clients
// and servers are whole.
func TestDigits(t *testing.T) {
	seen := 0
	for _, d := range drawn() {
		a, o := d.r.Answer, decoded(t, written(t, "json", d.r))
		for _, q := range a.Quantities() {
			for i, text := range Values(a, q)[:max(1, len(a.Policies))] {
				figures := o.of(i).Quantities
				x, stem := number(figures[q.Key()]), strings.TrimSuffix(q.Key(), q.Kind.Suffix())
				if x == nil || q.Shared && i > 0 {
					continue
				}
				se, e := number(figures[stem+"_se"+q.Kind.Suffix()]), number(figures[stem+"_error"+q.Kind.Suffix()])
				justified(t, d.r.Command+": "+q.Name, q.Kind, text, *x, se, e)
				if off := Errors(a, q)[i]; off != "" && (se == nil || !(*se > 0.01*math.Abs(*x)) || off == "± 0") {
					t.Errorf("%s: %s is printed as %s %s", d.r.Command, q.Name, text, off)
				}
				seen++
			}
		}
		for _, table := range a.Tables {
			for i := range min(table.Len, 20) {
				row, cells := o.Tables[table.Name][i], Row(table, i)
				for j, c := range table.Columns {
					if c.Detail {
						continue
					}
					text := cells[0]
					cells = cells[1:]
					x, stem := number(row[c.Key()]), strings.TrimSuffix(c.Key(), c.Kind.Suffix())
					v := table.Row(i)[j]
					if x == nil || c.IsWords || v.TableText != "" || c.IsYesNo || strings.Contains(c.Name, "error") {
						continue
					}
					se, e := (*float64)(nil), number(row[stem+"_error"+c.Kind.Suffix()])
					if c.Error != "" {
						se = &v.Error
					}
					justified(t, d.r.Command+": "+table.Name+" "+c.Name, c.UnitOf(v), text, *x, se, e)
					seen++
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d figures were compared", seen)
	}
}

// of returns the figures of policy i.
func (o document) of(i int) figuresOf {
	if len(o.Policies) > 0 {
		return o.Policies[i]
	}
	return o.figuresOf
}

// justified checks the digits of a printed figure x with a standard error se or an error bound e, or nil.
func justified(t *testing.T, name string, k unit.Kind, text string, x float64, se, e *float64) {
	t.Helper()
	last := worth(k, text)
	switch {
	case last == 0: // a bound, or not a number
	case k == unit.Count && strings.Contains(text, ".") && !strings.ContainsAny(text, "kMGT"):
		t.Errorf("%s: %s is not whole", name, text)
	case e != nil && last < *e*(1-1e-9):
		t.Errorf("%s: %s, the error is %g", name, text, *e)
	case se != nil && *se > 0.01*math.Abs(x) && last < *se/20,
		se != nil && *se <= 0.01*math.Abs(x) && last < *se/2*(1-1e-9):
		t.Errorf("%s: %s, the standard error is %g", name, text, *se)
	case last < 1e-4*math.Abs(x)*(1-1e-9) && last < 1:
		t.Errorf("%s: %s has more than four digits", name, text)
	}
}

// worth returns what the last digit of a printed number is worth, zeros at its end not counted: 0.1 in 12.3, 1000 in
// 45k. It returns 0 for text that is not a number.
func worth(k unit.Kind, text string) float64 {
	x, err := k.Parse(text)
	at := strings.LastIndexAny(text, "123456789")
	if err != nil || at < 0 {
		return 0
	}
	other := []byte(text)
	if other[at]--; text[at] == '1' {
		other[at] = '2'
	}
	y, err := k.Parse(string(other))
	if err != nil {
		return 0
	}
	return math.Abs(x - y)
}
