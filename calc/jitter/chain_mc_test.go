package jitter

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// chainDraw plays one client by the rule as it is told to a user, not by the
// code under test: the elapsed times of n retries, and the delays.
func chainDraw(p Policy, r *rand.Rand, delays, elapsed []float64) {
	c, t, base := p.Cap, 0.0, p.InitialDelay
	for k := range delays {
		d := base
		if !p.CapAfter && p.Jitter.Type != Decorrelated {
			d = min(d, c)
		}
		switch u, j := r.Float64(), p.Jitter.Amount; p.Jitter.Type {
		case Full:
			d *= u
		case Equal:
			d = d/2 + d/2*u
		case Spread:
			d *= 1 - j + 2*j*u
		case Up:
			d *= 1 + j*u
		case Down:
			d *= 1 - j*u
		case Add:
			d += j * u
		case NormalRelative:
			d = max(0, d+j*d*r.NormFloat64())
		case NormalAbsolute:
			d = max(0, d+j*r.NormFloat64())
		case Decorrelated:
			d = p.InitialDelay + (j*d-p.InitialDelay)*u
		}
		if p.CapAfter || p.Jitter.Type == Decorrelated {
			d = min(d, c)
		}
		base = p.Factor * d
		if p.Jitter.Type == Decorrelated {
			base = d
		}
		t += p.AttemptTime + d
		delays[k], elapsed[k] = d, t
	}
}

// chainSample compares a law with draws of it: mean, standard deviation and the
// CDF at five of its quantiles, within five standard errors and the tolerance.
func chainSample(t *testing.T, what string, d Dist, x []float64, tolerance float64) {
	t.Helper()
	n := float64(len(x))
	mean, scale := d.Mean(), sd(d)
	var m1, m2, m4 float64
	for _, v := range x {
		z := v - mean
		m1 += z
		m2 += z * z
		m4 += z * z * z * z
	}
	m1, m2, m4 = m1/n, m2/n, m4/n
	chainNear(t, what+" mean", mean+m1, mean, 5*math.Sqrt(m2/n)+1e-5*scale+1e-6*mean)
	chainNear(t, what+" variance", m2, scale*scale, 5*math.Sqrt(max(0, m4-m2*m2)/n)+1e-4*m2+2e-7*mean*mean)
	for _, q := range []float64{0.01, 0.25, 0.5, 0.75, 0.99} {
		at := d.Quantile(q)
		count, atom := 0.0, 0.0
		least, most := at*(1-1e-12), at*(1+1e-12)
		for _, v := range x {
			if v <= most {
				count++
				if v >= least {
					atom++
				}
			}
		}
		p := d.CDF(at)
		chainNear(t, fmt.Sprintf("%s: share at or below quantile %g (%.6g)", what, q, at), count/n, p, 5*math.Sqrt(p*(1-p)/n)+tolerance)
		chainNear(t, fmt.Sprintf("%s: atom at quantile %g", what, q), atom/n, d.Atom(at), 5*math.Sqrt(d.Atom(at)/n)+1e-5)
	}
}

func TestChainSampled(t *testing.T) {
	const draws, n = 1_000_000, 6
	looked := []int{1, 3, 6}
	for name, p := range chainPlans() {
		if again(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			efforts := chainEfforts()
			delays, elapsed, bound := chain(p, n, efforts[len(efforts)-1])
			limit := 6e-3
			if raceDetector {
				limit = 0.1
			} else if p.Jitter.Type == NormalAbsolute || math.IsInf(p.Cap, 1) {
				limit = 0.03
			}
			if !(bound <= limit) {
				t.Errorf("bound %g, want at most %g", bound, limit)
			}
			r := rand.New(rand.NewPCG(1, 2))
			size := draws
			if raceDetector {
				size /= 50
			}
			ds, ts := make([][]float64, len(looked)), make([][]float64, len(looked))
			for i := range looked {
				ds[i], ts[i] = make([]float64, 0, size), make([]float64, 0, size)
			}
			d, e := make([]float64, n), make([]float64, n)
			for range size {
				chainDraw(p, r, d, e)
				for i, k := range looked {
					ds[i], ts[i] = append(ds[i], d[k-1]), append(ts[i], e[k-1])
				}
			}
			tolerance := 2e-4
			if raceDetector {
				tolerance = 2e-3
			}
			for i, k := range looked {
				chainSample(t, fmt.Sprint("t_", k), delays[k-1], ds[i], tolerance)
				chainSample(t, fmt.Sprint("T_", k), elapsed[k-1], ts[i], bound)
			}
		})
	}
}
