package chart

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/ui/unit"
)

// random returns a plot of random extent and curve, mostly of a normal size. The curve takes its values from a table
// with one value for each of 200 parts of the axis.
func random(r *rand.Rand) Plot {
	order := func(low, high float64) float64 { return math.Pow(10, low+r.Float64()*(high-low)) }
	p := Plot{Cross: nan, Glyphs: []Glyphs{Strokes, Strokes, Strokes, ASCII}[r.IntN(4)]}
	p.Y = Axis{Kind: []unit.Kind{unit.Duration, unit.Number, unit.Rate}[r.IntN(3)], Log: r.IntN(2) == 0}
	switch r.IntN(3) {
	case 0:
		p.X = retries(float64(1 + r.IntN(int(order(0, 4)))))
	case 1:
		p.X = elapsed(order(-6, 10))
	case 2:
		p.X = Axis{Kind: unit.Duration, Lo: order(-9, 3), Log: true}
		p.X.Hi = p.X.Lo * order(0.01, 9)
	}
	if r.IntN(3) == 0 { // an explicit range
		p.Y.Lo = order(-6, 6)
		p.Y.Hi = p.Y.Lo * order(0.1, 4)
	}
	x := newScale(p.X)
	table, middle, spread := make([]float64, 200), order(-8, 8), 4*r.Float64()
	for i := range table {
		table[i] = middle * order(-spread, spread)
		if r.IntN(10) == 0 {
			table[i] = []float64{nan, inf, -inf, 0}[r.IntN(4)]
		}
	}
	curve := func(v float64) float64 {
		i, ok := x.column(v, len(table))
		if !ok {
			return nan
		}
		return table[i]
	}
	p.Curves = []Curve{{Role: A, Y: curve}}
	if r.IntN(2) == 0 {
		p.Lines = []Line{{middle * order(0, spread), "cap", Limit}}
	}
	if r.IntN(2) == 0 {
		p.Cross = x.centre(r.IntN(50), 50)
	}
	return p
}

// times is the factor on the number of random plots.
var times = flag.Int("times", 1, "how many times as many random plots are looked at")

// many calls f with random plots, each with its picture and the scale of its y axis.
func many(t *testing.T, f func(p Plot, pic Picture, y scale)) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 250 * *times {
		p := random(r)
		pic := p.Draw(24+r.IntN(110), 5+r.IntN(36))
		f(p, pic, p.layout(pic.Right-pic.Left, pic.Bottom).y)
		if t.Failed() {
			t.Fatalf("%+v\n%s", p, pic)
		}
	}
}

// height returns the height of v above the lowest row, in rows. It reimplements the mapping of the y axis.
func height(p Plot, y scale, v float64, rows int) float64 {
	if p.Y.Log {
		return math.Log(v/y.Lo) / math.Log(y.Hi/y.Lo) * float64(rows-1)
	}
	return (v - y.Lo) / (y.Hi - y.Lo) * float64(rows-1)
}

// sign returns a rune as the plot draws it.
func sign(p Plot, r rune) rune {
	if p.Glyphs == ASCII {
		return PlainRune(r)
	}
	return r
}

// TestCurveIsWhereItsValuesAre checks that every column shows its own sample, at most half a row off, joined to the
// column before, and nothing else.
func TestCurveIsWhereItsValuesAre(t *testing.T) {
	many(t, func(p Plot, pic Picture, y scale) {
		rows, before := pic.Bottom-pic.Top, nan
		for col := pic.Left; col < pic.Right; col++ {
			x, _ := pic.X(col)
			at := height(p, y, p.Curves[0].Y(x), rows)
			if !(at > -0.5 && at < float64(rows)-0.5) {
				at = nan
			}
			low, high := at, at
			if !math.IsNaN(at) && !math.IsNaN(before) {
				low, high = min(at, before), max(at, before)
			}
			before = at

			seen, onRow := 0, false
			for row := pic.Top; row < pic.Bottom; row++ {
				cell := pic.Cells[row][col]
				if cell.Role != A && (cell.Role != Cross || cell.Rune == sign(p, '┊')) {
					continue
				}
				seen++
				up := float64(pic.Bottom - 1 - row)
				onRow = onRow || math.Abs(up-at) <= 0.5+1e-9
				if !(up >= low-0.5-1e-9 && up <= high+0.5+1e-9) {
					t.Errorf("column %d has a stroke %g rows up, its values are %g to %g", col, up, low, high)
				}
			}
			if math.IsNaN(at) != (seen == 0) || seen > 0 && !onRow {
				t.Errorf("column %d has %d strokes, none within half a row of %g: %t", col, seen, at, !onRow)
			}
		}
	})
}

// TestDotsAreWhereTheirValuesAre checks that every column of dots has a dot within half a dot of its own sample.
func TestDotsAreWhereTheirValuesAre(t *testing.T) {
	many(t, func(p Plot, _ Picture, _ scale) {
		p.Glyphs = Braille
		pic := p.Draw(100, 20)
		rows, dots := pic.Bottom-pic.Top, 2*(pic.Right-pic.Left)
		y := p.layout(pic.Right-pic.Left, rows).y
		for dot := range dots {
			at := height(p, y, p.Curves[0].Y(pic.x.centre(dot, dots)), rows)
			if !(at > -0.5+1e-9 && at < float64(rows)-0.5-1e-9) {
				continue
			}
			near := false
			for up := range 4 * rows {
				cell := pic.Cells[pic.Bottom-1-up/4][pic.Left+dot/2].Rune
				bit := [][2]rune{{0x40, 0x80}, {0x04, 0x20}, {0x02, 0x10}, {0x01, 0x08}}[up%4][dot%2]
				near = near || cell >= 0x2800 && cell&bit != 0 && math.Abs((float64(up)-1.5)/4-at) <= 0.125+1e-9
			}
			if !near {
				t.Errorf("no dot of column %d is within half a dot of %g rows up\n%s", dot, at, pic)
			}
		}
	})
}

// value parses a label, rounded or not.
func value(t *testing.T, kind unit.Kind, text string) float64 {
	t.Helper()
	if text == "183d" { // the only rounded tick
		return year / 2
	}
	scale := 1.0
	if kind == unit.Rate {
		text = strings.TrimSuffix(text, "/s")
	}
	if kind != unit.Duration {
		for suffix, factor := range map[string]float64{"k": 1e3, "M": 1e6, "G": 1e9} {
			if rest, ok := strings.CutSuffix(text, suffix); ok {
				text, scale = rest, factor
			}
		}
	}
	v, err := kind.Parse(text)
	if err != nil {
		t.Errorf("label %q: %v", text, err)
	}
	return v * scale
}

// TestYLabelsAreTrue checks that a label is on the row nearest to its value.
func TestYLabelsAreTrue(t *testing.T) {
	many(t, func(p Plot, pic Picture, y scale) {
		rows, texts := pic.Bottom-pic.Top, []string{}
		for row := pic.Top; row < pic.Bottom; row++ {
			text := strings.TrimLeft(line(pic, row)[:pic.Left-1], " ")
			if text == "" {
				continue
			}
			if !strings.HasSuffix(text, " ") || strings.Contains(strings.TrimRight(text, " "), " ") {
				t.Errorf("%q is not flush right", text)
			}
			text = strings.TrimSpace(text)
			texts = append(texts, text)
			at, up := height(p, y, value(t, p.Y.Kind, text), rows), float64(pic.Bottom-1-row)
			off := 0.5 + 1e-6
			if pic.Cells[row][pic.Left-3].Role == Limit {
				off += 0.25 // the label of a line is rounded, that of a tick is not
			}
			if !(math.Abs(at-up) <= off) {
				t.Errorf("%s stands %g rows up and should %g", text, up, at)
			}
		}
		if slices.Sort(texts); len(slices.Compact(texts)) < len(texts) {
			t.Errorf("a label occurs twice: %q", texts)
		}
		if y.valid() && (rows >= 6 || rows >= 4 && p.Y.Lo == 0 && !p.Y.Log) && len(texts) < 2 {
			t.Errorf("%d labels on %g to %g", len(texts), y.Lo, y.Hi)
		}
	})
}

// TestXLabelsAreTrue checks that a label on the x axis covers its tick, that the tick is in the column of the label's
// value, and that no two labels touch.
func TestXLabelsAreTrue(t *testing.T) {
	many(t, func(p Plot, pic Picture, _ scale) {
		axis, labels := pic.Cells[pic.Bottom], pic.Cells[pic.Bottom+1]
		used := 0
		for col := pic.Left; col < pic.Right; col++ {
			if axis[col].Rune != sign(p, '┬') {
				continue
			}
			from, to := col, col
			for from > 0 && labels[from-1].Role == Label {
				from--
			}
			for to < len(labels) && labels[to].Role == Label {
				to++
			}
			text := line(pic, pic.Bottom+1)[from:to]
			used += len(text)
			if got, ok := pic.Column(value(t, p.X.Kind, text)); !ok || got != col {
				t.Errorf("%q is under column %d and says %d", text, col, got)
			}
		}
		all := strings.ReplaceAll(line(pic, pic.Bottom+1), " ", "")
		if used == 0 || used != len(all) {
			t.Errorf("ticks cover %d of %d runes of labels", used, len(all))
		}
	})
}

// line returns one line of the picture, with each rune above 127 as one byte.
func line(pic Picture, row int) string {
	text := make([]byte, len(pic.Cells[row]))
	for i, c := range pic.Cells[row] {
		text[i] = byte(min(c.Rune, 127))
	}
	return string(text)
}

func TestColumnIsTheInverseOfX(t *testing.T) {
	many(t, func(_ Plot, pic Picture, _ scale) {
		last := math.Inf(-1)
		for col := -2; col < len(pic.Cells[0])+2; col++ {
			x, ok := pic.X(col)
			if inside := col >= pic.Left && col < pic.Right; ok != inside {
				t.Errorf("column %d has an x: %t", col, ok)
			}
			if !ok {
				continue
			}
			if back, ok := pic.Column(x); !ok || back != col || !(x > last) {
				t.Errorf("column %d shows %g, which column %d shows", col, x, back)
			}
			last = x
		}
		for _, x := range []float64{nan, inf, pic.x.Hi * 1.01, pic.x.Lo - 0.1*math.Abs(pic.x.Lo) - 1e-300} {
			if col, ok := pic.Column(x); ok {
				t.Errorf("%g is off the axis but shown in column %d", x, col)
			}
		}
	})
}

// TestEverySize checks that a picture has the requested size and contains only runes of one cell.
func TestEverySize(t *testing.T) {
	const unicode = " ┤┼└─┬┄◆┊│╮╯╭╰·:░╱"
	r := rand.New(rand.NewPCG(3, 4))
	for width := -1; width <= 130; width++ {
		for height := -1; height <= 40; height++ {
			if width > 40 && height > 12 && (width+height)%(1 + 4 / *times) > 0 {
				continue // small sizes have the special cases
			}
			p := random(r)
			if r.IntN(2) == 0 {
				p = pictures[r.IntN(len(pictures))].plot
				p.Glyphs = []Glyphs{Strokes, Braille, ASCII}[r.IntN(3)]
			}
			pic := p.Draw(width, height)
			if len(pic.Cells) != max(height, 0) {
				t.Fatalf("%d rows of %d", len(pic.Cells), height)
			}
			for _, cells := range pic.Cells {
				if len(cells) != max(width, 0) {
					t.Fatalf("%d columns of %d", len(cells), width)
				}
				for _, c := range cells {
					if c.Rune < ' ' || c.Rune > 126 && (p.Glyphs == ASCII || !strings.ContainsRune(unicode, c.Rune) &&
						(c.Rune < 0x2800 || c.Rune > 0x28ff)) {
						t.Fatalf("%dx%d: rune %q\n%s", width, height, c.Rune, pic)
					}
				}
			}
		}
	}
}

// TestExtremes checks that values that no axis can show are left out and cause no panic.
func TestExtremes(t *testing.T) {
	values := []float64{0, 1, -1, 1e-12, 1e300, -1e300, 5e-324, math.MaxFloat64, -math.MaxFloat64, inf, -inf, nan,
		1 + 1e-15}
	r := rand.New(rand.NewPCG(5, 6))
	pick := func() float64 { return values[r.IntN(len(values))] }
	for range 1500 * *times {
		p := Plot{
			X: Axis{Kind: unit.Kind(r.IntN(5)), Lo: pick(), Hi: pick(), Log: r.IntN(2) == 0},
			Y: Axis{Kind: unit.Kind(r.IntN(5)), Log: r.IntN(2) == 0},
			Curves: []Curve{{Role: A, Y: func(float64) float64 { return pick() }}, {Role: B,
				Y: func(float64) float64 { return 1 }}},
			Lines:  []Line{{pick(), "a rather long name", Limit}, {pick(), "", Limit}},
			Points: []Point{{X: pick(), Y: pick(), Role: Mark, Stem: r.IntN(2) == 0}},
			Cross:  pick(),
		}
		if r.IntN(2) == 0 {
			p.Y.Lo, p.Y.Hi = pick(), pick()
		}
		p.Draw(r.IntN(60), r.IntN(20))
	}
}

func TestHugeAndTinyValues(t *testing.T) {
	for _, unitSize := range []float64{1e-12, 1e-6, 1, 1e100, 1e300} {
		for _, log := range []bool{false, true} {
			p := Plot{
				X: retries(8), Y: Axis{Kind: unit.Duration, Log: log}, Cross: nan,
				Curves: []Curve{{Role: A, Y: func(x float64) float64 { return unitSize * math.Round(x) }}},
			}
			if log {
				p.Curves[0].Y = func(x float64) float64 { return unitSize * math.Exp2(math.Round(x)) }
			}
			pic := p.Draw(60, 14)
			if n := strings.Count(pic.String(), "╭"); n != 7 {
				t.Errorf("%g: %d steps of 7\n%s", unitSize, n, pic)
			}
		}
	}
}

// TestTexts checks that ticks are written as briefly as accuracy allows.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		kind  unit.Kind
		ticks []float64
		want  string
	}{
		{unit.Duration, []float64{0, 15, 30, 45, 60, 75}, "0s 15s 30s 45s 1m 1m15s"},
		{unit.Duration, []float64{37 * hour, 37.5 * hour, 38 * hour}, "1d13h 1d13h30m 1d14h"}, // not 1.56d
		{unit.Duration, []float64{360 * day, 390 * day}, "360d 390d"},                         // not 1.07y
		{unit.Duration, []float64{0, year / 2, year}, "0s 183d 1y"},
		{unit.Count, []float64{1, 500, 1000, 1234}, "1 500 1000 1234"}, // not 1.23k
		{unit.Number, []float64{0, 50, 100}, "0 50 100"},
		{unit.Number, []float64{100, 100.5}, "100 100.5"}, // not 100 101
		{unit.Rate, []float64{0, 1e6, 2e6}, "0/s 1M/s 2M/s"},
	} {
		if got := strings.Join(texts(c.kind, c.ticks), " "); got != c.want {
			t.Errorf("%v of kind %d are %s, want %s", c.ticks, c.kind, got, c.want)
		}
	}
}

// TestNarrowAndWideAxes checks axes whose ends are next to each other, or at the limits of float64.
func TestNarrowAndWideAxes(t *testing.T) {
	p := Plot{X: Axis{Lo: 1, Hi: 1 + 1e-15}, Y: delays, Cross: 1}
	p.Curves = []Curve{{Role: A, Y: func(float64) float64 { return 1 }}}
	pic := p.Draw(40, 10)
	if _, ok := pic.X(20); ok {
		t.Errorf("columns that float64 cannot tell apart\n%s", pic)
	}
	p = Plot{X: retries(600), Y: delaysLog, Cross: nan}
	p.Curves = []Curve{{Role: A, Y: func(x float64) float64 { return math.Pow(10, x-300) }}}
	pic = p.Draw(80, 20)
	if n := strings.Count(pic.String(), "╭"); n < 15 {
		t.Errorf("%d steps\n%s", n, pic)
	}
}
