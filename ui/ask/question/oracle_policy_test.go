package question_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/calc/oracle"
	"retune/ui/ask/setting"
)

// figures returns the check of a policy's figure by its JSON key.
func (x *policy) figures(t *testing.T, key string) (figure, bool) {
	c := x.closed()
	total, at := c.total(), x.s.AskAt
	if f, ok := x.simulated(t, key); ok {
		return f, true
	}
	switch key {
	// the policy without jitter
	case "retries_made":
		return exactly(total), true
	case "last_retry_at_s":
		return exactly(c.last(total)), true
	case "last_delay_s":
		if total == 0 {
			return absent(), true
		}
		return exactly(c.delay(total)), true
	case "gives_up_at_s":
		w := c.p.TotalTimeout
		c.p.TotalTimeout = math.Inf(1)
		if c.p.WaitAfterLast {
			return exactly(min(w, c.start(c.total()+1), c.p.Deadline)), true
		}
		return exactly(min(w, c.last(c.total())+c.p.AttemptTime)), true
	case "retries_by_deadline_alone":
		if math.IsInf(c.p.Deadline, 1) {
			return exactly(math.Inf(1)), true
		}
		return exactly(c.whole(c.p.Deadline)), true
	case "unused_by_deadline_s":
		return about(math.Max(0, c.p.Deadline-c.last(total)), 1e-9*c.p.Deadline, slack{}), true
	case "cap_from_retry":
		return orAbsent(c.m+1, c.m+1 > total || math.IsInf(c.m, 1)), true
	case "cap_from_s":
		return orAbsent(c.start(c.m), c.m+1 > total || math.IsInf(c.m, 1)), true
	// the curve at T
	case "delay_after_retry_s":
		return exactly(c.delay(c.by(at) + 1)), true
	case "retries_done":
		return exactly(c.whole(at)), true
	case "next_retry":
		return exactly(c.whole(at) + 1), true
	case "next_retry_at_s":
		return exactly(c.start(c.whole(at) + 1)), true
	case "current_delay_s":
		return exactly(c.delay(c.whole(at) + 1)), true
	case "ratio":
		if at == 0 {
			return absent(), true
		}
		return exactly(c.delay(c.by(at)+1) / at), true
	case "retries_real":
		return about(c.by(at), 1e-10*c.by(at), slack{}), true
	case "previous_delay_s":
		if c.by(at) < 1-1e-12 {
			return absent(), true
		}
		return exactly(math.Max(0, c.delay(c.by(at)))), true
	}
	return nil, false
}

// orAbsent returns the check of a figure on the curve that may be absent.
func orAbsent(want float64, may bool) figure {
	is := exactly(want)
	return func(got float64) (bool, string) {
		right, say := is(got)
		return right || may && (math.IsNaN(got) || math.IsInf(got, 1)), say
	}
}

// simulated returns the check of a figure that needs simulated clients.
func (x *policy) simulated(t *testing.T, key string) (figure, bool) {
	percentile := math.NaN()
	if _, p, ok := strings.Cut(strings.TrimSuffix(key, "_s"), "_p"); ok {
		if n, err := strconv.ParseFloat("0."+p, 64); err == nil {
			percentile = n
			key = strings.Replace(key, "_p"+p, "_p", 1)
		}
	}
	if x.p.MostRetries() < 1 && (key == "last_retry_max_s" || key == "ended_by_deadline" || key == "starts_by") {
		return func(got float64) (bool, string) { return math.IsNaN(got), "none: no retry is made" }, true
	}
	if x.p.MostRetries() < 1 && strings.HasPrefix(key, "call_time_") && !x.p.WaitAfterLast {
		return exactly(min(x.p.AttemptTime, x.p.TotalTimeout)), true
	}
	switch key {
	case "call_time_mean_s", "call_time_p_s":
		xs := x.calls()
		if math.IsNaN(percentile) {
			return meanOf(xs, x.e), true
		}
		return quantileOf(xs, percentile, x.e), true
	case "last_retry_mean_s", "last_retry_p_s", "elapsed_time_mean_s", "elapsed_time_p_s":
		xs := column(x.lives(), func(l life) float64 { return l.last })
		if math.IsNaN(percentile) {
			return meanOf(xs, x.e), true
		}
		return quantileOf(xs, percentile, x.e), true
	case "last_retry_max_s", "call_time_max_s": // no client is later, or after the deadline
		list, latest := column(x.lives(), func(l life) float64 { return l.last }), x.p.CallLimit()
		if key == "call_time_max_s" {
			list, latest = x.calls(), min(x.p.Deadline+x.p.AttemptTime, x.p.TotalTimeout)
		}
		return func(got float64) (bool, string) {
			late := 0.0
			if list != nil {
				late = list[len(list)-1]
			}
			return list != nil && got >= late*(1-1e-9) && (got <= latest*(1+1e-9) || x.p.Rule.Stop == jitter.LookBehind ||
				x.p.Rule.Stop == jitter.CountAndAge), ">= " + strconv.FormatFloat(late, 'g', 6, 64)
		}, true
	case "ended_by_deadline":
		list := x.lives()
		if list == nil {
			return exactly(0), true
		}
		n := 0
		for _, l := range list {
			if l.byDeadline {
				n++
			}
		}
		return shareOf(n, len(list), x.e), true
	case "starts_by":
		list, n := x.lives(), 0
		if list == nil {
			return exactly(0), true
		}
		for _, l := range list {
			if !l.byDeadline && l.last <= x.s.AskAt {
				n++
			}
		}
		return shareOf(n, len(list), x.e), true
	case "retries_expected":
		return meanOf(column(x.at(x.s.AskAt), func(m moment) float64 { return m.retries }), x.e), true
	case "current_delay_mean_s", "current_delay_p_s":
		list := slices.DeleteFunc(x.at(x.s.AskAt), func(m moment) bool { return !m.waiting })
		xs := column(list, func(m moment) float64 { return m.delay })
		if len(xs) == 0 { // none, or too few to simulate
			return func(got float64) (bool, string) {
				return math.IsNaN(got) || got >= 0 && got <= x.p.Deadline, "that nobody has one"
			}, true
		}
		if math.IsNaN(percentile) {
			return meanOf(xs, x.e), true
		}
		return quantileOf(xs, percentile, x.e), true
	case "success_probability", "failure_probability":
		list, n := x.tries(), 0
		for _, y := range list {
			if y.Success == (key == "success_probability") {
				n++
			}
		}
		return shareOf(n, len(list), x.e), true
	case "mean_attempts":
		return meanOf(column(x.tries(), func(y oracle.Try) float64 { return y.Attempts }), x.e), true
	case "time_to_success_mean_s", "time_to_success_p_s":
		list := slices.DeleteFunc(x.tries(), func(y oracle.Try) bool { return !y.Success })
		xs := column(list, func(y oracle.Try) float64 { return y.Elapsed + x.p.AttemptTime })
		if math.IsNaN(percentile) {
			return timeOf(xs, x.e), true
		}
		return quantileOf(xs, percentile, x.e), true
	}
	if !math.IsNaN(x.s.Outage.A) {
		return x.ofOutage(t, key, percentile)
	}
	return nil, false
}

// ofOutage returns the check of a figure of clients that reconnect after an outage.
func (x *policy) ofOutage(t *testing.T, key string, percentile float64) (figure, bool) {
	k, _ := setting.Find("outage")
	end := ends(t, k.Text(&x.s))
	switch key {
	case "reconnect_delay_mean_s", "reconnect_delay_p_s", "reconnect_delay_max_s", "reconnect_delay_relative_mean",
		"wasted_retries", "gave_up":
	default:
		return nil, false
	}
	list, at := x.through(end)
	var waits, shares []float64
	for i, o := range list {
		if !o.GaveUp {
			waits, shares = append(waits, o.Reconnect), append(shares, o.Reconnect/at[i])
		}
	}
	slices.Sort(waits)
	few := len(waits) < 50 && len(list) > 50
	switch key {
	case "wasted_retries":
		return meanOf(column(list, func(o oracle.Outage) float64 { return o.Wasted }), x.e), true
	case "gave_up":
		return shareOf(len(list)-len(waits), len(list), x.e), true
	case "reconnect_delay_max_s":
		return func(got float64) (bool, string) { // no client waits longer, and without jitter one waits as long
			if len(waits) == 0 {
				return true, ""
			}
			longest := waits[len(waits)-1]
			return got >= longest*(1-1e-9) && (x.draws() || !x.s.Outage.IsFixed() || got <= longest*(1+1e-9)+1e-12), ">= " +
				strconv.FormatFloat(longest, 'g', 6, 64)
		}, true
	case "reconnect_delay_mean_s":
		if few {
			return whichever(), true
		}
		return meanOf(waits, x.e), true
	case "reconnect_delay_relative_mean":
		// If the outage can be arbitrarily short, few samples determine its mean.
		if lo, _ := x.s.Outage.Support(); few || lo == 0 {
			return whichever(), true
		}
		return meanOf(shares, x.e), true
	}
	if few {
		return whichever(), true
	}
	return quantileOf(waits, percentile, x.e), true
}

// scheduled returns the check of a cell of the schedule: a figure of retry n by the key of its column.
func (x *policy) scheduled(key string, n int) (figure, bool) {
	key = strings.Replace(key, "_b", "", 1)
	what, moment, _ := strings.Cut(strings.TrimSuffix(key, "_s"), "_")
	c := x.closed()
	without := c.delay(float64(n))
	if what == "elapsed" {
		without = c.start(float64(n))
	} else if what != "delay" {
		return nil, false
	}
	if moment == "" && x.p.Jitter.Type.Row().After != nil {
		return absent(), true
	}
	if moment == "" || !x.draws() && moment != "sd" {
		return exactly(without), true
	}
	if !x.draws() {
		return exactly(0), true
	}
	if n > x.steps {
		x.unplayed = true
		return absent(), true
	}
	lo, hi := x.limits(what, n)
	lo, hi = math.Min(lo, hi), math.Max(lo, hi) // down jitter is smallest where its draw is largest
	switch moment {
	case "min":
		if x.normal() {
			return whichever(), true // no client draws it
		}
		return limitOf(lo), true
	case "max":
		if x.normal() {
			return whichever(), true
		}
		return limitOf(hi), true
	case "mean":
		return timeOf(x.of(what, n), x.e), true
	case "sd":
		return sdOf(x.of(what, n), x.e), true
	}
	p, err := strconv.ParseFloat("0."+strings.TrimPrefix(moment, "p"), 64)
	return quantileOf(x.of(what, n), p, x.e), err == nil
}

// byDeadline returns the check of the probability that exactly, or at least, n retries start by the deadline.
func (x *policy) byDeadline(key string, n float64) (figure, bool) {
	list, k := x.lives(), 0
	for _, l := range list {
		if l.retries == n || l.retries > n && key == "at_least" {
			k++
		}
	}
	return shareOf(k, len(list), x.e), key == "probability" || key == "at_least"
}
