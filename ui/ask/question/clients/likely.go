package clients

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/calc/estimate"
	"retune/calc/jitter"
	"retune/ui/ask/setting"
)

// A Likely is a client that may have made the attempts of a log. Several clients have the same rule.
type Likely struct {
	Names      []string
	Parameters string  // those that differ from the defaults
	Sure       float64 // posterior probability that this client made the attempts, if all clients are as likely before

	like, retries float64
}

// Nearest returns the clients whose rules agree best with a log, of which s has the fitted policy: each with its
// defaults, or with the parameters nearest to s. A parameter that differs from its default counts as in
// [estimate]'s criterion. Clients whose rules differ from the log are left out, and clients whose rules the log does
// not tell apart are one, those with the fewest parameters first.
func Nearest(f *estimate.Fit, given *setting.Scenario) (list []Likely) {
	s := *given
	price, least := math.Log(max(2, float64(f.Used))), f.Likelihood(f.Policy)-farOff
	targets := []setting.Scenario{s}
	if math.IsInf(s.Cap, 1) { // a client may need a cap, and one beyond all delays changes nothing
		s.Cap = math.Exp2(math.Ceil(math.Log2(4 * max(1, f.Longest()))))
		targets = append(targets, s)
	}
	var all []tried
	for i := range client.Rows() {
		row := &client.Rows()[i]
		tries := []client.Values{row.Defaults()}
		for _, t := range targets {
			if fit, ok := To(&t, row.Name); ok {
				tries = append(tries, fit.Values)
			}
		}
		best := tried{like: math.Inf(-1), score: math.Inf(-1)}
		for _, v := range tries {
			if t, ok := simplest(f, v, price); ok && t.score > best.score {
				best = t
			}
		}
		if best.like >= least {
			all = append(all, best)
		}
	}
	slices.SortStableFunc(all, func(a, b tried) int { return cmp.Compare(b.score, a.score) })
	return likely(all)
}

// farOff is by how much a log likelihood is lower than that of the fitted policy if the client did not make the log.
const farOff = 100

// The log does not tell laws apart whose log likelihoods differ by less than asLikely.
const asLikely = 1

// A tried client has parameters, their rule, its likelihood, and the likelihood less the price of the parameters.
type tried struct {
	values      client.Values
	rule        jitter.Policy
	like, score float64
}

// try returns the client with the values. ok is false if it has no policy.
func try(f *estimate.Fit, v client.Values, price float64) (t tried, ok bool) {
	p, err := v.Policy()
	if err != nil {
		return t, false
	}
	t = tried{values: v, rule: p, like: f.Likelihood(p)}
	t.score = t.like
	for j := range v.Row.Parameters {
		if v.Set(j) {
			t.score -= price
		}
	}
	return t, true
}

// simplest returns the client with the values that the log needs. The others keep their defaults.
func simplest(f *estimate.Fit, v client.Values, price float64) (best tried, ok bool) {
	best, ok = try(f, v, price)
	for j := range v.Row.Parameters {
		if !ok || !best.values.Set(j) {
			continue
		}
		p := v.Row.Parameters[j]
		if t, fine := try(f, best.values.With(p.Name, p.Default), price); fine && t.score > best.score {
			best = t
		}
	}
	return best, ok
}

// likely joins clients whose rules are alike, the best first, and gives their probabilities.
func likely(all []tried) (list []Likely) {
	total := 0.0
	for _, t := range all {
		sure := math.Exp(t.score - all[0].score)
		total += sure
		same := slices.IndexFunc(list, func(l Likely) bool {
			return math.Abs(l.like-t.like) < asLikely && l.retries == t.rule.Retries
		})
		if text := t.parameters(); same < 0 {
			list = append(list, Likely{[]string{t.values.Row.Name}, text, sure, t.like, t.rule.Retries})
		} else {
			l := &list[same]
			if l.Names, l.Sure = append(l.Names, t.values.Row.Name), l.Sure+sure; len(l.Names) == 2 && text != l.Parameters {
				l.Parameters = l.Names[0] + ": " + cmp.Or(l.Parameters, "defaults")
			}
		}
	}
	for i := range list {
		list[i].Sure /= total
	}
	slices.SortStableFunc(list, func(a, b Likely) int { return cmp.Compare(b.Sure, a.Sure) })
	return list
}

// parameters returns the parameters that differ from the defaults, as text.
func (t tried) parameters() string {
	var texts []string
	for j := range t.values.Row.Parameters {
		if p := &t.values.Row.Parameters[j]; t.values.Set(j) {
			texts = append(texts, p.Name+"="+setting.ParameterText(p, t.values.Value(j)))
		}
	}
	return strings.Join(texts, ",")
}
