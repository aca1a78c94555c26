package fluid

import "retune/calc/system"

// after returns t, or when the hang ends in which it is.
func (f *model) after(t float64) float64 {
	if hang, on := f.OutageAt(system.Hang, t+eps*f.h); on {
		return hang.End()
	}
	return t
}

// An arrival is a slowing server whose attempts take what C says when they start.
type arrival struct {
	departures
	left float64 // attempts that left in this cell
	held []held  // attempts that came in a hang
}

func (s *arrival) room(_ *model, m, _ float64) float64 { return m }

func (s *arrival) leave(_ *model, _ int, m, _ float64) { s.left += m }

func (s *arrival) work(f *model, j int, _ float64) {
	inside := f.inside
	s.answers(f, j)
	s.left = inside - f.inside
	if len(s.held) == 0 {
		return
	}
	at := f.begins()
	if f.after(at) > at {
		return
	}
	for _, h := range s.held {
		s.put(&f.grid, j, h.cohort, h.m, f.after(at+f.Server.LatencyAt(f.inside)/f.Share(system.Brownout, at+eps*f.h)))
	}
	s.held = nil
}

// enter promises the answers. The attempts of a cell see C grow as they come and
// fall as others leave, evenly from first to last. Where C grows, those that are
// answered in the same cell are told together: which they are is known from the C
// at which the latency reaches the cell's end. Beyond 2048 cells they are told together
// that are answered within a 2048th of the time until then, and those that leave before
// they are answered not at all.
func (s *arrival) enter(f *model, j int, m, t float64) {
	if f.after(t) > t {
		s.held = append(s.held, held{j, m})
		return
	}
	first, grows := f.inside-m+s.left, m-s.left
	slow := f.Share(system.Brownout, t+eps*f.h)
	put := func(from, to float64) { // shares of the attempts
		s.put(&f.grid, j, j, m*(to-from), f.after(t+f.Server.LatencyAt(first+grows*(from+to)/2)/slow))
	}
	if from, to := f.Server.LatencyAt(first), f.Server.LatencyAt(first+grows); !(to > from) {
		put(0, 1) // it falls, by little, or it never answers
		return
	}
	const least = 1e-9 // share of a part, so that rounding at a cell's end is passed
	for from := 0.0; from < 1; {
		at := t + f.Server.LatencyAt(first+grows*from)/slow
		if f.Client.Cancel && at > f.start+f.h+f.Client.Timeout {
			return
		}
		end := f.grid.cell(at) + 1
		end += (end - j) / 2048
		to := 1.0
		if end < f.n {
			to = (f.Server.Reaches((float64(end)*f.h-t)*slow) - first) / grows
		}
		to = min(1, max(to, from+least))
		put(from, to)
		f.did += perPart
		from = to
	}
}
