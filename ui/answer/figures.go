package answer

// Figure is the quantity of that name, if the answer has it.
func (a Answer) Figure(name string) (Quantity, bool) {
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			if q.Name == name {
				return q, true
			}
		}
	}
	return Quantity{}, false
}

// Says is the figure of that name for policy i as text, or "" where there is none, for a
// sentence that is to say it.
func (a Answer) Says(name string, i int) string {
	q, ok := a.Figure(name)
	v := q.Of(i)
	switch {
	case !ok || v.Status != "":
		return ""
	case v.Words != "":
		return v.Words
	}
	return q.Kind.Format(v.Number)
}

// Value is the figure of that name for policy i, absent where the answer has none.
func (a Answer) Value(name string, i int) Value {
	q, ok := a.Figure(name)
	if !ok {
		return Value{Status: NotApplicable}
	}
	return q.Of(i)
}
