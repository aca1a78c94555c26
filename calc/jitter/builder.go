package jitter

import "math"

// A builder adds up delays one by one and gives the law of each partial sum.
type builder struct {
	limit  float64 // c where a delay can be cut at it, seconds
	target float64 // wanted error of a CDF
	most   int     // terms of a series, at most

	shift, mean, variance, lo, hi total
	groups                        []group
	pieces                        []piece
	oldMix                        oldMix
	spread                        float64 // sum of the variance proxies of the normals
	gauss                         int     // the group that all normals without a cut share, plus one
	others                        []part  // all parts but those normals, in order
	wave                          wave
}

// newBuilder returns the builder of the empty sum, 0. Normals have a closed
// form up to one draw, uniforms up to four.
func newBuilder(limit float64, normals bool, effort Effort) *builder {
	b := &builder{limit: limit, target: 1e-12, most: 1 << 12}
	if effort == Coarse {
		b.target, b.most = 1e-9, 1<<9
	}
	b.oldMix = oldMix{terms: []term{{0, 1}}, most: maxWidths}
	if normals {
		b.oldMix.most = 1
	}
	return b
}

// pause adds a time that is not drawn.
func (b *builder) pause(seconds float64) {
	b.shift = b.shift.plus(seconds)
}

// add adds one delay.
func (b *builder) add(d Dist) {
	p, ok := partOf(d)
	if !ok {
		b.pause(d.Quantile(0.5))
		return
	}
	b.mean = b.mean.plus(d.Mean())
	b.variance = b.variance.plus(d.Variance())
	b.part(p, d)
}

// part adds the draw of p; d has its support.
func (b *builder) part(p part, d Dist) {
	lo, hi := d.Support()
	if p.sign < 0 {
		lo, hi = -hi, -lo
	}
	b.lo, b.hi = b.lo.plus(lo), b.hi.plus(hi)
	if p.normal {
		// Cutting is a contraction, so that a sum of cut normals strays from
		// its mean no further than the sum of the normals does.
		sigma := math.Min(p.slice.sigma, b.limit/2)
		b.spread += sigma * sigma
	}
	if p.gaussian() && b.gauss > 0 {
		// Normals without a cut add up to one.
		g := &b.groups[b.gauss-1]
		g.slice.mu += p.slice.mu
		g.slice.sigma = math.Hypot(g.slice.sigma, p.slice.sigma)
		for i := range b.pieces {
			if b.pieces[i].normal && math.IsInf(b.pieces[i].slice.lo, -1) && math.IsInf(b.pieces[i].slice.hi, 1) {
				b.pieces[i] = g.piece
			}
		}
		return
	}
	if !p.gaussian() {
		b.others = append(b.others, p)
	}
	b.oldMix = b.oldMix.with(p, b.piece(p.piece))
	if n := len(b.groups); n > 0 && b.groups[n-1].part == p {
		b.groups[n-1].count++
		return
	}
	b.groups = append(b.groups, group{p, 1})
	if p.gaussian() {
		b.gauss = len(b.groups)
	}
}

// piece returns the index of p among the pieces.
func (b *builder) piece(p piece) int {
	for i := len(b.pieces) - 1; i >= 0; i-- {
		if b.pieces[i] == p {
			return i
		}
	}
	b.pieces = append(b.pieces, p)
	return len(b.pieces) - 1
}

// law returns the law of what was added so far.
func (b *builder) law() law {
	shift := b.shift.value()
	if len(b.groups) == 0 || math.IsInf(shift, 1) {
		return constant(shift)
	}
	s := &sum{
		shift:    shift,
		average:  b.shift.plus(b.mean.hi).plus(b.mean.lo).value(),
		variance: b.variance.value(),
		lo:       b.lo.value(),
		hi:       b.hi.value(),
		errors:   1e-14,
	}
	rest, first := total{1, 0}, b.mean
	s.cells = make([]cell, 0, len(b.oldMix.terms))
	for _, t := range b.oldMix.terms {
		c := t.cell(b.pieces, b.limit)
		s.cells = append(s.cells, c)
		rest = rest.plus(-c.weight)
		first = first.plus(-c.weight * c.mean())
	}
	for i := range s.cells { // the ends are points to the last bit
		for _, end := range [2]float64{s.lo, s.hi} {
			if c := &s.cells[i]; c.point() && math.Abs(c.at-end) < rounding*math.Abs(end) {
				c.at = end
			}
		}
	}
	draws := 0
	for _, g := range b.groups {
		draws += g.count
	}
	if draws <= b.oldMix.most || rest.value() < 1e-15 {
		return s
	}
	s.series = b.smooth(s, rest.value(), first.value())
	return s
}

// smooth returns the series of what the oldMix leaves, and adds its error to
// that of s. Its interval is the support, or all of it but 1e-16: a sum X of
// normals that contractions have cut satisfies
//
//	P(|X - E X| > t) <= 2 e^(-t^2/(2 sum of sigma^2))
//
// Source: Boucheron, Lugosi, Massart, Concentration Inequalities, 2013,
// theorem 5.6.
func (b *builder) smooth(s *sum, rest, first float64) *series {
	lo, hi := s.lo, s.hi
	target, most, plain := b.target, b.most, b.plain()
	if b.spread > 0 {
		reach := 8.7 * math.Sqrt(b.spread)
		lo = math.Max(lo, b.mean.value()-reach)
		hi = math.Min(hi, b.mean.value()+reach)
	}
	span := hi - lo
	at := lo + span/2
	if plain {
		target, most = 3e-15, 1<<15
	} else {
		span = period(span)
	}
	end := func(n int) float64 { return remainder(b.groups, b.oldMix.most, n, span, target) }
	n := length(end, target, most)
	s.errors += end(n)
	if plain {
		re := make([]float64, n)
		product(re, b.groups, span)
		return newSeries(at, span, rest, first-rest*at, re, nil)
	}
	about := 0.0
	for _, g := range b.groups {
		about += float64(g.count) * g.middle()
	}
	var gauss *part
	if b.gauss > 0 {
		gauss = &b.groups[b.gauss-1].part
	}
	b.wave.advance(b.others, b.oldMix.most, n, span, b.limit)
	re, im := b.wave.series(gauss, n, at, about)
	return newSeries(at, span, rest, first-rest*at, re, im)
}

// plain reports whether every part is a uniform that no cap cuts.
func (b *builder) plain() bool {
	for _, g := range b.groups {
		if g.normal || !g.whole() {
			return false
		}
	}
	return true
}
