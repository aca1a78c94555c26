package cli

import (
	"slices"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
)

// says checks that the output contains the words.
func says(t *testing.T, line string, words ...string) {
	t.Helper()
	status, out, errs := run(strings.Fields(line)...)
	if status != 0 {
		t.Errorf("retune %s: status %d, %s", line, status, errs)
	}
	for _, word := range words {
		if !strings.Contains(out, word) {
			t.Errorf("retune %s does not say %q:\n%.2000s", line, word, out)
		}
	}
}

// formatsFor returns the formats in which a command line can be answered; svg needs a chart.
func formatsFor(line string) (list []string) {
	for _, format := range report.Formats() {
		first, _, _ := strings.Cut(line, " ")
		if format != "svg" || !slices.Contains([]string{"solve", "what", "contend"}, first) {
			list = append(list, format)
		}
	}
	return list
}

// TestNewType adds a jitter type to its table as one row. Every question must then work in every format. The cache of
// TestMain must not have the questions that compare all types.
func TestNewType(t *testing.T) {
	before := jitter.Types
	defer func() { jitter.Types = before }()
	jitter.Types = append(before[:len(before):len(before)], jitter.Row{Name: "slight", Formula: "d U(1-j/2, 1)",
		Users: "nobody",
		Unit:  jitter.Share, Default: 0.5, MinAmount: 0, MaxAmount: 1, Bounds: func(x jitter.DrawArgs) (lo,
			hi float64) {
			return x.Delay * (1 - x.Amount/2), x.Delay
		}})

	says(t, "schedule --jitter slight=0.5 -n 3 --format json", `"jitter": "slight=0.5"`,
		`"delay_min_s": 0.75, "delay_mean_s": 0.875`)
	for i, line := range []string{
		"schedule --jitter slight -n 3 --deadline 5s", "schedule --jitter slight -n 3 --feedback",
		"recommend -T 1h --reconnect-within 5m --jitter slight", "--outage 20s..1m --jitter slight",
		"jitter -n 2 -a 1.7s", "solve cap --elapsed-p99 100s --jitter slight", "what elapsed-mean --jitter slight",
		"compare --vs jitter=slight",
		"fleet --jitter slight --runs 2 --clients 50",
		"-T 10s --jitter slight", "contend --clients 5 --runs 2 --jitter slight",
	} {
		all := formatsFor(line)
		if i > 0 { // the first in every format, the others in one each
			all = all[i%len(all):][:1]
		}
		for _, format := range all {
			says(t, line+" --format "+format, "")
		}
	}
	says(t, "jitter -n 2 -a 1.7s --format csv", "slight=0.5")
	says(t, "contend --clients 5 --runs 2 --jitter slight --format csv", "slight")
	says(t, "__complete schedule --jitter sl", "slight")
	says(t, "help slight", "d U(1-j/2, 1)", "nobody", "█")
	says(t, "help jitter", "slight=0.5")
}

// TestNewSetting adds a setting of the policy.
func TestNewSetting(t *testing.T) {
	before := setting.Settings
	defer func() { setting.Settings = before }()
	deadline, _ := setting.Find("deadline")
	setting.Settings = append(before[:len(before):len(before)], setting.Setting{
		Name: "patience", Help: "how long anybody waits",
		Value: deadline.Value,
	})

	says(t, "schedule --patience 7s --format json", `"patience_s": 7`, `"retries_made": 3`)
	says(t, "compare --vs patience=3s --format json", "patience")
	says(t, "help patience", "How long anybody waits.", "RETUNE_PATIENCE")
	says(t, "schedule --help", "--patience")
	says(t, "__complete schedule --pat", "--patience")
	t.Setenv("RETUNE_PATIENCE", "7s")
	says(t, "schedule --format csv", "3,")
}
