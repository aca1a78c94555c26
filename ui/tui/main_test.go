package tui

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
)

// times is how many times as many random events and sizes are tried: before a
// change lands, ten.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// What the environment sets would change every frame. Garbage is collected but rarely,
// which takes a seventh off the time.
func TestMain(m *testing.M) {
	if os.Getenv(AsProgram) != "" {
		os.Exit(Program())
	}
	for _, item := range os.Environ() {
		if name, _, _ := strings.Cut(item, "="); strings.HasPrefix(name, "RETUNE_") {
			os.Unsetenv(name)
		}
	}
	debug.SetGCPercent(400)
	for i, q := range query.Queries {
		query.Queries[i].Ask = remembering(q)
	}
	table, _ = query.Find(table.Name)
	os.Exit(m.Run())
}

// remembering is the Ask of a query that answers the same question but once for all tests:
// an answer depends on the question alone, and nobody changes it. None is stopped, as
// its charts are worked out later.
func remembering(q answer.Query) func(context.Context, knob.Scenario, answer.Effort) answer.Answer {
	var known sync.Map // answers by question
	return func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
		policies := s.Policies()
		policies[0].Versus = nil // it is the second of them
		question := fmt.Sprint(effort, policies)
		a, ok := known.Load(question)
		if !ok {
			a, _ = known.LoadOrStore(question, q.Ask(context.WithoutCancel(ctx), s, effort))
		}
		return a.(answer.Answer)
	}
}
