package client

import (
	"math"

	"retune/calc/jitter"
)

// longWait is a wait in seconds that few people want between two retries.
const longWait = day

// startsHit warns about a limit of starts that a program reaches if it fails at once. Its retries then end for good.
func startsHit(v Values, p jitter.Policy) Finding {
	most, within, window := p.Rule.Starts.Most, p.Rule.Starts.Within, v.Row.name(Window)
	if most == 0 || window == "" || !(startAt(p, most) < within) {
		return Finding{}
	}
	advice := v.Row.called(Initial, "a wait") + "={} or more stays below the limit, and " + window + "=0 lifts it"
	if _, first := p.Retry(1).Support(); longest(p) > first {
		return says(StartLimit, "the limit of starts stops it at start {}, {} after the first, so longer waits never happen",
			advice, many(most), secs(startAt(p, most-1)), secs(within/most))
	}
	return says(
		StartLimit,
		"the limit of starts ends the retries for good: a program that fails at once is started {} times "+
			"in {}, and stays down",
		advice,
		many(most),
		secs(startAt(p, most-1)),
		secs(within/most),
	)
}

// startsNever warns about a limit of starts that was given and that the waits alone keep from being reached.
func startsNever(v Values, p jitter.Policy) Finding {
	most, within := p.Rule.Starts.Most, p.Rule.Starts.Within
	if most == 0 || !v.given(Limit) && !v.given(Window) {
		return Finding{}
	}
	shortest := 0.0 // until the start that the limit would refuse
	for k := 1.0; k <= math.Min(most, mostAdded); k++ {
		lo, _ := p.Retry(k).Support()
		shortest += lo
	}
	if !(shortest >= within) || most > mostAdded {
		return Finding{}
	}
	return says(
		StartLimitUnreached,
		"{} starts never fall within {}: the waits between them alone take {}, so it retries for ever",
		v.Row.called(Window, "the interval")+" above {} lets the limit end them",
		many(most+1),
		secs(within),
		secs(shortest),
		secs(shortest),
	)
}

// given reports whether the parameter with that role differs from its default.
func (v Values) given(role Role) bool {
	for i, p := range v.Row.Parameters {
		if p.Role == role && v.Set(i) {
			return true
		}
	}
	return false
}

// capFirst warns about a cap below the first delay, which keeps the delays from growing.
func capFirst(v Values, p jitter.Policy) Finding {
	a, c := v.Row.name(Initial), v.role(Cap, inf)
	if first := v.role(Initial, 0); a == "" || math.IsInf(c, 1) || !(c > 0 && first > c) {
		return Finding{}
	}
	_, i := v.Row.Find(v.Row.name(Cap))
	q, err := v.with(i, v.Row.Parameters[i].Nearest(math.Min(v.Row.Parameters[i].Most, 1000*v.role(Initial, 0)))).Policy()
	if err != nil || !(q.Delay(3) > q.Delay(2)) || p.Delay(3) > p.Delay(2) {
		return Finding{}
	}
	return says(CapBelowFirst, a+" {} is above "+v.Row.name(Cap)+" {}: the waits do not grow",
		"set "+v.Row.name(Cap)+" above "+a+", or a shorter "+a, secs(v.role(Initial, 0)), secs(c))
}

// endlessGrowth warns about delays without a cap that grow beyond a day.
func endlessGrowth(v Values, p jitter.Policy) Finding {
	most := v.Row.name(Cap)
	if p.Factor <= 1 || !math.IsInf(p.Cap, 1) || most == "" && !v.given(Initial) && !v.given(Factor) && !v.given(Limit) {
		return Finding{}
	}
	last, k := math.Min(looked, within(p, p.Deadline)), 1.0
	for k <= last && p.Delay(k) < longWait {
		k++
	}
	if k > last {
		return Finding{}
	}
	advice := "allow for {} retries at most"
	if most != "" {
		advice = most + " limits the wait, or " + advice
	}
	return says(NoCap, "no cap: the wait grows to {} before retry {}", advice, secs(p.Delay(k)), many(k), many(k-1))
}
