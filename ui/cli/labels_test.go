package cli

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retune/ui/help"
)

// unitOf matches the end of a column heading: the unit, a symbol in parentheses, or a number.
var unitOf = regexp.MustCompile(` (k|M)?(/s|ms|s|min|h|d)$| \(.*\)$| [0-9]+$`)

// labelsOf returns the column headings and the names of the figures of a Markdown answer.
func labelsOf(markdown string) map[string]bool {
	labels := map[string]bool{}
	lines := strings.Split(markdown, "\n")
	cells := func(line string) []string {
		return strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ")
	}
	for i := 1; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "| ---") {
			continue
		}
		heads := cells(lines[i-1])
		figures := len(heads) > 1 && slices.Contains([]string{"value", "A"}, heads[1])
		if !figures {
			for _, head := range heads {
				labels[unitOf.ReplaceAllString(head, "")] = true
			}
		}
		for i++; (figures || heads[0] == "limit") && i < len(lines) && strings.HasPrefix(lines[i], "| "); i++ {
			labels[strings.TrimPrefix(unitOf.ReplaceAllString(cells(lines[i])[0], ""), "cells: ")] = true
		}
	}
	return labels
}

// TestPrintedLabels checks that help explains every label in the answers to every question and to these commands.
func TestPrintedLabels(t *testing.T) {
	lines := []string{"check --vs r=3 --clients 20 --outage 2s --require peak_load<1000/s --require elapsed_p99<1h",
		"check -f ../../examples/outage.toml", "clients redis", "jitter --vs jitter=full",
		"fleet --vs jitter=full --clients 20 --duration 1m --outage 5s", "compare --vs jitter=full --outage 1m",
		"-T 1m --vs r=3", "-T 1m --jitter full",
		"--failure-rate 10% --jitter full", "--deadline 1m -T 30s --attempt-time 1s", "doctor --client grpc",
		"schedule --jitter decorrelated -n 3",
		"map --x factor=1.5..3:3 --y cap=1s..9s:2 --of elapsed-mean", "--outage log=1s..1m -n none --jitter full",
		"doctor ../../examples/service_config.json",
		"stack --layers 3 --retries 3", "stack --layer edge:timeout=3s --layer sdk:client=grpc",
		"fleet --max-outage --runs 3 --traffic burst --clients 20 --outage-at 0s",
		"fleet --scenario devices --clients 500 --runs 3", "fleet --scenario brownout --budget 10% --runs 3",
		"compare --vs r=3 --vs jitter=full", "fleet --server queue --retry-after 5s --outage-kind reject --runs 3",
		"fleet --server queue --queue-size 50 --cancel --breaker 50% --runs 3", "clients",
		"solve retries --elapsed-p99 30s", "recommend -T 1h --reconnect-within 2m", "--to-factor 1.1 -T 1000s",
		"contend --clients 5", "what elapsed-p99",
		"--ratio 0.1 -T 1000s", "fleet --sweep factor=2..3:2 --clients 20 --outage 2s", "solve cap --gives-up-at 1m",
		"schedule --deadline 10s --jitter full",
		"map --x factor=1.5..3:2 --y cap=1s..9s:2 --clients 20 --duration 20s --outage 2s"}
	found := map[string]bool{}
	for i, line := range slices.AppendSeq(lines, maps.Values(asked)) {
		if *every > 1 && i%3 > 0 && i < len(lines) {
			continue
		}
		status, out, errs := once(append(strings.Fields(line), "--format", "markdown", "--table", "all")...)
		if out == "" {
			t.Errorf("retune %s: status %d, %s", line, status, errs)
		}
		maps.Copy(found, labelsOf(out))
	}
	if least := map[bool]int{true: 100, false: 60}[*every == 1]; len(found) < least {
		t.Errorf("only %d labels were found, want %d", len(found), least)
	}
	for _, label := range slices.Sorted(maps.Keys(found)) {
		if label != "" && len(help.Find(label)) == 0 {
			t.Errorf("help does not explain %q", label)
		}
	}
}
