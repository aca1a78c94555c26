package chart

import (
	"math"
	"strings"
	"testing"
)

// TestDrawn holds that every kind of figure passes, whatever its names are, and that nothing
// passes that acts or asks for something.
func TestDrawn(t *testing.T) {
	const name = `</text><script>alert("x")</script>&amp;`
	h := square(Strokes)
	h.Shades = wordShades
	for _, p := range []Panel{
		{Title: name, Desc: name, Legend: []Key{{A, name}, {Span, "outage"}}, Plot: Plot{X: elapsed(10), Cross: 3, Lines: []Line{{1, name, Limit}}, Curves: []Curve{{A, name, math.Sqrt, nil}}}},
		{Title: name, Plot: Plot{X: elapsed(10), Cross: nan, Boxes: []Box{{Name: name, Role: A, At: [5]float64{1, 2, 3, 4, 5}, Cells: []string{name}}}, Heads: []string{name}}},
		{Title: name, Heat: &h, Legend: []Key{{Class, name}, {Class + 1, name}, {Mark, name}, {Limit, name}}},
		{Title: name, Bars: &Bars{[]Bar{{name, 3, name, wordShades[1]}, {name, math.Inf(1), name, wordShades[0]}, {name, nan, name, wordShades[3]}}}},
	} {
		if err := Drawn(Figure(p)); err != nil {
			t.Errorf("%v in %s", err, Figure(p))
		}
	}
	good := Figure(Panel{Plot: Plot{X: elapsed(10), Cross: nan, Curves: []Curve{{A, "a", math.Sqrt, nil}}}})
	for _, bad := range []string{"", "text", good + good, good + "<script/>", "<!-- -->" + good, strings.Replace(good, "<path", "<title><![CDATA[><img onerror='alert(1)'>]]></title><path", 1),
		strings.Replace(good, "<path", "<script>alert(1)</script><path", 1), strings.Replace(good, "<path", "<a href='x'/><path", 1),
		strings.Replace(good, "<path", "<path onload='alert(1)'", 1), strings.Replace(good, "<path", "<path style='x'", 1),
		strings.Replace(good, "<path", "<path fill='url(http://x/#y)'", 1), strings.Replace(good, "<path", "<foreignObject/><path", 1),
		strings.Replace(good, "<svg", "<svg xmlns:xlink='http://www.w3.org/1999/xlink'", 1), strings.Replace(good, "</svg>", "", 1)} {
		if Drawn(bad) == nil {
			t.Errorf("%s passes", bad)
		}
	}
}
