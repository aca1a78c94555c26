package client

import (
	"math"
	"slices"

	"retune/calc/jitter"
)

// A remedy is a parameter that may mend what a trap finds: by one of those values, the first
// that does, or where there are none by the nearest value that does. The finding is gone then,
// or if enough is given that says so.
type remedy struct {
	name   string
	to     []float64
	enough func(p jitter.Policy) bool
}

// by adds a remedy to what a trap finds.
func by(trap Trap, name string, to ...float64) Trap {
	return byWhat(trap, func(Values) []remedy { return []remedy{{name: name, to: to}} })
}

// byWhat adds the remedies that the values tell.
func byWhat(trap Trap, remedies func(v Values) []remedy) Trap {
	return func(v Values, p jitter.Policy) Finding {
		f := trap(v, p)
		if f.Text != "" {
			f.remedies = append(f.remedies, remedies(v)...)
		}
		return f
	}
}

// byRole adds the parameters with those roles.
func byRole(trap Trap, roles ...Role) Trap {
	return byWhat(trap, func(v Values) (list []remedy) {
		for _, role := range roles {
			if name := v.Row.name(role); name != "" {
				list = append(list, remedy{name: name})
			}
		}
		return list
	})
}

// byJitter adds what has a policy draw: an amount of jitter, or a word.
func byJitter(trap Trap) Trap {
	return byWhat(trap, func(v Values) (list []remedy) {
		p, _ := v.Policy()
		for _, q := range v.Row.Parameters {
			switch {
			case q.Unit == Word, q.Unit == Truth:
				list = append(list, remedy{name: q.Name})
			case q.Role == Amount && q.Unit == Seconds:
				list = append(list, remedy{name: q.Name, to: []float64{q.Default, p.InitialDelay}})
			case q.Role == Amount:
				list = append(list, remedy{name: q.Name, to: []float64{q.Default, 0.2, 1}})
			}
		}
		return list
	})
}

// Better returns the values with one parameter changed, its place, so that the finding is
// gone, and no other as weighty has come: of the parameters that may mend it that whose value
// changes least, by its ratio, and of it the nearest value, to two digits. ok is false where
// no single parameter mends it within a factor of 30, or where there is no telling how.
func (f Finding) Better(v Values) (better Values, place int, ok bool) {
	nearest := math.Inf(1)
	before := springs(v)
	for _, r := range f.remedies {
		q, i := v.Row.Find(r.name)
		if i < 0 {
			continue
		}
		mends := func(to float64) bool { return f.mended(v.with(i, to), before, r.enough) }
		now := v.of[i]
		if p, err := v.Policy(); err == nil && math.IsNaN(now) && q.Role == Cap {
			now = p.Cap
		}
		to, found := math.NaN(), false
		switch {
		case r.to != nil:
			if at := slices.IndexFunc(r.to, mends); at >= 0 {
				to, found = r.to[at], true
			}
		case q.Unit == Word || q.Unit == Truth:
			for x := q.Least; x <= q.Most && !found; x++ {
				to, found = x, mends(x)
			}
		case now > 0 && !math.IsInf(now, 1):
			to, found = q.nearest(now, mends)
		}
		far := math.Abs(math.Log(to / now))
		if !(far < math.Inf(1)) || q.Unit == Word || q.Unit == Truth {
			far = 1 // as far as a factor of e
		}
		if found && far < nearest {
			better, place, ok, nearest = v.with(i, to), i, true, far
		}
	}
	return better, place, ok
}

// mended tells whether the finding is gone with those values, and no other as weighty has
// come to those there were before. A policy without retries mends nothing.
func (f Finding) mended(v Values, before []Weight, enough func(p jitter.Policy) bool) bool {
	p, err := v.Policy()
	if err != nil || p.MostRetries() == 0 || enough != nil && !enough(p) {
		return false
	}
	for i, w := range springs(v) {
		gone := i == f.place && enough == nil
		if w >= f.Weight && (gone || w > before[i]) {
			return false
		}
	}
	return true
}

// springs is the weight of what each trap finds, 0 for nothing; nil where the values are refused.
func springs(v Values) (list []Weight) {
	p, err := v.Policy()
	if err != nil {
		return nil
	}
	for _, trap := range v.Row.traps() {
		list = append(list, trap(v, p).Weight)
	}
	return list
}

// nearest returns the value nearest to x > 0 of the parameter that mends, by its ratio, up to
// a factor of 30, with as few digits as mend.
func (q *Parameter) nearest(x float64, mends func(float64) bool) (to float64, ok bool) {
	const steps, most = 32, 30
	for i := 1.0; i <= steps; i++ {
		for _, sign := range []float64{1, -1} {
			near, far := x*math.Pow(most, sign*(i-1)/steps), x*math.Pow(most, sign*i/steps)
			if q.Unit == Count {
				near, far = x+sign*math.Round(math.Abs(near-x)), x+sign*math.Ceil(math.Abs(far-x))
			}
			if !(far >= q.Least && far <= q.Most) || !mends(far) {
				continue
			}
			for math.Abs(far-near) > 1e-3*near && !(q.Unit == Count && math.Abs(far-near) <= 1) {
				mid := (near + far) / 2
				if q.Unit == Count {
					mid = math.Round(mid)
				}
				if mends(mid) {
					far = mid
				} else {
					near = mid
				}
			}
			for digits := 2.0; digits <= 6 && q.Unit != Count; digits++ {
				for _, round := range []func(float64) float64{math.Round, math.Ceil, math.Floor} {
					if to := rounded(far, digits, round); mends(to) {
						return to, true
					}
				}
			}
			return far, true
		}
	}
	return 0, false
}

// rounded is x > 0 rounded to so many digits.
func rounded(x, digits float64, round func(float64) float64) float64 {
	unit := math.Pow(10, digits-1-math.Floor(math.Log10(x)))
	return round(x*unit) / unit
}
