package cli

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"retune/ui/glossary"
	"retune/ui/knob"
	"retune/ui/query"
)

// flagWords is what to type for flags that people try and that no knob has, or that mean
// another thing where no knob of that name is taken.
var flagWords = map[string]string{
	"timeout":                    "one attempt: --attempt-time; the whole request: --deadline; --timeout belongs to fleet",
	"limit":                      "for the longest wait use --cap, for the number of retries --retries",
	"rate":                       "for the growth of the wait use --factor; --rate is the traffic of fleet",
	"duration":                   "the limit on the whole request is --deadline; --duration is the simulated time of fleet",
	"budget":                     "the limit on the whole request is --deadline; --budget limits the retries of a fleet",
	"use-jitter":                 "name the type of jitter, such as --jitter full: retune help jitter",
	"enable-jitter":              "name the type of jitter, such as --jitter full: retune help jitter",
	"add-jitter":                 "name the type of jitter, such as --jitter full: retune help jitter",
	"retry-jitter-mode":          "name the type of jitter, such as --jitter full: retune help jitter",
	"retry-randomize":            "name the type of jitter, such as --jitter full: retune help jitter",
	"enable-randomized-wait":     "name the type of jitter, such as --jitter full: retune help jitter",
	"backoff-jitter":             "name the type of jitter, such as --jitter full: retune help jitter",
	"retry-jitter":               "name the type of jitter, such as --jitter full: retune help jitter",
	"jitter-backoff":             "name the type of jitter, such as --jitter full: retune help jitter",
	"with-timeout":               "one attempt: --attempt-time; the whole request: --deadline; --timeout belongs to fleet",
	"jitter-seed":                "use --seed",
	"full-jitter":                "use --jitter full",
	"equal-jitter":               "use --jitter equal",
	"no-jitter":                  "use --jitter none",
	"decorrelated":               "use --jitter decorrelated",
	"exponential":                "the wait always grows by --factor; --factor 1 is a fixed interval",
	"fixed":                      "use --factor 1",
	"linear":                     "growth is exponential here: --factor; linear backoff is not modelled",
	"fibonacci":                  "growth is exponential here: --factor 1.618 comes near",
	"backoff-type":               "growth is exponential here: --factor, and --factor 1 for a fixed interval",
	"max-doublings":              "use --cap: initial delay times 2 to the number of doublings",
	"unlimited":                  "use --retries none",
	"infinite":                   "use --retries none",
	"forever":                    "use --retries none",
	"retry-after-max":            "Retry-After headers are not modelled",
	"respect-retry-after":        "Retry-After headers are not modelled",
	"hedging-delay":              "hedged requests are not modelled",
	"retry-mode":                 "AWS standard mode is -a 1s -r 2 --cap 20s --jitter full -n 2, and for a fleet --budget quota",
	"aws-retry-mode":             "AWS standard mode is -a 1s -r 2 --cap 20s --jitter full -n 2, and for a fleet --budget quota",
	"retry-on":                   "every failed attempt is retried here; the share that fails is --failure-rate",
	"autoretry-for":              "every failed attempt is retried here; the share that fails is --failure-rate",
	"retryable-status-codes":     "every failed attempt is retried here; the share that fails is --failure-rate",
	"retry-forever":              "use --retries none",
	"min-retry-concurrency":      "use --budget of fleet: 10%+3 has a bucket of 3 tokens",
	"min-retries-per-second":     "use --budget of fleet: 10%+3 has a bucket of 3 tokens",
	"max-tokens":                 "use --budget throttle=10%+10 of fleet, a bucket of 10 tokens",
	"backoff-policy":             "growth is exponential here: --factor, and --factor 1 for a fixed interval",
	"backoff-strategy":           "growth is exponential here: --factor, and --factor 1 for a fixed interval",
	"retry-strategy":             "growth is exponential here: --factor, and --factor 1 for a fixed interval",
	"exponential-backoff":        "the wait always grows by --factor; --factor 1 is a fixed interval",
	"enable-exponential-backoff": "the wait always grows by --factor; --factor 1 is a fixed interval",
	"no-backoff":                 "use --factor 1",
	"no-retries":                 "use --retries 0",
	"no-retry":                   "use --retries 0",
	"no-limits":                  "use --retries none",
	"client-retries":             "use --retries",
	"delay-type":                 "growth is exponential here: --factor, and --factor 1 for a fixed interval",
	"hedging-policy":             "hedged requests are not modelled",
	"hedge":                      "hedged requests are not modelled",
	"hedging":                    "hedged requests are not modelled",
	"retry-after":                "Retry-After headers are not modelled",
	"nested":                     "retries of several layers are not modelled",
	"layers":                     "retries of several layers are not modelled",
	"client":                     "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
	"policy":                     "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
	"config":                     "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
	"preset":                     "retune help grpc, help aws and so on print flags; fleet has --scenario brownout, ...",
	"aws":                        "use -a 1s -r 2 --cap 20s --jitter full -n 2",
	"aws-standard":               "use -a 1s -r 2 --cap 20s --jitter full -n 2",
	"grpc":                       "use -a 1s -r 1.6 --cap 120s --jitter spread=0.2 -n none",
	"gcs":                        "use -a 1s -r 2 --cap 32s --jitter add=1s --cap-after",
	"p99":                        "percentiles are printed with jitter; one alone is retune what elapsed-p99",
	"p95":                        "percentiles are printed with jitter; one alone is retune what elapsed-p95",
	"p50":                        "percentiles are printed with jitter; one alone is retune what elapsed-p50",
	"percentile":                 "one percentile alone is retune what elapsed-p99",
	"mean":                       "the mean is printed with jitter; alone it is retune what elapsed-mean",
	"simulate":                   "use retune fleet, with --engine simulation to simulate every attempt",
	"sim":                        "use --engine simulation",
	"simulation":                 "use --engine simulation",
	"fluid":                      "use --engine fluid",
	"flow":                       "use --engine fluid",
	"brownout":                   "use --outage-kind brownout, with --outage-share for the capacity that is left",
	"stampede":                   "use --scenario stampede",
	"load-shedding":              "a queue with a limit sheds load: --server queue --queue-size N",
	"shed":                       "a queue with a limit sheds load: --server queue --queue-size N",
	"shedding":                   "a queue with a limit sheds load: --server queue --queue-size N",
	"rate-limiter":               "use --server rate-limited --capacity N",
	"peak":                       "fleet prints the peak load, and the peak after the outage",
	"herd":                       "fleet prints the peak after the outage",
	"plot":                       "charts are drawn on the screen: retune tui",
	"graph":                      "charts are drawn on the screen: retune tui",
	"no-timeline":                "the table cannot be left out; the verdict comes first",
	"summary":                    "the verdict comes first",
	"verdict":                    "the verdict comes first",
	"quiet":                      "the answer comes first; --format json is for scripts",
	"verbose":                    "--explain prints the formulas and their sources",
	"debug":                      "--explain prints the formulas and their sources",
	"total":                      "the total time is the elapsed time of the last retry: retune what elapsed",
	"fail":                       "the verdict is in the JSON: --format json",
	"file":                       "use --output FILE, or -o FILE",
	"out":                        "use --output FILE, or -o FILE",
	"outfile":                    "use --output FILE, or -o FILE",
	"yaml":                       "the formats are text, json, csv and markdown",
	"html":                       "the formats are text, json, csv and markdown",
	"color":                      "set NO_COLOR for a screen without colour",
	"no-color":                   "set NO_COLOR for a screen without colour",
	"a":                          "for policy A use the flags themselves, for policy B --vs r=1.1,cap=30s",
	"b":                          "for policy B use --vs r=1.1,cap=30s",
	"policy-b":                   "use --vs r=1.1,cap=30s",
	"v":                          "retune --version prints the version",
	"success-rate":               "use --failure-rate: 1 minus the share of attempts that succeed",
	"availability":               "use --failure-rate: 1 minus the share of attempts that succeed",
	"max-concurrency":            "use --concurrency of fleet",
	"max-clients":                "retune levers finds the most clients with which the fleet recovers",
	"min-capacity":               "retune levers finds the least capacity with which the fleet recovers",
	"load":                       "fleet prints the load; --fail-if 'load_ratio > 1.2' or 'peak_load > 500/s' checks it",
	"amplification":              "fleet prints the retry amplification; --fail-if 'retry_amplification > 1.2' checks it",
	"reconnect-storm":            "use --scenario stampede",
	"base-ejection-time":         "outlier detection is not modelled; --breaker 50%:10s:20:30s is open for 30s",
	"retry-policy":               "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
	"sla":                        "retune what elapsed-p99 prints it; --fail-unless 'elapsed_p99 < 30s' checks it",
}

// commandWords is what to type for sub-commands that people try.
var commandWords = map[string]string{
	"version":   "retune --version",
	"explain":   "retune help WORD explains a word; --explain after a question prints its formulas",
	"list":      "retune --help lists the sub-commands, retune help WORD explains a word",
	"glossary":  "retune help WORD explains a word",
	"words":     "retune help WORD explains a word",
	"docs":      "retune help WORD explains a word; --explain prints formulas and sources",
	"man":       "go run ./ui/cli/man man1 writes the manual pages",
	"presets":   "retune help grpc, help aws and so on print flags; fleet has --scenario brownout, ...",
	"recipes":   "retune help grpc, help aws and so on print flags; fleet has --scenario brownout, ...",
	"policies":  "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
	"policy":    "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
	"aws":       "retune -a 1s -r 2 --cap 20s --jitter full -n 2",
	"grpc":      "retune -a 1s -r 1.6 --cap 120s --jitter spread=0.2 -n none",
	"chart":     "charts are drawn on the screen: retune tui; --chart draws one in text",
	"plot":      "charts are drawn on the screen: retune tui",
	"graph":     "charts are drawn on the screen: retune tui",
	"herd":      "the peak after an outage is among the figures of retune fleet",
	"peak":      "the peak load is among the figures of retune fleet; that of one retry of retune jitter",
	"outage":    "retune --outage 1m is about one client, retune fleet --outage 20s about a fleet",
	"budget":    "retune fleet --budget 10% is a fleet with a retry budget; retune levers compares",
	"breaker":   "retune fleet --breaker 50% is a fleet with a circuit breaker; retune levers compares",
	"check":     "retune fleet prints a verdict; --format json is for scripts",
	"success":   "retune --failure-rate 5% says how likely a request succeeds",
	"ratio":     "retune --ratio 0.1 -T 1000s",
	"config":    "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
	"libraries": "retune help grpc, aws, gcs, kafka or polly prints the flags (-a, --cap, ...)",
}

// byWord is what to type for a word that is no sub-command but known otherwise: as a
// scenario, a result, a flag or a word that help explains; or "".
func byWord(word string) string {
	s := knob.Default()
	scenario, _ := knob.Find("scenario")
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "" // it would be repeated as it is
	} else if r, ok := query.Results.Find(word); ok {
		return "retune what " + r.Name
	} else if k, ok := findKnob(word); ok && len(word) > 1 && k.HasFlag() {
		of := cmp.Or(owners(k), "every sub-command that has a policy")
		return "--" + k.Name + " is a flag of " + of + "; retune help " + k.Name + " explains it"
	} else if scenario.Set(&s, word) == nil {
		return "retune fleet --scenario " + word
	} else if topics := glossary.Find(word); len(topics) > 0 {
		return "retune help " + word + " explains the word"
	}
	return ""
}

// owners is the commands that take the knob of a question: "fleet and levers".
func owners(ks ...knob.Knob) string {
	var names []string
	for _, q := range query.Queries {
		switch {
		case slices.ContainsFunc(ks, func(k knob.Knob) bool { return !q.Reads(k.Name) }):
		case q.Sub() != "":
			names = append(names, q.Sub())
		case !slices.Contains(names, "retune itself"):
			names = append(names, "retune itself")
		}
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}
