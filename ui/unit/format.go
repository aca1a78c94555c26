package unit

import (
	"math"
	"strconv"
	"strings"
)

// Format writes x for people, with four significant digits at most, no trailing
// zeros and no exponent: 88.2s, 1h30m, 3d 0h 49m, 0.06389, 10%, 15.3k/s. Infinity is
// ∞ and NaN is -.
//
// Parse reads it back, within half of its last place: 1/2000 of x at most; 1/200
// where it has a letter for its size; and 1/400 for a duration from a minute to a
// year, for there the text is whole days, hours, minutes and seconds. What nobody
// would read off is a bound, which Parse refuses: > 100y, < 0.001%, > 99.999%.
//
//   - Count: whole numbers in full below 1e6, < 1 for a mean below a half, with k, M, G, T from there on.
//   - Number: whole digits in full below 1e6, and then as a Count.
//   - Factor: as Number, and next to 1 as many digits as
//     show that x is not 1, because a factor of 1.0000000001 still grows.
//   - Rate: per second, with k, M, G, T from 1e4 on.
//   - Share: never 0% or 100% where it is less or more.
func (k Kind) Format(x float64) string { return k.write(x, k.format) }

// Apart writes x as Format does, with as many digits more as tell it from y, if it is not y:
// 99.988% and not 99.99% beside 99.99%.
func (k Kind) Apart(x, y float64) string {
	text := k.Unbounded(x)
	for n := 5; n < 12 && text == k.Unbounded(y) && math.Abs(x-y) > 1e-9*math.Abs(y); n++ {
		d := round(math.Abs(x), n)
		if near := math.Copysign(d.float(), x); math.Abs(near-y) > 1e-9*math.Abs(y) {
			return k.Readable(near)
		}
	}
	return text
}

// Unbounded writes x as Format does, and in years what that calls > 100y: 1e6y.
func (k Kind) Unbounded(x float64) string {
	if k != Duration || !(x > mostYears*year) || math.IsInf(x, 1) {
		return k.Format(x)
	}
	d := round(x/year, 4)
	return string(append(d.brief(nil), 'y'))
}

// Readable writes x as Exact does, and as Format does where that takes an exponent.
func (k Kind) Readable(x float64) string {
	if text := k.Exact(x); !strings.Contains(text, "e-") && (k == Duration || !strings.ContainsAny(text, "e")) {
		return text
	}
	return k.Format(x)
}

// Error writes the error x >= 0 of a figure of that kind: ± and two significant
// digits, since an error has an error too.
func (k Kind) Error(x float64) string {
	return "± " + k.Rounded(x, 2)
}

// Rounded writes x as Format does, rounded to n significant digits first; 0: as Format.
func (k Kind) Rounded(x float64, n int) string {
	if n > 0 && x != 0 && !math.IsNaN(x) && !math.IsInf(x, 0) {
		d := round(math.Abs(x), n)
		x = math.Copysign(d.float(), x)
	}
	return k.Format(x)
}

// Short writes x for the edge of a chart: at most three significant digits in
// one unit. Ordinary sizes take six cells, eight for a Rate. A duration that two
// whole units give exactly in six cells is written with both: 1m40s.
func (k Kind) Short(x float64) string { return k.write(x, k.short) }

// write handles the sign and what is not a number, and hands on a finite x >= 0.
func (k Kind) write(x float64, body func([]byte, float64) []byte) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	text := string(body(make([]byte, 0, 32), math.Abs(x)))
	switch {
	case x >= 0: // zero of either sign
		return text
	case text[0] == '<':
		return "> -" + text[len("< "):]
	case text[0] == '>':
		return "< -" + text[len("> "):]
	}
	return "-" + text
}

func (k Kind) format(dst []byte, x float64) []byte {
	switch k {
	case Count:
		switch {
		case x > 0 && x < 0.5:
			return append(dst, "< 1"...)
		case x < 999999.5:
			return strconv.AppendInt(dst, int64(math.Round(x)), 10)
		}
	case Factor:
		if x != 1 && math.Abs(x-1) < 0.001 {
			return nearOne(dst, x)
		}
	case Duration:
		return formatDuration(dst, x)
	case Rate:
		if x < 9999.5 {
			return append(formatNumber(dst, x), "/s"...)
		}
		return append(appendScaled(dst, x), "/s"...)
	case Share:
		return formatShare(dst, x)
	}
	return formatNumber(dst, x)
}

// formatNumber never writes fewer digits than stand before the point, up to a
// million: 12350 for 12346 would look exact.
func formatNumber(dst []byte, x float64) []byte {
	n := 4
	switch {
	case x != 0 && x < 1e-4:
		return append(dst, "< 0.0001"...)
	case x >= 999999.5:
		return appendScaled(dst, x)
	case x >= 1e5:
		n = 6
	case x >= 1e4:
		n = 5
	}
	d := round(x, n)
	return d.plain(dst, 0)
}

// appendScaled writes x >= 1000 with three digits and the letter of its size.
func appendScaled(dst []byte, x float64) []byte {
	d := round(min(x, 1e15), 3)
	if d.exp >= 15 {
		return append(dst, "> 999T"...)
	}
	return d.scaled(dst)
}

// A share at most this far from 1 is 1: the difference is rounding.
const shareNoise = 1e-12

func formatShare(dst []byte, x float64) []byte {
	switch {
	case x != 0 && x < 1e-5:
		return append(dst, "< 0.001%"...)
	case math.Abs(x-1) <= shareNoise:
		return append(dst, "100%"...)
	case 0.99999 < x && x < 1:
		return append(dst, "> 99.999%"...)
	case 0.9999 < x && x < 1: // four digits would make 100% of it
		d := round(x, 5)
		return append(d.plain(dst, 2), '%')
	}
	if x *= 100; x < 999999.5 {
		d := round(x, max(4, 1+int(math.Log10(max(1, x)))))
		return append(d.plain(dst, 0), '%')
	}
	return append(appendScaled(dst, x), '%')
}

// nearOne writes x with four digits, or with as many more as tell it from 1.
func nearOne(dst []byte, x float64) []byte {
	d := round(x, 4)
	for n := 5; n <= 17 && d.n == 1 && d.exp == 0; n++ {
		d = round(x, n)
	}
	return d.plain(dst, 0)
}

// grains say to which part of a second durations below a limit are rounded:
// whole units that a person would say, and never coarser than 1/200 of x.
var grains = [...]struct{ limit, grain float64 }{
	{10 * minute, 0.1},
	{10 * hour, 1},
	{10 * day, minute},
	{100 * day, hour},
}

// mostYears is where a duration is no longer told from a longer one.
const mostYears = 100

func formatDuration(dst []byte, x float64) []byte {
	if d := round(x, 4); d.exp < 1 || d.exp == 1 && d.text[0] < '6' {
		return appendSeconds(dst, &d)
	}
	// Rounding may reach a limit that x does not: from there x is the limit.
	for _, g := range grains {
		if n := math.Round(x / g.grain); n*g.grain < g.limit {
			return appendCompound(dst, int64(math.Round(n*g.grain*10)))
		}
		x = max(x, g.limit)
	}
	d := round(x/year, 4)
	switch {
	case x > mostYears*year:
		return append(dst, "> 100y"...)
	case d.exp < 0: // less than a year
		return appendCompound(dst, int64(math.Round(x/day))*day*10)
	}
	return append(d.plain(dst, 0), 'y')
}

// appendCompound writes tenths of a second as days, hours, minutes and seconds. The
// zeros in the middle stay, as people say them, and days stand apart: 3d 0h 49m.
func appendCompound(dst []byte, tenths int64) []byte {
	apart := tenths >= day*10
	for _, u := range [...]struct {
		tenths int64
		name   byte
	}{{day * 10, 'd'}, {hour * 10, 'h'}, {minute * 10, 'm'}} {
		n := tenths / u.tenths
		switch {
		case len(dst) == 0 && n == 0:
			continue
		case len(dst) > 0 && tenths == 0:
			return dst
		case len(dst) > 0 && apart:
			dst = append(dst, ' ')
		}
		dst = append(strconv.AppendInt(dst, n, 10), u.name)
		tenths %= u.tenths
	}
	if tenths == 0 {
		return dst
	}
	dst = strconv.AppendInt(dst, tenths/10, 10)
	if tenths %= 10; tenths > 0 {
		dst = append(dst, '.', '0'+byte(tenths))
	}
	return append(dst, 's')
}

// appendSeconds writes less than a minute in the unit of its size.
func appendSeconds(dst []byte, d *digits) []byte {
	switch {
	case d.exp >= 0: // zero as well
		return append(d.plain(dst, 0), 's')
	case d.exp >= -3:
		return append(d.plain(dst, 3), "ms"...)
	case d.exp >= -6:
		return append(d.plain(dst, 6), "us"...)
	}
	if d.exp < -12 {
		return append(dst, "< 0.001ns"...)
	}
	return append(d.plain(dst, 9), "ns"...)
}
