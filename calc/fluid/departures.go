package fluid

// Departures are answers that are due: by cell lists of them.
type departures struct {
	heads   []int32 // by cell: 1 + the answer put in last, 0 without one
	answers []dueAnswer
	spare   int32 // 1 + the first place that is free again, 0 without one
}

type dueAnswer struct {
	cohort int
	m, at  float64
	before int32 // in the list, 1 + its place, 0 at its end
}

func newDepartures(g grid) departures { return departures{heads: make([]int32, g.n)} }

// put promises m answers to attempts of cohort i at time t. Those that would be due
// in cell j or before, which has been worked at, come with the next one's.
func (p *departures) put(g *grid, j, i int, m, t float64) {
	k := max(j+1, g.cell(t))
	if k >= g.n {
		return
	}
	a := dueAnswer{i, m, t, p.heads[k]}
	if p.spare > 0 {
		p.heads[k] = p.spare
		p.spare, p.answers[p.spare-1] = p.answers[p.spare-1].before, a
		return
	}
	p.answers = append(p.answers, a)
	p.heads[k] = int32(len(p.answers))
}

// each calls do for the answers that are due in cell j, and forgets them.
func (p *departures) each(j int, do func(a dueAnswer)) {
	for k := p.heads[j]; k > 0; {
		a := p.answers[k-1]
		do(a)
		p.answers[k-1].before, p.spare = p.spare, k
		k = a.before
	}
}
