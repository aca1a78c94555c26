package oracle

import "retune/calc/fleet"

// on reports whether an outage of that kind is active now.
func (f *simulation) on(kind fleet.OutageKind) bool {
	_, on := f.outage(kind)
	return on
}

// share returns the share of the active outage of that kind. Without one it is 1, or 0 for Errors.
func (f *simulation) share(kind fleet.OutageKind) float64 {
	o, on := f.outage(kind)
	if !on && kind != fleet.Errors {
		return 1
	}
	return o.Share
}

func (f *simulation) outage(kind fleet.OutageKind) (o fleet.Outage, on bool) {
	for _, o := range f.w.Outages {
		if o.Kind == kind && o.At <= f.now && f.now < o.End() {
			return o, true
		}
	}
	return o, false
}
