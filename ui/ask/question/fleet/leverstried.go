package fleet

import (
	"context"

	"retune/ui/ask/setting"
)

// A Tried is a change that was simulated, before it is known how it ranks: a setting, its values, and the verdict.
type Tried struct {
	Setting           setting.Setting
	From, To, Verdict string
}

type triedKey struct{}

// OnTried returns a context with which [AskLevers] calls found with each change once it is simulated, concurrently.
func OnTried(ctx context.Context, found func(Tried)) context.Context {
	return context.WithValue(ctx, triedKey{}, found)
}

// tell calls the function of [OnTried], if there is one.
func (l lever) tell(ctx context.Context, present *setting.Scenario) {
	if found, ok := ctx.Value(triedKey{}).(func(Tried)); ok && l.err == nil && ctx.Err() == nil {
		found(Tried{l.setting, l.setting.Text(present), l.setting.Text(&l.fleet), l.verdict()})
	}
}
