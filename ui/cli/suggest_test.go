package cli

import (
	"strings"
	"testing"
)

// TestAmong checks that a misspelt name is preferred to names that contain a part of it, and that nothing is suggested
// for a name that is too short or too different.
func TestAmong(t *testing.T) {
	names := []string{"schedule", "policies", "initial-delay", "max-initial-delay", "max-reconnect-delay"}
	for typed, want := range map[string]string{
		"shcedule": "did you mean schedule?", "policy": "did you mean policies?",
		"inital-delay": "did you mean initial-delay?", "reconnect": "did you mean max-reconnect-delay?",
		"the-delay": "similar names are initial-delay, max-initial-delay, max-reconnect-delay",
		"factor":    "none", "": "none", "x": "none", "schedulecompare": "none",
	} {
		if got := among(typed, names, "none"); got != want {
			t.Errorf("%q gives %q, want %q", typed, got, want)
		}
	}
}

// TestSuggestions checks that a name with one wrong letter gives the right suggestion everywhere.
func TestSuggestions(t *testing.T) {
	for line, want := range map[string]string{
		"shedule":                  "did you mean schedule?",
		"comparee --vs r=1":        "did you mean compare?",
		"hepl":                     "did you mean help?",
		"tiu":                      "did you mean tui?",
		"complation bash":          "did you mean completion?",
		"completion bsh":           "did you mean bash?",
		"--fator 2":                "did you mean --factor?",
		"--deadlien 2s":            "did you mean --deadline?",
		"schedule --retires 3":     "did you mean --retries?",
		"--to-facter 1.1":          "did you mean --to-factor?",
		"solve cap --elpased 3":    "did you mean --elapsed?",
		"solve facter":             "did you mean factor?",
		"what delay-after-rety":    "did you mean delay-after-retry?",
		"--format jsno":            "did you mean json?",
		"compare --vs buget=10%":   "did you mean budget?",
		"compare --vs max-bakof=1": "did you mean cap?",
		"compare --vs r=2,hedge=1": "hedged requests are not modelled",
		"compare --vs frob=1":      "any setting of the policy or the fleet may differ: retune help flags lists them",
		"schedule -a 100 ms":       "a number and its unit are one word: --initial-delay 100ms",
		"schedule retries 5":       "settings are flags: --retries 5",
		"schedule full":            "did you mean --jitter full?",
		"schedule x.service":       "--import x.service reads the configuration of a client",
		"fleet brownout":           "--scenario brownout starts from that example",
		"fleet review.toml":        "-f review.toml reads a scenario file",
		"fleet metastable":         "retune help metastable explains the word",
		"compare grpc envoy":       "clients are flags: --client grpc, another one --vs client=envoy",
		"what elapsed p99":         "did you mean elapsed-p99?",
		"map factor cap":           "the settings of a map are flags: --x factor=FROM..TO --y SETTING=FROM..TO",
		"export c#":                "the format in that language is polly",
		"export k8s":               "similar names are kubernetes-job, kubernetes-wait, kubernetes-wait-go",
		"check --elapsed-p99 30s":  "use --require 'elapsed_p99 <= 30s'",
		"solve elapsed": "it is a result: retune solve retries --elapsed X finds how many retries keep it, retune what " +
			"elapsed prints it",
		"schedule --elapsed-p99=3s": "use --fail-unless 'elapsed_p99 <= 3s'; retune solve retries --elapsed-p99 3s finds " +
			"how many retries keep it",
		"schedule --peak-load 9/s": "retune fleet --fail-unless 'peak_load <= 9/s' checks it; retune solve clients " +
			"--peak-load 9/s finds how many clients keep it",
		"schedule --client urllib3 --total 5": "it is a parameter of urllib3: use --set total=5",
		"stampede":                            "retune fleet --scenario stampede",
		"metastable":                          "retune help metastable explains the word",
		"elapsed-p99":                         "retune what elapsed-p99",
		"help elpased":                        "did you mean elapsed?",
		"help to-facotr":                      "did you mean to-factor?",
		"--frobnicate":                        "retune --help all lists the flags",
		"schedule --frobnicate":               "retune schedule --help all lists the flags",
		"frobnicate":                          "retune --help lists the sub-commands",
	} {
		status, out, errs := run(strings.Fields(line)...)
		if !strings.HasSuffix(unbroken(errs), "\nretune: hint: "+want+"\n") || status != statusUsage {
			t.Errorf("retune %s: status %d, %q, want the hint %q", line, status, errs, want)
		}
		if why := wrong(status, out, errs); why != "" {
			t.Errorf("retune %s: %s", line, why)
		}
	}
}
