package query

import (
	"fmt"
	"math"

	"retune/ui/knob"
	"retune/ui/unit"
)

// propose is the policy that makes the fewest retries among those that keep the
// limits, or why there is none. It marks the limits that decide it.
func propose(s knob.Scenario, limits []bound) (knob.Scenario, *None) {
	binds := func(name string) {
		for i, b := range limits {
			limits[i].binds = b.binds || b.name == name
		}
	}
	if s.Stateful() && finite(s.MaxOvershoot) {
		return s, &None{"a law whose delays depend on those before has no longest wait at T", "limit --max-ratio or --max-retries, or choose another jitter"}
	}
	if finite(s.MaxFirst) {
		s.InitialDelay = min(s.MaxFirst, s.Cap)
		binds("max-first")
	}
	if finite(s.Within) {
		with := func(c float64) knob.Scenario { s := s; s.Cap = c; return s }
		fits := func(c float64) bool { return longestWait(with(c)) <= s.Within }
		if !fits(s.InitialDelay) {
			return s, &None{fmt.Sprintf("no cap keeps every wait within %s: with a first delay of %s the longest is %s at least",
				unit.Duration.Exact(s.Within), unit.Duration.Exact(s.InitialDelay), unit.Duration.Format(longestWait(with(s.InitialDelay)))),
				"shorten the first delay or the calls, or choose another jitter"}
		}
		if !fits(s.Cap) {
			s.Cap = tidy(greatest(fits, s.InitialDelay, max(s.InitialDelay, s.Within)), func(c float64) bool { return longestWait(with(c)) <= s.Within*(1+exact) })
			binds("within")
		}
	}
	least, none := leastFactor(s)
	if none != nil {
		return s, none
	}
	most, by, bounded := math.Inf(1), "", false
	for _, b := range limits {
		if b.name != "max-ratio" && b.name != "max-overshoot" {
			continue
		}
		bounded = true
		fits := func(r float64) bool { return b.of(withFactor(s, r)) <= b.most }
		switch {
		case fits(maxFactor): // whatever the factor
		case !b.keeps(withFactor(s, 1)):
			return s, &None{fmt.Sprintf("no factor keeps --%s %s: at factor 1 it is %s", b.name, b.kind.Exact(b.most), b.kind.Format(b.of(withFactor(s, 1)))),
				"shorten the first delay or the calls"}
		default:
			if r := greatest(fits, 1, maxFactor); r < most {
				most, by = r, b.name
			}
		}
	}
	if least > most {
		return s, &None{fmt.Sprintf("no factor keeps both --max-retries %s, which takes at least %s, and --%s, which takes at most %s",
			unit.Count.Format(s.MaxRetries), unit.Factor.Format(least), by, unit.Factor.Format(most)),
			fmt.Sprintf("at factor %s there are %s retries", unit.Factor.Format(most), unit.Number.Format(retriesDuring(withFactor(s, most))))}
	}
	switch {
	case finite(most):
		s.Factor = max(least, hundredths(most, math.Floor))
		binds(by)
	case bounded && s.Factor > least: // every factor keeps them
	case finite(s.MaxRetries):
		s.Factor = hundredths(least, math.Ceil)
		if least > 1 {
			binds("max-retries")
		}
	}
	return s, nil
}

// maxFactor is the greatest factor that is looked at.
const maxFactor = 1000

func withFactor(s knob.Scenario, r float64) knob.Scenario {
	s.Factor = r
	return s
}

func retriesDuring(s knob.Scenario) float64 { return s.RetryAt(s.AskAt) }

// leastFactor is the least that makes no more retries than allowed during the
// fault.
func leastFactor(s knob.Scenario) (float64, *None) {
	if math.IsNaN(s.MaxRetries) || retriesDuring(withFactor(s, 1)) <= s.MaxRetries {
		return 1, nil
	}
	if n := retriesDuring(withFactor(s, maxFactor)); n > s.MaxRetries {
		return 0, &None{fmt.Sprintf("no factor makes at most %s retries in %s: at factor %d there are %s", unit.Count.Format(s.MaxRetries),
			unit.Duration.Exact(s.AskAt), maxFactor, unit.Number.Format(n)), "allow a longer first delay or longer waits"}
	}
	few := func(r float64) bool { return retriesDuring(withFactor(s, 1+maxFactor-r)) <= s.MaxRetries }
	return 1 + maxFactor - greatest(few, 1, maxFactor), nil
}

// greatest is the greatest x from lo, which fits, to hi that fits, by halving.
func greatest(fits func(float64) bool, lo, hi float64) float64 {
	if fits(hi) {
		return hi
	}
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if fits(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// tidy drops the digits that halving leaves where a round number was meant.
func tidy(x float64, fits func(float64) bool) float64 {
	unit := math.Pow(10, 8-math.Floor(math.Log10(x)))
	if round := math.Round(x*unit) / unit; fits(round) {
		return round
	}
	return x
}

// hundredths rounds a factor, but not to 1 one that is above it.
func hundredths(r float64, round func(float64) float64) float64 {
	n := math.Round(r * 100) // a hundredth but for rounding is one
	if math.Abs(n-r*100) > 1e-9*n {
		n = round(r * 100)
	}
	if n <= 100 && r > 1 {
		return r
	}
	return n / 100
}
