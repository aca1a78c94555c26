package client

import "retune/calc/jitter"

// A remedy is a parameter that may mend what a trap finds: by one of those values, the first
// that does, or where there are none by the nearest value that does. The finding is gone then,
// or if enough is given that says so.
type remedy struct {
	name   string
	to     []float64
	enough func(p jitter.Policy) bool
}

// An outcome says what a policy comes to in the figure that a finding is about.
type outcome func(v Values, p jitter.Policy) Sentence

// by adds a remedy to what a trap finds.
func by(trap Trap, name string, to ...float64) Trap {
	return byWhat(trap, func(Values) []remedy { return []remedy{{name: name, to: to}} })
}

// byWhat adds the remedies that the values tell.
func byWhat(trap Trap, remedies func(v Values) []remedy) Trap {
	return also(trap, func(f *Finding) { f.remedies = remedies })
}

// byRole adds the parameters with those roles.
func byRole(trap Trap, list ...Role) Trap {
	return byWhat(trap, func(v Values) []remedy { return roles(v.Row, list...) })
}

// then adds what comes of a remedy.
func then(trap Trap, gives outcome) Trap {
	return also(trap, func(f *Finding) { f.gives = gives })
}

// because adds why there is no remedy.
func because(trap Trap, why string) Trap {
	return also(trap, func(f *Finding) { f.why = why })
}

// also does something to what a trap finds.
func also(trap Trap, do func(f *Finding)) Trap {
	return func(v Values, p jitter.Policy) Finding {
		f := trap(v, p)
		if f.Text != "" {
			do(&f)
		}
		return f
	}
}

// roles is the parameters with those roles.
func roles(r *Row, list ...Role) (all []remedy) {
	for _, role := range list {
		if name := r.name(role); name != "" {
			all = append(all, remedy{name: name})
		}
	}
	return all
}

// byJitter adds what has a policy draw: an amount of jitter, or a word.
func byJitter(trap Trap) Trap {
	return because(byWhat(trap, func(v Values) (list []remedy) {
		p, _ := v.Policy()
		for _, q := range v.Row.Parameters {
			switch {
			case q.Unit == Word, q.Unit == Truth:
				list = append(list, remedy{name: q.Name})
			case q.Role == Amount && q.Unit == Seconds:
				list = append(list, remedy{name: q.Name, to: []float64{q.Default, p.InitialDelay}})
			case q.Role == Amount:
				list = append(list, remedy{name: q.Name, to: []float64{q.Default, 0.2, 1}})
			}
		}
		return list
	}), "it draws nothing, whatever its values")
}
