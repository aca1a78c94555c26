package page

import (
	"context"
	"html/template"
	"math"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"retune/ui/files/scenario"
	"retune/ui/show/report"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"retune/ui/show/chart"
)

// hostile is a small review with names that contain markup.
const hostile = `
title = "<script>alert(1)</script> & \"x\""
notes = "</p><img src=x>"
limits = ["recovers", "peak_load < 1000/s"]
[fleet]
traffic = "burst"
clients = 5
runs = 2
duration = "8s"
outage-at = "0s"
[outages."<b>"]
outage = "1s"
[policies."</td>"]
cap = "10s"
retries = 1
[policies.b]
jitter = "full"
retries = 1
`

// TestPage checks that a page agrees with the checks, escapes names, is small and self-contained, and does not depend
// on the number of cores.
func TestPage(t *testing.T) {
	f, err := scenario.Read("r.toml", []byte(hostile), nil)
	if err != nil {
		t.Fatal(err)
	}
	var review Review
	steps := 0
	made := func(cores int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		r, err := Make(context.Background(), f, "1", "retune review -f r.toml", func(done, all int) { steps = all - done })
		if err != nil {
			t.Fatal(err)
		}
		review = r
		html, err := r.Page().HTML()
		if err != nil {
			t.Fatal(err)
		}
		verdict := r.decide().text
		md, err := r.Page().Markdown()
		if err != nil || !strings.Contains(md, report.Escaped(verdict)) {
			t.Fatalf("Markdown without %q: %v", verdict, err)
		}
		if !strings.Contains(html, template.HTMLEscapeString(verdict)) || strings.Count(html, "<svg") < 2 ||
			strings.Count(html, "<style>") != 1 || steps != 0 {
			t.Errorf("the page lacks its verdict %q or drawings, or %d steps are left", verdict, steps)
		}
		return html
	}
	html := made(1)
	if *whole && html != made(2) { // a script compares the files of check, too
		t.Error("the page depends on the number of cores")
	}
	if len(html) > 150_000 {
		t.Errorf("the page has %d bytes", len(html))
	}
	text, err := review.JSON()
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil || schema.Validate(document) != nil {
		t.Errorf("the JSON is not as its schema says: %v, %v", err, schema.Validate(document))
	}
	for _, leak := range []string{"<script", "<img", "<b>", "</td></td>"} {
		if strings.Contains(html, leak) {
			t.Errorf("the page has %s", leak)
		}
	}
	sources := regexp.MustCompile(`(?:<[^>]*\b(?:src|href)\s*=\s*|url\()["']?([^"'\s>)]+)`)
	for _, from := range sources.FindAllStringSubmatch(html, -1) {
		if !strings.HasPrefix(from[1], "#") {
			t.Errorf("the page needs %s", from[1])
		}
	}
}

// TestBound checks the limit of 250 kB of charts that docs/reviews.md states.
func TestBound(t *testing.T) {
	p := Page{Chapters: make([]Chapter, 9)}
	for i := range p.Chapters {
		for range 20 {
			p.Chapters[i].Figures = append(p.Chapters[i].Figures, Figure{Drawing: strings.Repeat("x", 7_000)})
		}
	}
	p.bound()
	kept := 0
	for _, c := range p.Chapters {
		kept += len(c.Figures)
	}
	if text, err := p.HTML(); kept != 35 || err != nil || len(text) > 265_000 { // 15 kB of text and style
		t.Errorf("%d charts of 7 kB are kept, and the page has %d bytes (%v)", kept, len(text), err)
	}
}

// TestContrast checks that every text of a page has a contrast of at least 4.5 to 1 with every background that it may
// have, light and dark: level AA of the Web Content Accessibility Guidelines 2.2, which define the formula.
func TestContrast(t *testing.T) {
	luminance := func(colour string) float64 {
		x, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
		if err != nil || len(colour) != 7 {
			t.Fatalf("%q is no colour", colour)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v := float64(x>>(16-8*i)&255) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	ratio := func(a, b string) float64 {
		x, y := luminance(a), luminance(b)
		return (max(x, y) + 0.05) / (min(x, y) + 0.05)
	}
	if r := ratio("#000000", "#ffffff"); !(math.Abs(r-21) <= 1e-9) {
		t.Errorf("black on white is %v", r)
	}
	themes := regexp.MustCompile(`:root\{([^}]*)\}`).FindAllStringSubmatch(pageText, -1)
	if len(themes) != 2 {
		t.Fatalf("there are %d themes", len(themes))
	}
	for i, theme := range themes {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--(\w+):(#\w+)`).FindAllStringSubmatch(theme[1], -1) {
			colours[m[1]] = m[2]
		}
		grounds := []string{colours["page"], colours["shade"]}
		for name, colour := range colours {
			for _, ground := range grounds {
				if name != "page" && name != "shade" && name != "line" && !(ratio(colour, ground) >= 4.5) {
					t.Errorf("theme %d: %s on %s is %.2f to 1", i, name, ground, ratio(colour, ground))
				}
			}
		}
		of := func(c chart.Colour) string { return []string{c.Light, c.Dark}[i] }
		for role, colour := range chart.Colours {
			for _, ground := range []string{colours["page"], of(chart.Grounds[chart.Band]), of(chart.Grounds[chart.Span])} {
				if (role != chart.Frame || ground == colours["page"]) && !(ratio(of(colour), ground) >= 4.5) {
					t.Errorf("theme %d: role %d on %s is %.2f to 1", i, role, ground, ratio(of(colour), ground))
				}
			}
		}
	}
	for i := range 8 {
		for _, s := range []chart.Shade{chart.WordShade(i), chart.RankShade(i, 8), chart.AbsentShade} {
			if !(ratio(s.Fill, s.Ink) >= 4.5) {
				t.Errorf("%s on %s is %.2f to 1", s.Ink, s.Fill, ratio(s.Fill, s.Ink))
			}
		}
	}
}
