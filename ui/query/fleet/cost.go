package fleet

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/des"
	"retune/calc/fluid"
	"retune/calc/levers"
	"retune/calc/system"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// A cost is what an answer takes, told from the scenario alone: seconds that
// somebody waits on two cores, and bytes.
type cost struct{ seconds, bytes float64 }

// What is too much for any answer, and up to where the simulation is cheap enough to
// be chosen. The estimates are good to a factor of two or three.
var (
	mostCost  = cost{4, 400e6}
	cheapCost = cost{0.4, 100e6}
)

const cores = 2

func (c cost) within(limit cost) bool { return c.seconds <= limit.seconds && c.bytes <= limit.bytes }

func (c cost) plus(d cost) cost { return cost{c.seconds + d.seconds, c.bytes + d.bytes} }

// text is the cost in words, in two digits: an estimate is no better.
func (c cost) text() string {
	return fmt.Sprintf("%s and %s MB", unit.Duration.Rounded(c.seconds, 2), unit.Count.Format(math.Ceil(c.bytes/1e6)))
}

// costOfSimulation is that of simulating the fleets of s: runs, read for the verdict
// and for the series, and the baseline.
func costOfSimulation(s knob.Scenario) (c cost) {
	for _, p := range s.Policies() {
		w := p.World()
		fine := w.Fine(w.Duration)
		one := secondsOf(fine)
		if fine.Step != w.Step {
			one = des.SecondsIn(fine, w.Step) + secondsToRead*float64(fine.Steps()+w.Steps())
		}
		atOnce := min(p.Runs, cores)
		all := one * math.Ceil(p.Runs/atOnce)
		bytes := max(des.Memory(fine, int(p.Runs), cores), des.Memory(w, int(p.Runs), cores)) + 400*p.Runs
		if calm, n := calmOf(w); n > 0 {
			all += secondsOf(calm) * math.Ceil(float64(n)/cores)
			bytes = max(bytes, des.Memory(calm, n, cores))
		}
		c = c.plus(cost{all, 2 * bytes}) // the collector lets as much pile up
	}
	return c
}

// secondsOf is how long one run of w takes, with what is read from it.
func secondsOf(w system.System) float64 {
	return des.Seconds(w) + secondsToRead*float64(w.Steps())
}

// secondsToRead is how long it takes to read a step of a run.
const secondsToRead = 1e-6

// leversMost is how many seconds of one core the answer with what would help may take.
const leversMost = 4

// certainly is that of the runs that are made for it in any case: of the fleet as it is and with
// each lever, and without an outage.
func certainly(s knob.Scenario) cost {
	w := s.World()
	return cost{float64(1+len(levers.List(w))) * judged(w), costOfFluid(s).bytes}
}

// paced is what costs by the estimates of the fluid model, more exactly where that is much, or
// why it is too much.
func paced(s knob.Scenario, of func(knob.Scenario) cost) (c cost, none *answer.None) {
	if c = of(s); c.seconds < mostCost.seconds/2 {
		return c, tooMuch(s, c, of)
	}
	pace := 0.0
	for _, p := range s.Policies() {
		pace = max(pace, fluid.Pace(p.World()))
	}
	exactly := func(s knob.Scenario) cost {
		c := of(s)
		return cost{pace * c.seconds, c.bytes}
	}
	c = exactly(s)
	return c, tooMuch(s, c, exactly)
}

// calmOf is the fleet of w without its outage, and how often it is simulated: until
// it has made enough attempts for chance not to matter.
func calmOf(w system.System) (calm system.System, runs int) {
	if w.Traffic.Kind == system.Burst {
		return w, 0
	}
	calm = w.Healthy()
	calm.Duration = min(calm.Duration, max(4*w.Duration, 20*w.Server.ServiceTime))
	calm = calm.Fine(calm.Duration)
	const enough, brief = 5_000, 0.05 // attempts, seconds
	most := max(50, min(1000, brief/des.Seconds(calm)))
	return calm, int(max(1, min(most, math.Ceil(enough/des.Attempts(calm)))))
}

// costOfFluid is that of solving them by the fluid model.
func costOfFluid(s knob.Scenario) (c cost) {
	for _, p := range s.Policies() {
		one := fluid.CostOf(p.World())
		c = c.plus(cost{one.Seconds, one.Bytes})
	}
	return c
}

// A choice is the engine that works out a fleet, why it is that one, or why none is.
type choice struct {
	engine knob.Engine
	why    string // a note, or ""
	none   *answer.None
}

// choose chooses the engine: the one that is asked for, or else the simulation where it
// is cheap, or where the fluid model cannot or should not; and else the fluid model.
func choose(s knob.Scenario) choice {
	if none := notCarried(s); none != nil {
		return choice{engine: knob.Simulation, none: none}
	}
	switch s.Engine {
	case knob.Simulation:
		none := tooMuch(s, costOfSimulation(s), costOfSimulation)
		if none != nil && noFluid(s) == nil {
			none.Hint += ", or --engine fluid"
		}
		return choice{s.Engine, "", none}
	case knob.Fluid:
		refused := noFluid(s)
		if refused != nil && costOfSimulation(s).within(mostCost) {
			refused.Hint = "--engine simulation simulates every attempt"
		}
		return choice{s.Engine, "", refused}
	}
	sim := costOfSimulation(s)
	if sim.within(cheapCost) {
		return choice{engine: knob.Simulation}
	}
	refused, chance := noFluid(s), caveat(s)
	switch {
	case (refused != nil || chance != "") && sim.within(mostCost):
		return choice{engine: knob.Simulation}
	case refused != nil:
		none := tooMuch(s, sim, costOfSimulation)
		none.Reason = refused.Reason + "; and " + none.Reason
		return choice{none: none}
	}
	why := "fluid model: a simulation would take about " + sim.text()
	if sim.within(mostCost) {
		why += "; ask for it with --engine simulation"
	}
	return choice{engine: knob.Fluid, why: why}
}

// noFluid says why the fluid model cannot work out s, or is nil.
func noFluid(s knob.Scenario) *answer.None {
	if none := notCarried(s); none != nil {
		return none
	}
	for _, p := range s.Policies() {
		if why := fluid.Refuses(p.World()); why != "" {
			return &answer.None{Reason: "the fluid model cannot work this out: " + why}
		}
	}
	_, none := paced(s, costOfFluid)
	return none
}

// notCarried is why no engine carries a policy of s, or nil.
func notCarried(s knob.Scenario) *answer.None {
	for _, p := range s.Policies() {
		if why := p.World().Client.Refuses(); why != "" {
			return &answer.None{Reason: why, Hint: "retune schedule and the other questions about one client answer"}
		}
	}
	return nil
}

// caveat says where chance matters, so that the fluid model is not the expected value,
// or "".
func caveat(s knob.Scenario) string {
	for _, p := range s.Policies() {
		if why := fluid.Caveat(p.World()); why != "" {
			return "the fluid model gives no expected values here: " + why
		}
	}
	return ""
}

// tooMuch refuses what costs too much, with the knobs to change and how far.
func tooMuch(s knob.Scenario, c cost, of func(knob.Scenario) cost) *answer.None {
	if c.within(mostCost) {
		return nil
	}
	none := &answer.None{Reason: fmt.Sprintf("this would take about %s; the limit is %s", c.text(), mostCost.text())}
	names := []string{"runs", "step", "clients", "rate", "duration", "think", "timeout"}
	var ways []string
	for _, name := range names {
		if way, _ := until(s, name, of); way != "" && len(ways) < 2 {
			ways = append(ways, way)
		}
	}
	if none.Hint = strings.Join(ways, ", or "); ways != nil {
		return none
	}
	for _, name := range names { // one alone is not enough
		way, farthest := until(s, name, of)
		if ways = append(ways, way); way != "" {
			none.Hint = strings.Join(ways, ", ")
			return none
		}
		if ways = ways[:len(ways)-1]; of(farthest).seconds < of(s).seconds {
			k, _ := knob.Find(name)
			ways, s = append(ways, "--"+name+" "+k.Text(farthest)), farthest
		}
	}
	none.Hint = "a smaller fleet, or fewer retries"
	return none
}

// both is s with the number of a knob at x, of A and of B, where that is not what they differ in.
func both(s knob.Scenario, k knob.Knob, x float64) knob.Scenario {
	t := k.At(s, x)
	if s.Versus != nil && k.Text(s) == k.Text(s.B()) {
		b := k.At(s.B(), x)
		b.Versus = nil
		t.Versus = &b
	}
	return t
}

// until is how far a knob must be turned for the cost to be within what it may be, in
// words, or "" if that is too far, and the scenario with it turned as far as it may be.
func until(s knob.Scenario, name string, of func(knob.Scenario) cost) (way string, farthest knob.Scenario) {
	k, _ := knob.Find(name)
	now, _ := k.Number(s)
	span, _ := k.Span(s)
	if before := of(s); !(of(both(s, k, span.Lo)).seconds < before.seconds) && name != "step" { // it has no part in it
		return "", s
	}
	far, words := span.Lo, map[bool]string{true: "shorter", false: "fewer"}[k.Kind() == unit.Duration]
	switch name {
	case "rate":
		words = "less"
	case "duration": // beyond what goes wrong
		far = max(far, 1.5*s.World().OutageEnd())
	case "step":
		far, words = min(span.Hi, s.Duration/10), "longer"
	}
	fits := func(x float64) bool {
		if span.Whole {
			x = math.Floor(x)
		}
		changed := both(s, k, x)
		return changed.Check() == nil && of(changed).within(mostCost)
	}
	if !(far < now == (words != "longer")) {
		return "", s
	}
	if farthest = both(s, k, far); !fits(far) {
		if farthest.Check() != nil {
			return "", s
		}
		return "", farthest
	}
	good, bad := math.Log(far), math.Log(now)
	for math.Abs(bad-good) > 0.005 { // two digits are said
		if mid := (good + bad) / 2; fits(math.Exp(mid)) {
			good = mid
		} else {
			bad = mid
		}
	}
	x := tidy(math.Exp(good), words == "longer")
	if span.Whole {
		x = max(span.Lo, math.Floor(x))
	}
	if !fits(x) {
		x = far
	}
	return "--" + name + " " + k.Kind().Exact(x) + " or " + words, farthest
}

// tidy is x with two digits, rounded up or down.
func tidy(x float64, up bool) float64 {
	digit := math.Pow(10, math.Floor(math.Log10(x))-1)
	if up {
		x = math.Ceil(x/digit-1e-9) * digit
	} else {
		x = math.Floor(x/digit+1e-9) * digit
	}
	if digit < 1 { // no more digits than it has
		x = math.Round(x*1e9) / 1e9
	}
	return x
}
