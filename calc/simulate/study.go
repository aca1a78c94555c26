package simulate

import (
	"context"
	"errors"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// MostAttempts is how many attempts one question may simulate, in all its runs together.
const MostAttempts = 1e8

// ErrLimit says that the runs make more attempts than a question may simulate.
var ErrLimit = errors.New("one run is more than the limit of 100 million attempts, or of 5 million clients at once")

// Options says how a fleet is simulated.
type Options struct {
	Seed     uint64
	Runs     int
	Cores    int
	Scale    float64 // see [fleet.System.At]; 0: the greatest that changes nothing, see [Judge]
	Attempts float64 // limit of all runs together; 0: MostAttempts
	Outcome  bool    // only outcomes are asked: a run ends as soon as its outcome is known
}

// A Study is what becomes of a fleet in independent runs. Its numbers are those of the whole fleet,
// whatever the scale at which it is simulated.
type Study struct {
	System fleet.System
	Scale  float64
	Base   fleet.Baseline
	Each   []fleet.Verdict // of the runs
	Sample *Summary        // of their series

	// Verdict is the one of most runs.
	Verdict fleet.Verdict

	// Attempts is how many attempts the runs have made. Stopped says that not all runs were made: they would
	// make more than the limit, or than it takes to show traffic that is too much without any outage.
	Attempts float64
	Stopped  bool

	options Options
	scaled  fleet.System    // System at Scale
	base    fleet.Baseline  // of that
	known   bool            // which is known
	lasted  float64         // how long the last run took to be settled after the outages, seconds; of outcomes alone
	shifts  [4]numeric.Mean // of the times of a verdict, with a baseline that is higher by its standard error
	pool    pool
}

// NewStudy returns the study of a fleet without a run, at the scale of the options, 1 if that is 0.
func NewStudy(w fleet.System, o Options) *Study {
	if o.Attempts == 0 {
		o.Attempts = MostAttempts
	}
	s := &Study{System: w, Scale: max(1, o.Scale), Sample: new(Summary), options: o, scaled: w}
	if s.Scale > 1 {
		s.scaled = w.At(s.Scale)
	}
	s.pool.size = int(min(s.Scale, float64(o.Runs)))
	return s
}

// leastScale is the least scale that is tried: two scales must be simulated, and at less it is
// as quick to simulate the fleet as it is.
const leastScale = 4

// ScaleOf returns the scale at which Judge begins.
func ScaleOf(w fleet.System, o Options) float64 {
	if o.Scale > 0 {
		return o.Scale
	}
	if k := w.MostScale(math.Inf(1)); k >= leastScale {
		return k
	}
	return 1
}

// Judge returns the study of a fleet with all its runs. A fleet whose Duration is +Inf is simulated until all runs are
// settled, for MostLook after its outages at most: the Duration of the study is how long that took.
func Judge(ctx context.Context, w fleet.System, o Options) (*Study, error) {
	if !math.IsInf(w.Duration, 1) {
		return atScale(ctx, w, o)
	}
	duration, err := Settling(ctx, w, o)
	if err != nil {
		return nil, err
	}
	var s *Study
	for after := duration - w.OutageEnd(); ; after *= 2 {
		w.Duration = w.OutageEnd() + after
		t, err := atScale(ctx, w, o)
		if errors.Is(err, ErrLimit) && s != nil { // s is what is known
			s.Stopped = true
			return s, nil
		}
		if err != nil {
			return nil, err
		}
		if s = t; s.Open() == 0 || s.Stopped || 2*after > fleet.MostLook {
			return s, nil
		}
		o.Attempts = s.Left()
	}
}

// Settling returns the duration in which one run of the fleet is settled, seconds: the end of its outages and FirstLook
// times a power of two.
func Settling(ctx context.Context, w fleet.System, o Options) (duration float64, err error) {
	o.Scale, o.Runs, o.Outcome = ScaleOf(w, o), 1, true
	s := NewStudy(w, o)
	if err := s.More(ctx, 1); err != nil && !errors.Is(err, ErrLimit) {
		return 0, err
	}
	after := fleet.FirstLook
	for after < s.lasted && 2*after <= fleet.MostLook {
		after *= 2
	}
	return w.OutageEnd() + after, nil
}

// Open returns the share of the runs that are not settled.
func (s *Study) Open() (share float64) {
	for _, v := range s.Each {
		if v.Outcome == fleet.Unsettled {
			share += 1 / float64(len(s.Each))
		}
	}
	return share
}

// atScale returns the study of a fleet over its Duration. A large fleet, if no scale is given, is simulated at a scale
// and at half of it. If the two do not agree the scale is halved again, down to 1. The study is the one of the
// smaller scale, which has more clients.
func atScale(ctx context.Context, w fleet.System, o Options) (*Study, error) {
	auto := o.Scale == 0
	o.Scale = ScaleOf(w, o)
	s := NewStudy(w, o)
	if err := s.More(ctx, o.Runs); err != nil {
		return nil, err
	}
	for auto && s.Scale > 1 && !s.Stopped && !s.base.Beyond {
		o.Scale = w.MostScale(math.Floor(s.Scale / 2))
		o.Attempts = s.options.Attempts - s.Attempts
		t := NewStudy(w, o)
		err := t.More(ctx, o.Runs)
		if errors.Is(err, ErrLimit) { // s is what is known
			s.Stopped = true
			break
		}
		if err != nil {
			return nil, err
		}
		agree := s.agrees(t)
		t.Attempts += s.Attempts
		if s = t; agree {
			break
		}
	}
	s.Summarize()
	return s, s.blame(ctx)
}

// blame calls a burst overloaded that does not end, and would not without its outages either.
func (s *Study) blame(ctx context.Context) error {
	w := s.System
	if w.Traffic.Kind != fleet.Burst || s.Verdict.Outcome != fleet.Metastable || len(w.Outages) == 0 {
		return nil
	}
	w.Outages = nil
	calm := s.Like(w, s.Left(), true)
	if err := calm.More(ctx, 1); err != nil || calm.Each[0].Outcome != fleet.Metastable {
		return ctx.Err()
	}
	for i := range s.Each {
		if s.Each[i].Outcome == fleet.Metastable {
			s.Each[i].Outcome, s.Each[i].Reason = fleet.Overloaded, fleet.ReasonOverload
		}
	}
	s.Summarize()
	return nil
}

// Settled tells whether the runs that were not made could not change the outcome of most.
func (s *Study) Settled() bool {
	count, _ := s.counts()
	return !s.Stopped || s.base.Beyond || 2*count[s.Each[s.usual()].Outcome] > s.options.Runs
}

// More adds so many runs to those that there are, until they have made as many attempts as they may. The
// error is ErrLimit if not one could be made.
func (s *Study) More(ctx context.Context, runs int) error {
	if !s.known {
		if err := s.healthy(ctx); err != nil {
			return err
		}
		s.known = true
	}
	if s.options.Outcome {
		return s.outcomes(ctx, runs)
	}
	most := s.options.Attempts
	if s.base.Beyond && len(s.Each) == 0 && runs > 1 {
		if err := s.More(ctx, 1); err != nil {
			return err
		}
		runs--
	}
	if s.base.Beyond && len(s.Each) > 0 {
		most = min(most, shown)
	}
	fine := s.scaled.Fine(s.scaled.Duration)
	q := batch{system: fine, seed: Seed(s.options.Seed, len(s.Each)), runs: runs, cores: s.options.Cores,
		most: most - s.Attempts}
	judge := func(r fleet.Result) { s.judge(fine, r) }
	take := func(r fleet.Result) { s.Sample.Add(r.Enlarged(s.Scale)) }
	err := q.repeatIn(ctx, s.scaled.Step, judge, take)
	if s.pool.end(s.Each); errors.Is(err, ErrLimit) && len(s.Each) > 0 {
		s.Stopped, err = true, nil
	}
	return err
}

// shown is how many attempts show traffic that is too much, if one run does not make more.
const shown = 3e6

// judge takes in one run.
func (s *Study) judge(w fleet.System, r fleet.Result) {
	v := r.Verdict(w, s.base)
	if b := s.base; b.GoodputError > knownBaseline*b.Goodput {
		b.Load, b.Goodput = b.Load+b.LoadError, b.Goodput+b.GoodputError
		now := v.List()
		for i, later := range r.Verdict(w, b).List() {
			s.shifts[i].Add(later - now[i])
		}
	}
	s.Attempts += v.Started * v.RetryAmplification
	v = v.Enlarged(s.Scale)
	s.pool.add(w, r, s.Scale, s.Each)
	s.Each = append(s.Each, v)
}

// knownBaseline is the standard error of a baseline, as a share of it, up to which the times to recovery
// are those by a baseline that is known.
const knownBaseline = 1e-3

// Shift returns the standard errors that the one of the baseline brings into the times of all runs.
func (s *Study) Shift() (shift [4]float64) {
	for i := range shift {
		if s.shifts[i].Count() > 0 {
			shift[i] = math.Abs(s.shifts[i].Value())
		}
	}
	return shift
}

// Summarize sets the verdict to the one of most runs, as they are.
func (s *Study) Summarize() { s.Verdict = s.Each[s.usual()] }

// Clone returns a copy that shares nothing with s which changes.
func (s *Study) Clone() *Study {
	c := *s
	c.Each, c.Sample = slices.Clone(s.Each), s.Sample.Clone()
	c.pool.attempts = slices.Clone(s.pool.attempts)
	return &c
}

// Left is how many attempts may still be simulated.
func (s *Study) Left() float64 { return s.options.Attempts - s.Attempts }

// Allow lets the study, and what is searched from it, simulate so many attempts more than there are.
func (s *Study) Allow(attempts float64) { s.options.Attempts = s.Attempts + attempts }

// Like returns a study without a run of a fleet that is like the one of s, by single runs that make at most
// so many attempts together. With the same baseline only its outages differ.
func (s *Study) Like(w fleet.System, attempts float64, sameBaseline bool) *Study {
	o := s.options
	o.Runs, o.Cores, o.Attempts, o.Outcome, o.Scale = 1, 1, attempts, true, w.MostScale(math.Inf(1))
	if sameBaseline {
		o.Scale = s.Scale
	}
	t := NewStudy(w, o)
	if sameBaseline {
		t.Base, t.base, t.known = s.Base, s.base, true
	}
	return t
}

// Means returns the verdict with the means over the runs of the figures that are compared, as they are given
// of the fleet: the time to recovery is the mean over the runs that recover.
func (s *Study) Means() fleet.Verdict {
	v := s.Verdict
	var peak numeric.Mean
	for _, u := range s.Each {
		peak.Add(u.Load)
	}
	v.Load, v.RetryAmplification = peak.Value(), s.mean(amplification)
	if mean := s.recovery(); v.Outcome.Back() && !math.IsNaN(mean) {
		v.Recovery = mean
	}
	return v
}

// usual is the first run with the outcome of most.
func (s *Study) usual() (first int) {
	count, _ := s.counts()
	for i, v := range s.Each {
		if count[v.Outcome] > count[s.Each[first].Outcome] {
			first = i
		}
	}
	return first
}

// counts returns how many runs have each outcome, and by how many the most frequent leads.
func (s *Study) counts() (count map[fleet.Outcome]int, lead int) {
	count = map[fleet.Outcome]int{}
	for _, v := range s.Each {
		count[v.Outcome]++
	}
	most, next := 0, 0
	for _, n := range count {
		most, next = max(most, n), max(next, min(most, n))
	}
	return count, most - next
}
