package fleet

import (
	"context"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// unlucky is a context that panics when its state is checked.
type unlucky struct{ context.Context }

func (unlucky) Err() error            { panic("out of luck") }
func (unlucky) Done() <-chan struct{} { panic("out of luck") }

// TestPanicOnAnotherCore checks that a panic on another core reaches the caller, who can recover, and does not end the
// process.
func TestPanicOnAnotherCore(t *testing.T) {
	for name, ask := range map[string]func(context.Context, *setting.Scenario, answer.Effort) answer.Answer{
		"fleet": askFleet, "levers": Levers.Ask} {
		for _, engine := range []string{"vs r=3"} {
			s := small(t, engine, "edges true")
			func() {
				defer func() {
					if p := recover(); p != "out of luck" {
						t.Errorf("%s, %s: %v instead of the panic", name, engine, p)
					}
				}()
				ask(unlucky{context.Background()}, &s, answer.Full)
				t.Errorf("%s, %s: no panic", name, engine)
			}()
		}
	}
}
