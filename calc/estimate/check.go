package estimate

import (
	"cmp"
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A Reason is why no single policy agrees with a log.
type Reason uint8

// The reasons.
const (
	DelaysDiffer   Reason = iota + 1 // the delays of a retry are distributed otherwise
	RequestsDiffer                   // delays are alike within a request and differ between requests
	CountsDiffer                     // requests give up after several numbers of retries
	TooOdd                           // too many delays are shorter or longer than the law allows
)

// Checked is how a policy agrees with the log.
type Checked struct {
	Why         []Reason // nil: it agrees
	Distance    float64  // largest difference between the measured and the expected distribution of a delay, as a share
	Retry       int      // the retry with this distance; 0: all together
	Short, Long int      // delays that are shorter or longer than the law allows
}

// Fits reports whether the policy agrees with the log.
func (c Checked) Fits() bool { return len(c.Why) == 0 }

// odd reports whether the law excludes too many of n delays: more than two and 2 %, or two and a tenth.
func (c Checked) odd(n int) bool {
	odd := c.Short + c.Long
	return 50*odd > n+100 || odd >= 2 && 10*odd > n
}

// certain is the level below which a difference is not due to chance: two-sided, about 1 in 1,000.
const certain = 3.8 // n D^2 of Kolmogorov's statistic D: 2 exp(-2*3.8) = 1e-3

// check compares the delays with the law of a policy. A difference counts if chance does not explain it and if it is
// larger than 3 % of the delays: the noise of logs has no exact law.
func (f *Fit) check(p jitter.Policy, n noise) (c Checked) {
	w := lawOf(p)
	list := make([]places, len(f.search.of)+1) // by retry; 0: all
	means := map[int]*numeric.Mean{}
	for _, d := range f.list {
		switch short, long := w.outside(d, n); {
		case short:
			c.Short++
		case long:
			c.Long++
		}
		below, upTo := w.miss(d, n)
		u, wide := w.noisyCDF(d, n)
		for _, k := range []int{0, d.retry} {
			if k < len(list) {
				list[k].add(below, upTo, u, wide)
			}
		}
		if means[d.request] == nil {
			means[d.request] = new(numeric.Mean)
		}
		means[d.request].Add((below + upTo) / 2)
	}
	level := certain + math.Log(float64(len(list)))/2
	for k := range list {
		if distance := list[k].distance(level); distance > 0.03 && distance > c.Distance {
			c.Distance, c.Retry = distance, k
		}
	}
	c.Why = f.reasons(c, means)
	return c
}

// reasons returns why no policy agrees with the log, from what was measured of the nearest.
func (f *Fit) reasons(c Checked, means map[int]*numeric.Mean) (why []Reason) {
	gave := 0
	for _, n := range f.End.GaveUp {
		gave += n
	}
	if c.Distance > 0 {
		why = append(why, DelaysDiffer)
	}
	if c.odd(len(f.list)) {
		why = append(why, TooOdd)
	}
	if f.scattered(means) {
		why = append(why, RequestsDiffer)
	}
	if f.End.Others > 1 && 20*f.End.Others > gave {
		why = append(why, CountsDiffer)
	}
	return why
}

// places are the places of delays in their distributions.
type places struct {
	lower, upper []float64 // probabilities of less, and of as much, with the slack of the noise
	wide         []float64 // places in laws that are much wider than the noise
}

func (p *places) add(below, upTo, u float64, wide bool) {
	p.lower, p.upper = append(p.lower, below), append(p.upper, upTo)
	if wide {
		p.wide = append(p.wide, u)
	}
}

// distance returns the difference from the law as a share of the delays, or 0 if chance explains it.
func (p *places) distance(level float64) float64 {
	d := apart(p.lower, p.upper)
	if float64(len(p.lower))*d*d < level {
		d = 0
	}
	return max(d, uneven(p.wide, 2*level))
}

// apart returns the largest difference between the distribution of places and the uniform one, given for each place
// the probabilities that the law gives to anything below it and to anything up to it.
func apart(lower, upper []float64) (most float64) {
	slices.Sort(lower)
	slices.Sort(upper)
	n := float64(len(lower))
	for i := range lower {
		most = max(most, float64(i+1)/n-upper[i], lower[i]-float64(i)/n)
	}
	return most
}

// uneven returns the share of places that would have to move to spread them evenly over bins, if chance does not
// explain it: a test by chi-square at the level exp(-level), with the approximation of Wilson and Hilferty.
func uneven(places []float64, level float64) float64 {
	bins := min(20, len(places)/10)
	if bins < 4 {
		return 0
	}
	counts := make([]float64, bins)
	for _, u := range places {
		counts[min(bins-1, max(0, int(u*float64(bins))))]++
	}
	usual, chi, moved := float64(len(places))/float64(bins), 0.0, 0.0
	for _, n := range counts {
		chi += (n - usual) * (n - usual) / usual
		moved += math.Abs(n-usual) / 2
	}
	free := float64(bins - 1)
	z := (math.Cbrt(chi/free) - (1 - 2/(9*free))) / math.Sqrt(2/(9*free))
	if z*z/2 < level || z < 0 {
		return 0
	}
	return moved / float64(len(places))
}

// scattered reports whether the means of the requests differ by more than chance. Under one law the place of a delay in
// its distribution is uniform, with variance 1/12, and independent of the others of its request.
func (f *Fit) scattered(means map[int]*numeric.Mean) bool {
	total, requests := 0.0, 0.0
	for i := range f.log.Requests { // in order, for the same sum each time
		if m := means[i]; m != nil && m.Count() >= 2 {
			total += 12 * m.Count() * math.Pow(m.Value()-0.5, 2)
			requests++
		}
	}
	return requests >= 20 && total > 1.2*requests && total-requests > 3.3*math.Sqrt(2*requests)
}

// An Against is how a policy that is believed to be in use agrees with the log.
type Against struct {
	Checked
	Retries bool    // its number of retries agrees
	Worse   float64 // log likelihood of the delays under the estimate, less the one under the policy
}

// Against compares the log with a policy.
func (f *Fit) Against(p jitter.Policy) (a Against) {
	n := f.Noise
	cost := func(x []float64) float64 {
		n := noise{reflected(x[0], 0, f.search.limits.shift), n.Scale}
		return lawOf(p).cost(f.search.all, n, f.search.floor)
	}
	best, least := numeric.Simplex(cost, []float64{n.Shift}, []float64{f.search.limits.shift / 10}, 30, 0.1)
	n.Shift = reflected(best[0], 0, f.search.limits.shift)
	a.Checked, a.Worse = f.check(p, n), least-lawOf(f.Policy).cost(f.search.all, f.Noise, f.search.floor)
	e := f.End
	switch {
	case e.Seen:
		a.Retries = p.Retries == float64(e.Retries)
	default:
		a.Retries = p.Retries >= float64(e.Most)
	}
	return a
}

// otherwise is what a policy that contradicts a request costs: about as much as several delays that it does not allow.
const otherwise = 20

// Likelihood returns the log likelihood of a few delays under a policy, with the noise of the estimate, less a constant
// if its number of retries or its deadline contradicts the requests. It compares the many rows of a catalogue.
func (f *Fit) Likelihood(p jitter.Policy) float64 {
	n := noise{f.Noise.Shift, max(f.Noise.Scale, 5e-4)}
	w, e := lawOf(p), f.End
	score := -w.cost(f.search.few, n, f.search.floor)
	if n.Shift > 3*n.Scale { // an overhead that a law with a least delay does not have
		n.Shift = n.Scale
		score = max(score, -w.cost(f.search.few, n, f.search.floor))
	}
	if e.Seen && p.Retries != float64(e.Retries) || p.MostRetries() < float64(e.Most) {
		score -= otherwise
	}
	if p.Rule.Stop == jitter.LookAhead && p.Deadline < e.Deadline.Lo*(1-1e-3) {
		score -= otherwise
	}
	return score
}

// Longest returns the longest measured delay, seconds.
func (f *Fit) Longest() (longest float64) {
	for _, d := range f.list {
		longest = max(longest, d.y)
	}
	return longest
}

// DelaysOf returns the measured delays before a retry, in ascending order, seconds.
func (f *Fit) DelaysOf(retry int) (list []float64) {
	for _, d := range f.list {
		if d.retry == retry {
			list = append(list, d.y)
		}
	}
	slices.SortFunc(list, cmp.Compare[float64])
	return list
}
