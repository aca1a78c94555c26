package fluid

// Departures are answers that are due, by cell.
type departures [][]dueAnswer

type dueAnswer struct {
	cohort int
	m, at  float64
}

// put promises m answers to attempts of cohort i at time t. Those that would be due
// in cell j or before, which has been worked at, come with the next one's.
func (p departures) put(g *grid, j, i int, m, t float64) {
	if k := max(j+1, g.cell(t)); k < g.n {
		p[k] = append(p[k], dueAnswer{i, m, t})
	}
}

// answers gives the answers that are due in cell j.
func (p departures) answers(f *model, j int) {
	due := p.take(j)
	f.did += perAnswer * len(due)
	for _, a := range due {
		f.answer(a.cohort, a.m, a.at)
	}
}

// take takes out the answers that are due in cell j.
func (p departures) take(j int) []dueAnswer {
	due := p[j]
	p[j] = nil
	return due
}
