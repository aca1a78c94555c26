package numeric

import "sync"

// Each calls do for 0 to n-1 on up to cores goroutines. After a panic of do no new call starts, and Each panics in its
// caller's goroutine: in a goroutine of its own the panic would end the process even if the caller recovers.
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

// Replicate makes independent runs on up to cores goroutines and passes their results to each, one at a time and in
// the order of the runs, whatever the number of cores. It holds at most four results for each core.
//
//	worker  is called once on every core and returns what makes run i there
//
// Replicate stops at the first error of a run and returns it when the other cores have ended their runs. each then has
// the results of the first runs. A panic of a worker or of each stops it in the same way, and Replicate panics in its
// caller's goroutine.
func Replicate[T any](runs, cores int, worker func() func(i int) (T, error), each func(i int, result T)) error {
	type result struct {
		value T
		err   error
	}
	cores = max(1, min(cores, runs))
	run, list := make([]func(i int) (T, error), cores), make([]result, 4*cores)
	for from := 0; from < runs; from += len(list) {
		list = list[:min(len(list), runs-from)]
		Each(cores, cores, func(core int) {
			if run[core] == nil {
				run[core] = worker()
			}
			for i := core; i < len(list) && (i < cores || list[i-cores].err == nil); i += cores {
				list[i].value, list[i].err = run[core](from + i)
			}
		})
		for i, r := range list {
			if r.err != nil {
				return r.err
			}
			each(from+i, r.value)
		}
	}
	return nil
}
