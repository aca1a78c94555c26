package elapsed

import (
	"context"
	"math"
	"slices"
	"sync"

	"retune/calc/jitter"
)

// A path is the process of a type with a path F: of the number u drawn before a retry the clients remember which of
// some cells of [0, 1) it is in.
//
//	t_k = min(c, F(k-1+u) - F(k-2+u before))
//
// Up to the first delay that the cap may cut, T_k is k s + F(k-1+u), whatever was drawn before.
type path struct {
	policy jitter.Policy
	cells  int // of u
	parted int // cells of T_k

	mu   sync.Mutex // guards what follows
	walk *walk
}

func newPath(p jitter.Policy, effort Effort) *path {
	s := &path{policy: p, cells: 32, parted: 2048, walk: newWalk(512)}
	if effort == Coarse {
		s.cells, s.parted, s.walk = 12, 256, newWalk(256)
	}
	s.walk.follow = s.follow
	return s
}

// edge returns where a cell begins. F begins like a root, so that edges are even in the root of u.
func (s *path) edge(cell float64) float64 { return math.Pow(cell/float64(s.cells), 2) }

// ever is a time, seconds, that is as good as none: its square is still a number.
const ever = 1e150

// place returns F(k-1+u), seconds.
func (s *path) place(k int, u float64) float64 {
	if k < 1 {
		return 0
	}
	return min(ever, s.policy.Jitter.Type.Row().Path(s.policy.Around(2, s.policy.InitialDelay), float64(k-1)+u))
}

// uncut reports whether the cap cuts no delay up to retry k.
func (s *path) uncut(k int) bool { return s.place(k, 1)-s.place(k-1, 0) <= s.policy.Cap }

// wait returns the delay before retry k of clients that have drawn u after one in the middle of a cell.
func (s *path) wait(k, cell int, u float64) float64 {
	return min(s.policy.Cap, s.place(k, u)-s.place(k-1, s.edge(float64(cell)+0.5)))
}

func (s *path) follow(ctx context.Context, k int) (list sums, err error) {
	j, attempt := s.walk.joints[k-1], s.policy.AttemptTime
	for to := range s.cells {
		lo, hi := s.edge(float64(to)), s.edge(float64(to+1))
		var curves []curve
		if s.uncut(k) {
			all := float64(k) * attempt
			curves = []curve{newCurve([]float64{all, all}, []float64{0, hi - lo}, s.place(k, lo), s.place(k, hi))}
		}
		for from, f := range j.cdf {
			if s.uncut(k) {
				break
			}
			each := slices.Clone(f)
			for m := range each {
				each[m] *= hi - lo
			}
			curves = append(curves, newCurve(j.y, each, attempt+s.wait(k, from, lo), attempt+s.wait(k, from, hi)))
		}
		list = append(list, curves)
	}
	return list, ctx.Err()
}

// mostPath is how many retries of a path are walked.
const mostPath = 128

// at returns T_k by the cell, and how much later it is. Far beyond the walk all delays are the cap.
func (s *path) at(ctx context.Context, k int) (j joint, later float64, err error) {
	last := min(k, mostPath)
	if last < k && s.policy.Path(mostPath).Mean() < s.policy.Cap*(1-trimmed) {
		return j, 0, errUnsettled
	}
	err = s.walk.to(ctx, last)
	if last < k {
		later = float64(k-last) * (s.policy.AttemptTime + s.policy.Cap)
	}
	return s.walk.joints[min(last, len(s.walk.joints)-1)], later, err
}

func (s *path) delay(_ context.Context, k int) (jitter.Dist, error) {
	return s.policy.Path(float64(k)), nil
}

// alike returns none: delays that are all the cap keep clients apart as they were.
func (s *path) alike(context.Context) (float64, error) { return math.Inf(1), nil }

func (s *path) exactly(ctx context.Context, k int) (exact, error) {
	d, err := s.distribution(ctx, k)
	return d.exact, err
}

// distribution returns the distribution of T_k.
func (s *path) distribution(ctx context.Context, k int) (piecewise, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.uncut(k) && k > 0 {
		const n = 512
		var x, cdf [n + 1]float64
		for i := range x {
			cdf[i] = math.Pow(float64(i)/n, 2)
			x[i] = float64(k)*s.policy.AttemptTime + s.place(k, cdf[i])
		}
		return knotted(x[:], cdf[:]), nil
	}
	j, later, err := s.at(ctx, k)
	x := slices.Clone(j.y)
	for i := range x {
		x[i] += later
	}
	return knotted(x, j.start()), err
}

func (s *path) start(ctx context.Context, k int) (startTime, error) {
	if inf := math.Inf(1); s.uncut(k) && s.place(k, 0) >= ever {
		return startTime{law: pointAt(inf).law(), exact: exact{inf, inf, inf, inf}}, nil
	}
	d, err := s.distribution(ctx, k)
	return newStart(d, s.parted), err
}

func (s *path) parts(ctx context.Context, k int) (list []part, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, later, err := s.at(ctx, k)
	for cell, f := range j.cdf {
		var x, cdf []float64
		for i := range 2*s.cells + 1 {
			u := s.edge(float64(i) / 2)
			x, cdf = append(x, max(0, s.wait(k+1, cell, u))), append(cdf, u)
		}
		for _, l := range lattices(j.y, f, s.parted/2) {
			list = append(list, part{l.shifted(later), knotted(x, cdf)})
		}
	}
	return list, err
}
