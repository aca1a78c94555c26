package tui

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// times is the factor on the number of random events and sizes. Use 10 before a change lands.
var (
	times = flag.Int("times", 1, "how many times as many random cases are tried")
	whole = flag.Bool("whole", false, "play all journeys, also those that simulate for seconds")
)

// seed is the seed of the random user, and commands says whether it runs the commands, which take most of the time.
var (
	seed     = flag.Uint64("seed", 5, "the seed of the random user")
	commands = flag.Bool("commands", true, "whether the random user runs the commands that are shown")
)

// TestMain removes environment variables that would change every frame. Garbage is collected as seldom as in the
// program.
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
	partTime = time.Hour // most tests look at whole answers
	for i, q := range question.Questions {
		question.Questions[i].Ask = remembering(q)
		if q.Work != nil {
			question.Questions[i].Work = rememberingWork(q)
		}
	}
	for i, q := range views {
		views[i], _ = question.Find(q.Name)
	}
	table, _ = question.Find(table.Name)
	afterOutage, _ = question.Find(afterOutage.Name)
	knownSize.Store(300)
	os.Exit(m.Run())
}

// known is the context of all screens, which share its cache.
var known = answer.WithCache(context.Background())

// knownAnswers caches answers by question. It forgets all of them from time to time, so that memory stays bounded.
type knownAnswers struct {
	sync.Map
	kept atomic.Int32
}

// knownSize is the number of answers after which a cache forgets them: a sampled answer has up to 50 MB. With 0 nothing
// is cached.
var knownSize atomic.Int32

// keep returns the cached answer, which is the first one that was stored.
func (m *knownAnswers) keep(question any, a answer.Answer) any {
	if m.kept.Add(1)%knownSize.Load() == 0 {
		m.Clear()
	}
	known, _ := m.LoadOrStore(question, a)
	return known
}

// remembering returns an Ask for a question that computes each answer once for all tests. An answer depends on the
// question and what is wanted alone, and is never changed. It is not stopped, because other tests get it too.
func remembering(q answer.Question) func(context.Context, *setting.Scenario, answer.Effort) answer.Answer {
	var known knownAnswers
	return func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
		if knownSize.Load() == 0 {
			return q.Ask(ctx, s, effort)
		}
		if q.Name == "levers" { // its own cache has one entry
			effort = answer.Full
		}
		question := inquiry{fmt.Sprint(effort, answer.Wanted(ctx)), questionOf(s)}
		a, ok := known.Load(question)
		if !ok {
			a = known.keep(question, q.Ask(context.WithoutCancel(ctx), s, effort))
		}
		return a.(answer.Answer)
	}
}

// rememberingWork returns a Work for a question that is computed once, unless a test looks at its parts.
func rememberingWork(q answer.Question) func(*setting.Scenario, answer.Effort) answer.Work {
	var known knownAnswers
	return func(s *setting.Scenario, effort answer.Effort) answer.Work {
		if knownSize.Load() == 0 {
			return q.Work(s, effort)
		}
		question := inquiry{fmt.Sprint(effort), questionOf(s)}
		if a, ok := known.Load(question); ok && partTime != 0 {
			return doneWork{a.(answer.Answer)}
		}
		w := q.Work(s, effort)
		if w == nil || partTime == 0 {
			return w
		}
		return &remembered{Work: w, keep: func(a answer.Answer) { known.keep(question, a) }}
	}
}

// A remembered work caches its answer once it is complete.
type remembered struct {
	answer.Work
	keep func(answer.Answer)
}

func (w *remembered) Do(ctx context.Context, progress func(done, all int) bool) {
	paused := false
	w.Work.Do(ctx, func(done, all int) bool {
		more := progress == nil || progress(done, all)
		paused = paused || !more
		return more
	})
	if !paused && ctx.Err() == nil {
		w.keep(w.Answer())
	}
}

// A doneWork is a completed work.
type doneWork struct{ answer answer.Answer }

func (doneWork) Do(context.Context, func(done, all int) bool) {}
func (w doneWork) Answer() answer.Answer                      { return w.answer }
