package unit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Format writes x for people, with at most four significant digits, no trailing zeros and no exponent: 88.2s, 1h30m, 3d
// 0h 49m, 0.06389, 10%, 15.3k/s. Infinity is ∞ and NaN is -.
//
// Parse reads the text back within half of its last place: at most 1/2000 of x, 1/200 with a letter for the size, and
// 1/400 for a duration from a minute to a year, which is written in whole days, hours, minutes and seconds. Values
// outside the readable range become bounds, which Parse refuses: > 100y, < 0.001%, > 99.999%.
//
//   - Count: whole numbers in full below 1e6, < 1 for a mean below a half, with k, M, G, T from there on.
//   - Number: whole digits in full below 1e6, and then as a Count.
//   - Factor: as Number, with more digits near 1,
//     because a factor of 1.0000000001 still grows.
//   - Rate: per second, with k, M, G, T from 1e4 on.
//   - Share: never 0% or 100% if it is less or more.
func (k Kind) Format(x float64) string { return k.write(x, k.format) }

// Beside writes x rounded to n significant digits as a figure that stands beside y: just over y, or
// just under it, where the digits do not tell the two apart.
func (k Kind) Beside(x, y float64, n int) string {
	text := k.Unbounded(x, n)
	if strings.HasPrefix(text, "> ") && text == k.Unbounded(y, n) {
		text = k.Unbounded(y, 0)
	}
	switch {
	case k == Share && x < 1 && (text == k.Unbounded(1, 0) || strings.HasPrefix(text, "> ")):
		// the last digit is the first of the complement
		text = fmt.Sprintf("%.*f%%", max(0, int(-math.Log10(1-x))), 100*x)
		if x > 1-1e-12 {
			text = "just under 100%"
		}
		return text
	case text != k.Unbounded(y, 0) || math.Abs(x-y) <= 1e-9*math.Abs(y):
		return text
	case x > y:
		return "just over " + text
	}
	return "just under " + text
}

// Unbounded writes x as Rounded does, and in years what that calls > 100y: 1e6y.
func (k Kind) Unbounded(x float64, n int) string {
	if k != Duration || !(x > mostYears*year) || math.IsInf(x, 1) {
		return k.Rounded(x, n)
	}
	return round(x/year, 4).brief() + "y"
}

// Readable writes x as Exact does, or as Format does if that has an exponent.
func (k Kind) Readable(x float64) string {
	if text := k.Exact(x); !strings.Contains(text, "e-") && (k == Duration || !strings.ContainsAny(text, "e")) {
		return text
	}
	return k.Format(x)
}

// Error writes the standard error se >= 0 of a figure x: ± and one significant digit, because a standard error is
// itself an estimate. The error of a duration below a minute has the unit of x: 7.7s ± 0.5s.
func (k Kind) Error(x, se float64) string {
	d := round(se, 1)
	switch size := round(math.Abs(x), 4).exp; {
	case k != Duration || !(0 < se && se < minute):
	case size >= 0 && d.exp >= -3:
		return "± " + d.plain(0) + "s"
	case size < 0 && size >= -3 && d.exp >= -6 && d.exp < 0:
		return "± " + d.plain(3) + "ms"
	}
	return "± " + k.Rounded(se, 1)
}

// Rounded writes x as Format does, rounded to n significant digits first. n = 0 means the digits of Format. A duration
// from a minute on is rounded to units that are not much finer.
func (k Kind) Rounded(x float64, n int) string {
	size := math.Abs(x)
	switch {
	case n <= 0 || x == 0 || math.IsNaN(x) || math.IsInf(x, 0):
		return k.Format(x)
	case k == Duration && size >= minute:
		return k.Format(math.Copysign(coarse(size, n), x))
	case k == Share && 0 < x && x < 1:
		return roundedShare(x, n)
	case k == Count && size >= 1: // rounding twice would make 6 of 5.45
		n = min(n, 1+int(math.Log10(size)))
	}
	return k.Format(math.Copysign(round(size, n).float(), x))
}

// roundedShare writes a share between 0 and 1, and never as 0% or 100%.
func roundedShare(x float64, n int) string {
	d := round(x, n)
	switch near := d.float() >= 1; {
	case near && n == 2:
		return "> 99%"
	case near && n == 3:
		return "> 99.9%"
	case n == 1 && x < 1e-4:
		return "< 0.01%"
	}
	for ; d.float() >= 1 && n < 6; n++ {
		d = round(x, n+1)
	}
	return Share.Format(d.float())
}

// coarse returns a duration rounded to n significant digits, or to a unit that is worth about as much as the last one.
func coarse(x float64, n int) float64 {
	if x >= year {
		return round(x/year, n).float() * year
	}
	least := max(0.35*math.Pow(10, math.Floor(math.Log10(x))-float64(n-1)), x*math.Pow(10, -float64(n)))
	for _, unit := range [...]float64{0.1, 1, 10, minute, 10 * minute, hour, day, 10 * day} {
		if unit >= least {
			return max(math.Round(x/unit), 1) * unit
		}
	}
	return min(year, max(math.Round(x/100/day), 1)*100*day)
}

// Short writes x for the axis of a chart: at most three significant digits in one unit. Usual values take at most six
// cells, eight for a Rate. A duration that two whole units express exactly in six cells has both: 1m40s.
func (k Kind) Short(x float64) string { return k.write(x, k.short) }

// Finite reports whether x is neither NaN nor infinite.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// write writes the sign, NaN and infinity. It calls body for a finite x >= 0.
func (k Kind) write(x float64, body func(float64) string) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	text := body(math.Abs(x))
	switch {
	case x >= 0: // zero with either sign
		return text
	case text[0] == '<':
		return "> -" + text[len("< "):]
	case text[0] == '>':
		return "< -" + text[len("> "):]
	}
	return "-" + text
}

func (k Kind) format(x float64) string {
	switch k {
	case Count:
		switch {
		case x > 0 && x < 0.5:
			return "< 1"
		case x < 999999.5:
			return strconv.FormatInt(int64(math.Round(x)), 10)
		}
	case Factor:
		if x != 1 && math.Abs(x-1) < 0.001 {
			return nearOne(x)
		}
	case Duration:
		return formatDuration(x)
	case Rate:
		if x < 9999.5 {
			return formatNumber(x) + "/s"
		}
		return scaledOf(x) + "/s"
	case Share:
		return formatShare(x)
	}
	return formatNumber(x)
}

// formatNumber writes all digits before the point up to a million: rounding 12346 to 12350 would look exact.
func formatNumber(x float64) string {
	n := 4
	switch {
	case x != 0 && x < 1e-4:
		return "< 0.0001"
	case x >= 999999.5:
		return scaledOf(x)
	case x >= 1e5:
		n = 6
	case x >= 1e4:
		n = 5
	}
	return round(x, n).plain(0)
}

// scaledOf writes x >= 1000 with three digits and the letter of its size.
func scaledOf(x float64) string {
	d := round(min(x, 1e15), 3)
	if d.exp >= 15 {
		return "> 999T"
	}
	return d.scaled()
}

// shareNoise is the difference from 1 up to which a share is 1: it is a rounding error.
const shareNoise = 1e-12

func formatShare(x float64) string {
	switch {
	case x != 0 && x < 1e-5:
		return "< 0.001%"
	case math.Abs(x-1) <= shareNoise:
		return "100%"
	case 0.99999 < x && x < 1:
		return "> 99.999%"
	case 0.9999 < x && x < 1: // four digits would round to 100%
		return round(x, 5).plain(2) + "%"
	}
	if x *= 100; x < 999999.5 {
		return round(x, max(4, 1+int(math.Log10(max(1, x))))).plain(0) + "%"
	}
	return scaledOf(x) + "%"
}

// nearOne writes x with four digits, or with as many more as show that it is not 1.
func nearOne(x float64) string {
	d := round(x, 4)
	for n := 5; n <= 17 && len(d.text) == 1 && d.exp == 0; n++ {
		d = round(x, n)
	}
	return d.plain(0)
}

// grains are the steps, in seconds, to which durations below a limit are rounded: whole units, and never coarser than
// 1/200 of x.
var grains = [...]struct{ limit, grain float64 }{
	{10 * minute, 0.1},
	{10 * hour, 1},
	{10 * day, minute},
	{100 * day, hour},
}

// mostYears is the number of years above which a duration is only written as a bound.
const mostYears = 100

func formatDuration(x float64) string {
	if d := round(x, 4); d.exp < 1 || d.exp == 1 && d.text[0] < '6' {
		return underMinute(d)
	}
	// Rounding can reach a limit that x does not; x is then at the limit.
	for _, g := range grains {
		if n := math.Round(x / g.grain); n*g.grain < g.limit {
			return compound(int64(math.Round(n * g.grain * 10)))
		}
		x = max(x, g.limit)
	}
	d := round(x/year, 4)
	switch {
	case x > mostYears*year:
		return "> 100y"
	case d.exp < 0: // less than a year
		return compound(int64(math.Round(x/day)) * day * 10)
	}
	return d.plain(0) + "y"
}

// compound returns tenths of a second as days, hours, minutes and seconds. It keeps zeros in the middle and separates
// days: 3d 0h 49m.
func compound(tenths int64) (text string) {
	apart := tenths >= day*10
	for _, u := range clock[:3] {
		n := tenths / (u.seconds * 10)
		switch {
		case text == "" && n == 0:
			continue
		case text != "" && tenths == 0:
			return text
		case text != "" && apart:
			text += " "
		}
		text += strconv.FormatInt(n, 10) + u.name
		tenths %= u.seconds * 10
	}
	if tenths == 0 {
		return text
	}
	return text + strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64) + "s"
}

// underMinute returns less than a minute in the unit of its size.
func underMinute(d digits) string {
	switch {
	case d.exp >= 0: // zero too
		return d.plain(0) + "s"
	case d.exp >= -3:
		return d.plain(3) + "ms"
	case d.exp >= -6:
		return d.plain(6) + "us"
	case d.exp < -12:
		return "< 0.001ns"
	}
	return d.plain(9) + "ns"
}
