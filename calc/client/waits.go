package client

import (
	"math"

	"retune/calc/jitter"
)

// looked is how many retries are looked at in search of what a policy does.
const looked = 64

// most is how many retries are added up.
const most = 1000

// longest is the longest wait that a policy can come to, seconds.
func longest(p jitter.Policy) (most float64) {
	for k := 1.0; k <= math.Min(looked, p.MostRetries()); k++ {
		_, hi := p.Retry(k).Support()
		most = math.Max(most, hi)
	}
	return most
}

// within reports how many retries start within a time, and when the last of them does, where
// every wait is as long as its mean; a policy that is not stateful.
func within(p jitter.Policy, time float64) (n, last float64) {
	for elapsed := 0.0; n < math.Min(p.MostRetries(), most); n++ {
		if elapsed += p.Retry(n+1).Mean() + p.AttemptTime; elapsed > time {
			break
		}
		last = elapsed
	}
	return n, last
}

// startAt is when retry n starts in the mean, seconds; the waits after the first 1000 are
// taken to be like the last of those.
func startAt(p jitter.Policy, n float64) (elapsed float64) {
	for k := 1.0; k <= n; k++ {
		each := p.Retry(k).Mean() + p.AttemptTime
		if elapsed += each; k >= math.Min(most, p.SameFrom()) {
			return elapsed + (n-k)*each
		}
	}
	return elapsed
}

// pinnedFrom is the first retry before which all clients wait for exactly the cap; 0 if they
// never do.
func pinnedFrom(p jitter.Policy) float64 {
	if !p.Jitter.Draws() || math.IsInf(p.Cap, 1) || p.Stateful() {
		return 0
	}
	for k := 2.0; k <= math.Min(looked, p.MostRetries()); k++ {
		if lo, hi := p.Retry(k).Support(); lo == hi && lo >= p.Limited(p.Cap)*(1-1e-9) {
			return k
		}
	}
	return 0
}

// reached reports whether the cap limits the last retry, or a cap next to nothing lower would.
func reached(p jitter.Policy) bool {
	of := func(c float64) (lo, hi float64) {
		p.Cap = c
		return p.Retry(p.Retries).Support()
	}
	at := p.Grown(p.Retries) >= p.Cap
	lo, hi := of(p.Cap * (1 - 1e-9))
	freeLo, freeHi := of(math.Inf(1))
	return at || lo != freeLo || hi != freeHi
}

// makes says how many retries a policy makes, and how long they go on.
func makes(p jitter.Policy) Sentence {
	if p.Stateful() {
		return Sentence{Text: "that is gone"}
	}
	n, last := within(p, p.Deadline)
	switch wait := longest(p); {
	case n < most:
		return Sentence{"retry {} is the last, after about {}", []Figure{many(n), secs(last)}}
	case math.IsInf(wait, 1):
		return Sentence{Text: "retries go on"}
	default:
		return Sentence{"retries go on, at most {} apart", []Figure{secs(wait)}}
	}
}
