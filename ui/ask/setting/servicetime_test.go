package setting

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retune/calc/fleet"
)

// TestServiceTimes checks that every way to write a service time gives its mean and its tail, and that the printed text
// gives exactly the same law again.
func TestServiceTimes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("times.txt", []byte("# a log\n0.02\n30ms\n\n 250 ms \r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	service, _ := Find("service-time")
	p50Mean := 0.04 * math.Exp(math.Pow(math.Log(20)/2.3263478740408408, 2)/2)
	for _, x := range []struct {
		text, want string
		mean, p99  float64
	}{
		{"lognormal=p50:40ms,p99:800ms", "lognormal=p50:40ms,p99:800ms", p50Mean, 0.8},
		{"Lognormal=p99:800ms, median=40ms", "lognormal=p50:40ms,p99:800ms", p50Mean, 0.8},
		{"lognormal:mean=100ms,p99=1s", "lognormal=mean:100ms,p99:1s", 0.1, 1},
		{"exponential=100ms", "exponential=100ms", 0.1, 0.1 * math.Log(100)},
		{"file:times.txt", "file:times.txt", 0.1, 0.25},
		{"constant=20ms", "20ms", 0.02, 0.02},
		{"33.3333333333333ms", "33.3333333333333ms", 0.0333333333333333, 0.0333333333333333},
	} {
		s := Default()
		s.Server.Law = fleet.Law{Kind: fleet.Exponential}
		if err := service.Set(&s, x.text); err != nil {
			t.Errorf("%s: %v", x.text, err)
			continue
		}
		if got := s.Server.ServiceTime * s.Server.Law.Quantile(0.99); !(math.Abs(got-x.p99) <= 1e-9) ||
			!(math.Abs(s.Server.ServiceTime-x.mean) <= 1e-4) {
			t.Errorf("%s: mean %g and p99 %g, want %g and %g", x.text, s.Server.ServiceTime, got, x.mean, x.p99)
		}
		again := Default()
		if err := service.Set(&again, service.Text(&s)); err != nil || service.Text(&s) != x.want {
			t.Errorf("%s: is printed as %s: %v", x.text, service.Text(&s), err)
		}
		if s.Server.Law.Kind != fleet.Listed && again.Server != s.Server {
			t.Errorf("%s: its text gives %+v, want %+v", x.text, again.Server, s.Server)
		}
		if service.Reset(&s); service.Text(&s) != "100ms" || s.Service != (Service{}) {
			t.Errorf("%s: is %s after a reset", x.text, service.Text(&s))
		}
	}
}

// TestBadServiceTimes checks that bad input is refused in one line and changes nothing.
func TestBadServiceTimes(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"empty.txt": "# none\n", "words.txt": "10ms\nfast\n", "zero.txt": "0\n0s\n",
		"less.txt": "10ms\n-1ms\n"} {
		if err := os.WriteFile(filepath.Clean(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	service, _ := Find("service-time")
	for text, want := range map[string]string{
		"":                               "is not a service time",
		"gamma=1":                        "is not a service time",
		"lognormal":                      "as in lognormal=p50:40ms,p99:800ms",
		"lognormal=p50:40ms":             "needs p99",
		"lognormal=p50:1s,p99:40ms":      "not below the p99",
		"lognormal=p50:1s,p99:1s":        "not below the p99",
		"lognormal=mean:1s,p99:40ms":     "not below the p99",
		"lognormal=mean:100ms,p99:1.5s":  "more than 14.9 times the mean",
		"lognormal=p95:100ms,p99:1.5s":   "not a part",
		"lognormal=p50:1us,p99:1d":       "which is out of range",
		"exponential=inf":                "out of range",
		"exponential=none":               "out of range",
		"exponential":                    "not a duration",
		"file:missing.txt":               "no such file",
		"file:":                          "no such file",
		"file:.":                         "is not a file",
		"file:empty.txt":                 "no time above",
		"file:zero.txt":                  "no time above",
		"file:words.txt":                 "line 2 of",
		"file:less.txt":                  "line 2 of",
		"lognormal=p50:40ms,p99:800ms,x": "not a part",
	} {
		s := Default()
		err := service.Set(&s, text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if s.Server != Default().Server {
			t.Errorf("%q: changes the server", text)
		}
	}
}

// TestServiceTimeOfSlowing checks that a server that slows refuses random service times, unless the latency is known at
// arrival.
func TestServiceTimeOfSlowing(t *testing.T) {
	s := Preset("outage")
	service, _ := Find("service-time")
	if err := service.Set(&s, "exponential=100ms"); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "--server slowing-at-arrival") {
		t.Error(err)
	}
	if s.Server.AtArrival = true; s.Check() != nil {
		t.Error(s.Check())
	}
}
