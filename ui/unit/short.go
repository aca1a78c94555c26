package unit

import (
	"math"
	"strconv"
)

// shortCells is the width of the labels of a chart's axis.
const shortCells = 6

func (k Kind) short(dst []byte, x float64) []byte {
	switch k {
	case Duration:
		return shortDuration(dst, x)
	case Rate:
		return append(shortNumber(dst, x), "/s"...)
	case Share:
		d := round(x, 3)
		return append(d.between(dst, 2, -3, 5), '%')
	}
	return shortNumber(dst, x)
}

func shortNumber(dst []byte, x float64) []byte {
	d := round(x, 3)
	if d.exp >= 3 {
		return d.scaled(dst)
	}
	return d.between(dst, 0, -3, 3)
}

func shortDuration(dst []byte, x float64) []byte {
	d := round(x, 3)
	if d.float() < minute {
		return appendSeconds(dst, &d)
	}
	if x < year && x == math.Trunc(x) {
		if with, parts := appendParts(dst, int64(x)); parts <= 2 && len(with)-len(dst) <= shortCells {
			return with
		}
	}
	// One unit. As in formatDuration, a value that rounds to the limit of a unit is written in the next one.
	x = max(x, minute)
	for _, u := range [...]struct {
		name          byte
		seconds, next float64
	}{{'m', minute, hour}, {'h', hour, day}, {'d', day, year}} {
		if d = round(x/u.seconds, 3); x < u.next && d.float() < u.next/u.seconds {
			return append(d.plain(dst, 0), u.name)
		}
		x = max(x, u.next)
	}
	d = round(x/year, 3)
	return append(d.between(dst, 0, 0, 5), 'y')
}

// appendParts writes whole seconds as days, hours, minutes and seconds without zeros, and returns the number of parts.
func appendParts(dst []byte, seconds int64) (text []byte, parts int) {
	for _, u := range clock {
		if n := seconds / u.seconds; n > 0 {
			dst = append(strconv.AppendInt(dst, n, 10), u.name...)
			parts++
		}
		seconds %= u.seconds
	}
	return dst, parts
}
