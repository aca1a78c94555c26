package unit

import (
	"math"
	"strconv"
)

// shortCells is the width of the labels of a chart's axis.
const shortCells = 6

func (k Kind) short(x float64) string {
	switch k {
	case Duration:
		return shortDuration(x)
	case Rate:
		return shortNumber(x) + "/s"
	case Share:
		return round(x, 3).between(2, -3, 5) + "%"
	}
	return shortNumber(x)
}

func shortNumber(x float64) string {
	d := round(x, 3)
	if d.exp >= 3 {
		return d.scaled()
	}
	return d.between(0, -3, 3)
}

func shortDuration(x float64) string {
	d := round(x, 3)
	if d.float() < minute {
		return underMinute(d)
	}
	if x < year && x == math.Trunc(x) {
		if with, parts := inParts(int64(x)); parts <= 2 && len(with) <= shortCells {
			return with
		}
	}
	// One unit. As in formatDuration, a value that rounds to the limit of a unit is written in the next one.
	x = max(x, minute)
	for _, u := range [...]struct {
		name          string
		seconds, next float64
	}{{"m", minute, hour}, {"h", hour, day}, {"d", day, year}} {
		if d = round(x/u.seconds, 3); x < u.next && d.float() < u.next/u.seconds {
			return d.plain(0) + u.name
		}
		x = max(x, u.next)
	}
	return round(x/year, 3).between(0, 0, 5) + "y"
}

// inParts returns whole seconds as days, hours, minutes and seconds without zeros, and the number of parts.
func inParts(seconds int64) (text string, parts int) {
	for _, u := range clock {
		if n := seconds / u.seconds; n > 0 {
			text += strconv.FormatInt(n, 10) + u.name
			parts++
		}
		seconds %= u.seconds
	}
	return text, parts
}
