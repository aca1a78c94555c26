package answer

import (
	"strings"

	"retune/ui/show/chart"
)

// A reading is a curve that can be read off a chart.
type reading struct {
	kind  readingKind
	role  chart.Role
	of    int    // index of its policy
	name  string // what it shows of the policy; "": there is nothing else
	y     func(float64) float64
	peaks func(from, to float64) float64 // see [Curve]; or nil
	rough bool                           // its values are not known yet
}

// A readingKind orders readings by importance.
type readingKind int

const (
	whole readingKind = iota // the curve of a policy
	part                     // a part of it, or the curve of something else
	edge                     // an edge of its band
)

// readings returns the curves of the chart.
func (c Chart) readings() (list []reading) {
	for i, curve := range c.Curves {
		b, name := curve.Band, ""
		switch {
		case b.HiName != "":
			name = "mean"
		case len(c.Series) > 0:
			name = c.Title
		}
		list = append(list, reading{whole, Roles[i], i, name, curve.Y, curve.Peaks, curve.Exactly != nil})
		if b.HiName != "" {
			list = append(list, reading{edge, Roles[i], i, b.LoName, b.Lo, nil, false},
				reading{edge, Roles[i], i, b.HiName, b.Hi, nil, false})
		}
	}
	for _, s := range c.Series {
		list = append(list, reading{part, s.Role, s.Of, s.Name, s.Y, s.Peaks, false})
	}
	return list
}

// full returns the name of a reading among those of all policies.
func (c Chart) full(r reading) string { return strings.TrimSpace(c.who(r.of) + " " + r.name) }

// ending returns the name at the end of a curve: only A tells its mean from the edges of its band.
func (c Chart) ending(r reading) string {
	switch {
	case r.kind == part:
		return strings.TrimSpace(r.name + " " + c.who(r.of))
	case len(c.Curves) > 1 && (r.of > 0 || len(c.Series) > 0):
		return ""
	}
	return r.name
}

// who returns the name of policy i if there are several.
func (c Chart) who(i int) string {
	if len(c.Curves) > 1 {
		return c.called(i)
	}
	return ""
}

// called returns the name of policy i among several.
func (c Chart) called(i int) string {
	if i < len(c.Policies) {
		return c.Policies[i]
	}
	return string(rune('A' + i))
}
