package answer

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/numeric"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Condition is a bound on a value.
type Condition struct {
	Compare   string // one of < <= > >= = == !=
	Number    float64
	Word      string    // for a value in words
	Kind      unit.Kind // unit of Number
	Share     float64   // share of the runs of a fleet for which a word, or that the fleet recovers, must be shown
	AllowLost bool      // the bound may also hold for a fleet that does not recover
}

// A Judgement is what a condition makes of a value.
type Judgement struct {
	Holds bool    // if Open, as far as is known
	Open  bool    // inconclusive
	Lost  bool    // it would hold, but the fleet does not recover
	Why   string  // what decides besides the comparison, or why it is inconclusive; or ""
	Runs  float64 // number of runs that would decide an open share of runs, or 0

	// Number is compared with Allowed: the value and the number of the bound, or a share of the runs. Number is NaN for
	// words and +Inf for a value beyond any bound. Error is the standard error of Number, or 0.
	Number, Error, Allowed float64

	ShareText string // share of the runs, for a sentence about the value: "in 60% of 20 runs, not 95%"; or ""
}

// MoreRunsDecide reports whether more runs would decide an inconclusive judgement.
func (j Judgement) MoreRunsDecide() bool { return j.Open && (j.Runs > 0 || j.Why == "" && j.Error > 0) }

// EqualTolerance is the relative difference up to which a figure equals the wanted value.
const EqualTolerance = 1e-9

// DecidingErrors is the distance in standard errors that decides a bound.
const DecidingErrors = 2

// Reasons of judgements that follow from the state of a fleet.
const (
	stillGrows = "the figure can still grow after the simulated time"
	stillMoves = "the figure can still change after the simulated time"
	notYet     = "the fleet has not recovered by the end of the simulated time, and may do so later"
	oneRun     = "one run has no standard error"
	isLost     = "the fleet does not recover"
)

// Judge holds the bound against a value. A bound that holds within two standard errors is inconclusive, and so is a
// bound on a figure that can still move, in a run that is not finished. A bound that holds for a fleet that does not
// recover fails, unless AllowLost is set. Shares of runs are decided by both ends of Wilson's interval of two standard
// errors; runs that are not finished may end either way.
func (c Condition) Judge(v Value) Judgement {
	nan := math.NaN()
	if v.Words != "" {
		same := setting.DashedLower(v.Words) == setting.DashedLower(c.Word)
		return c.word(Judgement{Number: nan, Allowed: nan, Holds: same != (c.Compare == "!=")}, v)
	}
	x, ok := v.LimitNumber()
	if !ok {
		return Judgement{Open: true, Why: v.Why, Number: nan, Allowed: c.Number}
	}
	j := Judgement{Number: x, Error: v.Error, Allowed: c.Number, Holds: c.keeps(x)}
	if v.UpperBound > 0 {
		if most := c.keeps(v.UpperBound); most != j.Holds {
			j.Open, j.Why = true, "the exact value was not found"
		}
		return j
	}
	if v.State == Unfinished && v.Course != Final {
		return c.unfinished(j, v)
	}
	j.Open = v.Error > 0 && math.Abs(x-c.Number) < DecidingErrors*v.Error
	if lost, ok := c.judgeMissing(j, v); ok {
		return c.requireRecovery(lost, v)
	}
	if v.one() && !math.IsInf(x, 0) && !j.Open {
		j.Open, j.Why, j.Runs = true, oneRun, 2
	}
	return c.requireRecovery(j, v)
}

// judgeMissing judges a figure that some runs do not have: there it is beyond any bound. ok is false if those runs do
// not decide.
func (c Condition) judgeMissing(j Judgement, v Value) (_ Judgement, ok bool) {
	below := c.side() <= 0
	if v.Tally == nil || !j.Open && j.Holds != below {
		return j, false
	}
	lost := c.share(j, v.Tally[""], v.Runs.Unfinished, v.Tally.all())
	if !lost.Open && lost.Holds {
		return j, false
	}
	lost.ShareText = c.inRuns(lost, v, true)
	lost.Holds = !below
	return lost, true
}

// unfinished judges a figure of a run that ended before the fleet was settled. An infinite time may be reached later.
func (c Condition) unfinished(j Judgement, v Value) Judgement {
	switch {
	case math.IsInf(j.Number, 1):
		j.Open, j.Why = true, notYet
	case v.Course == Rises:
		return c.judgeLowerBound(j, stillGrows)
	default:
		j.Open, j.Why = true, stillMoves
	}
	return j
}

// keeps compares x with the number of the bound, up to rounding. The slack of a share is relative to the smaller of
// the share and its complement; no share is nearly all.
func (c Condition) keeps(x float64) bool {
	slack := EqualTolerance * math.Abs(c.Number)
	if c.Kind == unit.Share && c.Number <= 1 {
		slack = max(1e-15, EqualTolerance*min(c.Number, 1-c.Number))
		if c.Number == 1 {
			slack = 0
		}
	}
	equal := x == c.Number || math.Abs(x-c.Number) <= slack
	switch c.Compare {
	case "<":
		return x < c.Number && !equal
	case "<=":
		return x < c.Number || equal
	case ">":
		return x > c.Number && !equal
	case ">=":
		return x > c.Number || equal
	case "!=":
		return !equal
	}
	return equal
}

// side is -1 for an upper bound, 1 for a lower bound, and 0 for an equality.
func (c Condition) side() int {
	switch {
	case strings.HasPrefix(c.Compare, "<"):
		return -1
	case strings.HasPrefix(c.Compare, ">"):
		return 1
	}
	return 0
}

// judgeLowerBound judges a value that is only known to be at least j.Number: it breaks an upper bound or keeps a lower
// one, by two standard errors, or decides nothing.
func (c Condition) judgeLowerBound(j Judgement, why string) Judgement {
	beyond := j.Number - c.Number - DecidingErrors*j.Error
	if beyond > 0 && c.side() != 0 || beyond == 0 && c.side() > 0 {
		return j
	}
	j.Open, j.Why = true, why
	return j
}

// word judges a word by the share of the runs that have it, or that do not have it for !=.
func (c Condition) word(j Judgement, v Value) Judgement {
	if v.Tally == nil {
		return j
	}
	is, n, all := j.Holds, 0, v.Tally.all()
	for word, runs := range v.Tally {
		if (setting.DashedLower(word) == setting.DashedLower(c.Word)) != (c.Compare == "!=") {
			n += runs
		}
	}
	if c.Compare == "!=" { // runs that are not finished may still get the word
		n -= min(n, v.Runs.Unfinished)
	}
	j = c.share(j, n, v.Runs.Unfinished, all)
	j.ShareText = c.inRuns(j, v, is)
	return j
}

// share judges whether at least Share of the runs are among n of all, which open ones may still join. Both ends of the
// interval must agree.
func (c Condition) share(j Judgement, n, open, all int) Judgement {
	if all == 0 {
		return j
	}
	lo, high := numeric.Wilson(float64(n), float64(all), DecidingErrors)
	low, hi := numeric.Wilson(float64(min(all, n+open)), float64(all), DecidingErrors)
	p := float64(n) / float64(all)
	j.Holds, j.Open = p >= c.Share, lo < c.Share && c.Share <= hi
	if j.Open {
		j.Number, j.Allowed, j.Error = p, c.Share, (hi-lo)/(2*DecidingErrors)
		// An end of the interval is at share if (p - share)^2 = sure^2 share (1 - share) / runs.
		if low < c.Share || high >= c.Share { // else the runs that are not finished leave it open, however many are made
			j.Runs = math.Ceil(DecidingErrors*DecidingErrors*c.Share*(1-c.Share)/((p-c.Share)*(p-c.Share)) - 1e-9)
		}
	}
	return j
}

// inRuns returns the share of the runs that have the value, if not all do or the judgement is open. is reports whether
// the value is one that the bound asks for.
func (c Condition) inRuns(j Judgement, v Value, is bool) (text string) {
	n, all := v.Tally[v.Words], v.Tally.all()
	if n < all || j.Open {
		text = inRuns(n, all)
	}
	if !j.Open && !j.Holds && is {
		text = strings.TrimSpace(text + ", not " + unit.Share.Format(c.Share))
	}
	return text
}

// requireRecovery fails a bound that holds for a fleet that does not recover. It is inconclusive if too few runs show
// whether the fleet recovers.
func (c Condition) requireRecovery(j Judgement, v Value) Judgement {
	if c.AllowLost || v.State == "" || v.Course == Final || !j.Holds {
		return j
	}
	if v.State == Lost {
		j.Holds, j.Open, j.Lost, j.Why = false, false, true, isLost
		return j
	}
	if v.Runs.Settled == v.Runs.All() || j.Open {
		return j
	}
	back := c.share(Judgement{Holds: true}, v.Runs.Settled, v.Runs.Unfinished, v.Runs.All())
	switch {
	case back.Open:
		back.Holds, back.Why = true, fmt.Sprintf(isLost+" in %d of %d runs", v.Runs.All()-v.Runs.Settled, v.Runs.All())
		return back
	case !back.Holds:
		j.Holds, j.Lost, j.Why = false, true, fmt.Sprintf(isLost+" in %d of %d runs", v.Runs.Lost, v.Runs.All())
	}
	return j
}
