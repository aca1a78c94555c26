package chart

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func drawn(t *testing.T, title, desc string, panels ...Panel) string {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, title, desc, panels); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// badNumber matches invalid coordinates: not finite, or with more than two decimals.
var badNumber = regexp.MustCompile(`NaN|Inf|[0-9]e[+-]?[0-9]|\.[0-9]{3}`)

// TestSVGOfManyPlots checks that drawings are well-formed, have numbers of at most two decimals, refer to nothing
// outside themselves, and are reproducible.
func TestSVGOfManyPlots(t *testing.T) {
	count := 0
	many(t, func(p Plot, _ Picture, _ scale) {
		if count++; count%10 > 0 {
			return
		}
		panel := Panel{Title: "a plot", Desc: "of any", Plot: p, Legend: []Key{{A, "A"}, {Band, "most"}}}
		got := drawn(t, "title", "desc", panel, panel)
		if again := drawn(t, "title", "desc", panel, panel); again != got {
			t.Fatal("drawn again it is another drawing")
		}
		decoder := xml.NewDecoder(strings.NewReader(got))
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v:\n%s", err, got)
			}
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range start.Attr {
				if a.Name.Local == "d" && badNumber.MatchString(a.Value) {
					t.Fatalf("a path with numbers that are none: %s", a.Value)
				}
			}
		}
		for _, word := range []string{"href", "http", "@import", "<script", "url("} {
			if n := strings.Count(got, word); n != map[string]int{"http": 1,
				"url(": 2}[word] { // the name space, and the pattern of outages in light and dark
				t.Fatalf("%q is there %d times", word, n)
			}
		}
	})
}

// TestSVGEscapes checks that names from outside stay text.
func TestSVGEscapes(t *testing.T) {
	const name = `</text><script>alert("x")</script>&amp;` + "\x01"
	box := Box{Name: name, Role: A, At: [5]float64{1, 2, 3, 4, 5}, Cells: []string{name}}
	got := drawn(t, name, name,
		Panel{Title: name, Desc: name, Legend: []Key{{B, name}}, Plot: Plot{X: elapsed(10), Boxes: []Box{box},
			Heads: []string{name}, Cross: nan}},
		Panel{Title: name, Plot: Plot{X: elapsed(10), Cross: nan, Lines: []Line{{1, name, Limit}},
			Curves: []Curve{{Role: A, Name: name, Y: math.Sqrt}}}})
	if strings.Contains(got, "<script") {
		t.Error("a name is an element")
	}
	if n := strings.Count(got, "&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;&amp;amp;�"); n != 13 {
		t.Errorf("a name is there %d times, want 13", n)
	}
}

// TestSVGPlaces checks that a straight line goes from corner to corner, and that a step is in its place.
func TestSVGPlaces(t *testing.T) {
	p := Plot{X: Axis{Hi: 8}, Y: Axis{Hi: 8}, Cross: nan, Curves: []Curve{{Role: A,
		Y: func(x float64) float64 { return x }}}}
	paths := func(class string) (list [][]float64) {
		text := drawn(t, "", "", Panel{Plot: p})
		for _, m := range regexp.MustCompile(`class="`+class+`" d="M([^"]+)"`).FindAllStringSubmatch(text, -1) {
			var at []float64
			for word := range strings.FieldsSeq(m[1]) {
				x, _ := strconv.ParseFloat(word, 64)
				at = append(at, x)
			}
			list = append(list, at)
		}
		return list
	}
	axes, line := paths("frame"), paths("curve a")[0]
	x, y := axes[0], axes[len(axes)-1]
	if len(line) != 4 {
		t.Fatalf("a straight line has %d numbers", len(line))
	}
	for i, want := range []float64{x[0], x[1], x[2], y[1]} {
		if !(math.Abs(line[i]-want) <= 1) {
			t.Errorf("the line %v does not go from corner to corner of %v and %v", line, x, y)
		}
	}
	p.Curves[0].Y = func(x float64) float64 { return map[bool]float64{true: 2, false: 6}[x < 4] }
	if line = paths("curve a")[0]; len(line) != 8 {
		t.Errorf("a step has %d numbers: %v", len(line), line)
	}
}

// TestSimpler checks that every omitted place is within the tolerance of the line.
func TestSimpler(t *testing.T) {
	var line []place
	for i := range 500 {
		x := float64(i)
		line = append(line, place{x, 50*math.Sin(x/40) + 20*math.Floor(x/100)})
	}
	few := simpler(line)
	if len(few) > len(line)/2 {
		t.Errorf("%d of %d places are left", len(few), len(line))
	}
	for _, p := range line {
		i, _ := slices.BinarySearchFunc(few, p, func(a, b place) int { return int(math.Copysign(1, a[0]-b[0])) })
		a, b := few[max(0, i-1)], few[min(i, len(few)-1)]
		y := b[1]
		if b[0] > a[0] {
			y = a[1] + (b[1]-a[1])*(p[0]-a[0])/(b[0]-a[0])
		}
		if !(math.Abs(y-p[1]) <= off*math.Hypot(1, 1.25+20)) { // a slope increases the vertical distance
			t.Fatalf("%v is at %v", p, y)
		}
	}
}
