package check

import (
	"math"

	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/unit"
)

// none judges that a question has no answer.
func (c *trial) none(n *answer.None) {
	c.t.Helper()
	switch s := c.a.s; {
	case n.Reason == "":
		c.errorf("it has no answer and no reason")
	case c.q.Name == "solve":
		if place, ok := c.seek(); ok {
			c.errorf("no answer (%s), but %v gives %v", n.Reason, place, s.Wanted)
		}
	case c.q.Name == "recommend":
		if best := c.fewest(); best < math.Inf(1) {
			c.errorf("no answer (%s), but there is a policy with %v retries", n.Reason, best)
		}
	}
}

// seek looks for a place of the knob at which the result is what is wanted: between
// two places of its track between which the result passes it, by halving.
func (c *trial) seek() (place float64, ok bool) {
	s := c.a.s
	k, _ := knob.Find(s.Turn)
	if k.Kind() == unit.Count {
		return 0, false // it may step over what is wanted
	}
	var before, x float64
	for i := range 25 {
		moved := s
		k.Move(&moved, float64(i)/24)
		at, number := k.Number(moved)
		y, can := forwards(s, s.Turn, at, s.Want)
		if !number || math.IsInf(at, 0) || !can || math.IsNaN(y) || math.IsInf(y, 0) {
			x = math.NaN()
			continue
		}
		if i > 0 && (before-s.Wanted)*(y-s.Wanted) < 0 && !math.IsNaN(x) {
			lo, hi, low := x, at, before < s.Wanted
			for range 60 {
				mid := (lo + hi) / 2
				z, _ := forwards(s, s.Turn, mid, s.Want)
				if math.Abs(z-s.Wanted) <= 1e-9*math.Abs(s.Wanted) {
					return mid, true
				}
				if (z < s.Wanted) == low {
					lo = mid
				} else {
					hi = mid
				}
			}
		}
		before, x = y, at
	}
	return 0, false
}

// word judges a quantity that is said in words.
func (c *trial) word(x answer.Quantity, a answer.Answer) {
	c.t.Helper()
	if x.Key() == "verdict" && x.Words == "" {
		c.errorf("a fleet without a verdict")
	}
}

// solved is a proposal asked forwards: it gives what is said to be achieved.
func (c *trial) solved(x answer.Quantity, a answer.Answer) (figure, bool) {
	s := c.a.s
	switch x.Key() {
	case "wanted":
		return exactly(s.Wanted), true
	case "achieved":
		got, ok := forwards(s, s.Turn, a.Groups[0].Quantities[0].A, s.Want)
		if !ok {
			return nil, false
		}
		return about(got, 0, slack{share: 1e-6}), true
	}
	return whichever(), true // a span of places, or the place itself
}

// alternative is another knob that is said to do it.
func (c *trial) alternative(name, key string, row []float64) (figure, bool) {
	s := c.a.s
	if k, _ := knob.Find(name); key != "value" || math.IsNaN(row[0]) || k.Kind() == unit.Count {
		return whichever(), true
	}
	got, ok := forwards(s, name, row[0], s.Want)
	if !ok {
		return nil, false
	}
	return func(float64) (bool, string) { // the quick one, of which the answer says that it is one
		right, want := about(s.Wanted, 0, slack{share: 0.02})(got)
		if w, _ := query.Wanted.Find(s.Want); w.Floor { // what is wanted is a bound: where the result jumps, or never is there, it is kept
			right = right || got > s.Wanted
		} else {
			right = right || got < s.Wanted
		}
		return right, "a " + s.Want + " of " + want + ", but it gives " + unit.Number.Exact(got)
	}, true
}

// recommended is a proposal: nothing makes fewer retries.
func (c *trial) recommended(x answer.Quantity, a answer.Answer) (figure, bool) {
	if x.Key() != "retries" || c.a.p.Jitter.Type != jitter.None {
		return whichever(), true
	}
	s, best := c.a.s, c.fewest()
	if math.IsNaN(s.Within) && math.IsNaN(s.MaxReconnect) && math.IsNaN(s.MaxRatio) {
		return whichever(), true // then it has the least factor that keeps the retries
	}
	y := newPolicy(s, 0, 0)
	for _, g := range a.Groups {
		for _, x := range g.Quantities {
			switch x.Key() {
			case "initial_delay_s":
				y.p.InitialDelay = x.A
			case "factor":
				y.p.Factor = x.A
			case "cap_s":
				y.p.Cap = x.A
			}
		}
	}
	return func(got float64) (bool, string) {
		k := y.closed()
		return got <= best*1.01+0.02 && keeps(s, k, got) && math.Abs(k.by(s.AskAt)-got) <= 1e-6*got,
			unit.Number.Exact(best) + " at most, and the limits kept"
	}, true
}

// fewest is the fewest retries by T of all policies without jitter that keep the
// limits after every outage up to T, tried one by one: factors from 1.01 to 4 with
// caps of all lengths. It is +Inf if none does.
func (c *trial) fewest() float64 {
	s, best := c.a.s, math.Inf(1)
	if c.a.p.Jitter.Type != jitter.None {
		return best
	}
	y := newPolicy(s, 0, 0)
	if !math.IsNaN(s.MaxInitial) {
		y.p.InitialDelay = s.MaxInitial
	}
	a := y.p.InitialDelay
	caps := []float64{math.Inf(1), s.Within - y.p.AttemptTime, s.MaxReconnect - y.p.AttemptTime, a}
	for i := range 30 {
		caps = append(caps, a*math.Exp(float64(i)/29*math.Log(4*s.AskAt/a+2)))
	}
	for hundredths := 101; hundredths <= 400; hundredths += 1 + hundredths/40 {
		y.p.Factor = float64(hundredths) / 100
		for _, top := range caps {
			y.p.Cap = math.Min(top, s.Cap)
			if !(y.p.Cap >= a) {
				continue
			}
			k := y.closed()
			if n := k.by(s.AskAt); n < best && keeps(s, k, n) {
				best = n
			}
		}
	}
	return best
}

// keeps tells whether a policy keeps the limits after every outage up to T, which is
// worst just after a retry; n is its retries by T.
func keeps(s knob.Scenario, k closed, n float64) bool {
	const off = 1 + 1e-9
	wait := k.p.AttemptTime
	if n > s.MaxWasted*off || !math.IsNaN(s.Within) && wait+k.p.Cap > s.Within*off {
		return false
	}
	worst := func(limit func(n, at float64) bool) bool { // at some retries, for there may be a million
		for i := 0.0; i <= n; i += 1 + math.Floor(i/20) {
			if !limit(i, k.start(i)) {
				return false
			}
		}
		kink := math.Log(k.p.Cap/k.p.InitialDelay) / math.Log(k.p.Factor) // where its curve reaches the cap
		return limit(n, s.AskAt) && (!(kink < n) || limit(kink, k.start(kink)))
	}
	return worst(func(n, at float64) bool {
		next := k.delay(n + 1)
		switch {
		case next > s.MaxRatio*at*off+k.p.InitialDelay:
			return false
		case math.IsNaN(s.MaxReconnect):
			return true
		case s.MaxRelative:
			return wait+next <= s.MaxReconnect*at*off+wait+k.p.InitialDelay*off
		}
		return wait+next <= s.MaxReconnect*off
	})
}
