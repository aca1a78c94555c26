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
		switch curve.Role, curve.Policy = Roles[i], i; {
		case b.HiName != "":
			curve.Name = "mean"
		case len(c.Series) > 0:
			curve.Name = c.Title
		}
		list = append(list, reading{whole, curve})
		if b.HiName != "" {
			list = append(list, reading{edge, Curve{Role: Roles[i], Policy: i, Name: b.LoName, Points: b.Lo}},
				reading{edge, Curve{Role: Roles[i], Policy: i, Name: b.HiName, Points: b.Hi}})
		}
	}
	for _, s := range c.Series {
		list = append(list, reading{part, s})
	}
	return list
}

// fullName returns the name of a reading among those of all policies.
func (c Chart) fullName(r reading) string {
	return strings.TrimSpace(c.policyName(r.Policy) + " " + r.Name)
}

// endLabel returns the name at the end of a curve: only A tells its mean from the edges of its band.
func (c Chart) endLabel(r reading) string {
	switch {
	case r.kind == part:
		return strings.TrimSpace(r.Name + " " + c.policyName(r.Policy))
	case len(c.Curves) > 1 && (r.Policy > 0 || len(c.Series) > 0):
		return ""
	}
	return r.Name
}

// policyName returns the name of policy i if there are several.
func (c Chart) policyName(i int) string {
	if len(c.Curves) > 1 {
		return c.nameOfPolicy(i)
	}
	return ""
}

// nameOfPolicy returns the name of policy i among several.
func (c Chart) nameOfPolicy(i int) string {
	if i < len(c.Policies) {
		return c.Policies[i]
	}
	return string(rune('A' + i))
}
