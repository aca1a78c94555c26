package review

import (
	"context"
	"html/template"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// hostile is a small review whose names try to leave their place.
const hostile = `
title = "<script>alert(1)</script> & \"x\""
notes = "</p><img src=x>"
limits = ["recovers", "peak_load < 1000/s"]
[fleet]
traffic = "burst"
clients = 20
engine = "fluid"
duration = "8s"
outage-at = "0s"
[outages."<b>"]
outage = "1s"
[policies."</td>"]
cap = "10s"
[policies.b]
jitter = "full"
`

// TestPage holds that a page says what the checks do, that names stay text, that it needs
// nothing from elsewhere and is small, and that it is the same on any number of cores.
func TestPage(t *testing.T) {
	f, err := Read("r.toml", []byte(hostile), nil)
	if err != nil {
		t.Fatal(err)
	}
	made := func(cores int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		r, err := Make(context.Background(), f, "1", "retune review -f r.toml")
		if err != nil {
			t.Fatal(err)
		}
		html, err := r.Page().HTML("1")
		if err != nil {
			t.Fatal(err)
		}
		md, err := r.Page().Markdown("1")
		if err != nil || !strings.Contains(md, r.Summary()) {
			t.Fatalf("Markdown without %q: %v", r.Summary(), err)
		}
		if !strings.Contains(html, template.HTMLEscapeString(r.Summary())) || strings.Count(html, "<svg") < 2 || strings.Count(html, "<style>") != 1 {
			t.Errorf("the page lacks its summary %q or drawings", r.Summary())
		}
		return html
	}
	html := made(1)
	if html != made(2) {
		t.Error("the page depends on the number of cores")
	}
	if len(html) > 150_000 {
		t.Errorf("the page has %d bytes", len(html))
	}
	for _, leak := range []string{"<script", "<img", "<b>", "</td></td>"} {
		if strings.Contains(html, leak) {
			t.Errorf("the page has %s", leak)
		}
	}
	for _, from := range regexp.MustCompile(`(?:<[^>]*\b(?:src|href)\s*=\s*|url\()["']?([^"'\s>)]+)`).FindAllStringSubmatch(html, -1) {
		if !strings.HasPrefix(from[1], "#") {
			t.Errorf("the page needs %s", from[1])
		}
	}
}
