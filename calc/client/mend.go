package client

import (
	"math"
	"slices"

	"retune/calc/jitter"
)

// A Better is values that mend a finding.
type Better struct {
	Values          // with one parameter changed
	Place  int      // of that parameter
	Gives  Sentence // what it comes to then
}

// Better returns the values with one parameter changed so that the finding is gone, and no
// other as weighty has come: of the parameters that may mend it that whose value changes
// least, by its ratio, and of it the nearest value, to two digits. Where no single parameter
// mends it within a factor of 100, or there is no telling how, ok is false and why says so.
func (f Finding) Better(v Values) (better Better, why Sentence, ok bool) {
	why = Sentence{Text: f.why}
	if f.why == "" {
		why.Text = "no parameter changes that"
	}
	nearest, price := math.Inf(1), math.Inf(1)
	var remedies []remedy
	if f.remedies != nil {
		remedies = f.remedies(v)
	}
	before := springs(v)
	for _, r := range remedies {
		q, i := v.Row.Find(r.name)
		if i < 0 {
			continue
		}
		now := v.of[i]
		if p, err := v.Policy(); err == nil && math.IsNaN(now) && q.Role == Cap {
			now = p.Cap
		}
		if f.why == "" && math.IsInf(price, 1) {
			why.Text = "no single value changes that"
		}
		to, brings := r.search(q, now, func(to float64) (bool, Finding) { return f.mended(v.with(i, to), before, r.enough) })
		far := math.Abs(math.Log(to / now))
		if !(far < math.Inf(1)) || q.Unit == Word || q.Unit == Truth {
			far = 1 // as far as a factor of e
		}
		switch {
		case math.IsNaN(to):
		case brings.Text == "" && far < nearest:
			better, ok, nearest = Better{Values: v.with(i, to), Place: i}, true, far
		case brings.Text != "" && far < price:
			why, price = q.brings(to, brings), far
		}
	}
	if !ok {
		return better, why, false
	}
	p, _ := better.Policy()
	if f.gives != nil {
		better.Gives = f.gives(better.Values, p)
	}
	if better.Gives.Text == "" {
		better.Gives = makes(p)
	}
	return better, Sentence{}, true
}

// search returns the nearest value to now that mends and brings nothing, or else one that
// mends and brings something, or NaN.
func (r remedy) search(q *Parameter, now float64, mended func(to float64) (bool, Finding)) (to float64, brings Finding) {
	some := false
	for _, clean := range []bool{true, false} {
		mends := func(to float64) bool {
			gone, brings := mended(to)
			some = some || gone
			return gone && (!clean || brings.Text == "")
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
		if found {
			_, brings = mended(to)
			return to, brings
		}
		if !some {
			break
		}
	}
	return math.NaN(), Finding{}
}

// brings says what else comes with a value that mends a finding.
func (q *Parameter) brings(to float64, f Finding) Sentence {
	value, figures := "{}", f.Figures
	switch q.Unit {
	case Word:
		value = q.Words[int(to)]
	case Truth:
		value = map[float64]string{0: "false", 1: "true"}[to]
	default:
		figures = append([]Figure{{X: to, Unit: q.Unit}}, figures...)
	}
	return Sentence{q.Name + "=" + value + " would, but then: " + f.Text, figures}
}

// mended tells whether the finding is gone with those values, and what as weighty as it has
// come to what there was before. A policy without retries mends nothing.
func (f Finding) mended(v Values, before []Finding, enough func(p jitter.Policy) bool) (gone bool, brings Finding) {
	p, err := v.Policy()
	if err != nil || p.MostRetries() == 0 || enough != nil && !enough(p) {
		return false, Finding{}
	}
	for i, g := range springs(v) {
		switch {
		case g.Weight >= f.Weight && i == f.place && enough == nil:
			return false, Finding{}
		case g.Weight >= f.Weight && g.Weight > before[i].Weight && g.Weight > brings.Weight:
			brings = g
		}
	}
	return true, brings
}

// springs is what each trap finds; nil where the values are refused.
func springs(v Values) (list []Finding) {
	p, err := v.Policy()
	if err != nil {
		return nil
	}
	for _, trap := range v.Row.traps() {
		list = append(list, trap(v, p))
	}
	return list
}

// nearest returns the value nearest to x > 0 of the parameter that mends, by its ratio, up to
// a factor of 100, with as few digits as mend.
func (q *Parameter) nearest(x float64, mends func(float64) bool) (to float64, ok bool) {
	const steps, most = 32, 100
	grain := q.Grain
	if q.Unit == Count {
		grain = 1
	}
	for i := 1.0; i <= steps; i++ {
		for _, sign := range []float64{1, -1} {
			near, far := x*math.Pow(most, sign*(i-1)/steps), x*math.Pow(most, sign*i/steps)
			if grain > 0 {
				near, far = q.Nearest(x+sign*grain*math.Round(math.Abs(near-x)/grain)), q.Nearest(x+sign*grain*math.Ceil(math.Abs(far-x)/grain))
			}
			if !(far >= q.Least && far <= q.Most) || !mends(far) {
				continue
			}
			for math.Abs(far-near) > math.Max(1e-3*near, 1.5*grain) {
				if mid := q.Nearest((near + far) / 2); mends(mid) {
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
