package num

import "sync"

// Replicate makes so many independent runs on up to so many cores and hands what they
// give to each: in the order of the runs and one at a time, whatever the cores. No
// more results are held than there are cores.
//
//	worker  is called once on every core and returns what makes run i there
//
// The first error of a run ends it all: Replicate returns it when the other cores have
// ended their runs, and what was handed over are the first runs.
func Replicate[T any](runs, cores int, worker func() func(i int) (T, error), each func(i int, result T)) error {
	var (
		mu          sync.Mutex
		turn        = sync.NewCond(&mu)
		begun, done int // runs
		failed      error
		workers     sync.WaitGroup
	)
	for range max(1, min(cores, runs)) {
		workers.Go(func() {
			run := worker()
			mu.Lock()
			defer mu.Unlock()
			for begun < runs && failed == nil {
				i := begun
				begun++
				mu.Unlock()
				result, err := run(i)
				mu.Lock()
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
	return failed
}
