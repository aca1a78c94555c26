package fleet

// BudgetKind names a rule that withholds retries.
type BudgetKind uint8

// The kinds of retry budget. Ratio, Throttle and Quota are buckets of tokens, full at time 0.
const (
	NoBudget BudgetKind = iota
	// Ratio adds Ratio tokens to the bucket at the start of every first attempt, up to its size. When an attempt
	// fails, its retry takes one token before the delay begins. Without a token the request is given up at once.
	Ratio
	// Throttle is gRPC's rule: every failure and timeout takes one token, down to 0, and every success adds Ratio. A
	// request is given up if one of its attempts fails and at most half of the bucket is left.
	Throttle
	// Quota is the AWS SDK's rule (botocore retries/standard.py needs_retry, aws-sdk-go-v2 aws/retry/middleware.go): a
	// retry takes Cost tokens before its delay, or LateCost after a timeout. Its success returns them, and the success
	// of a first attempt adds 1.
	Quota
	// Concurrent is Envoy's rule: a failed attempt is retried if the retries, this one included, are at most Reserve,
	// or at most a share Ratio of the attempts that clients wait for. Otherwise the request is given up. A retry
	// counts from the end of the attempt before it to its own end, its delay included. The attempt that has just ended
	// does not count. With a Window Ratio is a share of the attempts that started within it.
	Concurrent
	// Expiring is the rule of Finagle and, with OnSuccess, of Linkerd and tower: a failed attempt is retried if the
	// retries granted within the Window, this one included, are at most
	//
	//	Ratio n + Reserve Window,  n first attempts started, or successes, within the Window
	//
	// Otherwise the request is given up. Nothing older than the Window counts.
	Expiring
)

// A Budget limits the retries of a process.
type Budget struct {
	Kind BudgetKind

	// Ratio is the number of tokens added per first attempt (Ratio) or success (Throttle), > 0; for Concurrent a share
	// of the attempts, for Expiring a share of the requests, >= 0. Quota does not use it.
	Ratio float64

	// Reserve is the size of the bucket, tokens, >= 1; for Concurrent the number of retries always allowed at a time,
	// for Expiring the retries always allowed per second, >= 0.
	Reserve float64

	// Window is how long an event counts, seconds: > 0 for Expiring, >= 0 for Concurrent. Time is cut into slots of a
	// tenth of the window: an event counts until a Window after the end of its slot, or after its start with
	// FromStart.
	Window    float64
	FromStart bool
	OnSuccess bool // Expiring counts successes instead of first attempts

	// tokens that a retry takes, after a failure and after a timeout, >= 0; both 0: 5 and 10; Quota only
	Cost, LateCost float64
}

// Price returns how many tokens a retry takes. late is set if the retry follows a timeout.
func (b Budget) Price(late bool) float64 {
	switch {
	case b.Kind == Ratio:
		return 1
	case b.Kind != Quota:
		return 0
	case b.Cost == 0 && b.LateCost == 0:
		b.Cost, b.LateCost = 5, 10
	}
	if late {
		return b.LateCost
	}
	return b.Cost
}

// A Breaker stops attempts when too many fail. It counts the attempts that ended within the last Window and since it
// last closed. It opens when at least Least attempts ended and the share of failures and timeouts is at least Share.
// While it is open, for Pause seconds, every attempt fails at once without reaching the server and is not counted.
// With RetriesOnly first attempts still start, so that the server goes on serving requests (M. Brooker, Fixing retries
// with token buckets and circuit breakers, 2022). Their ends are not counted either while the breaker is open.
type Breaker struct {
	Share  float64 // 0 < Share <= 1; 0: there is no breaker
	Window float64 // seconds, > 0
	Least  float64 // attempts, >= 1
	Pause  float64 // seconds, > 0

	RetriesOnly bool // stops retries only

	// Adaptive is K of client-side throttling, the attempts let through per success, > 0; 0: a breaker. Client-side
	// throttling never opens, but fails each attempt with the probability [Breaker.Rejects].
	Adaptive float64
}

// Rejects returns the probability with which adaptive throttling fails an attempt. all attempts ended within the
// window and bad of them failed; both include those that throttling failed itself.
//
//	max(0, (requests - K accepts)/(requests + 1)),  accepts = all - bad
//
// Source: B. Beyer and others, Site Reliability Engineering, chapter 21.
func (b Breaker) Rejects(all, bad float64) float64 {
	return max(0, (all-b.Adaptive*(all-bad))/(all+1))
}

// Opens reports whether the breaker opens when all attempts ended within the window and bad of them failed. It
// tolerates rounding: 7 of 10 is a share of 0.7.
func (b Breaker) Opens(all, bad float64) bool {
	return b.Adaptive == 0 && all >= b.Least && bad >= b.Share*all*(1-1e-12)
}
