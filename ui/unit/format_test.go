package unit

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		kind               Kind
		x                  float64
		long, short, exact string
	}{
		{Duration, 0, "0s", "0s", "0s"},
		{Duration, 1e-8, "10ns", "10ns", "10ns"},
		{Duration, 5e-10, "0.5ns", "0.5ns", "0.5ns"},
		{Duration, 1e-15, "< 0.001ns", "< 0.001ns", "1e-15s"},
		{Duration, 0.0001, "100us", "100us", "100us"},
		{Duration, 0.1, "100ms", "100ms", "100ms"},
		{Duration, 0.25, "250ms", "250ms", "250ms"},
		{Duration, 1. / 3, "333.3ms", "333ms", "333.3333333333333ms"},
		{Duration, 0.99999, "1s", "1s", "999.99ms"},
		{Duration, 1.5, "1.5s", "1.5s", "1.5s"},
		{Duration, 59.9999, "1m", "1m", "59.9999s"},
		{Duration, 59.96, "59.96s", "1m", "59.96s"},
		{Duration, 86300, "23h58m", "1d", "23h58m20s"},
		{Duration, 64, "1m4s", "1m4s", "1m4s"},
		{Duration, 88.197, "1m28.2s", "1.47m", "88.197s"},
		{Duration, 100, "1m40s", "1m40s", "1m40s"},
		{Duration, 600, "10m", "10m", "10m"},
		{Duration, 1000, "16m40s", "16m40s", "16m40s"},
		{Duration, 1023, "17m3s", "17m3s", "17m3s"},
		{Duration, 1057.2, "17m37s", "17.6m", "1057.2s"},
		{Duration, 2047, "34m7s", "34m7s", "34m7s"},
		{Duration, 3599.99, "1h", "1h", "3599.99s"},
		{Duration, 3661, "1h1m1s", "1.02h", "1h1m1s"},
		{Duration, 5400, "1h30m", "1h30m", "1h30m"},
		{Duration, 5432, "1h30m32s", "1.51h", "1h30m32s"},
		{Duration, 86399, "1d", "1d", "23h59m59s"},
		{Duration, 86400, "1d", "1d", "1d"},
		{Duration, 93600, "1d 2h", "1d2h", "1d2h"},
		{Duration, 93000, "1d 1h 50m", "1.08d", "1d1h50m"},
		{Duration, 183600, "2d 3h", "2d3h", "2d3h"},
		{Duration, 1e6, "11d 14h", "11.6d", "1e6s"},
		{Duration, 364*86400 + 11*3600, "364d", "364d", "364d11h"},
		{Duration, 31557600, "1y", "1y", "1y"},
		{Duration, 400 * 86400, "1.095y", "1.1y", "400d"},
		{Duration, 1.5 * 31557600, "1.5y", "1.5y", "1.5y"},
		{Duration, 3*86400 + 49*60, "3d 0h 49m", "3d49m", "3d49m"}, {Duration, 3632, "1h0m32s", "1h32s", "1h32s"},
		{Duration, 12345 * 31557600., "> 100y", "12300y", "389578572000s"},
		{Duration, 1e17, "> 100y", "3.17e9y", "1e17s"},
		{Duration, math.MaxFloat64, "> 100y", "5.7e300y", "1.7976931348623157e308s"},
		{Duration, -90, "-1m30s", "-1m30s", "-1m30s"},
		{Share, 0, "0%", "0%", "0%"},
		{Count, 10, "10", "10", "10"},
		{Count, 1024, "1024", "1.02k", "1024"},
		{Count, 999999, "999999", "1M", "999999"}, {Count, 1e6, "1M", "1M", "1000000"},
		{Count, 1234567, "1.23M", "1.23M", "1234567"},
		{Count, 1e9, "1G", "1G", "1000000000"}, {Count, 2.967e7, "29.7M", "29.7M", "29670000"}, {Count, 1e15, "> 999T",
			"1e15", "1000000000000000"},
		{Count, 1e15 + 1, "> 999T", "1e15", "1000000000000001"},
		{Count, 12.3456, "12", "12.3", "12.3456"}, {Count, 0.3, "< 1", "0.3", "0.3"},
		{Number, 0, "0", "0", "0"},
		{Number, 1, "1", "1", "1"},
		{Number, 1.1, "1.1", "1.1", "1.1"},
		{Number, 0.06389, "0.06389", "0.0639", "0.06389"},
		{Number, 0.00012345678, "0.0001235", "1.23e-4", "0.00012345678"},
		{Number, -1e-15, "> -0.0001", "-1e-15", "-1e-15"}, {Duration, -1e17, "< -100y", "-3.17e9y", "-1e17s"},
		{Number, 1e-15, "< 0.0001", "1e-15", "1e-15"},
		{Factor, 1.0000000001, "1.0000000001", "1", "1.0000000001"},
		{Factor, 1.00004, "1.00004", "1", "1.00004"},
		{Factor, 0.99996, "0.99996", "1", "0.99996"},
		{Factor, math.Nextafter(1, 2), "1.0000000000000002", "1", "1.0000000000000002"},
		{Factor, math.Nextafter(1, 0), "0.9999999999999999", "1", "0.9999999999999999"},
		{Number, 12345.6, "12346", "12.3k", "12345.6"},
		{Number, 999996, "999996", "1M", "999996"},
		{Number, 1234567, "1.23M", "1.23M", "1234567"},
		{Rate, 0.5, "0.5/s", "0.5/s", "0.5/s"},
		{Rate, 50, "50/s", "50/s", "50/s"},
		{Rate, 1200, "1200/s", "1.2k/s", "1200/s"},
		{Rate, 15337, "15.3k/s", "15.3k/s", "15337/s"}, {Rate, 12500, "12.5k/s", "12.5k/s", "12500/s"},
		{Rate, 123456, "123k/s", "123k/s", "123456/s"},
		{Rate, 1.2e6, "1.2M/s", "1.2M/s", "1.2e6/s"},
		{Rate, 4.5e9, "4.5G/s", "4.5G/s", "4.5e9/s"},
		{Rate, 1e12, "1T/s", "1T/s", "1e12/s"},
		{Rate, 1. / 3600, "0.0002778/s", "2.78e-4/s", "1/h"},
		{Share, 0.1, "10%", "10%", "10%"},
		{Share, 0.07, "7%", "7%", "7%"},
		{Share, 0.123456, "12.35%", "12.3%", "12.3456%"},
		{Share, 1, "100%", "100%", "100%"},
		{Share, 0.99999375, "> 99.999%", "100%", "99.999375%"}, {Share, 0.99996, "99.996%", "100%", "99.996%"},
		{Share, 1 - 1e-15, "100%", "100%", "99.9999999999999%"}, {Share, 1e-9, "< 0.001%", "1e-7%", "1e-9"},
		{Share, 123.456, "12346%", "12300%", "12345.6%"},
		{Number, inf, "∞", "∞", "none"},
		{Number, -inf, "-∞", "-∞", "-∞"},
		{Duration, math.NaN(), "-", "-", "-"},
		{Duration, math.Copysign(0, -1), "0s", "0s", "0s"},
	} {
		if long, short, exact := c.kind.Format(c.x), c.kind.Short(c.x), c.kind.Exact(c.x); long != c.long ||
			short != c.short || exact != c.exact {
			t.Errorf("kind %d of %v: Format %s, Short %s, Exact %s, want %s, %s, %s",
				c.kind, c.x, long, short, exact, c.long, c.short, c.exact)
		}
	}
}

// TestFormatThresholds checks that rounding comes before the choice of the unit: one ulp below and above a threshold
// print as the threshold.
func TestFormatThresholds(t *testing.T) {
	for _, c := range []struct {
		kind        Kind
		at          float64
		long, short string
	}{
		{Duration, 1e-9, "1ns", "1ns"}, {Duration, 1e-6, "1us", "1us"},
		{Duration, 1e-3, "1ms", "1ms"}, {Duration, 1, "1s", "1s"}, {Duration, 10, "10s", "10s"},
		{Duration, 60, "1m", "1m"}, {Duration, 600, "10m", "10m"}, {Duration, 3600, "1h", "1h"},
		{Duration, 36000, "10h", "10h"}, {Duration, 86400, "1d", "1d"}, {Duration, 240 * 3600, "10d", "10d"},
		{Duration, 60 * 3600, "2d 12h", "2d12h|2.5d"}, {Duration, 600 * 3600, "25d", "25d"},
		{Duration, year, "1y", "365d|1y"}, {Duration, 99 * year, "99y", "99y"}, {Duration, 1e4 * year, "> 100y", "10000y"},
		{Duration, 1e5 * year, "> 100y", "1e5y"}, {Duration, 1e6 * year, "> 100y", "1e6y"},
		{Number, 1e-3, "0.001", "0.001"}, {Number, 1000, "1000", "1k"},
		{Number, 1e4, "10000", "10k"}, {Number, 1e5, "100000", "100k"}, {Number, 1e6, "1M", "1M"},
		{Number, 1e9, "1G", "1G"}, {Number, 1e12, "1T", "1T"},
		{Rate, 1e4, "10k/s", "10k/s"}, {Rate, 1e5, "100k/s", "100k/s"},
		{Rate, 1e6, "1M/s", "1M/s"}, {Rate, 1e9, "1G/s", "1G/s"}, {Rate, 1e12, "1T/s", "1T/s"},
		{Share, 100, "10000%", "10000%"}, {Share, 1e3, "100000%", "1e5%"}, {Share, 1e4, "1M%", "1e6%"},
	} {
		for _, x := range []float64{math.Nextafter(c.at, 0), c.at, math.Nextafter(c.at, inf)} {
			if got := c.kind.Format(x); got != c.long {
				t.Errorf("kind %d: Format(%v) = %s, want %s", c.kind, x, got, c.long)
			}
			// Short may differ for exact values, which it writes as compounds.
			if got := c.kind.Short(x); !strings.Contains("|"+c.short+"|", "|"+got+"|") {
				t.Errorf("kind %d: Short(%v) = %s, want %s", c.kind, x, got, c.short)
			}
		}
	}
	// The last number below a threshold that prints below it.
	for _, c := range []struct {
		kind Kind
		x    float64
		want string
	}{
		{Duration, 0.9999, "999.9ms"}, {Duration, 59.99, "59.99s"}, {Duration, 59.996, "1m"},
		{Duration, 599.94, "9m59.9s"}, {Duration, 599.96, "10m"}, {Duration, 3599.4, "59m59s"},
		{Duration, 3599.6, "1h"}, {Duration, 35999.4, "9h59m59s"}, {Duration, 35999.6, "10h"},
		{Duration, 86360, "23h59m"}, {Duration, 86375, "1d"}, {Duration, 215900, "2d 11h 58m"},
		{Duration, 863960, "9d 23h 59m"}, {Duration, 863975, "10d"},
		{Duration, year - 36000, "365d"}, {Duration, year - 1000, "1y"},
		{Number, 9999.4, "9999"}, {Number, 9999.7, "10000"}, {Number, 99996, "99996"},
		{Number, 99999.7, "100000"}, {Number, 999999.4, "999999"}, {Number, 999999.6, "1M"},
		{Rate, 9999.4, "9999/s"}, {Rate, 9999.5, "10k/s"}, {Rate, 999400, "999k/s"},
		{Rate, 999960, "1M/s"}, {Share, 0.99994, "99.994%"}, {Share, 0.99989, "99.99%"},
	} {
		if got := c.kind.Format(c.x); got != c.want {
			t.Errorf("kind %d: Format(%v) = %s, want %s", c.kind, c.x, got, c.want)
		}
	}
}

// precision returns the relative error that the comment of Format allows.
func precision(k Kind, x float64) float64 {
	switch {
	case k == Duration && x >= 59 && x < 1.001*year, x >= 9999 && k == Rate, x >= 999999 && k != Duration,
		k == Share && x > 9999:
		return 1. / 199
	}
	return 1. / 2000
}

// readAs returns the kind that reads x back. A mean of counts need not be whole.
func readAs(k Kind, x float64) Kind {
	if k == Count && x != math.Trunc(x) {
		return Number
	}
	return k
}

// checkExact checks that Exact reads back bit for bit.
func checkExact(t *testing.T, k Kind, x float64) {
	t.Helper()
	text := k.Exact(x)
	if back, err := readAs(k, x).Parse(text); err != nil || back != x {
		t.Errorf("kind %d: Exact(%v) = %s, which reads as %v, %v", k, x, text, back, err)
	}
}

// checkBound checks that a printed bound is true.
func checkBound(t *testing.T, k Kind, x float64, text string) {
	t.Helper()
	bound, err := k.Parse(text[len("< "):])
	if k == Count && text[0] == '<' { // the mean need not be whole
		bound, err = Number.Parse(text[len("< "):])
	}
	if err != nil || text[:2] == "< " && !(x > 0 && x < bound) || text[:2] == "> " && !(x > bound) {
		t.Errorf("kind %d: Format(%v) = %s (%v)", k, x, text, err)
	}
}

// checkFormat checks that Format reads back within its precision and preserves order.
func checkFormat(t *testing.T, k Kind, x, y float64) {
	t.Helper()
	const tiny = 5e-324 // below normal numbers a relative bound means nothing
	text := k.Format(x)
	if strings.ContainsAny(text, "<>") { // a bound
		checkBound(t, k, x, text)
		return
	}
	slack := tiny
	if k == Count && x < 999999.5 { // whole
		slack = 0.5
	}
	back, err := readAs(k, x).Parse(text)
	if err != nil || !(math.Abs(back-x) <= precision(k, x)*(1+1e-9)*x+slack) {
		t.Errorf("kind %d: Format(%v) = %s, which reads as %v, %v", k, x, text, back, err)
	}
	if n := utf8.RuneCountInString(text); n > 22 || n > 14 && k != Factor {
		t.Errorf("kind %d: Format(%v) = %s, too wide", k, x, text)
	}
	// Do not compare whole and other counts, which have different precision.
	ordered := x <= y && readAs(k, x) == readAs(k, y)
	// compare a bound by its number
	if other, err := readAs(k, y).Parse(strings.TrimLeft(k.Format(y), "<> ")); err != nil || ordered && !(back <= other) {
		t.Errorf("kind %d: %v <= %v, but %s > %s (%v)", k, x, y, text, k.Format(y), err)
	}
	if x > 0 {
		if got, want := k.Format(-x), "-"+text; got != want {
			t.Errorf("kind %d: Format(%v) = %s, want %s", k, -x, got, want)
		}
	}
	short := k.Short(x)
	if k == Duration {
		back, err := k.Parse(short)
		if err != nil || !(math.Abs(back-x) <= 0.005*(1+1e-9)*x+tiny) {
			t.Errorf("Short(%v) = %s, which reads as %v, %v", x, short, back, err)
		}
	}
	cells, low, high := shortCells, 0.01, 1e12
	switch k {
	case Duration:
		low, high = 1e-9, 9.994e4*year
	case Rate:
		cells += 2
	case Share:
		low, high = 0.001, 999
	}
	if (x == 0 || x >= low && x < high) && len(short) > cells {
		t.Errorf("kind %d: Short(%v) = %s, over %d cells", k, x, short, cells)
	}
}

// largest is the number above which rounding to four digits may overflow.
const largest = 1.79e308

// times multiplies the number of random numbers.
var times = flag.Int("times", 1, "how many times as many random numbers are written and read")

func TestReadsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 8000 * *times {
		x := math.Float64frombits(rng.Uint64() >> 1) // all magnitudes alike
		if i%2 == 0 {
			x = math.Pow(10, 24*rng.Float64()-10) // usual magnitudes
		}
		if i%5 == 0 {
			x = math.Round(x)
		}
		if !(x < largest) {
			continue
		}
		for _, k := range kinds {
			checkExact(t, k, x)
			checkFormat(t, k, x, x*(1+0.002*rng.Float64()))
		}
		if t.Failed() {
			return
		}
	}
	for _, x := range []float64{0, 5e-324, 1e-308, math.MaxFloat64, math.Nextafter(1, 0), inf} {
		for _, k := range kinds {
			checkExact(t, k, x)
		}
	}
}

// TestFactorNextToOne checks that a factor near 1 shows on which side of 1 it is.
func TestFactorNextToOne(t *testing.T) {
	for e := -1.0; e > -17; e -= 0.1 {
		for _, x := range []float64{1 + math.Pow(10, e), 1 - math.Pow(10, e)} {
			back, err := Factor.Parse(Factor.Format(x))
			if err != nil || (x < 1) != (back < 1) || (x > 1) != (back > 1) {
				t.Errorf("Format(%v) = %s, which reads as %v, %v", x, Factor.Format(x), back, err)
			}
		}
	}
}

// FuzzFormat checks that texts of any number keep what the comments of Format and Exact promise.
func FuzzFormat(f *testing.F) {
	for _, x := range []float64{0, 5e-324, 1e-9, 0.99999, 1, 1.0000000001, 59.9999, 88.25, 599.96, 3599.99,
		9999.7, 86375, 215900, 31557599, 99999.5, 999999.6, 1e15, 1e300, 1.78e308} {
		f.Add(x, x*1.0001)
	}
	f.Fuzz(func(t *testing.T, x, y float64) {
		x, y = math.Abs(x), math.Abs(y)
		for _, k := range kinds {
			for _, x := range []float64{x, y, -x} {
				for _, text := range []string{k.Format(x), k.Short(x), k.Exact(x)} {
					if text == "" || !utf8.ValidString(text) {
						t.Errorf("kind %d of %v: %q", k, x, text)
					}
				}
				if !math.IsNaN(x) && x != -inf {
					checkExact(t, k, x)
				}
			}
			if x < largest && y < largest {
				checkFormat(t, k, x, y)
			}
		}
	})
}

var sink string

func BenchmarkFormat(b *testing.B) {
	for _, c := range []struct {
		name string
		kind Kind
		x    float64
	}{
		{"count", Count, 1023}, {"number", Number, 0.06389123}, {"near-one", Factor, 1.0000000001},
		{"ms", Duration, 0.123456}, {"compound", Duration, 5432.1}, {"years", Duration, 1e10},
		{"rate", Rate, 123456}, {"share", Share, 0.123456},
	} {
		for _, f := range []struct {
			name string
			call func(float64) string
		}{{"Format", c.kind.Format}, {"Short", c.kind.Short}, {"Exact", c.kind.Exact}} {
			b.Run(f.name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink = f.call(c.x)
				}
			})
		}
	}
}

func TestError(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		x    float64
		se   float64
		want string
	}{
		{Duration, 7.7, 0.5306, "± 0.5s"}, {Duration, 0.46, 0.1, "± 100ms"}, {Duration, 0.0123, 0.0004, "± 0.4ms"},
		{Duration, 105, 3.1, "± 3s"}, {Duration, 105, 0.42, "± 0.4s"}, {Duration, 2e-6, 3e-7, "± 300ns"},
		{Rate, 149, 1.574, "± 2/s"}, {Share, 0.1, 0.006991, "± 0.7%"}, {Number, 1, 0, "± 0"},
		{Duration, 1000, 83.7, "± 1m20s"}, {Duration, 1, 0, "± 0s"}, {Number, 1, math.NaN(), "± -"},
		{Number, 1, math.Inf(1), "± ∞"}, {Duration, 1, math.Inf(1), "± ∞"}, {Duration, 1, math.NaN(), "± -"},
	} {
		if got := test.kind.Error(test.x, test.se); got != test.want {
			t.Errorf("kind %d: Error(%v, %v) = %q, want %q", test.kind, test.x, test.se, got, test.want)
		}
	}
}

// TestBeside checks that a figure is distinguished from the one beside it.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		x, y float64
		n    int
		want string
	}{
		{Share, 0.99988, 0.9999, 0, "just under 99.99%"},
		{Share, 0.5, 0.5, 0, "50%"},
		{Number, 1.00004, 1, 0, "just over 1"},
		{Duration, 29.97, 30, 3, "just under 30s"},
		{Duration, 29.94, 30, 3, "29.9s"},
		{Duration, 1e6 * year, 1e6 * year, 0, "1e6y"},
		{Duration, 1.0953e37, 1e6 * year, 0, "3.471e29y"},
		{Duration, 99 * year, 1e6 * year, 0, "99y"},
	} {
		if got := c.kind.Beside(c.x, c.y, c.n); got != c.want {
			t.Errorf("%v beside %v: %s, want %s", c.x, c.y, got, c.want)
		}
	}
}
