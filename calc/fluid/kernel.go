package fluid

import (
	"math"

	"retune/calc/jitter"
)

// normalBoxes is how many boxes a normal law is cut into, over eight standard
// deviations.
const normalBoxes = 16

// kernel returns the law of one delay around the envelope e as boxes. Uniform
// laws are one, and a point where the cap cuts them; a normal is a histogram
// with its mean and variance.
func kernel(p jitter.Policy, e float64) []box {
	d := p.One(e)
	lo, hi := d.Support()
	switch {
	case lo == hi:
		return []box{{lo, lo, 1}}
	case p.Jitter.Type == jitter.NormalAbsolute || p.Jitter.Type == jitter.NormalRelative:
		return normal(p, e)
	case d.Atom(hi) > 0:
		return []box{{lo, hi, 1 - d.Atom(hi)}, {hi, hi, d.Atom(hi)}}
	}
	return []box{{lo, hi, 1}}
}

// normal returns normal jitter around e, cut at 0 and after the draw at the cap.
// A histogram of width v, in standard deviations, adds v^2/12 to the variance of
// what it cuts: the boxes are drawn narrower by as much (Sheppard's correction).
func normal(p jitter.Policy, e float64) []box {
	limit := math.Inf(1)
	if p.CapAfter {
		limit = p.Cap
	} else {
		e = math.Min(e, p.Cap)
	}
	sd := p.Jitter.Amount
	if p.Jitter.Type == jitter.NormalRelative {
		sd *= e
	}
	const v = 8.0 / normalBoxes
	narrow := sd / math.Sqrt(1+v*v/12)
	var boxes []box
	floor, top := box{0, 0, 0}, box{limit, limit, 0}
	below := 0.0
	for i := range normalBoxes {
		z := v * float64(i+1-normalBoxes/2)
		upTo := math.Erfc(-z/math.Sqrt2) / 2
		if i == normalBoxes-1 {
			upTo = 1
		}
		b := box{e + narrow*(z-v), e + narrow*z, upTo - below}
		below = upTo
		density := b.p / (b.hi - b.lo)
		floor.p += density * math.Max(0, math.Min(b.hi, 0)-b.lo)
		top.p += density * math.Max(0, b.hi-math.Max(b.lo, limit))
		b.lo, b.hi = math.Max(b.lo, 0), math.Min(b.hi, limit)
		if b.lo < b.hi {
			b.p = density * (b.hi - b.lo)
			boxes = append(boxes, b)
		}
	}
	for _, b := range []box{floor, top} {
		if b.p > 0 {
			boxes = append(boxes, b)
		}
	}
	return boxes
}
