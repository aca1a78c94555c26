package query

import (
	"fmt"
	"math"

	"retune/ui/knob"
	"retune/ui/unit"
)

var schedule = Query{
	Name: "schedule", Tab: "schedule",
	Short: "every retry: the delay before it and the elapsed time at which it starts",
	Takes: []string{"vs"},
	Ask:   askSchedule,
	Long: `One row per retry from 1 until retries or deadline end the policy.

    delay before retry n    d_n = min(c, a r^(n-1))
    elapsed at retry n      T_n = n s + d_1 + ... + d_n
                                = n s + a (r^n - 1)/(r - 1)       for n <= m
                                = n s + S_m + (n - m) c           for n > m

m is the number of delays below the cap and S_m their sum. A retry starts at T_n if T_n is not
after the deadline; the calls 0 to n-1 took the call time s each.

` + sources,
}

// endless is how many rows are shown of a policy that never ends.
const endless = 100

func askSchedule(s knob.Scenario) Answer {
	a := Answer{Pair: s.Versus != nil}
	a.Groups = whole(s)
	a.warnAbsent()

	ps := policies(s)
	t := Table{Name: "schedule", Columns: []Column{{"retry", unit.Count}}}
	rows := make([]float64, len(ps))
	for i, p := range ps {
		name := ""
		if a.Pair {
			name = " " + string("AB"[i])
		}
		suffix := ""
		if i > 0 {
			suffix = " B"
		}
		t.Columns = append(t.Columns, Column{"delay" + suffix, unit.Duration}, Column{"elapsed" + suffix, unit.Duration})
		rows[i] = p.Total()
		if math.IsInf(rows[i], 1) {
			rows[i] = endless
			a.Warnings = append(a.Warnings, fmt.Sprintf("policy%s never ends: these are its first %d retries", name, endless))
		}
		if n := rows[i]; n > 0 && math.IsInf(p.Policy.Elapsed(n), 1) {
			a.Warnings = append(a.Warnings, fmt.Sprintf("policy%s: its last delays are beyond the largest number, %.1e s", name, math.MaxFloat64))
		}
		t.Len = max(t.Len, int(rows[i]))
	}
	t.Row = func(i int) []float64 {
		n := float64(i + 1)
		row := []float64{n}
		for i, p := range ps {
			if n > rows[i] {
				row = append(row, math.NaN(), math.NaN())
				continue
			}
			row = append(row, p.Delay(n), p.Policy.Elapsed(n))
		}
		return row
	}
	a.Tables = []Table{t}
	return a
}
