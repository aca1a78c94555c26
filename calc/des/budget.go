package des

import "retune/calc/system"

// A bucket is the retry budget of a fleet. It counts in billionths of a token,
// so that ten times a tenth is one.
type bucket struct {
	kind               system.BudgetKind
	tokens, full, gain int64
}

const token = 1_000_000_000

func newBucket(b system.Budget) bucket {
	full := int64(min(b.Reserve, 4e9) * token)
	return bucket{kind: b.Kind, tokens: full, full: full, gain: int64(min(b.Ratio, 4e9)*token + 0.5)}
}

func (b *bucket) put(n int64) { b.tokens = min(b.full, b.tokens+n) }

// request is the start of a call 0.
func (b *bucket) request() {
	if b.kind == system.Ratio {
		b.put(b.gain)
	}
}

// cost is what a retry takes, by whether it follows a time-out.
func (b *bucket) cost(late bool) int64 {
	switch {
	case b.kind == system.Ratio:
		return token
	case late:
		return 10 * token
	}
	return 5 * token
}

// retry takes what a retry needs that is about to start, and reports whether it
// was there.
func (b *bucket) retry(late bool) bool {
	if b.kind != system.Ratio && b.kind != system.Quota {
		return true
	}
	cost := b.cost(late)
	if b.tokens < cost {
		return false
	}
	b.tokens -= cost
	return true
}

// success is the good end of a call, of a retry or of a call 0; late says what
// the retry followed.
func (b *bucket) success(retry, late bool) {
	switch {
	case b.kind == system.Throttle:
		b.put(b.gain)
	case b.kind == system.Quota && retry:
		b.put(b.cost(late))
	case b.kind == system.Quota:
		b.put(token)
	}
}

// bad is the bad end of a call, and reports whether its request may go on.
func (b *bucket) bad() bool {
	if b.kind != system.Throttle {
		return true
	}
	b.tokens = max(0, b.tokens-token)
	return b.tokens > b.full/2
}
