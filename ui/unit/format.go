package unit

import (
	"math"
	"strconv"
)

// Format writes x for people, with four significant digits and no trailing
// zeros: 88.2s, 1h30m, 0.06389, 10%. Infinity is ∞ and NaN is -.
//
// Parse reads it back, up to 1.79e308, within half of its last place: 1/2000 of
// x at most, and 1/1200 for a duration from a minute to a year: there the text
// is whole days, hours, minutes and seconds.
//
//   - Count: whole numbers in full up to 1e9; others as Number reads them.
//   - Number: whole digits in full up to 1e6.
//   - Factor: as Number, and next to 1 as many digits as
//     show that x is not 1, because a factor of 1.0000000001 still grows.
//   - Rate: per second, with k, M, G from 1e5 on.
func (k Kind) Format(x float64) string { return k.write(x, k.format) }

// Error writes the error x >= 0 of a figure of that kind: ± and two significant
// digits, since an error has an error too.
func (k Kind) Error(x float64) string {
	if x > 0 && !math.IsInf(x, 1) {
		d := round(x, 2)
		x = d.float()
	}
	return "± " + k.Format(x)
}

// Short writes x for the edge of a chart: at most three significant digits in
// one unit. Ordinary sizes take six cells, eight for a Rate. A duration that two
// whole units give exactly in six cells is written with both: 1m40s. The k, M
// and G of a Count or a Number are for eyes only: Parse refuses them.
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
	dst := make([]byte, 0, 32)
	if x < 0 {
		dst = append(dst, '-')
	}
	return string(body(dst, math.Abs(x)))
}

func (k Kind) format(dst []byte, x float64) []byte {
	switch k {
	case Count:
		if x == math.Trunc(x) && x <= 1e9 {
			return strconv.AppendInt(dst, int64(x), 10)
		}
	case Factor:
		if x != 1 && math.Abs(x-1) < 0.001 {
			return nearOne(dst, x)
		}
	case Duration:
		return formatDuration(dst, x)
	case Rate:
		return append(formatRate(dst, x), "/s"...)
	case Share:
		return append(formatNumber(dst, x, 2), '%')
	}
	return formatNumber(dst, x, 0)
}

// formatNumber writes x × 10^shift. It never writes fewer digits than stand
// before the point, up to a million: 12350 for 12346 would look exact.
func formatNumber(dst []byte, x float64, shift int) []byte {
	n, scale := 4, math.Pow10(shift)
	if x >= 1e5/scale && x < 1e6/scale {
		n = 6
	} else if x >= 1e4/scale && x < 1e5/scale {
		n = 5
	}
	d := round(x, n)
	return d.between(dst, shift, -4, 6)
}

// nearOne writes x with four digits, or with as many more as tell it from 1.
func nearOne(dst []byte, x float64) []byte {
	d := round(x, 4)
	for n := 5; n <= 17 && d.n == 1 && d.exp == 0; n++ {
		d = round(x, n)
	}
	return d.plain(dst, 0)
}

func formatRate(dst []byte, x float64) []byte {
	if x < 99999.5 { // rounds to 99999 at most
		return formatNumber(dst, x, 0)
	}
	d := round(x, 4)
	return d.scaled(dst)
}

// grains say to which part of a second durations below a limit are rounded:
// whole units that a person would say, and never coarser than 1/600 of x.
var grains = [...]struct{ limit, grain float64 }{
	{10 * minute, 0.1},
	{10 * hour, 1},
	{10 * day, minute},
	{100 * day, 10 * minute},
	{year, hour},
}

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
	return append(formatNumber(dst, x/year, 0), 'y')
}

// appendCompound writes tenths of a second as days, hours, minutes and
// seconds, leaving out zeros.
func appendCompound(dst []byte, tenths int64) []byte {
	for _, u := range [...]struct {
		tenths int64
		name   byte
	}{{day * 10, 'd'}, {hour * 10, 'h'}, {minute * 10, 'm'}} {
		if n := tenths / u.tenths; n > 0 {
			dst = append(strconv.AppendInt(dst, n, 10), u.name)
			tenths %= u.tenths
		}
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
	return append(d.between(dst, 9, -4, 6), "ns"...)
}
