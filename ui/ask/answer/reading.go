package answer

import (
	"strings"
)

// A reading is a curve that can be read off a chart.
type reading struct {
	kind readingKind
	Curve
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
		b := curve.Band
		switch curve.Role, curve.Of = Roles[i], i; {
		case b.HiName != "":
			curve.Name = "mean"
		case len(c.Series) > 0:
			curve.Name = c.Title
		}
		list = append(list, reading{whole, curve})
		if b.HiName != "" {
			list = append(list, reading{edge, Curve{Role: Roles[i], Of: i, Name: b.LoName, Points: b.Lo}},
				reading{edge, Curve{Role: Roles[i], Of: i, Name: b.HiName, Points: b.Hi}})
		}
	}
	for _, s := range c.Series {
		list = append(list, reading{part, s})
	}
	return list
}

// full returns the name of a reading among those of all policies.
func (c Chart) full(r reading) string { return strings.TrimSpace(c.who(r.Of) + " " + r.Name) }

// ending returns the name at the end of a curve: only A tells its mean from the edges of its band.
func (c Chart) ending(r reading) string {
	switch {
	case r.kind == part:
		return strings.TrimSpace(r.Name + " " + c.who(r.Of))
	case len(c.Curves) > 1 && (r.Of > 0 || len(c.Series) > 0):
		return ""
	}
	return r.Name
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
