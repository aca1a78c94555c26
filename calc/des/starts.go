package des

import (
	"math"
	"sort"

	"retune/calc/jitter"
)

// A start is when retry n starts after the first attempt, on the average, seconds.
type start struct{ n, at float64 }

// mostStarts is how many retries are worked out; few are, one by one, and then as many at
// once as their delays grow or shrink by no more than alike.
const mostStarts, single, alike = 5000, 64, 0.01

// retries finds when the retries of a request start whose attempts all fail, on the
// average, each after so many seconds.
func (e *estimate) retries(wait float64) {
	p := e.Client.Policy
	if e.Client.FirstFromThink {
		if p.InitialDelay = e.Traffic.Think * p.Factor; p.Factor == 1 {
			// Who has thought for next to no time waits for none: of n clients the mean of 1 over
			// the think is 1/think times the sum of 1/1 to 1/n, about, and by chance as much more.
			p.InitialDelay /= 2 + 2*math.Log(max(1, e.Traffic.Clients))
		}
	}
	delay := func(k, last, ratio, m float64) float64 { // before retry k, m after one of last
		switch {
		case p.Chained() && m == 1:
			return max(typical(p.Following(k, last)), e.Client.LeastDelay())
		case p.Chained():
			return last * math.Pow(ratio, m)
		default:
			return p.Following(k, last).Mean()
		}
	}
	t, last, ratio, m := 0.0, 0.0, 0.0, 1.0
	e.starts = nil
	for k := 0.0; k < p.Retries && len(e.starts) < mostStarts; {
		m = min(m, p.Retries-k)
		d := delay(k+m, last, ratio, m)
		if m > 1 && !(math.Abs(d-last) <= alike*last) {
			m = 1
			d = delay(k+1, last, ratio, 1)
		}
		mean := d
		if m > 1 {
			mean = (last + d) / 2
		} else {
			ratio = d / last
		}
		e.gap = wait + min(max(mean, 1e-9), 1e300)
		k, t = k+m, t+m*e.gap
		e.starts = append(e.starts, start{k, t})
		if t > min(p.Deadline, e.Duration) || math.Abs(d-last) <= 1e-6*m*d && (p.Usual() || k >= p.SameFrom()) {
			return
		}
		if off := math.Abs(d-last) / (m*d + 1e-9); k >= single {
			m = max(1, min(2*m, math.Floor(alike/2/off)))
		}
		last = d
	}
}

// typical returns the geometric mean of a delay, about, which is what adds up where one
// delay is multiplied for the next.
func typical(d jitter.Dist) float64 {
	const parts = 16
	sum := 0.0
	for i := range parts {
		sum += math.Log(max(d.Quantile((float64(i)+0.5)/parts), 1e-9))
	}
	return math.Exp(sum / parts)
}

// after returns the last start that is not late, or the first attempt, and the gap after it.
func (e *estimate) after(late func(start) bool) (last start, gap float64) {
	i := sort.Search(len(e.starts), func(i int) bool { return late(e.starts[i]) })
	if i > 0 {
		last = e.starts[i-1]
	}
	if i == len(e.starts) {
		return last, e.gap
	}
	return last, (e.starts[i].at - last.at) / (e.starts[i].n - last.n)
}

// within returns how many attempts a request makes in its first t seconds.
func (e *estimate) within(t float64) float64 {
	t = min(t, e.Client.Deadline)
	last, gap := e.after(func(s start) bool { return s.at > t })
	if len(e.starts) == 0 {
		return 1
	}
	more := (t - last.at) / gap
	if p := e.Client.Policy; !p.Jitter.Draws() {
		more = math.Floor(more) // else the next comes in time as often, or rather less
	}
	return 1 + min(e.Client.Retries, last.n+more)
}

// start returns when retry n starts after the first attempt, seconds.
func (e *estimate) start(n float64) float64 {
	last, gap := e.after(func(s start) bool { return s.n > n })
	return last.at + (n-last.n)*gap
}
