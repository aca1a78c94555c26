package simulate

import (
	"cmp"
	"context"
	"errors"
	"math"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// MostAttempts is the greatest number of attempts that one question may simulate, in all its runs together.
const MostAttempts = 5e7

// ErrLimit says that the runs are larger than a question may simulate.
var ErrLimit = errors.New("one run is more than the limit of 50 million attempts, 5 million clients at once or 31 days")

// Options are the options of a simulation.
type Options struct {
	Seed     uint64
	Runs     int     // 0: UsualRuns
	Cores    int     // goroutines; 0: one. The results do not depend on it
	Scale    float64 // see [fleet.System.At]; 0: chosen by [Judge]
	Attempts float64 // limit for all runs together; 0: MostAttempts
	Outcome  bool    // only outcomes are needed: a run ends as soon as its outcome is known
}

// UsualRuns is the number of runs of a study that asks for none.
const UsualRuns = 20

// complete returns the options with their usual values where they are left out.
func (o Options) complete() Options {
	o.Runs = cmp.Or(o.Runs, UsualRuns)
	o.Attempts = cmp.Or(o.Attempts, MostAttempts)
	return o
}

// A Study has the results of independent runs of a fleet. Its numbers are for the whole fleet, whatever the scale of
// the simulation.
type Study struct {
	System fleet.System
	Scale  float64
	Base   fleet.Baseline
	Each   []fleet.Verdict // verdicts of the runs
	Sample *Summary        // mean and error of their series

	// Verdict is the verdict of the first run with the most frequent outcome.
	Verdict fleet.Verdict

	// Attempts is the number of attempts of the runs. Stopped is set if not all runs were made, because they would
	// exceed the limit, or the smaller limit for traffic that is too much without any outage.
	Attempts float64
	Stopped  bool

	// Work is the work of runs for their outcome alone, in attempts: each of their steps costs about as much as perStep.
	Work float64

	// Forced is set if the scale is larger than the rules of [fleet.System.MostScale] ask for, because the runs would
	// exceed the limit of attempts otherwise.
	Forced bool

	options Options
	scaled  fleet.System    // System at Scale
	base    fleet.Baseline  // baseline of scaled
	known   bool            // base is known
	lasted  float64         // time after the outages at which the last run was settled, seconds; for outcomes alone
	shifts  [4]numeric.Mean // shifts of the recovery times if the baseline is higher by its standard error
	pool    pool
}

// NewStudy returns a study without runs, at the scale of the options, or 1 if that is 0.
func NewStudy(w fleet.System, o Options) *Study {
	o = o.complete()
	w.Step = fleet.Coarse(w.Step, w.Duration)
	s := &Study{System: w, Scale: max(1, o.Scale), Sample: new(Summary), options: o, scaled: w}
	if s.Scale > 1 {
		s.scaled = w.At(s.Scale)
	}
	s.pool.size = int(min(s.Scale, float64(o.Runs)))
	return s
}

// Open returns the share of runs that are not settled.
func (s *Study) Open() (share float64) {
	for _, v := range s.Each {
		if v.Outcome == fleet.Unsettled {
			share += 1 / float64(len(s.Each))
		}
	}
	return share
}

// States returns the numbers of runs whose figures are settled, of lost fleets, and unfinished.
func (s *Study) States() (settled, lost, unfinished int) {
	var n [3]int
	for _, v := range s.Each {
		n[v.Outcome.State()]++
	}
	return n[fleet.StateSettled], n[fleet.StateLost], n[fleet.StateUnfinished]
}

// Asked returns the number of runs that were asked for. Fewer were made if Stopped is set.
func (s *Study) Asked() int { return s.options.Runs }

// More adds runs up to the limit of attempts. The error is ErrLimit if not a single run fits the limit.
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

// perStep is the number of attempts that cost as much as a step of a run that is judged several times.
const perStep = 4

// shown is the number of attempts that suffices to show traffic that is too much. One run may make more.
const shown = 3e6

// judge adds the verdict of one run.
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

// knownBaseline is the relative standard error of a baseline up to which its effect on the recovery times is ignored.
const knownBaseline = 1e-3

// Shift returns the standard errors of the recovery times that come from the error of the baseline.
func (s *Study) Shift() (shift [4]float64) {
	for i := range shift {
		if s.shifts[i].Count() > 0 {
			shift[i] = math.Abs(s.shifts[i].Value())
		}
	}
	return shift
}

// Summarize sets Verdict from the runs made so far.
func (s *Study) Summarize() { s.Verdict = s.Each[s.usual()] }

// Left returns how many attempts may still be simulated.
func (s *Study) Left() float64 { return s.options.Attempts - s.Attempts }

// Allow sets the limit to the given number of attempts more than the study has made.
func (s *Study) Allow(attempts float64) { s.options.Attempts = s.Attempts + attempts }

// Trial returns a study without runs for a fleet w similar to that in s. It has a limit of attempts and judges outcomes
// alone by single runs. sameBaseline keeps the baseline of s: w then differs in its outages alone.
func (s *Study) Trial(w fleet.System, attempts float64, sameBaseline bool) *Study {
	o := s.options
	o.Runs, o.Cores, o.Attempts, o.Outcome, o.Scale = 1, 1, attempts, true, w.MostScale(math.Inf(1))
	if sameBaseline {
		o.Scale = s.Scale
	}
	t := NewStudy(w, o)
	if sameBaseline {
		t.Base, t.base, t.known = s.Base, s.base, s.known
	}
	return t
}

// Means returns the verdict with the means over the runs of the peak load, the amplification and the time to recovery.
// The time to recovery is the mean over the runs that recover.
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

// usual returns the first run with the most frequent outcome: of those that recover, if more than half of the runs do,
// else of the others.
func (s *Study) usual() (first int) {
	count := s.counts()
	back := s.Back() > 0.5
	for i, v := range s.Each {
		now := s.Each[first].Outcome
		if v.Outcome.Back() == back && (now.Back() != back || count[v.Outcome] > count[now]) {
			first = i
		}
	}
	return first
}

// counts returns the number of runs with each outcome.
func (s *Study) counts() map[fleet.Outcome]int {
	count := map[fleet.Outcome]int{}
	for _, v := range s.Each {
		count[v.Outcome]++
	}
	return count
}
