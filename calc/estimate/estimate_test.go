package estimate

import (
	"flag"
	"math"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// TestMain collects garbage as seldom as the program.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

var times = flag.Int("times", 1, "how many logs of each policy; more than 1: longer ones, of all 20 policies")

// TestFinds draws logs by policies with formulas of their own. The estimate finds the type of jitter, and the true
// values lie in the intervals: 95 % of them, and with few less what chance takes at three standard errors.
func TestFinds(t *testing.T) {
	list := policies()
	if *times == 1 {
		list = []drawn{list[1], list[3], list[8], list[14]}
	}
	requests := 30
	if *times > 1 {
		requests = 120
	}
	right, inside, all := 0, 0, 0
	for i := range len(list) * *times {
		p := list[i%len(list)]
		p.success, p.attempt, p.network, p.tick = 0.2, 0.05, 0.001, 0.001
		f, err := Of(p.log(requests, uint64(i)), 0, 2)
		if err != nil {
			t.Fatal(err)
		}
		row := f.Policy.Jitter.Type.Row()
		if row.Name != p.name || !f.Fits() {
			t.Logf("%s a=%v r=%v c=%v is called %s (%+v)", p.name, p.a, p.r, p.c, row.Name, f.Checked)
			continue
		}
		right++
		truth := map[Name]float64{Initial: p.a, Factor: p.r, Cap: p.c, Retries: float64(p.retries), Deadline: p.deadline}
		for _, q := range f.Parameters {
			x, ok := truth[q.Name]
			if !ok {
				continue
			}
			if all++; x >= q.Lo*(1-1e-9) && x <= q.Hi*(1+1e-9) {
				inside++
			} else {
				t.Logf("%s a=%v r=%v c=%v: %s is not in %+v", p.name, p.a, p.r, p.c, q.Name, q.Interval)
			}
		}
	}
	n := float64(all)
	t.Logf("%d of %d types are right, and %d of %d values are inside", right, len(list)**times, inside, all)
	if 10*right < 9*len(list)**times || !(float64(inside) >= 0.95*n-3*math.Sqrt(0.95*0.05*n)) {
		t.Error("that is too few")
	}
}

// TestMixed joins logs of two policies: with other delays, with other types, and with other numbers of retries.
func TestMixed(t *testing.T) {
	list := policies()
	counts := list[3]
	counts.retries = 2
	for name, c := range map[string]struct {
		pair    [2]drawn
		retries int // as few as show it: each retry has a law, which takes long
	}{
		"delays": {[2]drawn{list[0], list[2]}, 1},
		"types":  {[2]drawn{list[3], list[9]}, 2},
		"counts": {[2]drawn{list[3], counts}, 3},
	} {
		var l Log
		for i, p := range c.pair {
			p.attempt, p.network, p.tick = 0.05, 0.001, 0.001
			requests := 80
			if *times == 1 {
				requests, p.retries = 20, min(p.retries, c.retries)
			}
			one := p.log(requests, uint64(i))
			l.Tick, l.Requests = one.Tick, append(l.Requests, one.Requests...)
		}
		if f, err := Of(l, 0, 2); err == nil && f.Fits() {
			t.Errorf("%s: two policies are called one: %+v", name, f.Policy)
		}
	}
}

// TestRefuses gives logs from which nothing can be estimated.
func TestRefuses(t *testing.T) {
	at := func(starts ...float64) (r Request) {
		for _, s := range starts {
			r.Attempts = append(r.Attempts, Attempt{Start: s, End: s + 0.1, Outcome: Failed})
		}
		return r
	}
	back := at(0, 1, 3, 7)
	for i := range back.Attempts {
		back.Attempts[i].End += 10
	}
	for want, l := range map[string]Log{
		"no attempts": {},
		"no retries":  {Requests: []Request{at(0), at(5), at(9)}},
		"2 delays":    {Requests: []Request{at(0, 1, 3)}},
		"go back":     {Requests: []Request{back}},
	} {
		if _, err := Of(l, 0, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

// TestStrange estimates from logs that no policy explains. It must end with an answer or an error, without NaN.
func TestStrange(t *testing.T) {
	request := func(starts ...float64) (r Request) {
		for _, s := range starts {
			r.Attempts = append(r.Attempts, Attempt{Start: s, End: math.NaN()})
		}
		return r
	}
	for name, l := range map[string]Log{
		"at once":      {Requests: []Request{request(0, 0, 0, 0, 0)}},
		"one long":     {Requests: []Request{request(0, 1, 1e9, 1e9+1)}},
		"shorter":      {Requests: []Request{request(0, 8, 12, 14, 15), request(0, 8, 12, 14, 15)}},
		"whole second": {Tick: 1, Requests: []Request{request(0, 1, 3, 7), request(5, 6, 8, 12)}},
	} {
		f, err := Of(l, 0, 1)
		if err != nil {
			continue
		}
		if p := f.Policy; p.Validate() != nil || math.IsNaN(f.Noise.Scale+f.Noise.Shift) {
			t.Errorf("%s: %+v: %v", name, p, p.Validate())
		}
		for _, q := range f.Parameters {
			if math.IsNaN(q.Best + q.Lo + q.Hi) {
				t.Errorf("%s: %+v", name, q)
			}
		}
	}
}

// TestShortest finds short numbers.
func TestShortest(t *testing.T) {
	for _, c := range []struct{ x, lo, hi, want float64 }{
		{1.0003, 0.999, 1.001, 1}, {0.4971, 0.495, 0.502, 0.5}, {29.6, 29.2, 30.9, 30}, {1.618, 1.61, 1.62, 1.62},
		{0.1019, 0.1006, 0.103, 0.102}, {99.9, 95, 104, 100}, {3142, 3095, 3160, 3100},
	} {
		if got, _ := shortest(c.x, c.lo, c.hi); got != c.want {
			t.Errorf("%v in [%v, %v] is %v, want %v", c.x, c.lo, c.hi, got, c.want)
		}
	}
}

// TestLinear gives requests with delays of 1 s, 2 s and so on, which no factor explains: the law is a list.
func TestLinear(t *testing.T) {
	l := Log{Tick: 5e-3}
	for i := range 3 {
		r, at := Request{Ended: true}, 1000*float64(i)
		for k := range 6 {
			at += float64(k) + 0.001*float64((k+i)%3)
			r.Attempts = append(r.Attempts, Attempt{Start: at, End: at, Outcome: Failed})
		}
		l.Requests = append(l.Requests, r)
	}
	f, err := Of(l, 0, 1)
	if err != nil || !f.Fits() || f.Short+f.Long > 0 || f.Policy.Growth.List.Len() != 5 {
		t.Errorf("%v: %+v %+v", err, f.Policy, f.Checked)
	}
}

// TestSeen counts what the log shows beside the policy: retries that waited as long as Retry-After asked, one that did
// not, and retries of many clients in the same instant.
func TestSeen(t *testing.T) {
	var l Log
	for i := range 40 {
		start := 10 * float64(i)
		q := Request{Attempts: []Attempt{{Start: start, End: start + 0.1, Outcome: Failed}}}
		again := start + 1.1
		if i < 12 {
			again = 700 // together
		}
		q.Attempts = append(q.Attempts, Attempt{Start: again, End: again + 0.1, Outcome: Failed, Asked: 3},
			Attempt{Start: again + 3.2, End: again + 3.3, Outcome: Failed})
		if i >= 30 {
			q.Attempts[2].Start = again + 1.1 // it does not wait for 3 s
		}
		l.Requests = append(l.Requests, q)
	}
	f := Fit{log: l}
	s := f.Seen()
	if s.Asked != 40 || s.Honored != 30 || s.Together != 12 || len(s.Times) != 120 {
		t.Errorf("%d asked, %d honoured, %d together, %d times", s.Asked, s.Honored, s.Together, len(s.Times))
	}
}
