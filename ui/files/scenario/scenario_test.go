package scenario

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
	"retune/ui/unit"
)

// TestMain runs the garbage collector only at the memory limit. The heap then keeps its pages instead of returning and
// requesting them.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// TestSample checks that the sample is a valid scenario file with the settings that it claims.
func TestSample(t *testing.T) {
	f, err := Read("sample.toml", []byte(Sample), nil)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := f.Cases()
	if err != nil || len(cases) != 4 || len(f.Limits) != 4 {
		t.Fatalf("%d cases, %d limits, %v", len(cases), len(f.Limits), err)
	}
	s := cases[3].Scenario
	if cases[3].Name() != "proposed, incident" || s.InitialDelay != 0.5 || s.Factor != 2 || s.Cap != 30 ||
		s.Clients != 1000 || s.Outage.A != 90 || !math.IsInf(s.Retries, 1) {
		t.Errorf("%s is %+v", cases[3].Name(), s)
	}
	if b := cases[0].Scenario; b.Factor != 1 || b.Outage.A != 20 || !math.IsInf(b.Cap, 1) {
		t.Errorf("%s is %+v", cases[0].Name(), b)
	}
}

// TestRefused checks that every error in a file names its line.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1":                                   "r.toml line 1: unknown setting \"a\"",
		"\n[policies.x]\nfactr = 2":               "r.toml line 3: unknown setting \"factr\"",
		"[policies.x]\nfactor = 0.5":              "r.toml line 2: factor: ",
		"[policies]\nfactor = 2":                  "r.toml line 2: policies has names",
		"[fleet]\nclients = -1":                   "r.toml line 2: clients: ",
		"[outages.x]\nfactor = 2":                 "r.toml line 2: factor cannot be in [outages.NAME]",
		"[policies.x]\ncap = 1\nfirst = 2":        "r.toml line 3: ",
		"[policies.x]\ncap = 0.1\nretries = 2":    "r.toml line 2: cap ",
		"limits = [\n'recovers',\n'peak_load<'":   "r.toml line 3",
		"limits = ['peak_load <']":                "r.toml line 1: ",
		"[fleet]\nclients = 1\nclients = 2":       "r.toml line 3",
		"title = \"\x00\"":                        "r.toml",
		"title = \"\\u001b[31m\"":                 "r.toml line 1: \"title\" has a control character",
		"[policies.x]\nfactor = [1, 2]":           "r.toml line 2: \"policies.x.factor\" takes one value",
		"[[policies.x]]\nfactor = 2":              "r.toml line 2: \"policies.x.factor\" takes one value",
		"limits = [\n'recovers',\n'recovrs']":     "r.toml line 3: unknown verdict",
		"limits = {a = 1}":                        "r.toml line 1: limits is a list",
		"[policies.x]\nfactor = 1e999":            "r.toml line 2: ",
		"[policies.x]\nfactor = nan":              "r.toml line 2: factor: ",
		"[policies.x]\nimport = 'a.json'":         "r.toml line 2: import: a.json line 1: ",
		"[policies.x]\nimport = 'b.json#b'":       "r.toml line 2: import: \"b.json\" has 0 policies",
		"[questions.x]\nx = 'factor=1..2'":        "r.toml line 2: the question has no ask",
		"[questions.x]\nask = 'maps'":             "r.toml line 2: there is no question",
		"[questions.x]\nx = 1\nask = 'map'":       "r.toml line 2: x: ",
		"[questions.x]\nask = 'map'\nxx = 1":      "r.toml line 3: unknown setting",
		"[questions.x]\nask = 'jitter'\ntries=0":  "r.toml line 3: tries: ",
		"questions = 1":                           "r.toml line 1: questions has names",
		"[policies]":                              "r.toml line 1: policies has names",
		"\npolicies.a = []":                       "r.toml line 2: policies has names",
		"fleet = 1":                               "r.toml line 1: fleet is a table",
		"[policies.x]\ncap = []":                  "r.toml line 2: \"policies.x.cap\" has no value",
		"[policies.x]\ncap = {}":                  "r.toml line 2: \"policies.x.cap\" has no value",
		"[policies.x.cap]":                        "r.toml line 1: \"policies.x.cap\" has no value",
		"[[policies]]":                            "r.toml line 1: \"policies\" takes one value",
		"[limits]":                                "r.toml line 1: limits is a list",
		"limits = [[]]":                           "r.toml line 1: limits is a list",
		"[title]":                                 "r.toml line 1: title takes one text",
		"title = []":                              "r.toml line 1: title takes one text",
		"[questions.x]":                           "r.toml line 1: the question has no ask",
		"[fleets]":                                "r.toml line 1: unknown setting \"fleets\"",
		"limits = ['x.recovers']\n[policies.a]":   "r.toml line 1: there is no policy \"x\" to have \"x.verdict\"",
		"[[layer]]":                               "r.toml line 1: a layer begins with its name",
		"[policies.x]\noutage = 5":                "r.toml line 2: outage cannot be in [policies.NAME]",
		"[policies.x]\nruns = 5":                  "r.toml line 2: runs cannot be in [policies.NAME]: it belongs in [outages",
		"[policies.x]\nscenario = 'api'":          "r.toml line 2: scenario cannot be in [policies.NAME]",
		"[outages.x]\nworkers = 5":                "r.toml line 2: workers cannot be in [outages.NAME]: it belongs",
		"[outages.x]\nvs = 'r=3'":                 "r.toml line 2: unknown setting \"vs\"",
		"[fleet]\nvs = 'r=3'":                     "r.toml line 2: unknown setting \"vs\"",
		"[policies.x]\ncap=1\nr=2\nmax-delay=2":   "r.toml line 4: max-delay and cap in line 2 are the same setting",
		"[fleet]\nmax-attempts=3\nretries=2":      "r.toml line 3: retries and max-attempts in line 2 are the same setting",
		"[outages.x]\noutage=1\nfault=2":          "r.toml line 3: fault and outage in line 2 are the same setting",
		"[questions.x]\nr=1\nask='map'\nfactor=2": "r.toml line 4: factor and r in line 2 are the same setting",
		"[[layer]]\nname='a'\nn=1\nretries=2":     "r.toml line 4: retries and n in line 3 are the same setting",
	} {
		_, err := Read("r.toml", []byte(text), imported)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestEmptyTables checks that a table without settings is one with the defaults, also after it was written again.
func TestEmptyTables(t *testing.T) {
	const text = "limits = ['elapsed < 2m']\n[fleet]\n[outages.x]\n[policies.a]\ncap = '1s'\n[policies.b]\n"
	f, err := Read("r.toml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		cases, err := f.Cases()
		if err != nil || len(cases) != 2 || cases[1].Name() != "b, x" || len(f.Remarks) > 0 {
			t.Fatalf("%+v, %v, %q", cases, err, f.Remarks)
		}
		if s := cases[1].Scenario; !math.IsInf(s.Cap, 1) || cases[0].Scenario.Cap != 1 || s.Outage.A != 30 {
			t.Errorf("b is %+v", s)
		}
		if f, err = Read("r.toml", written(f.values), nil); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLimitOfOne checks that a limit that names a policy is checked for that policy alone, and goes with it.
func TestLimitOfOne(t *testing.T) {
	f, err := Read(
		"r.toml",
		[]byte("limits = ['v1.2.elapsed < 1h', 'elapsed < 2h', 'b.elapsed < 3h']\n[policies.'v1.2']\n"+
			"[policies.b]\n"),
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	for only, want := range map[string]string{"": "v1.2: v1.2.elapsed < 1h; v1.2: elapsed < 2h; b: elapsed < 2h; " +
		"b: b.elapsed < 3h", "b": "b: elapsed < 2h; b: b.elapsed < 3h"} {
		part, err := f.Only(only)
		if err != nil {
			t.Fatal(err)
		}
		cases, _ := part.Cases()
		outcomes, err := Run(t.Context(), cases, part.Limits, false, func(*Outcome, int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range Checks(outcomes, cases, part.Limits) {
			names = append(names, c.name())
			if c.State() != Holds {
				t.Errorf("%s %s: %+v", c.name(), c.State(), c.Finding)
			}
		}
		if got := strings.Join(names, "; "); got != want {
			t.Errorf("%q: %s, want %s", only, got, want)
		}
	}
}

// TestImplied checks that settings in a file imply what the same flags imply.
func TestImplied(t *testing.T) {
	for text, want := range map[string]string{
		"[fleet]\ntraffic='burst'\n[outages.x]\n":                "outage-at=0s",
		"[fleet]\ntraffic='burst'\n[outages.x]\noutage-at='40s'": "outage-at=40s",
		"[fleet]\noutage='0s'\ntraffic='burst'\n":                "outage-at=40s",
		"[fleet]\nworkers=3\n":                                   "server=queue",
		"[policies.x]\ncapacity=300\n":                           "server=rate-limited",
		"[fleet]\nrate=30\n":                                     "traffic=open",
		"[fleet]\nrate=30\ntraffic='closed'\n":                   "traffic=closed",
		"[fleet]\nfailure-rate='1%'\n":                           "outage=0s",
		"[fleet]\nfailure-rate='1%'\n[outages.x]\n":              "outage=30s",
		"[fleet]\nfailure-rate='1%'\n[outages.x]\noutage-at=5\n": "outage=30s",
	} {
		f, err := Read("r.toml", []byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		cases, _ := f.Cases()
		name, value, _ := strings.Cut(want, "=")
		if k, _ := setting.Find(name); k.Text(&cases[0].Scenario) != value {
			t.Errorf("%q: %s is %s, want %s", text, name, k.Text(&cases[0].Scenario), value)
		}
	}
	f, _ := Read("r.toml", []byte("[fleet]\ntraffic='burst'\nfactor=3\n"), nil)
	want := []string{"r.toml has no policies: this is about the default policy with the settings of [fleet]",
		"r.toml: traffic implies outage-at 0s"}
	if !slices.Equal(f.Remarks, want) {
		t.Errorf("the remarks are %q, want %q", f.Remarks, want)
	}
}

// TestOtherNames checks that a policy and a question read a setting under another name alike: four attempts are three
// retries.
func TestOtherNames(t *testing.T) {
	f, err := Read("r.toml", []byte("[policies.a]\nmax-attempts = 4\n[questions.q]\nask = 'schedule'\n"+
		"max-attempts = 4\nmax-delay-ms = 2000\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Asked(f.Questions[0], Section{})
	if p, wrong := f.Set(new(setting.Default()), f.Policies[0]); err != nil || wrong != nil || s.Retries != 3 ||
		p.Retries != 3 || s.Cap != 2 {
		t.Errorf("%v, %v: the question has %v retries and cap %v, the policy %v retries", err, wrong, s.Retries, s.Cap,
			p.Retries)
	}
}

// TestChecks checks that a check agrees with the answer of the fleet in any spelling of the limit, and that all formats
// report the same.
func TestChecks(t *testing.T) {
	f, err := Read("r.toml", []byte(`
limits = ["recovers", "verdict != metastable", "peak_load <= 1x", "peak_load_per_s > 0/s", `+
		`"retries_real 60s <= 3", "gave_up < 1%"]
[fleet]
clients = 20
runs = 2
duration = "1m"
[policies.a]
cap = "10s"
[policies.b]
factor = 1
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	cases, _ := f.Cases()
	outcomes, err := Run(context.Background(), cases, f.Limits, false, func(*Outcome, int, int) {})
	list := Checks(outcomes, cases, f.Limits)
	made := Report{Title: "x \x1b<&", File: "r.toml", Checks: list}
	if err != nil || len(list) != 12 {
		t.Fatal(len(list), err)
	}
	fleet, _ := question.Find("fleet")
	for i, c := range list {
		a := fleet.Ask(context.Background(), &c.Case.Scenario, answer.Full)
		verdict := a.Value("verdict", 0).Words
		peak, base := a.Value("peak load", 0).Number, a.Value("baseline load", 0).Number
		retries := c.Case.Scenario.RetryAt(60)
		want := []bool{verdict == "recovers", verdict != "metastable", peak <= base, peak > 0, retries <= 3, false}[i%6]
		if i%6 < 5 && (c.State() != Inconclusive && c.Finding.Holds != want) {
			t.Errorf("%s: %s is %v, want %v: %+v", c.Case.Name(), c.Limit.Text, c.Finding.Holds, want, c.Finding)
		}
		if c.Limit.Line != 2 {
			t.Errorf("%s is in line %d", c.Limit.Text, c.Limit.Line)
		}
	}

	var junit, sarif bytes.Buffer
	if err := made.JUnit(&junit); err != nil {
		t.Fatal(err)
	}
	var suites report.Suites
	if err := xml.Unmarshal(junit.Bytes(), &suites); err != nil {
		t.Fatal(err)
	}
	if err := made.SARIF(&sarif, "1"); err != nil {
		t.Fatal(err)
	}
	var log struct{ Runs []struct{ Results []object } }
	if err := json.Unmarshal(sarif.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	count := map[State]int{}
	for _, c := range list {
		count[c.State()]++
	}
	fails, skipped := 0, 0
	for _, s := range suites.Suites {
		fails, skipped = fails+s.Failures, skipped+s.Skipped
	}
	a := made.Answer()
	if n := a.Value("failing", 0).Number; count[Fails] == 0 || fails != count[Fails] || int(n) != count[Fails] ||
		skipped != count[Inconclusive] || len(log.Runs[0].Results) != fails+skipped ||
		!strings.Contains(a.Summary, Failing(list)) {
		t.Errorf("%v fail, JUnit says %d and %d skipped, SARIF %d, the answer %v: %s", count, fails, skipped,
			len(log.Runs[0].Results), n, a.Summary)
	}
}

// TestOpen checks that a figure next to its limit is inconclusive, and the number of runs that would decide it: the
// error is proportional to 1/sqrt(runs).
func TestOpen(t *testing.T) {
	c := Checked{Finding: Finding{Judgement: answer.Judgement{Number: 10, Allowed: 11, Error: 2, Open: true, Holds: true}}}
	c.Case.Scenario = setting.Default()
	c.Case.Scenario.Runs = 5
	if c.State() != Inconclusive || c.Note() != "about 80 runs would decide it" {
		t.Errorf("%s: %s", c.State(), c.Note())
	}
	if c.Finding.Allowed = 10; c.Note() != "the figure equals the limit; no number of runs would decide it" {
		t.Error(c.Note())
	}
}

// TestShareOfRequests checks limits in percent: of the requests started, with their numbers, and under a lower bound.
func TestShareOfRequests(t *testing.T) {
	a := answer.Answer{Groups: []answer.Group{{Quantities: []answer.Quantity{
		{Name: "requests started", Value: answer.Amount(8000, unit.Count)},
		{Name: "requests failed", Value: answer.Value{Number: 120, Error: 2, Kind: unit.Count}},
		{Name: "failed attempts", Value: answer.Amount(500, unit.Count)},
		{Name: "answered in time", Value: answer.Amount(0.95, unit.Share)},
	}}}}
	for text, want := range map[string]string{
		"requests_failed <= 1%":   "fails 1.5% (120 of 8000) 50% over",
		"requests_failed <= 2%":   "holds 1.5% (120 of 8000) 25% left",
		"requests_failed <= 1.5%": "inconclusive 1.5% (120 of 8000) 0% left",
		"requests_failed <= 100":  "fails 120 20% over",
		"answered_in_time >= 99%": "fails 95% 4% under",
		"answered_in_time >= 90%": "holds 95% 5.6% left",
	} {
		l, err := ParseLimit(text)
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.Hold(t.Context(), a, new(setting.Default()))
		c := Checked{Limit: l, Finding: f}
		if got := string(c.State()) + " " + c.Now() + " " + c.MarginText(); err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", text, got, want, err)
		}
	}
	l, _ := ParseLimit("failed_attempts <= 1%")
	if _, err := l.Hold(t.Context(), a, new(setting.Default())); err == nil {
		t.Error("failed attempts are no share of the requests")
	}
}

// TestEnded checks that a limit counts the retries that a policy makes, and is inconclusive for a figure that assumes
// more. With a fixed interval of 1 s retry n starts at n seconds.
func TestEnded(t *testing.T) {
	c := Case{Scenario: setting.Default()}
	c.Scenario.InitialDelay, c.Scenario.Factor, c.Scenario.Retries = 1, 1, 10
	for text, want := range map[string]State{"retries_by 30s <= 10": Holds, "retries_by 30s < 10": Fails,
		"retries_by 5.5s = 5":  Holds,
		"retries_real 5s <= 5": Holds, "retries_real 30s <= 99": Inconclusive, "current_delay 30s < 99": Inconclusive} {
		l, err := ParseLimit(text)
		if err != nil {
			t.Fatal(err)
		}
		o, err := c.outcome(context.Background(), []Limit{l}, false, true)
		list := o.Checks
		if err != nil || list[0].State() != want ||
			(want == Inconclusive) != strings.Contains(list[0].Note(), "gives up after retry 10 at 10s") {
			t.Errorf("%s: %v, %v", text, list, err)
		}
	}
}

// imported returns the files that scenario files of the tests import.
func imported(name string) ([]byte, error) {
	if strings.Contains(name, "a") {
		return []byte(`{"methodConfig": [{"retryPolicy": {"maxAttempts": 3, "initialBackof": "1s"}}]}`), nil
	}
	return []byte("{}"), nil
}

// FuzzReview checks that an invalid file gives an error and no panic.
func FuzzReview(f *testing.F) {
	f.Add(Sample)
	f.Add("limits=['a<b']\n[policies.\"\"]\nr=1")
	f.Add("[policies.x]\nimport='a#b'\nset='maxAttempts=5'\n[questions.q]\nask='map'\nx='factor=1..2:3'\nof='peak-load<3'")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read("r.toml", []byte(text), imported)
		if err == nil {
			if _, err := file.Cases(); err != nil {
				t.Error(err)
			}
		} else if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Errorf("%q", err)
		}
	})
}
