package lab

import (
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"retune/calc/fleet"
)

// TestTarget accepts addresses on this machine and no others.
func TestTarget(t *testing.T) {
	for text, want := range map[string]string{
		"http://127.0.0.1:8080":        "http://127.0.0.1:8080/",
		"http://127.1.2.3:8080/a":      "http://127.1.2.3:8080/a/",
		"http://[::1]:8080/":           "http://[::1]:8080/",
		"http://localhost:8080":        "http://127.0.0.1:8080/",
		"http://localhost":             "http://127.0.0.1:80/",
		"http://LOCALHOST:1":           "",
		"http://localhost.example:1":   "",
		"http://127.0.0.1.example:1":   "",
		"http://example.com":           "",
		"http://0.0.0.0:80":            "",
		"http://10.0.0.1:80":           "",
		"http://169.254.169.254/":      "",
		"http://[::ffff:10.0.0.1]:80":  "",
		"http://[fe80::1]:80":          "",
		"http://2130706433/":           "", // 127.0.0.1 as one number
		"http://0177.0.0.1/":           "",
		"http://user@127.0.0.1:80":     "",
		"https://127.0.0.1:80":         "",
		"http://127.0.0.1:80@evil.com": "",
		"http://127.0.0.1:65536":       "",
		"127.0.0.1:80":                 "",
		"":                             "",
		"http://127.0.0.1:99999":       "",
	} {
		got, err := Target(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q (%v), want %q", text, got, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: more than a line: %v", text, err)
		}
	}
}

// TestLoopbackOnly makes the client try other hosts: by address, by a redirect, and through a proxy from the
// environment.
func TestLoopbackOnly(t *testing.T) {
	var other atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { other.Add(1) }))
	defer elsewhere.Close()
	redirects := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer redirects.Close()
	t.Setenv("HTTP_PROXY", elsewhere.URL)
	t.Setenv("http_proxy", elsewhere.URL)
	if _, err := newClient().Get("http://192.0.2.1/"); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("an address elsewhere: %v", err)
	}
	if _, err := newClient().Get("http://retune.invalid/"); err == nil {
		t.Error("a name is looked up")
	}
	answer, err := newClient().Get(redirects.URL)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Body.Close(); answer.StatusCode != http.StatusFound {
		t.Errorf("a redirect ends with %s", answer.Status)
	}
	if n := other.Load(); n > 0 {
		t.Errorf("%d requests went elsewhere", n)
	}
}

// TestLimits checks that excessive and missing values are refused.
func TestLimits(t *testing.T) {
	for name, change := range map[string]func(*Plan){
		"clients": func(p *Plan) { p.System.Traffic.Clients = 5001 },
		"speed 0": func(p *Plan) { p.Speed = 0 },
		"NaN":     func(p *Plan) { p.Speed = math.NaN() },
		"speed":   func(p *Plan) { p.Speed = 101 },
		"minutes": func(p *Plan) { p.System.Duration = 601 },
		"spike": func(p *Plan) {
			p.System.Outages = []fleet.Outage{{Kind: fleet.Spike, Length: 1, Share: 2}}
		},
		"budget":  func(p *Plan) { p.System.Client.Budget.Kind = fleet.Ratio },
		"breaker": func(p *Plan) { p.System.Client.Breaker.Share = 0.5 },
	} {
		p := Plan{System: small(), Speed: 1}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		change(&p)
		if err := p.Check(); err == nil {
			t.Errorf("%s: it is not refused", name)
		}
	}
	w := small()
	w.Traffic.Clients, w.Duration = 5000, 600
	if err := (Plan{System: w, Speed: 1}).Check(); err != nil {
		t.Errorf("the most that is allowed: %v", err)
	}
}
