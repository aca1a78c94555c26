package calc

import (
	"math"
	"sort"
)

// The four answers to T_n = T, and to n(T) = n, which is the same on the smooth
// curve of the package comment and makes sense for an n that is not whole. The
// time spent waiting is then
//
//	S_n = a (r^n - 1)/q      n <= m    (r = 1: n a)
//	S_n = S_m + (n-m) c      n >= m
//
// and m, a whole number, depends on what is looked for. With a whole n nothing
// jumps. With another, S_n jumps where the last whole wait before n reaches the
// cap: up as the first delay or the factor grows, so that some times cannot be
// had; down as the cap grows, so that some can be had twice.

// FirstForElapsed returns the first delay with which Elapsed(n) = T, or
// RetryAt(T) = n.
//
//	a = (T - n s - (n-m) c) (r-1)/(r^m - 1)     m = n where no wait is capped
//
//	n  retry, >= 1
//	T  elapsed, seconds, > n s, <= n (s + c)
func (p Policy) FirstForElapsed(n, t float64) (first float64, ok bool) {
	wait := p.waiting(n, t)
	if wait.hi <= 0 || wait.hi-n*p.Cap > edge*t {
		return 0, false
	}
	q, y := p.growth()
	whole, c := math.Floor(n), p.Cap
	const unit = 0x1p-200 // S_n = G a may be finite where G is not
	p.InitialDelay, p.Cap = unit, math.Inf(1)
	if q > 0 && !math.IsInf(c, 1) {
		// The first delay c r^-m, with which retry m+1 is the first to wait
		// a full cap, takes least(m), which decreases with m.
		least := func(m float64) float64 { return c * (n - m - math.Expm1(-m*y)/q) }
		if m := 1 + float64(sort.Search(int(whole), func(i int) bool { return least(float64(i)+1) <= wait.hi })); m <= whole {
			first = wait.minus(twoProd(n-m, c)).hi * unit / p.sum(m).hi
			// What rounding m away would do is undone by keeping to its range.
			first = math.Min(c, math.Max(first, c*math.Exp(-m*y)))
			return first, first >= smallest
		}
	}
	first = wait.hi * unit / p.smooth(n).hi
	p.InitialDelay = first
	if q > 0 && whole < n && p.uncapped(whole+1) >= c {
		return 0, false // S_n jumps over it
	}
	return math.Min(first, c), first >= smallest
}

// FactorForElapsed returns the factor with which Elapsed(n) = T, or RetryAt(T)
// = n, by Newton's method. With the waits from m+1 on capped it solves
//
//	1 + r + ... + r^(m-1) = (T - n s - (n-m) c)/a      m = n where no wait is capped
//
//	n  retry, >= 1
//	T  elapsed, seconds, n (s + a) <= T <= n s + a + (n-1) c
//
// At the upper end every factor from c/a on does it, and at n = 1 every factor
// if any: the least is returned.
func (p Policy) FactorForElapsed(n, t float64) (factor float64, ok bool) {
	wait, a, c := p.waiting(n, t), p.InitialDelay, p.Cap
	over := wait.minus(twoProd(n, a)).hi
	switch left := twoProd(n-1, c).plus(double{a, 0}).minus(wait).hi; {
	case math.Abs(over) <= edge*t:
		return 1, true
	case over < 0 || left < -edge*t || n == 1:
		return 0, false
	case left <= edge*t:
		if factor = c / a; factor*a < c { // rounded: the second wait must reach the cap
			factor = math.Nextafter(factor, math.Inf(1))
		}
		return factor, true
	}
	m, whole := n, math.Floor(n)
	high := math.Inf(1) // of ln r: from there on m is less
	if !math.IsInf(c, 1) {
		// With the factor (c/a)^(1/m) retry m+1 is the first to wait a full
		// cap. S_n is then least(m), which decreases with m.
		l := logRatio(c, a)
		least := func(m float64) float64 { return (c-a)/math.Expm1(l/m) + (n-m)*c }
		if i := 2 + float64(sort.Search(int(whole)-1, func(i int) bool { return least(float64(i)+2) <= wait.hi })); i <= whole {
			m = i
			over = wait.minus(twoProd(n-m, c)).minus(twoProd(m, a)).hi
		}
		high = l / math.Ceil(m-1)
	}
	y := growthFor(m-1, over/a)
	if y >= high && whole < m {
		return 0, false // S_n jumps over it
	}
	factor = 1 + math.Expm1(math.Min(high, y))
	return factor, !math.IsInf(factor, 1)
}

// growthFor returns y >= 0 with e^y + e^2y + ... + e^ky = k + over, where the
// sum means e^y (e^ky - 1)/(e^y - 1) for a k > 0 that is not whole.
//
// The logarithm of the sum is nearly straight in y. It is convex for k >= 1,
// where y starts at the lesser of two upper bounds, and concave for k < 1,
// where the tangent at 0 gives a lower one: Newton's method goes to the
// solution from that side without overshooting, in ten steps at most.
func growthFor(k, over float64) float64 {
	want := math.Log1p(over / k) // of the mean power
	y := 2 * want / (k + 1)
	if k >= 1 {
		y = math.Min(y, (want+math.Log(k))/k) // the last power alone
	}
	for range 60 {
		var mean, slope float64      // ln of the mean power, and its derivative
		if math.Max(1, k)*y < 1e-3 { // the closed form cancels
			mean, slope = y*((k+1)/2+(k*k-1)*y/24), (k+1)/2+(k*k-1)*y/12
		} else {
			part, one := math.Expm1(-k*y), math.Expm1(-y)
			mean, slope = k*y+math.Log(part/one/k), 1-k/part+1/one
		}
		step := (mean - want) / slope
		y -= step
		if !(math.Abs(step) > 1e-9*y) { // the error left is its square
			break
		}
	}
	return math.Max(0, y)
}

// CapForElapsed returns the cap with which Elapsed(n) = T, or RetryAt(T) = n.
//
//	c = (T - n s - S_m)/(n-m)
//
//	n  retry, >= 1
//	T  elapsed, seconds, at least n (s + a), at most Elapsed(n) without cap
//	m  the least with a r^m >= c, < n
//
// At the upper end a greater cap does it, too.
func (p Policy) CapForElapsed(n, t float64) (limit float64, ok bool) {
	wait := p.waiting(n, t)
	// With the cap a r^m retry m+1 is the first to wait it.
	least := func(m float64) float64 { return p.sum(m).hi + (n-m)*p.uncapped(m+1) }
	last := math.Ceil(n) - 1
	m := math.Min(last, float64(sort.Search(int(last), func(i int) bool { return least(float64(i)) >= wait.hi })))
	limit = wait.minus(p.sum(m)).hi / (n - m)
	near := math.Min(p.uncapped(m+1), math.Max(p.InitialDelay, limit))
	return near, math.Abs(limit-near)*(n-m) <= p.ofFactor(n)*t
}

// CallTimeForElapsed returns the call time with which Elapsed(n) = T, or
// RetryAt(T) = n.
//
//	s = (T - S_n)/n
//
//	n  retry, >= 1
//	T  elapsed, seconds, >= S_n
func (p Policy) CallTimeForElapsed(n, t float64) (callTime float64, ok bool) {
	m := p.CapRetry() - 1
	waited := p.smooth(math.Min(n, m))
	if n > m {
		waited = waited.plus(twoProd(n-m, p.Cap))
	}
	rest := (double{t, 0}).minus(waited).hi
	return math.Max(0, rest/n), rest >= -p.ofFactor(n)*t
}

// waiting returns the part of T that n calls leave for waiting.
func (p Policy) waiting(n, t float64) double {
	return (double{t, 0}).minus(twoProd(n, p.AttemptTime))
}

// smooth returns S_n as if there were no cap, for real n >= 0.
func (p Policy) smooth(n float64) double {
	k, f := math.Modf(n)
	q, y := p.growth()
	if f == 0 {
		return p.sum(k) // the next wait may be beyond math.MaxFloat64
	} else if q > 0 {
		f = math.Expm1(f*y) / q
	}
	return p.sum(k).plus(double{f * p.uncapped(k+1), 0})
}
