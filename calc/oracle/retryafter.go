package oracle

import (
	"math"

	"retune/calc/fleet"
)

// honored returns the wait of a client after a failure, which may be a rejection, and reports whether it retries. Times
// are in seconds.
func (f *simulation) honored(delay float64, rejected bool) (wait float64, goes bool) {
	h, least := f.w.Client.Honor, f.w.Server.RetryAfter.Least
	if !rejected || least == 0 || h.Kind == fleet.Ignore {
		return delay, true
	}
	asked := least + f.r.Float64()*f.w.Server.RetryAfter.Spread
	if h.Kind == fleet.Within {
		return math.Min(math.Max(delay, asked+asked*h.Up*f.r.Float64()), delay+h.Most), true
	}
	if h.Most != 0 && asked > h.Most {
		if h.Skips {
			return delay, true
		} else if h.Leaves {
			return 0, false
		}
		asked = h.Most
	}
	asked += asked * h.Up * f.r.Float64()
	switch h.Kind {
	case fleet.AtLeast:
		return math.Max(delay, asked), true
	case fleet.Add:
		return delay + asked, true
	}
	return asked, true
}
