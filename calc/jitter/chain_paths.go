package jitter

import "math"

// A path is a certain S_n of its own probability, from where the next delay
// has the given law.
type path struct {
	caps int // S_n over the cap
	mass float64
	row  []float64
}

// paths returns the paths on which S_n is certain.
func (j *joint) paths(w *walk) []path {
	if j.l == nil {
		return []path{{0, 1, w.rows[0]}}
	}
	var out []path
	n := len(w.rows)
	for k := range j.zero {
		for last, mass := range [2]float64{j.zero[k], j.top[k]} {
			if row := w.rows[n-2+last]; mass > 1e-15 && row != nil {
				out = append(out, path{k, mass, row})
			}
		}
	}
	return out
}

// time returns the k delays of a cap.
func (w *walk) time(caps int) float64 {
	if caps == 0 {
		return 0
	}
	return float64(caps) * w.g.top
}

// strays is the share of a law of S_n that is left behind at each end.
const strays = 1e-10

// trimmed returns the first and last rung that carry more than next to nothing.
func trimmed(sum []float64) (first, last int) {
	first, last = 0, len(sum)-1
	for p := 0.0; first < last; first++ {
		if p += math.Abs(sum[first]); p > strays {
			break
		}
	}
	for p := 0.0; last > first; last-- {
		if p += math.Abs(sum[last]); p > strays {
			break
		}
	}
	return first, last
}

// reach returns the delays between which all but next to nothing is.
func (w *walk) reach() (least, most float64) {
	end := len(w.g.x)
	least, most = w.g.edge[0], w.g.edge[len(w.g.edge)-1]
	if w.m[end] > strays {
		least = 0
	}
	if w.m[end+1] > strays {
		return least, w.g.top
	}
	sum := 0.0
	for p := len(w.g.edge) - 2; p > 0; p-- {
		for _, m := range w.m[p*order : (p+1)*order] {
			sum += math.Abs(m)
		}
		if sum > strays {
			break
		}
		most = w.g.edge[p]
	}
	return least, most
}
