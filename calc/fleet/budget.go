package fleet

// BudgetKind names a rule that withholds retries.
type BudgetKind uint8

// The kinds of retry budget. All but the last two are buckets of tokens, full at time 0.
const (
	NoBudget BudgetKind = iota
	// Ratio puts Ratio tokens into the bucket at the start of every first attempt, as
	// many as it holds; when an attempt ends badly that would be retried, the retry takes
	// one before its delay begins, and if there is none the request is given up then.
	Ratio
	// Throttle is gRPC's: every failure and timeout takes one token, down to 0,
	// every success puts in Ratio; a request is given up when an attempt of it ends
	// badly and not more than half of the bucket is left.
	Throttle
	// Quota is the AWS SDK's, which has tokens taken as Ratio has (botocore
	// retries/standard.py needs_retry, aws-sdk-go-v2 aws/retry/middleware.go): a retry
	// takes Cost tokens, LateCost if it follows a timeout; its success gives back what
	// it took; the success of a first attempt gives back 1.
	Quota
	// Concurrent is Envoy's: when an attempt ends badly its request is given up unless one
	// retry more leaves no more of them than Reserve, or than Ratio of the attempts that
	// clients wait for. A retry counts from the end of the attempt before it to its own end,
	// the wait included; the attempt that has just ended does not count. With a Window the
	// Ratio is of the attempts that started within it.
	Concurrent
	// Expiring is Finagle's, with OnSuccess the one of Linkerd and tower: when an attempt
	// ends badly that would be retried, the retry is granted if those that were granted
	// within the Window, with it, are no more than
	//
	//	Ratio n + Reserve Window,  n first attempts started, or successes, within the Window
	//
	// and otherwise the request is given up. Nothing is put by for longer than that.
	Expiring
)

// A Budget is what retries draw on: a bucket of tokens, or places for retries.
type Budget struct {
	Kind BudgetKind

	// Ratio is tokens per first attempt, or per success: > 0; of Concurrent a share of the attempts, of Expiring
	// of the requests, >= 0; not of Quota.
	Ratio float64

	// Reserve is tokens that the bucket holds, >= 1; of Concurrent the retries that are allowed at any time, of
	// Expiring those per second, >= 0.
	Reserve float64

	// Window is how long what happened counts, seconds: > 0 of Expiring, >= 0 of Concurrent.
	// It counts by slots of a tenth of the window, from time 0 on: what happens in one counts
	// until a Window after its end, or with FromStart after its start.
	Window    float64
	FromStart bool
	OnSuccess bool // of Expiring: successes are counted, not the first attempts that start

	Cost, LateCost float64 // tokens that a retry takes, and one after a timeout, >= 0; both 0: 5 and 10; of Quota
}

// Price returns how many tokens a retry takes, by whether it follows a timeout.
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

// A Breaker stops attempts when too many go wrong. It counts the attempts that ended
// within the last Window, though none before it last closed. As soon as at least
// Least of them ended and the share of failures and timeouts among them is Share
// or more it opens for Pause; until then every attempt that would start fails at
// once, without reaching the server and without being counted itself. Then it
// closes. With RetriesOnly first attempts start all the same: what fails for other
// reasons still is served (M. Brooker, Fixing retries with token buckets and circuit
// breakers, 2022). Their ends are not counted either while it is open.
type Breaker struct {
	Share  float64 // 0 < Share <= 1; 0: there is no breaker
	Window float64 // seconds, > 0
	Least  float64 // attempts, >= 1
	Pause  float64 // seconds, > 0

	RetriesOnly bool // stops retries, never a first attempt

	// Adaptive makes it client-side throttling instead: it never opens, but fails each attempt with a probability,
	// see [Breaker.Rejects]. It is K of that, the attempts per success that it lets through, > 0; 0: a breaker.
	Adaptive float64
}

// Rejects returns the probability with which adaptive throttling fails an attempt, where so many ended within the
// window and so many of them ended badly, those that it failed itself included.
//
//	max(0, (requests - K accepts)/(requests + 1)),  accepts = all - bad
//
// Source: B. Beyer and others, Site Reliability Engineering, chapter 21.
func (b Breaker) Rejects(all, bad float64) float64 {
	return max(0, (all-b.Adaptive*(all-bad))/(all+1))
}

// Opens tells whether the breaker opens where so many attempts ended within the window
// and so many of them ended badly. Rounding is let go: 7 of 10 are a share of 0.7.
func (b Breaker) Opens(all, bad float64) bool {
	return b.Adaptive == 0 && all >= b.Least && bad >= b.Share*all*(1-1e-12)
}
