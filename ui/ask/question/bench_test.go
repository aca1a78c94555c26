package question

import (
	"context"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// BenchmarkSlowest answers the ten slowest kinds of questions in a random sample over all questions, in full with all
// rows, slowest first.
func BenchmarkSlowest(b *testing.B) {
	for _, c := range []struct{ name, question, settings string }{
		{"a fleet along a setting", "fleet",
			"server=arrival timeout=605ms failure-rate=10% jitter=slices initial-delay=2.12s cap=20m " +
				"outage=18m sweep=factor=1.1..4:20"},
		{"a million rows of stateful jitter", "schedule", "jitter=decorrelated factor=1.0001 cap=10s retries=1000000"},
		{"a million rows of independent delays", "schedule", "jitter=normal=0.1 factor=1.0001 cap=10s retries=1000000"},
		{"a result along a setting", "what", "of=goodput-99 sweep=service-time=1ms..10s:60"},
		{"what helps fleets", "levers", "sweep=clients=100..1000:4"},
		{"a fleet over two settings", "map", "x=factor y=clients of=time-to-recovery jitter=within=200ms"},
		{"clients that contend", "contend",
			"clients=200 runs=1000 jitter=add=1s initial-delay=1.15ms feedback=yes retries=none deadline=6m"},
		{"rows of a path", "schedule", "jitter=smooth factor=1.0001 cap=10s retries=3900"},
		{"rows of many pieces", "schedule", "jitter=parted factor=1.003 retries=1800"},
		{"a percentile over outages of any scale", "solve",
			"jitter=normal=0.1 outage=log=1s..1h turn=amount reconnect-delay-p95=2.7s"},
	} {
		b.Run(c.name, func(b *testing.B) {
			q, ok := Find(c.question)
			if !ok {
				b.Skip("there is no such query")
			}
			s := q.Start(setting.Default())
			for _, text := range strings.Fields(c.settings) {
				name, value, _ := strings.Cut(text, "=")
				k, ok := q.Setting(name)
				if err := k.Set(&s, value); !ok || err != nil {
					b.Fatal(text, err)
				}
			}
			if err := s.Check(); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				a := q.Ask(context.Background(), s, answer.Full)
				for _, t := range a.Tables {
					for i := range t.Len {
						t.Row(i)
					}
				}
			}
		})
	}
}
