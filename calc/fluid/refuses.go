package fluid

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/system"
)

// Most retries that are carried one by one: of independent delays, and of delays
// that depend on the last one or on the think, where each costs as many states as
// there are bins.
const (
	most       = 1000
	mostBinned = 60
)

// remembers tells of what a client remembers that no state of the model holds, or is "".
func remembers(c system.Client) string {
	switch {
	case c.Rule.Sorted && c.Stateful():
		return "delays that are sorted depend on all others of their request"
	case c.Jitter.Type.Row().Path != nil:
		return "smooth jitter depends on what was drawn before, and not on the delay alone"
	}
	return ""
}

// Refuses tells why the fluid model cannot solve the system, in half a sentence, and is "" if
// it can.
//
// The fluid model knows of a client its retry or its last delay, not how long its request
// has lasted: a Deadline before the end of the run would need that. Retries without
// end, and a number of them that no client can make by the end of the run, are carried
// exactly; others only up to a number.
func Refuses(w system.System) string {
	c := w.Client
	switch p := c.WithoutIdleStops(); {
	case p.Rule.Stop == jitter.CountAndAge:
		return "how long each request has lasted decides beside the number of its retries"
	case c.Retries == 0:
		return ""
	case c.Rule.Starts.Most > 0:
		return "a limit of starts depends on when each of a request's attempts started"
	case c.Poll.Every > 0:
		return "the ticks at which retries start depend on when each request began"
	case remembers(c) != "":
		return remembers(c)
	case c.Deadline < w.Duration:
		return "a deadline depends on how long each request has lasted"
	case math.IsInf(c.Retries, 1):
		return ""
	case (c.Stateful() || c.FirstFromThink) && c.Retries > mostBinned:
		return "more than 60 retries whose delays depend on the delay before are too many"
	case !c.Stateful() && !c.FirstFromThink && c.Retries > most && len(staged(w).states) > most:
		return "more than 1000 retries are too many"
	}
	return ""
}
