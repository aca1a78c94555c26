package answer

import "context"

// Wants says what an answer holds besides its figures, because it can take long.
type Wants struct {
	Charts bool // its charts
	Exact  bool // the slow curves of its charts, which only documents draw
	Rows   bool // all rows: of a long table, else its first [MaxHeldRows] and the last; of a table that text leaves out
	Tables bool // tables that take longer than the rest of the answer
}

type wantsKey struct{}

// WithWants returns a context in which a question computes what is wanted.
func WithWants(ctx context.Context, w Wants) context.Context {
	return context.WithValue(ctx, wantsKey{}, w)
}

// Wanted returns what ctx wants: charts alone, unless [WithWants] says otherwise.
func Wanted(ctx context.Context) Wants {
	if w, ok := ctx.Value(wantsKey{}).(Wants); ok {
		return w
	}
	return Wants{Charts: true}
}

// SetCharts sets the charts of the answer.
func (a *Answer) SetCharts(charts ...Chart) {
	a.Charts = charts
	for i := range charts {
		charts[i].Policies = a.Policies
	}
}
