package estimate

import (
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A measure has what is measured of the delays before one retry.
type measure struct {
	n                     float64
	mean, sd, least, most float64 // seconds
}

// measured returns the measures of retries 1, 2, ... up to the first without a delay.
func measured(list []delay) (of []measure) {
	for k := 1; ; k++ {
		m, mean := measure{least: math.Inf(1)}, numeric.Mean{}
		for _, d := range list {
			if d.retry == k {
				m.n++
				mean.Add(d.y)
				m.least, m.most = min(m.least, d.y), max(m.most, d.y)
			}
		}
		if m.n == 0 {
			return of
		}
		if m.mean = mean.Value(); m.n > 1 {
			m.sd = math.Sqrt(mean.Variance())
		}
		of = append(of, m)
	}
}

// A group is a part of the candidates. The next one is tried only if no candidate of the ones before agrees with the
// log.
type group struct{ rare, listed bool }

var groups = []group{{}, {rare: true}, {listed: true}}

// candidates returns the candidates of a group at their starting points.
func (s *search) candidates(g group) (list []candidate) {
	for i := range jitter.Types {
		kind := jitter.Type(i)
		row := kind.Row()
		same := row.TwoAmounts || scaled(row) && kind != jitter.Spread // its laws are those of spread
		if same || row.Rare != g.rare || g.listed && (row.After != nil || len(s.of) < 2 || len(s.of) > mostListed) {
			continue
		}
		list = append(list, s.started(kind, g, false, false))
		if g.listed || len(s.of) < 3 || row.Path != nil {
			continue
		}
		list = append(list, s.started(kind, g, true, false))
		if row.After == nil && kind != jitter.None {
			list = append(list, s.started(kind, g, true, true))
		}
	}
	return list
}

// free returns the free parameters of a type.
func (s *search) free(row *jitter.Row, g group, capped bool) (list []Name) {
	switch list = []Name{Initial}; {
	case g.listed:
		list = slices.Repeat([]Name{Each}, len(s.of))
	case len(s.of) > 1 && row.DependsOnFactor():
		list = append(list, Factor)
	}
	if capped {
		list = append(list, Cap)
	}
	if row.Unit != jitter.NoAmount {
		list = append(list, Amount)
	}
	if list = append(list, Overhead); !s.fixed {
		list = append(list, Noise)
	}
	return list
}

// started returns a candidate at its best starting point.
func (s *search) started(kind jitter.Type, g group, capped, after bool) candidate {
	row := kind.Row()
	best := candidate{cost: math.Inf(1)}
	for _, amount := range s.amounts(row) {
		for _, start := range s.starts(kind, amount, capped) {
			c := candidate{kind: kind, after: after, limits: s.limits, free: s.free(row, g, capped), reach: len(s.of)}
			if capped {
				reach := 1 + math.Floor(math.Log(start[Cap]/start[Initial])/math.Log(start[Factor])+1e-9)
				c.reach = int(max(2, min(float64(c.reach), reach)))
			}
			for i, name := range c.free {
				x := math.Log(start[name])
				switch name {
				case Each:
					x = math.Log(max(1e-6, s.around(kind, amount, i)))
				case Factor:
					x = math.Log(start[Initial] * math.Pow(start[Factor], float64(c.reach-1)))
				case Amount:
					x = lineOf(row, amount)
				case Overhead:
					x = 0.1 * min(s.limits.shift, mostNoise)
				case Noise:
					x = (math.Log(s.limits.least) + 2*math.Log(s.limits.most)) / 3
				}
				c.x = append(c.x, x)
			}
			if c.cost = s.cost(&c, c.x, s.few, 0.1*s.of[0].sd); c.cost < best.cost || best.x == nil {
				best = c
			}
		}
	}
	return best
}

// amounts returns the amounts of jitter that a search starts from.
func (s *search) amounts(row *jitter.Row) (list []float64) {
	switch row.Unit {
	case jitter.NoAmount:
		return []float64{0}
	case jitter.Multiplier:
		return []float64{1, 2, 3, 5}
	case jitter.Seconds:
		for _, m := range []float64{0.15, 0.3, 0.5, 1} {
			list = append(list, max(1e-6, m*(s.of[0].most-s.of[0].least)))
		}
		return list
	}
	for _, j := range []float64{0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1} {
		if j <= row.MaxAmount {
			list = append(list, j)
		}
	}
	return list
}

// around returns the delay before jitter of retry k+1 that gives the mean delay, seconds.
func (s *search) around(kind jitter.Type, amount float64, k int) float64 {
	row, d := kind.Row(), max(1e-6, s.of[k].mean)
	if row.After != nil || row.Path != nil {
		return d
	}
	c := candidate{kind: kind, free: []Name{Initial, Amount}}
	p, _ := c.policy([]float64{math.Log(d), lineOf(row, amount)})
	mean := p.Retry(1).Mean()
	if row.Unit == jitter.Seconds {
		return max(d/100, 2*d-mean)
	}
	return d * d / mean
}

// starts returns initial delay, factor and cap for a type with an amount: those that give the mean delays.
func (s *search) starts(kind jitter.Type, amount float64, capped bool) (list []map[Name]float64) {
	row, n := kind.Row(), len(s.of)
	d := make([]float64, n)
	for k := range d {
		d[k] = s.around(kind, amount, k)
	}
	growing := func(upTo int) map[Name]float64 { // least squares of log d_k on k
		var w, sx, sy, sxx, sxy float64
		for k := range upTo {
			x, y := float64(k), math.Log(d[k])
			w, sx, sy, sxx, sxy = w+s.of[k].n, sx+s.of[k].n*x, sy+s.of[k].n*y, sxx+s.of[k].n*x*x, sxy+s.of[k].n*x*y
		}
		slope := 0.0
		if upTo > 1 {
			slope = max(0, (w*sxy-sx*sy)/(w*sxx-sx*sx))
		}
		return map[Name]float64{Initial: math.Exp((sy - slope*sx) / w), Factor: math.Exp(slope)}
	}
	if !capped {
		start := growing(n)
		list = append(list, start)
		if row.After != nil || row.Path != nil {
			f := max(1, start[Factor]-amount/2)
			list = append(list, map[Name]float64{Initial: max(1e-6, s.of[0].least), Factor: f},
				map[Name]float64{Initial: start[Initial] * 1.3, Factor: start[Factor]})
		}
		return list
	}
	for from := 1; from < n; from++ { // the first retry at the cap, less 1
		start := growing(from)
		if from == 1 {
			start[Factor] = max(1.01, d[1]/d[0])
		}
		for _, c := range []float64{slices.Max(d[from:]), s.of[n-1].mean, s.of[n-1].most} {
			if c > start[Initial] {
				list = append(list, map[Name]float64{Initial: start[Initial], Factor: start[Factor], Cap: c})
			}
		}
	}
	if row.After != nil {
		list = append(list, map[Name]float64{Initial: max(1e-6, s.of[0].least), Factor: 1, Cap: s.of[n-1].most})
	}
	if list == nil {
		list = append(list, map[Name]float64{Initial: d[0], Factor: 1.01, Cap: 1.01 * d[0]})
	}
	return list
}
