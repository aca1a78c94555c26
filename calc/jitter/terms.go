package jitter

import (
	"cmp"
	"slices"
)

// The law of a sum of delays that a cap can cut is a oldMix: each delay is
// either exactly 0, exactly c, or drawn from its piece. A term is one member
// of the oldMix, all the ways to draw from the same few pieces and to be cut
// at c equally often.
//
//	weight  probability of the term
//	cuts    how many delays are exactly c (less how many are exactly -c)
//	draws   which pieces are drawn from
//
// The terms of few draws are the rough ones, points and ramps, and are kept in
// closed form; all others are smooth and left to the series.
type term struct {
	key    uint64
	weight float64
}

// A key holds cuts in its top 16 bits and up to four draws, each an index into
// the pieces plus one, ascending, in 12 bits each.
const (
	keyBits  = 12
	keyMask  = 1<<keyBits - 1
	keyOne   = 1 << (maxWidths * keyBits)
	maxPiece = keyMask - 1
)

// cuts returns the number of delays that are exactly c.
func (t term) cuts() int { return int(int16(t.key / keyOne)) }

// draws returns the number of pieces drawn from.
func (t term) draws() int {
	n := 0
	for k := t.key % keyOne; k != 0; k >>= keyBits {
		n++
	}
	return n
}

// draw returns the key with one draw more, from piece id.
func draw(key uint64, id int) uint64 {
	k, n := key%keyOne, uint64(id+1)
	var out uint64
	shift, placed := 0, false
	for k != 0 || !placed {
		next := k & keyMask
		if !placed && (next == 0 || n <= next) {
			next, placed = n, true
		} else {
			k >>= keyBits
		}
		out |= next << shift
		shift += keyBits
	}
	return key - key%keyOne + out
}

const (
	maxTerms   = 1200  // more make a CDF too slow
	negligible = 1e-18 // weight of a term not worth keeping
)

// A oldMix is the rough part of the law of a sum: the terms with at most most
// draws.
type oldMix struct {
	terms []term
	most  int
}

// with returns the oldMix with one delay more, piece id of its law being p's.
// When the terms become too many, those with the most draws go to the series.
func (m oldMix) with(p part, id int) oldMix {
	next := make([]term, 0, 3*len(m.terms))
	keep := func(key uint64, weight float64) {
		if weight > negligible {
			next = append(next, term{key, weight})
		}
	}
	for _, t := range m.terms {
		keep(t.key, t.weight*p.zero)
		if p.sign > 0 {
			keep(t.key+keyOne, t.weight*p.caps)
		} else {
			keep(t.key-keyOne, t.weight*p.caps)
		}
		if t.draws() < m.most && id <= maxPiece {
			keep(draw(t.key, id), t.weight*p.mass)
		}
	}
	slices.SortStableFunc(next, func(a, b term) int { return cmp.Compare(a.key, b.key) })
	merged := next[:0]
	for _, t := range next {
		if n := len(merged); n > 0 && merged[n-1].key == t.key {
			merged[n-1].weight += t.weight
		} else {
			merged = append(merged, t)
		}
	}
	m.terms = merged
	for len(m.terms) > maxTerms && m.most > 0 {
		m.most--
		m.terms = slices.DeleteFunc(m.terms, func(t term) bool { return t.draws() > m.most })
	}
	return m
}

// A cell is a term made ready to be computed: a law in closed form, moved.
type cell struct {
	weight float64
	at     float64 // seconds: what is added to the law
	box    box
	normal bool
	slice  slice
}

// cell returns the law of a term.
func (t term) cell(pieces []piece, limit float64) cell {
	c := cell{weight: t.weight}
	if n := t.cuts(); n != 0 {
		c.at = float64(n) * limit
	}
	for k := t.key % keyOne; k != 0; k >>= keyBits {
		p := pieces[k&keyMask-1]
		if p.normal {
			c.normal, c.slice = true, p.slice
		} else {
			c.at += p.lo
			c.box = c.box.with(p.w)
		}
	}
	return c
}

// moment returns the weight times E ((x-S)+)^p / p!.
func (c cell) moment(x float64, p int) float64 {
	if c.normal {
		return c.weight * c.slice.moment(x-c.at, p)
	}
	return c.weight * c.box.moment(x-c.at, p)
}

// mean returns the expected value of the law, seconds.
func (c cell) mean() float64 {
	if c.normal {
		return c.at + c.slice.mean()
	}
	return c.at + c.box.length()/2
}

// point reports whether the law is a constant.
func (c cell) point() bool { return !c.normal && c.box.n == 0 }
