package unit

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

var inf = math.Inf(1)

var kinds = [...]Kind{Count, Number, Factor, Duration, Rate, Share}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
		want float64
	}{
		{Duration, "250ms", 0.25}, {Duration, "1.5s", 1.5}, {Duration, "2m", 120},
		{Duration, "1h30m", 5400}, {Duration, "1 h 30 m", 5400}, {Duration, "\t1h 30m ", 5400},
		{Duration, "5min", 300}, {Duration, "1 sec", 1}, {Duration, "2 Hours 30 minutes", 9000}, {Rate, "60/min", 1},
		{Duration, "1d", 86400}, {Duration, "2w", 1209600}, {Duration, "1m4s", 64},
		{Duration, "100us", 1e-4}, {Duration, "100\u00b5s", 1e-4}, {Duration, "100\u03bcs", 1e-4},
		{Duration, "10ns", 1e-8}, {Duration, "1y", 31557600}, {Duration, "1y", 365.25 * 86400},
		{Duration, "1e3s", 1000}, {Duration, "1E3s", 1000}, {Duration, "1.2e9d", 1.2e9 * 86400},
		{Duration, "0.5", 0.5}, {Duration, "1e-3", 1e-3}, {Duration, ".5", 0.5}, {Duration, "5.", 5},
		{Duration, "5.m", 300}, {Duration, "+3s", 3}, {Duration, "-3s", -3}, {Duration, "-1h30m", -5400},
		{Duration, "0", 0}, {Duration, "0h", 0}, {Duration, "1m28.2s", 88.2}, {Duration, "1.5h30m", 7200},
		{Duration, "0.25ms", 0.25e-3}, {Duration, "0.1m", 6}, {Duration, "1.1m", 66},
		{Duration, "1w2d3h4m5s6ms7us8ns", 788645.006007008}, {Duration, "010m", 600},
		{Duration, "1h1e-300s", 3600}, {Duration, "4.9e-324", 5e-324}, {Duration, "1e-324d", 8.64e-320},
		{Duration, "0e9999m", 0}, {Count, "1e3k", 1e6},
		{Duration, "999999999999y", 999999999999 * 31557600.}, // more seconds than an int64 holds
		{Duration, "PT0.5S", 0.5}, {Duration, "P1DT2H3M4.5S", 93784.5}, {Duration, "P2W", 1209600}, {Duration, "-PT1M", -60},
		{Duration, "00:00:02", 2}, {Duration, "1:02:03.25", 3723.25}, {Duration, "1.00:00:00", 86400},
		{Duration, "none", inf}, {Duration, "inf", inf}, {Duration, "None", inf}, {Duration, "∞", inf},
		{Count, "10", 10}, {Count, "1e6", 1e6}, {Count, "1.5e3", 1500}, {Count, "2.0", 2},
		{Count, "20e-1", 2}, {Count, "-3", -3}, {Count, "none", inf}, {Count, "0", 0},
		{Count, "50k", 50000}, {Count, "1.5 M", 1.5e6}, {Number, "2G", 2e9}, {Number, "0.1k", 100}, {Factor, "1T", 1e12},
		{Number, "2", 2}, {Number, "1.5", 1.5}, {Number, "0.1", 0.1}, {Number, "1e-15", 1e-15},
		{Number, "1.0000000001", 1.0000000001}, {Number, "inf", inf},
		{Number, "1797693134862315" + strings.Repeat("0", 293), 1.797693134862315e308},
		{Rate, "50/s", 50}, {Rate, "50", 50}, {Rate, "3000/m", 50}, {Rate, "1/h", 1. / 3600},
		{Rate, "1 / h", 1. / 3600}, {Rate, "1.2M/s", 1.2e6}, {Rate, "100k/s", 1e5}, {Rate, "1G", 1e9},
		{Rate, "60k/m", 1000}, {Rate, "1/ms", 1000}, {Rate, "3/us", 3e6}, {Rate, "1/y", 1. / 31557600},
		{Share, "10%", 0.1}, {Share, "0.1", 0.1}, {Share, "10 %", 0.1}, {Share, "99.99%", 0.9999},
		{Share, "7%", 0.07}, {Share, "-5%", -0.05}, {Share, "1e310%", 1e308},
	} {
		got, err := c.kind.Parse(c.text)
		if err != nil || got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("%v.Parse(%q) = %v, %v, want %v", c.kind, c.text, got, err, c.want)
		}
	}
	for _, k := range kinds {
		if got, err := k.Parse("-0"); err != nil || math.Signbit(got) {
			t.Errorf("%v.Parse(-0) = %v, %v, want +0", k, got, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	long := strings.Repeat("9", 999)
	for _, c := range []struct {
		kind       Kind
		text, want string
	}{
		{Duration, "abc", `"abc" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "  ", `an empty value is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "nan", `"nan" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "-inf", `"-inf" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "ms", `"ms" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "-", `"-" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1h/", `"1h/" has no unit "h/": use ns, us, ms, s, m, h, d, w or y`},
		{Duration, "5 parsec", `"5 parsec" has no unit "parsec": use ns, us, ms, s, m, h, d, w or y`},
		{Duration, "5H", `"5H" has no unit "H": use ns, us, ms, s, m, h, d, w or y`},
		{Duration, "1h90", `"1h90" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1ns5", `"1ns5" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1 30m", `"1 30m" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1.2.3s", `"1.2.3s" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "30m1h", `"30m1h" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1h1h", `"1h1h" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1h-30m", `"1h-30m" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1,5s", `"1,5s" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1_000ms",
			`"1_000ms" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1e400", `"1e400" is too large for a duration`},
		{Duration, "1e308y", `"1e308y" is too large for a duration`},
		{Duration, "1e99999999999999999999d",
			`"1e99999999999999999999d" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1e-400d", `"1e-400d" is too small for a duration`},
		{Duration, "0.0000000001e-400", `"0.0000000001e-400" is too small for a duration`},
		{Duration, "1e-320ns", `"1e-320ns" is too small for a duration`},
		{Duration, "1e-99999999999999999999m",
			`"1e-99999999999999999999m" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, long + "s", `"` + long[:39] + `…" is too large for a duration`},
		{Duration, long + "999s", `"` + long[:39] + `…" is too long for a duration`},
		{Duration, "\x1b[2J", `"\x1b[2J" is not a duration: write it like 250ms, 1.5s, 2m or 1h30m`},
		{Duration, "1\xffs", `"1\xffs" has no unit "\xffs": use ns, us, ms, s, m, h, d, w or y`},
		{Count, "1.5", `"1.5" is not a whole number: write it like 10 or 1e6`},
		{Count, "1.00000000000000000001", `"1.00000000000000000001" is not a whole number: write it like 10 or 1e6`},
		{Count, "1.2345k", `"1.2345k" is not a whole number: write it like 10 or 1e6`},
		{Count, "10s", `"10s" is not a whole number: write it like 10 or 1e6`},
		{Number, "1e400", `"1e400" is too large for a number`},
		{Number, "-1e400", `"-1e400" is too large for a number`},
		{Number, "1e-400", `"1e-400" is too small for a number`},
		{Number, "two", `"two" is not a number: write it like 2, 1.5 or 0.1`},
		{Number, "10%%", `"10%%" is not a number: write it like 2, 1.5 or 0.1`},
		{Rate, "50 per s", `"50 per s" is not a rate: write it like 50/s, 3000/m or 50`},
		{Rate, "50/", `"50/" is not a rate: write it like 50/s, 3000/m or 50`},
		{Rate, "1e308k", `"1e308k" is too large for a rate`},
		{Rate, "1e-323/y", `"1e-323/y" is too small for a rate`},
		{Share, "ten", `"ten" is not a share: write it like 10% or 0.1`},
		{Share, "10%%", `"10%%" is not a share: write it like 10% or 0.1`},
		{Share, "5e-324%", `"5e-324%" is too small for a share`},
	} {
		got, err := c.kind.Parse(c.text)
		if err == nil {
			t.Errorf("%v.Parse(%q) = %v, want an error", c.kind, c.text, got)
		} else if err.Error() != c.want {
			t.Errorf("%v.Parse(%q):\n got %s\nwant %s", c.kind, c.text, err, c.want)
		}
	}
}

// TestParseRefusesForeignNotations checks that other notations for numbers in Go stay refused. TestParseRefuses checks
// the messages.
func TestParseRefusesForeignNotations(t *testing.T) {
	for _, k := range kinds {
		for _, text := range []string{"", " ", "nan", "NaN", "0x10", "0x1p-2", "1_0", "1,5", "--1", "+-1",
			"P", "PT", "P1", "P1Y", "P1M", "PT1H1", "1:00", "00:60:00", "0:0:0", "00:00:00:00",
			"- 1", "1e", ".", "e3", "-none", "+inf", "-∞", "1 1", "infinity", "0b1", "1i", "1f", "１"} {
			if got, err := k.Parse(text); err == nil {
				t.Errorf("%v.Parse(%q) = %v, want an error", k, text, got)
			}
		}
	}
}

// TestParseRoundsOnce checks that Parse returns the float64 nearest to the text, and the even one of two equally near.
func TestParseRoundsOnce(t *testing.T) {
	rat := func(text string) *big.Rat {
		r, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatal(text)
		}
		return r
	}
	nearest := func(k Kind, text string, want *big.Rat) {
		t.Helper()
		got, err := k.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		off := func(x float64) *big.Rat {
			d := new(big.Rat).SetFloat64(x)
			return d.Abs(d.Sub(d, want))
		}
		for _, other := range []float64{math.Nextafter(got, -1), math.Nextafter(got, inf)} {
			odd := int(math.Float64bits(got) & 1)
			if off(got).Cmp(off(other)) > -odd {
				t.Fatalf("kind %d: Parse(%q) = %v, but %v is as near", k, text, got, other)
			}
		}
	}
	hour := big.NewRat(3600, 1)
	per := map[string]string{"ns": "1e-9", "us": "1e-6", "ms": "1e-3", "s": "1",
		"m": "60", "h": "3600", "d": "86400", "w": "604800", "y": "31557600"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 * *times {
		number := strconv.FormatFloat(rng.ExpFloat64()*math.Pow(10, 20*rng.Float64()-10), 'g', 1+rng.IntN(17), 64)
		other := strconv.FormatFloat(60*rng.Float64(), 'f', rng.IntN(5), 64)
		for name, seconds := range per {
			nearest(Duration, number+name, new(big.Rat).Mul(rat(number), rat(seconds)))
			nearest(Rate, number+"/"+name, new(big.Rat).Quo(rat(number), rat(seconds)))
		}
		sum := new(big.Rat).Mul(rat(number), hour)
		nearest(Duration, number+"h"+other+"s", sum.Add(sum, rat(other)))
		nearest(Share, number+"%", new(big.Rat).Quo(rat(number), rat("100")))
	}
}

func TestSuffix(t *testing.T) {
	for i, want := range [...]string{"", "", "", "_s", "_per_s", ""} {
		if got := kinds[i].Suffix(); got != want {
			t.Errorf("%v.Suffix() = %q, want %q", kinds[i], got, want)
		}
	}
}

// FuzzParse checks that no text panics, that an error is one line, and that Exact of the value reads back bit for bit.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "1h30m", "1 h 30.5 m", "-1m4s", "1e999999999d", "0.0000000001e-400",
		"1w2d3h4m5s6ms7us8ns", "99.99%", "3000/m", "1.2M/s", "1,5s", "1_0", "0x1p-2", "none", "∞", "1µs",
		"1h-3m", "1\xffs", "5.e1y", "-0", "1y1e-500s", ".e1", "50 per s", "0y\r0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, k := range kinds {
			x, err := k.Parse(text)
			if err != nil {
				if s := err.Error(); strings.ContainsAny(s, "\n\r\x1b") || len(s) > 700 {
					t.Errorf("%v.Parse(%q): error %q", k, text, s)
				}
				continue
			}
			checkExact(t, k, x)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, text := range []string{"250ms", "1h30m", "1m28.2s", "1.5y", "0.5"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Duration.Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
