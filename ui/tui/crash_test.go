//go:build !windows

package tui_test

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/cli"
	"retune/ui/tui"
)

// TestCrash checks that a panic while an answer is computed, in the background or with a key, or while a frame is
// painted, restores the terminal and is reported with its place and the command.
func TestCrash(t *testing.T) {
	for name, change := range map[string]func(q *answer.Question){
		"in the background": func(q *answer.Question) {
			jitter, _ := question.Find("jitter") // a slow question
			*q = jitter
			q.Ask = func(context.Context, *setting.Scenario, answer.Effort) answer.Answer { panic("out of luck") }
		},
		"with a key": func(q *answer.Question) {
			q.Ask = func(context.Context, *setting.Scenario, answer.Effort) answer.Answer { panic("out of luck") }
		},
		"in a frame": func(q *answer.Question) {
			ask := q.Ask
			q.Ask = func(ctx context.Context, s *setting.Scenario, e answer.Effort) answer.Answer {
				a := ask(ctx, s, e)
				a.Charts = slices.Clone(a.Charts) // other tests share the answer
				a.Charts[0].Curves = slices.Clone(a.Charts[0].Curves)
				a.Charts[0].Curves[0].Points = answer.Points{At: []float64{0, 1e9}} // without values
				return a
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			q, _ := question.Find("at")
			change(&q)
			q.Name, q.Tab = "unlucky", "unlucky"
			tui.WithQuestion(t, q)
			var errs bytes.Buffer
			t.Setenv("TERM", "xterm-256color")
			c := newTerminal(t, 120, 36)
			status := 0
			go func() {
				status = cli.Main([]string{"tui"}, c.device, c.device, &errs)
				c.exited <- nil
			}()
			c.until("start", after(120, 36))
			c.send("\x1b[C\x1b[Z") // change a setting, and open the last view
			restored(t, c)
			if status != 1 {
				t.Errorf("status %d, want 1", status)
			}
			at, why := "ui/tui/crash_test.go:", ": out of luck\n"
			if name == "in a frame" {
				at, why = "ask/answer/points.go:", "index out of range"
			}
			if got := errs.String(); !strings.HasPrefix(got, "retune: error: internal error at "+at) ||
				!strings.Contains(got, why) || !strings.Contains(got, "command retune") {
				t.Errorf("it says %q", got)
			}
		})
	}
}

// TestNothingRunsOn checks that quitting stops all computation.
func TestNothingRunsOn(t *testing.T) {
	began, stopped := make(chan struct{}, 9), make(chan struct{}, 9)
	q, _ := question.Find("jitter") // a slow question
	q.Name, q.Tab = "endless", "endless"
	q.Ask = func(ctx context.Context, _ *setting.Scenario, _ answer.Effort) answer.Answer {
		began <- struct{}{}
		<-ctx.Done()
		stopped <- struct{}{}
		return answer.Answer{}
	}
	tui.WithQuestion(t, q)
	t.Setenv("TERM", "xterm-256color")
	c := newTerminal(t, 120, 36)
	before := runtime.NumGoroutine()
	go func() { c.exited <- tui.Run(new(setting.Default()), tui.Options{View: "endless"}, c.device, c.device) }()
	<-began
	c.send("\x1b[C\x1b[Cq")
	select {
	case <-stopped:
	case <-time.After(patience):
		t.Fatal("what is worked out goes on")
	}
	restored(t, c)
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			buffer := make([]byte, 1<<16)
			t.Fatalf("%d goroutines more than before:\n%s", runtime.NumGoroutine()-before, buffer[:runtime.Stack(buffer, true)])
		}
	}
}
