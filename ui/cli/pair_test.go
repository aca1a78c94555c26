package cli

import (
	"encoding/json"
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
	"compare --clients 20 --runs 2 --duration 30s --vs event=hang@1s+2s,spike=5@20s+10s,cancel",
	"fleet --clients 20 --server queue --runs 2 --duration 2m --outage 5s --vs budget=10%,timeout=1s",
	"fleet --clients 20 --runs 2 --duration 2m --outage 5s --vs traffic=burst,server=rate-limited,capacity=5,jitter=full",
	"fleet --traffic open --rate 20 --server queue --workers 4 --engine fluid --vs outage=30s,outage-kind=reject",
	"schedule --jitter normal=0.3 -n 8 --vs r=1.5,deadline=10s,jitter=add=1s",
	"-T 10s --vs jitter=decorrelated,cap=30s",
	"--outage 30s..90s --jitter full -n none --cap 10s --vs outage=60s",
	"--failure-rate 20% -n 3 --vs n=9,failure-rate=50%",
	"compare --outage 1m -n none --cap 1m --vs r=1.5,name=slow --vs jitter=full --vs client=grpc",
	"fleet --clients 20 --runs 2 --duration 2m --outage 5s --vs client=envoy --vs budget=10%,name=guarded",
	"schedule --jitter full -n 5 --vs r=1.5 --vs jitter=equal",
	"-T 10s --vs r=3 --vs cap=2s",
	"what time-to-recovery --clients 20 --runs 2 --duration 30s --outage 5s --vs cancel=yes --vs r=1",
	"what time-to-recovery --clients 20 --server queue --runs 2 --duration 30s --outage 5s --vs cancel=yes",
}

// TestPairs checks that an answer about two or more policies fits 100 columns and 45 lines without the command, and
// that its command gives the same answer again.
func TestPairs(t *testing.T) {
	for _, line := range some(pairs, 3) {
		status, out, errs := run(strings.Fields(line)...)
		if status != statusAnswered {
			t.Errorf("retune %s: status %d, %s", line, status, errs)
			continue
		}
		if n := strings.Count(out, "\n"); n > 46 {
			t.Errorf("retune %s takes %d lines", line, n)
		}
		for row := range strings.SplitSeq(out, "\n") {
			if n := utf8.RuneCountInString(row); n > 100 && !strings.HasPrefix(row, "command: ") {
				t.Errorf("retune %s has %d columns: %s", line, n, row)
			}
		}
		_, out, _ = run(append(strings.Fields(line), "--format", "json")...)
		var report struct{ Command string }
		if err := json.Unmarshal([]byte(out), &report); err != nil {
			t.Fatalf("retune %s: %v", line, err)
		}
		command := strings.NewReplacer("'", "", `"`, "").Replace(strings.TrimPrefix(report.Command, "retune "))
		if _, again, errs := run(append(strings.Fields(command), "--format", "json")...); again != out {
			t.Errorf("retune %s, asked again by %q, says something else: %s", line, report.Command, errs)
		}
	}
}
