package chart

import (
	"math"
	"strings"
	"testing"

	"retune/ui/unit"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// byRetry returns the delay before retry n of a policy with the given number of retries.
func byRetry(first, factor, limit, retries float64) func(float64) float64 {
	return func(x float64) float64 {
		n := math.Round(x)
		if n < 1 || n > retries {
			return nan
		}
		return min(limit, first*math.Pow(factor, n-1))
	}
}

// byElapsed returns the delay that is being waited at an elapsed time.
func byElapsed(first, factor, limit, retries float64) func(float64) float64 {
	return func(x float64) float64 {
		end := 0.0
		for n := range int(retries) {
			d := min(limit, first*math.Pow(factor, float64(n)))
			if end += d; x < end {
				return d
			}
		}
		return nan
	}
}

func retries(n float64) Axis   { return Axis{Kind: unit.Count, Lo: 0.5, Hi: n + 0.5} }
func elapsed(end float64) Axis { return Axis{Kind: unit.Duration, Hi: end} }

var (
	delays    = Axis{Kind: unit.Duration}
	delaysLog = Axis{Kind: unit.Duration, Log: true}
)

var pictures = []struct {
	name          string
	plot          Plot
	width, height int
	want          string
}{
	{"steps to a cap", Plot{
		X: retries(12), Y: delays, Cross: nan,
		Curves: []Curve{{Role: A, Y: byRetry(1, 2, 64, 12)}},
		Lines:  []Line{{64, "cap", Limit}}, Points: []Point{{X: 7, Y: 64, Role: Mark}},
	}, 72, 16, `
       │
  1m4s ┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╭─◆─────────────────────────── cap
       │                              │
       │                              │
       │                              │
       │                              │
   40s ┤                              │
       │                         ╭────╯
       │                         │
   20s ┤                         │
       │                    ╭────╯
       │                    │
       │          ╭─────────╯
    0s ┼──────────╯
       └──┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬──
          1    2    3    4    5    6    7    8    9   10   11   12`},
	{"elapsed time and a crosshair", Plot{
		X: elapsed(1023), Y: delays, Cross: 600,
		Curves: []Curve{{Role: A, Y: byElapsed(1, 2, inf, 10)}},
	}, 60, 12, `
   10m ┤                              ┊
       │                          ╭─────────────────────────
       │                          │   ┊
       │                          │   ┊
    5m ┤                          │   ┊
       │             ╭────────────╯   ┊
       │             │                ┊
       │      ╭──────╯                ┊
       │   ╭──╯                       ┊
    0s ┼───╯                          ┊
       └┬──────────────┬──────────────┬──────────────┬──────
       0s             5m             10m            15m`},
	{"two policies on a logarithmic axis", Plot{
		X: retries(23), Y: delaysLog, Cross: 17,
		Curves: []Curve{{Role: A, Y: byRetry(0.1, 2.7, 600, 23)}, {Role: B, Y: byRetry(1, 1.5, 300, 20)}},
		Lines:  []Line{{600, "cap A", Limit}, {300, "cap B", Limit}}, Points: []Point{{X: 10, Y: 600, Role: Mark}},
	}, 72, 16, `
   10m ┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄◆────────────────────────────────── cap A
    5m ┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╭──╯┄┄┄┄┄┄┄┄┄┄┄···············┄┄┄┄┄┄┄┄ cap B
       │                    │         ······     ┊
    1m ┤                  ╭─╯       ···          ┊
       │               ╭──╯    ······            ┊
       │               │  ······                 ┊
   10s ┤             ╭─╯···                      ┊
       │          ╭──╯··                         ┊
       │     ·····│                              ┊
       │   ···  ╭─╯                              ┊
    1s ┼···· ╭──╯                                ┊
       │     │                                   ┊
       │   ╭─╯                                   ┊
 100ms ┼───╯                                     ┊
       └─┬──────┬────┬────┬────┬─────┬────┬────┬────┬────┬──────┬─
         1      4    6    8   10    12   14   16   18   20     23`},
	{"two policies in ASCII", Plot{
		X: retries(23), Y: delays, Cross: 8, Glyphs: ASCII,
		Curves: []Curve{{Role: A, Y: byRetry(0.1, 2.7, 600, 23)}, {Role: B, Y: byRetry(1, 1.5, 300, 20)}},
		Lines:  []Line{{600, "cap A", Limit}, {300, "cap B", Limit}}, Points: []Point{{X: 10, Y: 600, Role: Mark}},
	}, 72, 14, `
   10m +~~~~~~~~~~~~~~~~~~~~~~~*---------------------------------- cap A
       |                  !    |
    8m +                  !    |
       |                  !    |
       |                  !    |
    5m +~~~~~~~~~~~~~~~~~~~~~~~|~~~~~~~~~~~~~~............~~~~~~~~ cap B
       |                  ! +--+           ....
    4m +                  ! |            ...
       |                  ! |            :
    2m +                  +-+       ......
       |               +--+    ......
    0s +---------------+........
       +-+------+----+----+----+-----+----+----+----+----+------+-
         1      4    6    8   10    12   14   16   18   20     23`},
	{"a constant", Plot{
		X: retries(5), Y: delays, Cross: nan,
		Curves: []Curve{{Role: A, Y: byRetry(0.25, 1, inf, 5)}},
	}, 40, 10, `
       ┼────────────────────────────────
 200ms ┤
       │
       │
 100ms ┤
       │
       │
    0s ┤
       └───┬─────┬──────┬─────┬─────┬───
           1     2      3     4     5`},
	{"gaps and a single column", Plot{
		X: Axis{Kind: unit.Number, Hi: 32}, Y: Axis{Kind: unit.Share, Lo: 0.1, Hi: 0.9}, Cross: nan,
		Curves: []Curve{{Role: A, Y: func(x float64) float64 {
			switch {
			case x < 4, x > 10 && x < 16, x > 17 && x < 20:
				return nan
			case x < 8:
				return 0.5
			case x > 30:
				return inf
			}
			return 0.7
		}}},
	}, 40, 9, `
       │
   80% ┤
   60% ┤        ╭─      ─   ──────────
       │    ────╯
   40% ┤
   20% ┤
       │
       └┬─────────┬─────────┬─────────┬─
        0        10        20        30`},
	{"nothing to draw", Plot{X: retries(3), Y: delays, Cross: nan}, 30, 6, `
       │
       │
       │
       │
       └───┬───────┬──────┬───
           1       2      3`},
	{"years", Plot{
		X: elapsed(1e9), Y: delaysLog, Cross: nan,
		Curves: []Curve{{Role: A, Y: func(x float64) float64 { return x }}},
	}, 60, 12, `
   50y ┤
       │                                  ╭─────────────────
   20y ┤                   ╭──────────────╯
   10y ┤           ╭───────╯
    5y ┤      ╭────╯
       │   ╭──╯
    2y ┤  ╭╯
    1y ┤ ╭╯
       │ │
  100d ┼─╯
       └┬───────┬───────┬───────┬───────┬────────┬───────┬──
       0s      5y      10y     15y     20y      25y     30y`},
	{"no room for the x axis", Plot{
		X: retries(12), Y: delays, Cross: nan,
		Curves: []Curve{{Role: A, Y: byRetry(1, 2, 64, 12)}},
	}, 30, 3, `
    1m ┤           ╭──────────
   30s ┤         ╭─╯
    0s ┼─────────╯`},
	{"steps in braille", Plot{
		X: retries(7), Y: delaysLog, Cross: nan, Glyphs: Braille,
		Curves: []Curve{{Role: A, Y: byRetry(1, 2, 64, 7)}, {Role: B, Y: byRetry(2, 1.5, 64, 7)}},
	}, 44, 9, `
       │
    1m ┤                               ⡖⠒⠒⠒⠒
       │                         ⢸⠉⠉⠉⠉⠉⠁⠤⠤⠤⠤
   10s ┤               ⢀⣀⣀⣀⣀⣸⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠁
       │          ⢀⣀⣀⣀⣀⣸⠉⠉⠉⠉⠉
       │⠤⠤⠤⠤⠤⡤⠤⠤⠤⠤⠼
    1s ┤⠒⠒⠒⠒⠒⠃
       └──┬────┬────┬─────┬────┬────┬────┬──
          1    2    3     4    5    6    7`},
	{"a band and a span", Plot{
		X: retries(4), Y: delays, Cross: 3,
		Curves: []Curve{{Role: A, Y: byRetry(2, 1, 64, 4), Name: "mean"}},
		Fills: []Fill{
			{Role: Band, Lo: byRetry(1, 1, 64, 4), Hi: byRetry(3, 1, 64, 4), LoName: "p5", HiName: "p95"},
			{Role: Span, Lo: byRetry(-inf, 1, inf, 2), Hi: byRetry(inf, 1, inf, 2)},
		},
	}, 44, 11, `
    3s ┤░░░░░░░░░░░░░░░░░░░┊░░░░░░░░░░░ p95
       │░░░░░░░░░░░░░░░░░░░┊░░░░░░░░░░░
       │░░░░░░░░░░░░░░░░░░░┊░░░░░░░░░░░
    2s ┼─────────────────────────────── mean
       │░░░░░░░░░░░░░░░░░░░┊░░░░░░░░░░░
    1s ┤░░░░░░░░░░░░░░░░░░░┊░░░░░░░░░░░ p5
       │  ╱   ╱   ╱   ╱    ┊
       │ ╱   ╱   ╱   ╱     ┊
    0s ┤╱   ╱   ╱   ╱      ┊
       └───┬───────┬───────┬───────┬───
           1       2       3       4`},
}

func TestPictures(t *testing.T) {
	for _, c := range pictures {
		t.Run(c.name, func(t *testing.T) {
			got := c.plot.Draw(c.width, c.height).String()
			if want := strings.TrimPrefix(c.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestRoles(t *testing.T) {
	pic := pictures[2].plot.Draw(72, 16)
	for _, c := range []struct {
		what     string
		row, col int
		want     Cell
	}{
		{"label", 13, 1, Cell{'1', Label, Blank}},
		{"label of a line", 0, 3, Cell{'1', Limit, Blank}},
		{"axis", 2, 7, Cell{'│', Frame, Blank}},
		{"axis at a tick", 3, 7, Cell{'┤', Frame, Blank}},
		{"tick", 14, 9, Cell{'┬', Frame, Blank}},
		{"A", 13, 8, Cell{'─', A, Blank}},
		{"B", 10, 8, Cell{'·', B, Blank}},
		{"line", 0, 8, Cell{'┄', Limit, Blank}},
		{"name", 0, 71, Cell{'A', Limit, Blank}},
		{"mark", 0, 31, Cell{'◆', Mark, Blank}},
		{"crosshair", 3, 49, Cell{'┊', Cross, Blank}},
		{"A under the crosshair", 0, 49, Cell{'─', A, Blank}},
		{"B under the crosshair", 1, 49, Cell{'·', B, Blank}},
		{"blank", 3, 8, Cell{' ', Blank, Blank}},
	} {
		if got := pic.Cells[c.row][c.col]; got != c.want {
			t.Errorf("%s at row %d, column %d: %q in role %d, want %q in role %d\n%s",
				c.what, c.row, c.col, got.Rune, got.Role, c.want.Rune, c.want.Role, pic)
		}
	}
}

// TestNamesOnOneRow checks that the names of curves that end at one height share their row where there is room. Without
// it they move to rows nearby, and at no size they hide a line or a point.
func TestNamesOnOneRow(t *testing.T) {
	flat := func(float64) float64 { return 1 }
	p := Plot{X: Axis{Lo: 0, Hi: 1}, Y: Axis{Lo: 0, Hi: 2}, Cross: math.NaN(),
		Lines: []Line{{Y: 1, Name: "cap", Role: Limit}}, Curves: []Curve{{Y: flat, Name: "mean", Role: A}},
		Fills:  []Fill{{Lo: flat, Hi: flat, HiName: "p95", LoName: "p5", Role: Band}},
		Points: []Point{{X: 1, Y: 1, Role: Mark}}}
	two := p
	two.Lines, two.Fills, two.Curves = nil, nil, append(p.Curves, Curve{Y: flat, Name: "other", Role: B})
	if text := two.Draw(40, 9).String(); !strings.Contains(text, "mean, other\n") {
		t.Errorf("the names do not share their row:\n%s", text)
	}
	if text := p.Draw(40, 9).String(); !strings.Contains(text, " p95\n") || !strings.Contains(text, " p5\n") {
		t.Errorf("the names are not near their row:\n%s", text)
	}
	for width := 10; width < 90; width++ {
		pic := p.Draw(width, 9)
		for col := pic.Left; col < pic.Right; col++ {
			if cell := pic.Cells[3][col]; !strings.ContainsRune("─◆", cell.Rune) {
				t.Fatalf("%d columns: %q hides the line:\n%s", width, cell.Rune, pic)
			}
		}
	}
}
