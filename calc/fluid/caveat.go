package fluid

import (
	"fmt"
	"math"
	"slices"

	"retune/calc/system"
)

// Caveat says, from the system alone, why the figures of the fluid model are not the
// expected values of its runs: where queues, losses or thresholds that are met by
// chance matter. It is "" where they do not, and then the expected values are those
// of the model within its error.
func Caveat(w system.System) string {
	if n := events(w); n < enough {
		return fmt.Sprintf("there are only about %s, and with so few chance matters", inWords(w, n))
	}
	if w.Client.Rule.Reset > 0 && w.Traffic.Kind == system.Closed {
		return "in it the count of retries begins anew after every success, however short"
	}
	if why := chanceInServer(w); why != "" {
		return why
	}
	for _, o := range w.Outages {
		if why := chanceInServer(during(w, o)); why != "" {
			return fmt.Sprintf("during the %s %s", o.Kind, why)
		}
	}
	if why := chanceToEscape(w); why != "" {
		return why
	}
	return chanceInProcess(w)
}

// chanceToEscape says whether chance ends a metastable state: where the server drops what has
// timed out, it gets out of it as soon as the attempts in it are fewer for once than those with
// which the latency is the timeout; a queue does as soon as within a service time no more come
// than there are workers, who then begin with some that have so much time left.
func chanceToEscape(w system.System) string {
	c, tip := w.Client, w.Tipping()
	over, many := w.Traffic.Rate/tip.SafeRate, tip.TimeoutAt
	if w.Server.Kind == system.Queue {
		many = w.Server.Workers
	}
	switch {
	case !c.Cancel || len(w.Outages) == 0 || w.Traffic.Kind == system.Burst:
		return ""
	case w.Traffic.Kind == system.Closed && math.IsInf(c.Retries, 1):
		over = w.Traffic.Clients / (c.Timeout + c.LongDelay()) / tip.TimeoutRate
	case w.Traffic.Kind == system.Closed:
		over = w.Traffic.Clients * (c.Retries + 1) / (w.Traffic.Think + (c.Retries+1)*c.Timeout + c.Waits(1)) / tip.TimeoutRate
	}
	if over > 1 && over < 1+spread*math.Sqrt(over/many) {
		return fmt.Sprintf("attempts that all time out are only %.2g times as many as the server can take, and whether it gets out of that is up to chance", over)
	}
	return ""
}

// during returns w as if that brownout or spike were its normal state, or w for other
// kinds, and for what is over before it shows.
func during(w system.System, o system.Outage) system.System {
	v := w
	switch o.Kind {
	case system.Brownout:
		v.Server.ServiceTime /= o.Share
		v.Server.Capacity *= o.Share
	case system.Spike:
		v.Traffic.Rate *= o.Share
		v.Traffic.Think /= o.Share
	}
	if v.Server.ServiceTime >= w.Client.Timeout || o.Length < 10*v.Server.ServiceTime {
		return w
	}
	return v
}

// enough is how many events chance makes little of: it moves a sum of 100 by a tenth.
const enough = 100

// events is how many requests a burst has, or clients a closed fleet, or what an open
// one sends in a [span].
func events(w system.System) float64 {
	if w.Traffic.Kind == system.Open {
		return w.Traffic.Rate * span(w)
	}
	return w.Traffic.Clients
}

// span is a timeout if there is one, at least ten seconds.
func span(w system.System) float64 {
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		return max(10, t)
	}
	return 10
}

// inWords says what n of the events are.
func inWords(w system.System, n float64) string {
	switch w.Traffic.Kind {
	case system.Open:
		return fmt.Sprintf("%.2g requests in %g s", n, span(w))
	case system.Closed:
		return fmt.Sprintf("%.2g clients", n)
	}
	return fmt.Sprintf("%.2g requests", n)
}

// few is how many places are so few that chance leaves many of them empty.
const few = 25

// spread is how many standard deviations a count strays.
const spread = 3

// chanceInServer says what chance does to the server with the load that the traffic
// has without an outage. A burst has none that lasts.
func chanceInServer(w system.System) string {
	s := w.Server
	if w.Traffic.Kind == system.Burst {
		if most := min(s.Workers+s.QueueSize, s.Workers*w.Client.Timeout/s.ServiceTime); s.Kind == system.Queue && most < few {
			return fmt.Sprintf("the server takes no more than %.0f attempts at a time that it answers before they time out, and who finds room is up to chance", math.Ceil(most))
		}
		return ""
	}
	w.Traffic.Rate *= w.Served()
	load, latency := w.Normal()
	if w.Traffic.Kind == system.Closed {
		load *= w.Served()
	}
	if most, at := s.Best(math.Inf(1)); s.Kind == system.Slowing && math.Abs(load/most-1) < spread/math.Sqrt(at) {
		return fmt.Sprintf("with %.0f%% of the load that the server can take, whether it is slowed for good is up to chance", 100*load/most)
	}
	if math.IsInf(latency, 1) || latency >= 2*w.Client.Timeout { // all time out
		return ""
	}
	inside := load * latency
	switch s.Kind {
	case system.Queue:
		full := load * s.ServiceTime / s.Workers
		wait, lost, late := queueByChance(s.Workers, s.QueueSize, load*s.ServiceTime, w.Client.Timeout/s.ServiceTime-1)
		lost -= max(0, 1-1/full) // what is too much in any case
		switch {
		case full > 0.95 && full < 1.05 && spread*math.Sqrt(s.Workers) > s.Workers/20:
			return fmt.Sprintf("the workers are busy %.0f%% of the time, and whether the queue grows is up to chance", 100*min(full, 1))
		case lost > 0.01:
			return fmt.Sprintf("about %.2g%% of the attempts find the queue full by chance", 100*lost)
		case late > 0.002:
			return fmt.Sprintf("about %.2g%% of the attempts wait so long in the queue by chance that they time out", 100*late)
		case wait > 0.05:
			return fmt.Sprintf("attempts wait in the queue by chance, about %.0f%% of the latency", 100*wait)
		}
	case system.Limited:
		if over := load - s.Capacity; math.Abs(over) < spread*math.Sqrt(load) {
			return "in some seconds more attempts come than the server accepts, and in some fewer"
		}
	case system.Slowing:
		now, high := s.LatencyAt(inside), s.LatencyAt(inside+spread*math.Sqrt(inside))
		if !s.AtArrival { // done at a look
			now, high = math.Ceil(now/s.CheckInterval-eps)*s.CheckInterval, math.Ceil(high/s.CheckInterval-eps)*s.CheckInterval
		}
		if high > 1.05*now {
			return fmt.Sprintf("with %.0f attempts in the server on average it is slow now and then by chance", inside)
		}
	}
	return ""
}

// chanceInProcess says what chance does to budgets and breakers, each of which sees
// the traffic of one process.
func chanceInProcess(w system.System) string {
	c := w.Client
	share := events(w) / c.ProcessCount()
	switch {
	case c.Budget.Kind == system.NoBudget && c.Breaker.Share == 0:
		return ""
	case c.Processes > 1 && share < enough:
		return fmt.Sprintf("a process has about %s, and its budget or breaker sees them by chance", inWords(w, share))
	case c.Budget.Kind == system.Concurrent && math.Max(c.Budget.Reserve, c.Budget.Ratio*counted(w, share)) < enough:
		return "with so few retries at a time whether one more is allowed is up to chance"
	case w.Traffic.Kind == system.Burst && (c.Budget.Kind == system.Quota || c.Budget.Kind == system.Throttle || c.Budget.OnSuccess):
		return "which attempts of a burst find tokens depends on their order"
	}
	load, _ := w.Normal()
	if w.Traffic.Kind != system.Burst {
		if why := chanceInTokens(w, load/c.ProcessCount()); why != "" {
			return why
		}
	}
	if c.Breaker.Share == 0 {
		return ""
	}
	n := load / c.ProcessCount() * c.Breaker.Window
	bad := w.FailureRate
	if most, _ := w.Server.Best(math.Inf(1)); load > most {
		bad = 1 - (1-bad)*most/load
	}
	if math.Abs(bad-c.Breaker.Share) < spread*math.Sqrt(bad*(1-bad)/max(1, n)) || n < c.Breaker.Least && n > c.Breaker.Least/4 {
		return "whether the breaker opens without an outage is up to chance"
	}
	return ""
}

// counted is how much of that a share of which may be retries a process sees that makes so
// many requests at a time: those of a burst; else what it sends within the window of its
// budget, or without one the attempts under way, of which a server that rejects has none.
func counted(w system.System, share float64) float64 {
	if w.Traffic.Kind == system.Burst {
		return share
	}
	load, latency := w.Normal()
	load /= w.ProcessCount()
	switch window := w.Client.Budget.Window; {
	case window > 0:
		return load * window
	case slices.ContainsFunc(w.Outages, func(o system.Outage) bool { return o.Kind == system.Reject }):
		return 0
	}
	return load * min(latency, w.Client.Timeout)
}

// queueByChance returns what chance makes of a queue with Poisson arrivals and a
// fixed time of service: the mean wait over that time, the share of attempts that
// find the queue full, and the share that waits longer than the slack.
//
//	k      workers
//	room   places for those that wait, or +Inf
//	a      offered load, arrivals per second times the time of service: a/k is the utilisation
//	slack  over the time of service; of what is below 0 the share is 0
//
// Without room the loss is Erlang's formula B, which holds for any distribution of the service;
// with room it is that of exponential service, M/M/k/K, which is above it. The wait is
// that of M/M/k, Erlang's formula C, times Cosmetatos' correction for M/D/k, within some
// percent,
//
//	W = C/(k - a) (1 + (1-u)(k-1)(sqrt(4+5k)-2)/(16 u k))/2,  u = a/k
//
// and it is longer than a slack s with a probability of C e^(-2 u (k-a) s), within a fifth, the
// limit of heavy traffic. Both are 0 where a >= k, as none is steady then. All are taken as 0
// beyond a million workers, unless they are busy but for three standard deviations, where they
// are not known.
//
// Sources: Cooper, Introduction to Queueing Theory, 1981; Cosmetatos, Oper. Res. Quarterly
// 26 (1975); Köllerström, J. Appl. Probab. 11 (1974).
func queueByChance(k, room, a, slack float64) (wait, loss, late float64) {
	if k > 1e6 {
		return 0, 0, 0
	}
	b := 1.0 // Erlang B by its recursion in the number of servers
	for i := 1.0; i <= k; i++ {
		b = a * b / (i + a*b)
	}
	u := a / k
	// P(all busy, j wait) = P(k) u^j; what is lost is P(k + room).
	sum, last := 1/b, 1.0 // in units of P(k)
	switch {
	case room == 0:
	case math.IsInf(room, 1) && u >= 1:
		return 0, 1 - 1/u, 0
	case u == 1:
		sum += room
	default:
		last = math.Pow(u, room)
		sum += u * (1 - last) / (1 - u)
	}
	loss = last / sum
	if u < 1 {
		c := b / (1 - u*(1-b))
		wait = c / (k - a) * (1 + (1-u)*(k-1)*(math.Sqrt(4+5*k)-2)/(16*u*k)) / 2
		wait = min(wait, room/k) // it cannot be longer than the line
		if 0 <= slack && slack < room/k {
			late = c * math.Exp(-2*u*(k-a)*slack)
		}
	}
	return wait, loss, late
}
