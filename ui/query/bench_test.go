package query

import (
	"context"
	"strings"
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
)

// BenchmarkSlowest is the kinds of question that take longest, in full.
func BenchmarkSlowest(b *testing.B) {
	for _, c := range []struct{ name, query, knobs string }{
		{"percentiles of 20 jittered retries", "schedule", "jitter=full retries=20"},
		{"a million jittered retries", "schedule", "jitter=full cap=10s retries=1000000"},
		{"stateful jitter without an end", "reconnect", "jitter=decorrelated cap=1m retries=none outage=30m"},
		{"cut normal jitter, outage of any scale", "reconnect", "initial-delay=2.83s factor=1.5 jitter=normal=0.6 cap=3.68s cap-after=yes retries=30 outage=log=4.93s..98.6s"},
		{"all types of jitter", "jitter", "jitter=normal=0.1 retries=20 cap=10m cap-after=yes window=50ms"},
		{"a percentile of stateful jitter by its delay", "solve", "jitter=decorrelated retries=20 cap=10s turn=first elapsed-p99=30s"},
		{"a percentile over outages of any scale", "solve", "jitter=normal=0.1 outage=log=1s..1h turn=amount reconnect-delay-p95=2.7s"},
		{"a policy for limits", "recommend", "at=37700s max-initial-delay=0.0123s max-reconnect-delay=2040s jitter=equal"},
		{"a fleet, fluid model of stateful jitter", "fleet", "engine=fluid jitter=decorrelated timeout=150ms duration=30m"},
		{"a fleet, simulated", "fleet", "engine=sim jitter=full runs=20"},
		{"the longest outage of a queue", "fleet", "max-outage=yes server=queue workers=15 jitter=full"},
		{"what helps a fleet", "levers", "jitter=full"},
		{"a fleet over two settings", "map", ""},
		{"a fleet along a setting", "fleet", "sweep=clients=100..10000:20"},
		{"the clients of a fleet that recovers", "solve", "turn=clients time-to-recovery=2m"},
		{"clients that contend", "contend", "clients=150 runs=100"},
	} {
		b.Run(c.name, func(b *testing.B) {
			q, ok := Find(c.query)
			if !ok {
				b.Skip("there is no such query")
			}
			s := q.Start(knob.Default())
			for _, text := range strings.Fields(c.knobs) {
				name, value, _ := strings.Cut(text, "=")
				k, ok := q.Knob(name)
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
					if t.Len > 0 {
						t.Row(t.Len - 1)
					}
				}
			}
		})
	}
}
