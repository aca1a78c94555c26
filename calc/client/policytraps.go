package client

import (
	"math"

	"retune/calc/jitter"
)

// looked is the number of retries examined for findings.
const looked = 64

// mostAdded is the number of delays that are summed.
const mostAdded = 1000

// trapsOf returns the traps that apply to any client with such a policy.
func (r *Row) trapsOf(p jitter.Policy) []Trap {
	list := []Trap{hanging, unlimitedAttempt}
	if p.Stateful() || p.MostRetries() == 0 {
		return list
	}
	list = append(list, startsHit, startsNever, capFirst, endlessGrowth, deadlineFirst)
	if r.Layer != Apart {
		list = append(list, noJitter, pinned, firstWait)
	}
	return list
}

// A remedy is a change of one parameter, with its description.
type remedy struct {
	v    Values
	text string
}

// remedies returns v with one parameter changed: a word, a boolean, an amount of jitter, a first delay or a longer cap.
func remedies(v Values) (list []remedy) {
	for i, q := range v.Row.Parameters {
		switch {
		case q.Unit == Word:
			for x, word := range q.Words {
				list = append(list, remedy{v.with(i, float64(x)), q.Name + "=" + word})
			}
		case q.Unit == Truth:
			list = append(list, remedy{v.with(i, 1), q.Name})
		case q.Role == Cap && v.of[i] > 0:
			list = append(list, remedy{v.with(i, math.Min(q.Most, 10*v.role(Initial, 0))), "a longer " + q.Name})
		case q.Role == Amount, (q.Role == Initial || q.Role == Cap) && v.of[i] == 0:
			list = append(list, remedy{v.with(i, math.Min(q.Most, math.Max(q.Grain, 0.1))), q.Name})
		}
	}
	return list
}

// toHave describes a change of one or two parameters for which wanted is true, or returns "" if there is none.
func toHave(v Values, wanted func(jitter.Policy) bool) string {
	works := func(w Values) bool {
		p, err := w.Policy()
		return err == nil && wanted(p)
	}
	for _, one := range remedies(v) {
		if works(one.v) {
			return one.text
		}
	}
	for _, one := range remedies(v) {
		for _, other := range remedies(one.v) {
			if works(other.v) {
				return one.text + " and " + other.text
			}
		}
	}
	return ""
}

// name returns the name of the parameter with that role, or "".
func (r *Row) name(role Role) string {
	for _, p := range r.Parameters {
		if p.Role == role {
			return p.Name
		}
	}
	return ""
}

// called returns the name of the parameter with that role for a sentence, or otherwise.
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

// differing returns the last retry to examine: later ones have the same or longer delays.
func differing(p jitter.Policy) float64 {
	return math.Min(math.Min(looked, p.MostRetries()), math.Max(2, p.SameFrom()))
}

// longest returns the longest delay of a policy in seconds.
func longest(p jitter.Policy) (most float64) {
	for k := 1.0; k <= differing(p); k++ {
		_, hi := p.Retry(k).Support()
		most = math.Max(most, hi)
	}
	return most
}

// within returns the number of retries that start within a time in seconds if every delay is its mean.
func within(p jitter.Policy, time float64) (n float64) {
	same, each := p.SameFrom(), 0.0
	for elapsed := 0.0; n < math.Min(p.MostRetries(), mostAdded); n++ {
		if n < same {
			each = p.Retry(n+1).Mean() + p.AttemptTime
		}
		if elapsed += each; elapsed > time {
			break
		}
	}
	return n
}

// startAt returns the mean start of retry n in seconds. Delays after the first 1000 are taken as equal.
func startAt(p jitter.Policy, n float64) (elapsed float64) {
	for k := 1.0; k <= n; k++ {
		each := p.Retry(k).Mean() + p.AttemptTime
		if elapsed += each; k >= math.Min(mostAdded, p.SameFrom()) {
			return elapsed + (n-k)*each
		}
	}
	return elapsed
}

func noJitter(v Values, p jitter.Policy) Finding {
	d := p.Delay(1)
	if p.Jitter.Draws() || p.Rule.Plus > 0 || d == 0 {
		return Finding{}
	}
	advice := "no setting draws them: use a rule that does, or spread the calls"
	if set := toHave(v, func(q jitter.Policy) bool { return q.Jitter.Draws() && q.MostRetries() > 0 }); set != "" {
		advice = "set " + set + ", which draws them"
	}
	return says(NoJitter, "no jitter: clients that fail together retry together, all {} later", advice, secs(d))
}

// pinned warns about several delays that are constant at the cap and random before it.
func pinned(v Values, p jitter.Policy) Finding {
	if !p.Jitter.Draws() || math.IsInf(p.Cap, 1) {
		return Finding{}
	}
	for k := 2.0; k <= min(differing(p), p.MostRetries()-1); k++ {
		if lo, hi := p.Retry(k).Support(); lo == hi && lo >= p.Limited(p.Cap)*(1-1e-9) {
			return says(SameWait, "all clients wait exactly {} from retry {} on: nothing is drawn any more",
				"end after {} retries, or raise "+v.Row.called(Cap, "the cap"), secs(lo), many(k), many(k-1))
		}
	}
	return Finding{}
}

// firstWait warns about immediate first retries.
func firstWait(v Values, p jitter.Policy) Finding {
	initial := v.Row.called(Initial, "a first wait")
	switch at := p.Retry(1).Atom(0); {
	case longest(p) == 0:
		if set := toHave(v, func(q jitter.Policy) bool { return q.Stateful() || longest(q) > 0 }); set != "" {
			return says(NoWait, "retries follow at once: there is no wait", "set "+set)
		}
	case at == 1:
		return says(FirstAtOnce, "the first retry follows at once", "allow for a second attempt of all that fail")
	case at >= 0.2:
		return says(FirstAtOnce, "{} of the first retries are immediate", "a longer "+initial+" makes them fewer",
			part(at))
	}
	return Finding{}
}

// hanging warns if the deadline is too short for all attempts against a server that hangs: the attempts take their
// longest time, with the delays between them.
func hanging(v Values, p jitter.Policy) Finding {
	each := v.role(AttemptEnd, 0)
	if each == 0 || math.IsInf(each, 1) || p.Retries > mostAdded {
		return Finding{}
	}
	needed := (p.Retries + 1) * each
	for k := 1.0; k <= p.Retries; k++ {
		needed += p.Delay(k)
	}
	if !(needed > p.Deadline) {
		return Finding{}
	}
	limit := v.Row.called(Deadline, "the deadline")
	return says(
		ShortDeadline,
		"a server that hangs gets fewer attempts: {} of {} and the waits do not fit into "+limit+" {}",
		limit+"={} leaves time for all",
		many(p.Retries+1),
		secs(each),
		secs(p.Deadline),
		secs(math.Ceil(needed)),
	)
}

// unlimitedAttempt warns about a limit of all attempts together that a single attempt can use up.
func unlimitedAttempt(v Values, p jitter.Policy) Finding {
	each, limit := v.Row.name(AttemptEnd), v.role(Deadline, inf)
	if each == "" || orNever(v.At(each)) < inf || math.IsInf(orNever(limit), 1) || p.MostRetries() == 0 {
		return Finding{}
	}
	return says(NoAttemptLimit, "without "+each+" an attempt that hangs takes the whole "+v.Row.name(Deadline)+
		": it is never retried", "a "+each+" below {} leaves time for all attempts", secs(limit/(p.Retries+1)))
}

// deadlineFirst warns about a deadline that excludes some retries.
func deadlineFirst(v Values, p jitter.Policy) Finding {
	if math.IsInf(p.Deadline, 1) || p.Retries > mostAdded || p.Rule.Stop == jitter.CountAndAge {
		return Finding{}
	}
	n := within(p, p.Deadline)
	if n >= p.Retries {
		return Finding{}
	}
	name := "the deadline"
	if v.role(Deadline, inf) == p.Deadline {
		name = v.Row.name(Deadline)
	}
	limit, _ := v.Row.Find(v.Row.name(Limit))
	if limit == nil || !limit.Takes(v.Row.counts(n)) {
		return says(DeadlineFirst, name+" {} ends it first: about {} of {} retries", "raise "+name,
			secs(p.Deadline), many(n), many(p.Retries))
	}
	return says(DeadlineFirst, name+" {} ends it first: about {} of {} retries", "set "+limit.Name+"={}",
		secs(p.Deadline), many(n), many(p.Retries), many(v.Row.counts(n)))
}
