package fluid

import "retune/calc/system"

// look looks at a call for the i-th time since from.
func (p *player) look(k *call, from float64, i int) {
	t := from + float64(i)*p.w.Server.Look
	p.at(t, func() {
		if !k.in {
			return
		}
		if end := p.hanging(t); end > t {
			p.look(k, end, 0)
			return
		}
		if t-k.from >= p.w.Server.LatencyAt(float64(p.inside))/p.w.Share(system.Slow, t)-1e-9 {
			p.answer(k, t)
			return
		}
		p.look(k, from, i+1)
	})
}

// post answers a call at time t, or when the hang ends.
func (p *player) post(k *call, t float64) {
	t = p.hanging(t)
	p.at(t, func() { p.answer(k, t) })
}

// work lets free workers begin.
func (p *player) work(t float64) {
	if p.hanging(t) > t {
		return
	}
	for p.busy < p.w.Server.Workers && len(p.order) > 0 {
		k := p.order[0]
		p.order = p.order[1:]
		if !k.in {
			continue
		}
		k.working = true
		p.busy++
		done, left := t, p.w.Server.Latency
		for left > 0 { // from one change of pace to the next
			next, pace := done+left/1e-3, p.w.Share(system.Slow, done)
			if p.hanging(done) > done {
				pace = 0
			}
			for _, f := range p.w.Faults {
				for _, edge := range []float64{f.At, f.End()} {
					if edge > done {
						next = min(next, edge)
					}
				}
			}
			if left <= pace*(next-done) {
				next = done + left/pace
			}
			left -= pace * (next - done)
			if done = next; left < 1e-12 {
				break
			}
		}
		p.at(done, func() {
			if k.in {
				p.busy--
				p.answer(k, done)
				p.work(done)
			}
		})
	}
}
