package cli

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// pairs are questions about policies that differ in all kinds of settings, with small fleets.
var pairs = []string{
	"compare --jitter spread=0.2 --vs jitter=full",
	"compare -a 100ms --cap 5s -n none --outage 1m -T 30s --vs jitter=full,max-attempts=20",
	"compare --outage 1m --failure-rate 10% -n 5 --vs outage=log=1s..1h,failure-rate=20%",
	"compare --clients 20 --server queue --runs 2 --duration 30s --outage 5s --jitter full --vs budget=10%",
	"compare --clients 20 --runs 2 --duration 30s --vs event=hang@1s+2s/spike=5@20s+10s,cancel",
	"fleet --clients 20 --server queue --runs 2 --duration 2m --outage 5s --vs budget=10%,timeout=1s",
	"fleet --clients 20 --runs 2 --duration 2m --outage 5s --vs traffic=burst,server=rate-limited,capacity=5,jitter=full",
	"fleet --traffic open --rate 20 --server queue --workers 4 --runs 2 --vs outage=30s,outage-kind=reject",
	"schedule --jitter normal=0.3 -n 8 --vs r=1.5,deadline=10s,jitter=add=1s",
	"-T 3s --vs jitter=decorrelated,cap=30s",
	"--outage 30s..90s --jitter full -n none --cap 10s --vs outage=60s",
	"--failure-rate 20% -n 3 --vs n=9,failure-rate=50%",
	"compare --outage 1m -n none --cap 1m --vs r=1.5,name=slow --vs jitter=full --vs client=grpc",
	"fleet --clients 20 --runs 2 --duration 2m --outage 5s --vs client=envoy --vs budget=10%,name=guarded",
	"schedule --jitter full -n 5 --vs r=1.5 --vs jitter=equal",
	"-T 10s --vs r=3 --vs cap=2s",
	"what time-to-recovery --clients 20 --runs 2 --duration 30s --outage 5s --vs cancel=yes --vs r=1",
	"what time-to-recovery --clients 20 --server queue --runs 2 --duration 30s --outage 5s --vs cancel=yes",
}

// TestFitsAScreen checks that output without the command fits 100 columns and 45 rows, and begins with a sentence that
// answers the question.
func TestFitsAScreen(t *testing.T) {
	policies := []string{
		"", "--jitter full", "-n none --cap 30s", "-n 0", "-n 1000 -r 1", "-n 500 -r 500", "-a 1ns -n 3",
		"-a 10y -r 3 --cap none",
		"--jitter decorrelated --cap 20s", "--jitter normal=0.5 --cap 5s --cap-after -n 6",
		"--deadline 10s --jitter full", "--deadline 1ms",
		"-n none --deadline 10m --cap 30s --jitter spread=0.5", "--jitter full --feedback -n 5",
		"--attempt-time 1m -n 40 -r 1.1",
	}
	besides := []string{"", " --vs r=1.5", " --vs jitter=equal,n=3", " --vs a=100ms,cap=1s,n=none --deadline 30s"}
	var lines []string
	for i, policy := range policies {
		vs := besides[i%len(besides)]
		for _, ask := range []string{"schedule" + besides[(i+1)%len(besides)], "-T 1000s" + vs, "-T 0s",
			"compare --vs r=1.5,cap=none -T 90s", "compare --vs jitter=equal",
			"--outage 1h" + vs, "--outage log=1s..1h", "--failure-rate 30%" + vs, "what elapsed-p99" + vs, "what gives-up-at"} {
			lines = append(lines, ask+" "+policy)
		}
	}
	lines = append(lines, "--ratio 0.1 -T 1000s", "--ratio 0.1", "--to-factor 1.1 -r 2 -T 1000s", "--to-factor 1 -r 2",
		"solve retries --elapsed-p99 30s --jitter full", "solve cap --elapsed 60s", "solve factor --reconnect-delay 10% -T "+
			"7m",
		"recommend -T 1h --reconnect-within 2m --jitter full", "recommend --max-reconnect-delay 10% -T 1h", "jitter -n 3",
		"jitter -n 0",
		"contend --clients 3 --runs 2", fewLevers,
		"fleet --runs 2 --clients 100", "fleet --server queue --runs 2 --clients 100 --vs r=1.5",
		"fleet --runs 2 --clients 100 --max-outage --scenario brownout",
		"fleet --scenario stampede --runs 2", "fleet --clients 1e9", "fleet --vs r=1 "+
			"--jitter full",
		"fleet --scenario brownout --runs 2 --vs jitter=full --budget 20%", "fleet --outage 0s --runs 2 --clients 20 "+
			"--server queue", "fleet --outage 2s --outage-at 5s --duration 30s --runs 2 --clients 50 --step 1s",
		"fleet --runs 2 --clients 50 --processes 5 --budget quota --breaker 50% --think 3s --slowdown 9 --timeout 100ms")
	for _, line := range some(append(lines, pairs...), 7) {
		status, out, errs := once(strings.Fields(line)...)
		if status != 0 {
			if status != 3 {
				t.Errorf("retune %s: status %d: %s", line, status, errs)
			}
			continue
		}
		rows := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if len(rows) > 45 {
			t.Errorf("retune %s: %d rows:\n%s", line, len(rows), out)
		}
		for _, row := range rows {
			if utf8.RuneCountInString(row) > 100 && !strings.HasPrefix(row, "command: ") {
				t.Errorf("retune %s: %d columns: %s", line, utf8.RuneCountInString(row), row)
			}
		}
		sentence, _, _ := strings.Cut(strings.TrimSuffix(out, "\n"), "\n\n")
		if sentence, _, _ = strings.Cut(sentence, "\nassumed: "); !strings.HasSuffix(sentence, ".") ||
			strings.Contains(sentence, "NaN") || strings.Contains(sentence, "Inf") || strings.Contains(sentence, "  ") {
			t.Errorf("retune %s begins with no sentence: %q", line, sentence)
		}
	}
}

// TestHelpNamesTheKeys checks that the help of tui names the keys that lead to all others.
func TestHelpNamesTheKeys(t *testing.T) {
	_, out, _ := once("tui", "--help")
	for _, want := range []string{"/ finds", "p lists presets", "= solves", "h ranks", "e exports", "? lists every key"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("the help does not say %q:\n%s", want, out)
		}
	}
}
