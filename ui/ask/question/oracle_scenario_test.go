// Package question_test asks random questions and compares every figure of the answers with clients and fleets that
// calc/oracle simulates.
package question_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	results "retune/ui/ask/question/policy"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// texts are values for settings as users write them. A setting that is not listed, such as a new one, gets a random
// rung.
var texts = map[string]string{
	"initial-delay": "1ms 100ms 250ms 500ms 1s 1s 2s 13.7s",
	"factor":        "1 1.1 1.5 1.6 2 2 2 3 10",
	"cap":           "none none 1s 5s 10s 30s 2m 1h",
	"jitter": "none none full full equal decorrelated decorrelated=2 spread=0.2 spread=1 up=0.5 down=0.25 " +
		"down=1 add=1s add=100ms normal=0.1 normal=0.5 normal=100ms normal=2s",
	"cap-after":           "no no no yes",
	"feedback":            "no no no yes",
	"retries":             "0 1 2 3 5 10 10 20 40 120 300 none none",
	"deadline":            "none none none 500ms 5s 30s 2m 10m",
	"attempt-time":        "0s 0s 0s 100ms 1s 7.5s",
	"at":                  "0s 100ms 1s 7s 31s 2m 10m 1h",
	"to-factor":           "1 1.1 1.5 2 3",
	"ratio":               "0 0.1 0.5 1 3 20",
	"outage":              "0s 100ms 1s 1s 5s 5s 20s 20s 5m 1h 30s..90s 0s..10s mean=10s mean=5m log=1s..1h log=10s..5m",
	"clients":             "1 2 10 100 1000",
	"window":              "20ms 50ms 100ms 1s",
	"failure-rate":        "0% 0% 1% 20% 90%",
	"reconnect-within":    "5s 1m 10m",
	"max-wasted-retries":  "2 5 20 100",
	"max-ratio":           "0.05 0.1 0.5 1 2",
	"max-reconnect-delay": "1s 30s 10m 5% 10% 50%",
	"max-initial-delay":   "100ms 1s 10s",
	"traffic":             "closed closed open burst",
	"think":               "1s 5s 10s",
	"rate":                "1/s 20/s",
	"timeout":             "200ms 500ms 2s none",
	"budget":              "none none none 10% 20%+10 throttle=10% quota quota+50",
	"breaker":             "none none none 50% 20%",
	"first-from-think":    "no no no yes",
	"server":              "slowing slowing-at-arrival queue rate-limited",
	"service-time":        "20ms 100ms 250ms",
	"concurrency":         "0 3 30",
	"slowdown":            "1 1.05 2",
	"check-interval":      "50ms 20ms",
	"workers":             "1 3 10",
	"queue-size":          "0 5 none",
	"capacity":            "5 20 100",
	"processes":           "1 1 2 7",
	"outage-at":           "0s 5s 10s",
	"outage-share":        "10% 50% 100%",
	"event":               "none none none spike=3@10s+5s errors=0.5@2s+10s",
	"duration":            "30s 60s",
	"step":                "1s 2s",
	"scale":               "-", // the oracle simulates all clients
	"runs":                "5 20",
	"max-outage":          "no",
	"scenario":            "-", // it sets other settings
	"client":              "-", // it too; TestSchedules in calc/client compares clients
	"set":                 "-",
	"of":                  "-", // it repeats other results
	"sweep":               "-",
	"vs":                  "-", // like the others, and jitter=full
}

// draw draws a valid scenario with the settings that the question needs and some of those that it takes. Every setting
// that the question reads is set by a text.
func draw(rng *rand.Rand, q answer.Question) (setting.Scenario, []string) {
	for {
		s := q.Start(new(setting.Default()))
		var args []string
		set := func(k setting.Setting) {
			text := ""
			if words := strings.Fields(texts[k.Name]); len(words) > 0 {
				text = words[rng.IntN(len(words))]
			} else if words := k.Words(); k.Name == q.Argument && len(results.Figures()) < len(words) {
				text = results.Figures().Names()[rng.IntN(len(results.Figures()))] // the question fleet covers results of fleets
			} else if len(words) > 0 {
				text = words[rng.IntN(len(words))]
			} else {
				moved := s
				question.Move(k, &moved, rng.Float64())
				text = k.Text(&moved)
			}
			if text == "-" || text == "" {
				return
			}
			was := k.Text(&s)
			if err := k.Set(&s, text); err == nil && k.Text(&s) != was {
				args = append(args, "--"+k.Name+"="+text)
			}
		}
		fleet := q.Reads("server") && !slices.Contains(q.Needs, "vs")
		for _, k := range q.Settings() {
			switch {
			case k.PartOf != "" || k.IsTarget:
			// compare has the figures of a fleet
			case k.OfQuestion && !q.Reads(k.Name), k.Fleet && !fleet && !slices.Contains([]string{"outage", "failure-rate"},
				k.Name) && q.Reads("server"):
			case k.OfQuestion && !k.Asked(new(setting.Default())) && !slices.Contains(q.Needs, k.Name) && k.Name != q.Argument &&
				rng.IntN(2) > 0:
			case k.Name == "seed" || k.OfQuestion && k.Asked(new(setting.Default())) && !fleet && rng.IntN(2) > 0:
			case !k.OfQuestion && rng.IntN(4) == 0:
			default:
				set(k)
			}
		}
		for _, name := range q.Needs {
			if k, _ := q.Setting(name); !k.Asked(&s) {
				set(k)
			}
		}
		if slices.Contains(q.Needs, "vs") || q.Reads("vs") && rng.IntN(4) == 0 {
			k, _ := setting.Find("vs")
			text := "factor=" + []string{"1", "1.5", "3"}[rng.IntN(3)]
			if rng.IntN(2) == 0 {
				text = "jitter=full"
			}
			if k.Set(&s, text) == nil {
				args = append(args, "--vs="+text)
			}
		}
		if s.Check() != nil || q.Missing(&s) != "" || fleet && s.InitialDelay < 0.02 {
			continue
		}
		return s, args
	}
}

// span returns a duration text in seconds.
func span(t *testing.T, text string) float64 {
	t.Helper()
	x, err := unit.Duration.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// ends returns a function that draws the end of the outage with that text.
func ends(t *testing.T, text string) func(r *rand.Rand) float64 {
	t.Helper()
	if mean, ok := strings.CutPrefix(text, "mean="); ok {
		m := span(t, mean)
		return func(r *rand.Rand) float64 { return m * r.ExpFloat64() }
	}
	text, logarithmic := strings.CutPrefix(text, "log=")
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		to = from
	}
	a, b := span(t, from), span(t, to)
	if logarithmic {
		return func(r *rand.Rand) float64 { return math.Exp(math.Log(a) + r.Float64()*math.Log(b/a)) }
	}
	return func(r *rand.Rand) float64 { return a + r.Float64()*(b-a) }
}
