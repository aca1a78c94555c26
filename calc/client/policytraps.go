package client

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/system"
)

// limit is the longest delay that the values ask for, which the client may have as the cap of
// something else, seconds.
func (v Values) limit(p jitter.Policy) float64 {
	if name := v.Row.name(Cap); name != "" {
		return v.Or(name, p.Cap)
	}
	return p.Cap
}

// counts is n retries as the row counts them.
func (r *Row) counts(n float64) float64 {
	if r.Counts == Attempts {
		return n + 1
	}
	return n
}

// everyPolicy is what any policy may do.
var everyPolicy = []Trap{startsEnd, noJitter, pinned, aboveCap, noFirstWait, immediate, quotaPays, endless, deadlineFirst, capUnreached}

// startsEnd is a limit of starts that ends the retries before the waits have grown.
var startsEnd = then(byRole(func(v Values, p jitter.Policy) Finding {
	most, within := p.Rule.Starts.Most, p.Rule.Starts.Within
	if most == 0 || p.Stateful() {
		return Finding{}
	}
	next := startAt(p, most)
	if !(next < within) {
		return Finding{}
	}
	return says(Serious, "the limit of starts ends it at start {}, {} after the first: longer waits are never seen", many(most), secs(startAt(p, most-1)))
}, Initial), func(v Values, p jitter.Policy) Sentence {
	n := p.Rule.Starts.Most + 1
	return Sentence{"start {} comes {} after the first, and is allowed", []Figure{many(n), secs(startAt(p, n-1))}}
})

var noJitter = then(byJitter(func(v Values, p jitter.Policy) Finding {
	if p.Jitter.Draws() || p.Rule.Plus > 0 || p.MostRetries() == 0 || p.Poll.Unknown {
		return Finding{}
	}
	if d := p.Delay(1); d > 0 {
		return says(Caution, "no jitter: clients that fail together retry together, all {} later", secs(d))
	}
	return Finding{}
}), func(v Values, p jitter.Policy) Sentence {
	for k := 1.0; k <= math.Min(looked, p.MostRetries()) && !p.Stateful(); k++ {
		if lo, hi := p.Retry(k).Support(); hi > lo {
			return Sentence{"retry {} spreads over {}", []Figure{many(k), secs(hi - lo)}}
		}
	}
	return Sentence{}
})

// pinned is delays that are drawn at first, and no longer at the cap.
var pinned = byWhat(func(v Values, p jitter.Policy) Finding {
	if k := pinnedFrom(p); k > 0 {
		lo, _ := p.Retry(k).Support()
		return says(Caution, "all clients wait exactly {} from retry {} on: nothing is drawn any more", secs(lo), many(k))
	}
	return Finding{}
}, func(v Values) []remedy {
	p, _ := v.Policy()
	list := roles(v.Row, Cap, Limit)
	if k := pinnedFrom(p); p.Retries > most && v.Row.name(Limit) != "" {
		list = append(list, remedy{name: v.Row.name(Limit), to: []float64{v.Row.counts(k - 1)}})
	}
	return list
})

var aboveCap = then(byWhat(func(v Values, p jitter.Policy) Finding {
	if math.IsInf(p.Cap, 1) || p.Stateful() || p.MostRetries() == 0 {
		return Finding{}
	}
	most, limit := longest(p), v.limit(p)
	if !(most > limit*(1+1e-6)) || math.IsInf(most, 1) {
		return Finding{}
	}
	return says(Note, "with "+v.Row.called(Cap, "the cap")+" {} the wait can reach {}", secs(limit), secs(most))
}, func(v Values) []remedy {
	p, _ := v.Policy()
	return []remedy{{name: v.Row.name(Cap), enough: func(q jitter.Policy) bool { return longest(q) <= v.limit(p)*(1+1e-6) }}}
}), func(v Values, p jitter.Policy) Sentence {
	return Sentence{"the wait can reach {}", []Figure{secs(longest(p))}}
})

// noFirstWait is a policy that waits from the second retry on.
var noFirstWait = byWhat(func(v Values, p jitter.Policy) Finding {
	if p.Stateful() || p.MostRetries() < 2 || p.Retry(1).Atom(0) < 1 || longest(p) == 0 {
		return Finding{}
	}
	return says(Caution, "the first retry follows at once")
}, func(v Values) (list []remedy) {
	for _, q := range v.Row.Parameters {
		if q.Unit == Word {
			list = append(list, remedy{name: q.Name})
		}
	}
	return list
})

var immediate = then(byWhat(func(v Values, p jitter.Policy) Finding {
	if p.Stateful() || p.MostRetries() == 0 {
		return Finding{}
	}
	switch at := p.Retry(1).Atom(0); {
	case longest(p) == 0:
		return says(Serious, "retries follow at once: there is no wait")
	case at >= 0.02 && at < 1:
		return says(Caution, "{} of the first retries are immediate", part(at))
	}
	return Finding{}
}, func(v Values) []remedy {
	name := v.Row.name(Initial)
	if name != "" && v.At(name) == 0 {
		return []remedy{{name: name, to: []float64{0.1, 0.2, 0.5, 1}}}
	}
	return []remedy{{name: name}}
}), func(v Values, p jitter.Policy) Sentence {
	if at := p.Retry(1).Atom(0); at > 0 && at < 1 {
		return Sentence{"{} of them are", []Figure{part(at)}}
	}
	k := 1.0
	if p.Retry(1).Atom(0) == 1 {
		k = 2
	}
	return Sentence{"the mean wait before retry {} is {}", []Figure{many(k), secs(p.Retry(k).Mean())}}
})

var quotaPays = because(func(v Values, _ jitter.Policy) Finding {
	b := v.Budget()
	if b.Kind != system.Quota {
		return Finding{}
	}
	n, late := math.Floor(b.Reserve/b.Price(false)), math.Floor(b.Reserve/b.Price(true))
	if n == late {
		return says(Note, "in an outage the quota pays for {} retries, and then for none", many(n))
	}
	return says(Note, "in an outage the quota pays for {} retries, or {} after timeouts, and then for none", many(n), many(late))
}, "the quota is fixed")

// enough is how long a policy that nothing ends may go on where a limit is proposed, seconds:
// the default of cenkalti/backoff.
const enough = 900

// endless is a policy that nothing ends.
var endless = because(byWhat(func(v Values, p jitter.Policy) Finding {
	if !math.IsInf(p.Retries, 1) || !math.IsInf(p.Deadline, 1) || p.Rule.Starts.Most > 0 {
		return Finding{}
	}
	return says(Note, "it never stops by itself")
}, func(v Values) (list []remedy) {
	if p, _ := v.Policy(); !p.Stateful() && v.Row.name(Limit) != "" {
		n, _ := within(p, enough)
		if n == most && longest(p) == 0 {
			n = 5
		}
		if n < most {
			n = v.Row.counts(n)
			list = append(list, remedy{name: v.Row.name(Limit), to: []float64{n, n + 1, 2 * n}})
		}
	}
	if name := v.Row.name(Deadline); name != "" {
		list = append(list, remedy{name: name, to: []float64{enough}})
	}
	return list
}), "it has no limit that ends it")

var deadlineFirst = then(byWhat(func(v Values, p jitter.Policy) Finding {
	if math.IsInf(p.Deadline, 1) || math.IsInf(p.Retries, 1) || p.Stateful() || p.Rule.Stop == jitter.CountAndAge {
		return Finding{}
	}
	n, _ := within(p, p.Deadline)
	if n >= math.Min(p.Retries, most) {
		return Finding{}
	}
	name := "the deadline"
	if q := v.Row.name(Deadline); q != "" && v.At(q) == p.Deadline {
		name = q
	}
	return says(Note, name+" {} ends it first: about {} of {} retries", secs(p.Deadline), many(n), many(p.Retries))
}, func(v Values) []remedy {
	p, _ := v.Policy()
	if p.Retries > most {
		n, _ := within(p, p.Deadline)
		return []remedy{{name: v.Row.name(Limit), to: []float64{v.Row.counts(n)}}}
	}
	return roles(v.Row, Deadline, Limit)
}), func(v Values, p jitter.Policy) Sentence {
	n, last := within(p, math.Inf(1))
	return Sentence{"retry {} is the last, after about {}", []Figure{many(n), secs(last)}}
})

var capUnreached = then(byWhat(func(v Values, p jitter.Policy) Finding {
	if math.IsInf(p.Cap, 1) || math.IsInf(p.Retries, 1) || p.Stateful() || p.MostRetries() == 0 || p.Rule.Stop == jitter.CountAndAge || v.Row.name(Cap) == "" {
		return Finding{}
	}
	if p.Grown(p.Retries) == 0 || reached(p) {
		return Finding{}
	}
	return says(Note, v.Row.name(Cap)+" {} is never reached: the last retry waits about {}", secs(v.limit(p)), secs(p.Retry(p.Retries).Mean()))
}, func(v Values) []remedy {
	p, _ := v.Policy()
	to := make([]float64, 0, 10)
	list := []float64{p.Grown(p.Retries)}
	if _, hi := p.Retry(p.Retries).Support(); p.CapAfter || p.Rule.AtCap == jitter.Both {
		list = []float64{hi, list[0]}
	}
	for _, x := range list {
		for digits := 6.0; digits >= 2; digits-- { // it need not be round, and must not change the last retry
			to = append(to, rounded(x, digits, math.Floor))
		}
	}
	return []remedy{{name: v.Row.name(Cap), to: to}}
}), func(v Values, p jitter.Policy) Sentence {
	return Sentence{"the last retry waits about {}", []Figure{secs(p.Retry(p.Retries).Mean())}}
})
