package num

import (
	"context"
	"math"
	"sync/atomic"
)

// A Work counts what is computed, where the time goes. Unlike a clock it depends on what is
// asked alone, so that what is stopped by it is the same everywhere. A nil one counts nothing.
//
// Nothing in ui reads it any more: it goes with its last callers in calc.
type Work struct {
	done atomic.Int64 // units
	most atomic.Int64
	stop context.CancelFunc
	of   *Work // which this is a part of, or nil
}

// unit is how many seconds one core of the years 2020 to 2025 takes for one, about.
const unit = 1e-8

type workKey struct{}

// Within returns a context that is done once so many seconds of work have been, and the count
// of those that calc does for it. It must be released.
func Within(ctx context.Context, seconds float64) (_ context.Context, work *Work, release func()) {
	ctx, stop := context.WithCancel(ctx)
	work = &Work{stop: stop, of: WorkOf(ctx)}
	work.most.Store(int64(min(math.Round(seconds/unit), 1<<62)))
	return context.WithValue(ctx, workKey{}, work), work, stop
}

// WorkOf returns the count of the work done for ctx, or nil.
func WorkOf(ctx context.Context) *Work {
	w, _ := ctx.Value(workKey{}).(*Work)
	return w
}

// Did counts so many units of 10 ns.
func (w *Work) Did(units int) {
	for n := int64(units); w != nil; w = w.of {
		done, most := w.done.Add(n), w.most.Load()
		if done > most && done-n <= most {
			w.stop()
		}
	}
}

// Took counts what takes so many seconds.
func (w *Work) Took(seconds float64) { w.Did(int(min(seconds/unit, 1<<53))) }

// Seconds returns how much has been done.
func (w *Work) Seconds() float64 { return unit * float64(w.done.Load()) }

// Over reports whether it was more than it might be.
func (w *Work) Over() bool { return w.done.Load() > w.most.Load() }

// Free has what follows go on for as long as it takes.
func (w *Work) Free() { w.most.Store(1 << 62) }
