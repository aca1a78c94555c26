package num

import (
	"errors"
	"sync"
)

// errPanicked ends the runs of the other cores.
var errPanicked = errors.New("a run panicked")

// Replicate makes so many independent runs on up to so many cores and hands what they
// give to each: in the order of the runs and one at a time, whatever the cores. No
// more results are held than there are cores.
//
//	worker  is called once on every core and returns what makes run i there
//
// The first error of a run ends it all: Replicate returns it when the other cores have
// ended their runs, and what was handed over are the first runs. A panic of a worker or
// of each ends it in the same way, and becomes a panic of Replicate's caller.
func Replicate[T any](runs, cores int, worker func() func(i int) (T, error), each func(i int, result T)) error {
	var (
		mu          sync.Mutex
		turn        = sync.NewCond(&mu)
		begun, done int // runs
		failed      error
		panicked    any
		workers     sync.WaitGroup
	)
	for range max(1, min(cores, runs)) {
		workers.Go(func() {
			locked := false
			defer func() {
				p := recover()
				if !locked {
					mu.Lock()
				}
				if p != nil && panicked == nil {
					panicked, failed = p, errPanicked
				}
				turn.Broadcast()
				mu.Unlock()
			}()
			run := worker()
			mu.Lock()
			locked = true
			for begun < runs && failed == nil {
				i := begun
				begun++
				mu.Unlock()
				locked = false
				result, err := run(i)
				mu.Lock()
				locked = true
				for done < i && err == nil && failed == nil {
					turn.Wait()
				}
				switch {
				case failed != nil:
				case err != nil:
					failed = err
				default:
					each(i, result)
					done++
				}
				turn.Broadcast()
			}
		})
	}
	workers.Wait()
	if panicked != nil {
		panic(panicked)
	}
	return failed
}
