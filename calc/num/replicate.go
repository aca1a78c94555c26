package num

import (
	"errors"
	"sync"
)

// Each does n independent things on up to so many cores. A panic of one of them ends
// the others where they stand between two things, and becomes a panic of Each's caller:
// in a goroutine of its own it would end the process, whoever recovers.
func Each(n, cores int, do func(i int)) {
	var (
		mu       sync.Mutex
		begun    int
		panicked any
		workers  sync.WaitGroup
	)
	take := func() (i int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		begun++
		return begun - 1, begun <= n && panicked == nil
	}
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				mu.Lock()
				panicked = p
				mu.Unlock()
			}
		}()
		for i, ok := take(); ok; i, ok = take() {
			do(i)
		}
	}
	for range min(cores, n) - 1 {
		workers.Go(work)
	}
	work()
	workers.Wait()
	if panicked != nil {
		panic(panicked)
	}
}

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
	)
	cores = max(1, min(cores, runs))
	Each(cores, cores, func(int) {
		locked, ended := false, false
		defer func() {
			if !locked {
				mu.Lock()
			}
			if !ended {
				failed = errPanicked
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
		ended = true
	})
	return failed
}
