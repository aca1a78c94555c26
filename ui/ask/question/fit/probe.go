package fit

import (
	"math"

	"retune/calc/estimate"
	"retune/calc/jitter"
)

// A Run has the attempts of one run of a program, by the time they arrived, in seconds.
type Run interface {
	Attempts() []estimate.Attempt
	Done() bool // the program ended by itself
}

// LogOf returns the log of runs, with one request a run, and the number of attempts.
func LogOf[R Run](runs []R) (l Log, attempts int) {
	l.Tick = 5e-3 // timers and the start of processes are no better
	offset := 0.0
	for _, r := range runs {
		q := estimate.Request{Ended: r.Done()}
		for _, a := range r.Attempts() {
			a.Start, a.End = a.Start+offset, a.End+offset
			q.Attempts = append(q.Attempts, a)
		}
		if attempts += len(q.Attempts); len(q.Attempts) > 0 {
			l.Requests = append(l.Requests, q)
			offset = q.Attempts[len(q.Attempts)-1].End + 3600
		}
	}
	return l, attempts
}

// Certain reports whether the runs show delays without jitter, so that more runs would show the same: there are three
// at least, and those of a run all lie close to a policy without jitter.
func Certain[R Run](runs []R) bool {
	l, attempts := LogOf(runs)
	if attempts < 3+len(runs) {
		return false
	}
	f, err := Estimate(l, 0)
	return err == nil && f.Fits() && f.Short+f.Long == 0 && f.Policy.Jitter.Type == jitter.None &&
		!math.IsInf(f.Policy.Retries, 1)
}
