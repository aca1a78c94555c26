package client

import (
	"math"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// looked is how many retries are looked at in search of what a policy does.
const looked = 64

// mostAdded is how many waits are added up.
const mostAdded = 1000

// trapsOf returns the traps that every client may have with such a policy.
func trapsOf(p jitter.Policy) []Trap {
	list := []Trap{noJitter, quotaPays, endless}
	if !p.Stateful() && p.MostRetries() > 0 {
		list = append(list, startsEnd, pinned, aboveCap, firstWait, deadlineFirst, capUnreached)
	}
	return list
}

// name is the parameter of that role in the row, or "".
func (r *Row) name(role Role) string {
	for _, p := range r.Parameters {
		if p.Role == role {
			return p.Name
		}
	}
	return ""
}

// called is the parameter of that role as a sentence names it.
func (r *Row) called(role Role, otherwise string) string {
	if name := r.name(role); name != "" {
		return name
	}
	return otherwise
}

// counts converts n retries to what the row counts.
func (r *Row) counts(n float64) float64 {
	if r.Counts == Attempts {
		return n + 1
	}
	return n
}

// longest is the longest wait of a policy, seconds.
func longest(p jitter.Policy) (most float64) {
	for k := 1.0; k <= math.Min(looked, p.MostRetries()); k++ {
		_, hi := p.Retry(k).Support()
		most = math.Max(most, hi)
	}
	return most
}

// within is how many retries start within a time in seconds if every wait is its mean.
func within(p jitter.Policy, time float64) (n float64) {
	for elapsed := 0.0; n < math.Min(p.MostRetries(), mostAdded); n++ {
		if elapsed += p.Retry(n+1).Mean() + p.AttemptTime; elapsed > time {
			break
		}
	}
	return n
}

// startAt is the mean start of retry n, seconds. The waits after the first 1000 count as the last of those.
func startAt(p jitter.Policy, n float64) (elapsed float64) {
	for k := 1.0; k <= n; k++ {
		each := p.Retry(k).Mean() + p.AttemptTime
		if elapsed += each; k >= math.Min(mostAdded, p.SameFrom()) {
			return elapsed + (n-k)*each
		}
	}
	return elapsed
}

// startsEnd finds a limit of starts that ends the retries before the waits have grown.
func startsEnd(v Values, p jitter.Policy) Finding {
	most, within := p.Rule.Starts.Most, p.Rule.Starts.Within
	if most == 0 || !(startAt(p, most) < within) {
		return Finding{}
	}
	return says(Serious, "the limit of starts ends it at start {}, {} after the first: longer waits are never seen",
		v.Row.called(Initial, "a wait")+"={} or more keeps below the limit",
		many(most), secs(startAt(p, most-1)), secs(within/most))
}

// noJitter finds delays that are not drawn.
func noJitter(v Values, p jitter.Policy) Finding {
	d := 0.0
	if !p.Stateful() && p.MostRetries() > 0 {
		d = p.Delay(1)
	}
	if p.Jitter.Draws() || p.Rule.Plus > 0 || d == 0 {
		return Finding{}
	}
	advice := "the client cannot draw them: spread the calls"
	for _, q := range slices.Backward(v.Row.Parameters) {
		name := strings.ToLower(q.Name)
		chosen := q.Unit >= Truth && (strings.Contains(name, "jitter") || strings.Contains(name, "random"))
		if q.Role == Amount || chosen {
			advice = "set " + q.Name + ", which draws them"
		}
	}
	return says(Caution, "no jitter: clients that fail together retry together, all {} later", advice, secs(d))
}

// pinned finds delays that are drawn at first, and are all the same at the cap.
func pinned(v Values, p jitter.Policy) Finding {
	if !p.Jitter.Draws() || math.IsInf(p.Cap, 1) {
		return Finding{}
	}
	for k := 2.0; k <= math.Min(looked, p.MostRetries()); k++ {
		if lo, hi := p.Retry(k).Support(); lo == hi && lo >= p.Limited(p.Cap)*(1-1e-9) {
			return says(Caution, "all clients wait exactly {} from retry {} on: nothing is drawn any more",
				"end after {} retries, or raise "+v.Row.called(Cap, "the cap"), secs(lo), many(k), many(k-1))
		}
	}
	return Finding{}
}

// aboveCap finds waits that are longer than the cap.
func aboveCap(v Values, p jitter.Policy) Finding {
	most, limit, name := longest(p), p.Cap, v.Row.called(Cap, "the cap")
	if q, i := v.Row.Find(name); q != nil && !math.IsNaN(v.of[i]) {
		limit = v.of[i]
	}
	if math.IsInf(p.Cap, 1) || !(most > limit*(1+1e-6)) || math.IsInf(most, 1) {
		return Finding{}
	}
	return says(Note,
		"with "+name+" {} the wait can reach {}", "choose "+name+" lower by as much", secs(limit), secs(most))
}

// firstWait finds first retries that follow at once.
func firstWait(v Values, p jitter.Policy) Finding {
	initial := v.Row.called(Initial, "a first wait")
	switch at := p.Retry(1).Atom(0); {
	case longest(p) == 0:
		return says(Serious, "retries follow at once: there is no wait", "wait before the first: {} is short",
			secs(0.1))
	case at == 1:
		return says(Caution, "the first retry follows at once", "allow for a second attempt of all that fail")
	case at >= 0.02:
		return says(Caution, "{} of the first retries are immediate", "a longer "+initial+" makes them fewer",
			part(at))
	}
	return Finding{}
}

// quotaPays says how many retries a quota pays for.
func quotaPays(v Values, _ jitter.Policy) Finding {
	b := v.Budget()
	if b.Kind != fleet.Quota {
		return Finding{}
	}
	return says(Note, "in an outage the quota pays for {} retries, or {} after timeouts, and then for none",
		"count on no more in a long outage",
		many(math.Floor(b.Reserve/b.Price(false))), many(math.Floor(b.Reserve/b.Price(true))))
}

// endless finds a policy that nothing ends.
func endless(v Values, p jitter.Policy) Finding {
	if !math.IsInf(p.Retries, 1) || !math.IsInf(p.Deadline, 1) || p.Rule.Starts.Most > 0 {
		return Finding{}
	}
	limit := v.Row.called(Deadline, v.Row.called(Limit, "a time-out of the caller"))
	return says(Note, "it never stops by itself", limit+" can end it")
}

// deadlineFirst finds a deadline that leaves some retries out.
func deadlineFirst(v Values, p jitter.Policy) Finding {
	n := within(p, p.Deadline)
	if math.IsInf(p.Deadline, 1) || math.IsInf(p.Retries, 1) || p.Rule.Stop == jitter.CountAndAge ||
		n >= math.Min(p.Retries, mostAdded) {
		return Finding{}
	}
	name := "the deadline"
	if v.role(Deadline, inf) == p.Deadline {
		name = v.Row.name(Deadline)
	}
	return says(Note, name+" {} ends it first: about {} of {} retries",
		"set "+v.Row.called(Limit, "the limit")+"={}",
		secs(p.Deadline), many(n), many(p.Retries), many(v.Row.counts(n)))
}

// capUnreached finds a cap that limits no delay.
func capUnreached(v Values, p jitter.Policy) Finding {
	name := v.Row.name(Cap)
	if name == "" || math.IsInf(p.Cap, 1) || math.IsInf(p.Retries, 1) || p.Rule.Stop == jitter.CountAndAge {
		return Finding{}
	}
	last := p.Retry(p.Retries)
	if _, hi := last.Support(); hi == 0 || math.Max(hi, p.Grown(p.Retries)) >= p.Cap {
		return Finding{}
	}
	return says(Note, name+" {} is never reached: the last retry waits about {}",
		"lower "+name+", or allow more retries",
		secs(v.Or(name, p.Cap)), secs(last.Mean()))
}
