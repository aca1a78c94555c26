package question

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestNothingIsUnexplained asks every question about scenarios that cover all ranges. There must be no panic, and a
// warning must name each value that is not finite, unless it is an absent limit.
func TestNothingIsUnexplained(t *testing.T) {
	t.Parallel()
	for _, q := range Questions {
		answered := 0
		for _, d := range drawsOf(q) {
			s, a := d.s, d.a
			if a.None != nil {
				continue
			}
			answered++
			for _, x := range a.Quantities() {
				if x.Words != "" {
					continue
				}
				values := []float64{x.Number}
				if a.Policies != nil && !x.Shared {
					values = append(values, x.Of(1).Number)
				}
				for i, v := range values {
					switch {
					case unit.Finite(v):
						if v < 0 {
							t.Fatalf("%s: %s of %c is %v for %+v", q.Name, x.Name, "AB"[i], v, s)
						}
					case x.IsLimit && !unit.Finite(v):
					case !warned(a, x.Key()):
						t.Fatalf("%s: %s of %c is %v and nobody is warned for %+v", q.Name, x.Name, "AB"[i], v, s)
					}
				}
				if r := x.Ratio(); math.IsInf(r, 0) {
					t.Fatalf("%s: the ratio of %s is %v", q.Name, x.Name, r)
				}
			}
			tables(t, q, &s, a)
			for _, w := range a.Notes() {
				if w == "" || strings.ContainsAny(w, "\n") || strings.Contains(w, "NaN") || strings.Contains(w, "Inf") {
					t.Fatalf("%s warns %q", q.Name, w)
				}
			}
		}
		if answered < min(300, rounds(q, 3000)/3) {
			t.Errorf("%s: only %d of the scenarios had an answer", q.Name, answered)
		}
	}
}

func warned(a answer.Answer, key string) bool {
	return slices.ContainsFunc(a.Warnings, func(w answer.Warning) bool { return slices.Contains(w.Keys, key) })
}

// tables checks the ends of each table and some rows between.
func tables(t *testing.T, q answer.Question, s *setting.Scenario, a answer.Answer) {
	t.Helper()
	for _, table := range a.Tables {
		switch table.Name {
		case "levers", "edges":
			// TestChecks in ui/files/scenario compares them with the fleet.
		case "map", "border":
			// Package sweep compares them with single answers.
		case "schedule":
			scheduleRows(t, s, a, table)
		case "retries_by_deadline":
			deadlineRows(t, s, table)
		case "timeline", "contend":
			table = table.WithErrors(false)
			for i := range table.Len {
				for j, x := range numbers(table, i) {
					key := table.Columns[j].Key()
					absent := math.IsNaN(x) && (strings.HasPrefix(key, "latency") || strings.Contains(key, "_se") && warned(a, "runs"))
					if !(x >= 0 && !math.IsInf(x, 1)) && !absent {
						t.Fatalf("%s: %s is %v in row %d, for %+v", q.Name, key, x, i, *s)
					}
				}
			}
		case "layers":
			first := 0.0
			for i := range table.Len {
				row := numbers(table, i)[1:] // attempts, timeout, worst, p99, gives up first, inverted, attempts that fit
				if first += row[4]; !(row[0] >= 1) || !(row[2] >= 0) || math.IsNaN(row[3]) != (s.FailureRate == 0) ||
					row[3] > row[2]*(1+1e-9) || row[6] > row[0] {
					t.Fatalf("%s: row %d is %v, for %+v", q.Name, i, row, *s)
				}
			}
			if first != 1 {
				t.Fatalf("%s: %g layers give up first, for %+v", q.Name, first, *s)
			}
		case "alternatives", "limits":
			namedRows(t, q, s, table)
		case "trade_off", "jitter":
			if q.Name == "recommend" {
				namedRows(t, q, s, table)
				continue
			}
			for i := range table.Len {
				for j, x := range numbers(table, i) {
					never := table.Name == "trade_off" && numbers(table, i)[4] > 0 // clients that give up do not wait
					var retry int
					if n, _ := fmt.Sscanf(table.Columns[j].Key(), "delay_%d_sd_s", &retry); n == 1 && table.Name == "jitter" &&
						float64(retry) > s.Retries {
						if !math.IsNaN(x) { // no such delay
							t.Fatalf("%s of %v retries is %v", table.Columns[j].Name, s.Retries, x)
						}
						continue
					}
					if strings.HasPrefix(table.Columns[j].Name, "peak at same") || strings.HasPrefix(table.Columns[j].Name,
						"same mean") {
						if math.IsNaN(x) && i < table.TextRows && !warned(a, "peak_at_same_mean_per_s") {
							t.Fatalf("nobody is warned of row %d of %s, for %+v", i, table.Name, *s)
						}
						continue
					}
					if key := table.Columns[j].Key(); !(x >= 0) && !never || key == "collision" && x > 1 {
						t.Fatalf("%s: %s is %v in row %v of %s, for %+v", q.Name, key, x, table.Row(i), table.Name, *s)
					}
				}
			}
		default:
			t.Fatalf("%s: this test does not know the table %s", q.Name, table.Name)
		}
	}
}

// namedRows checks that a cell is yes or no, words, or a number that is not negative, unless the row explains why it is
// absent.
func namedRows(t *testing.T, q answer.Question, s *setting.Scenario, table answer.Table) {
	t.Helper()
	for i := range table.Len {
		row, excused := numbers(table, i), s.Stateful() || !unit.Finite(s.AskAt)
		for j, c := range table.Columns {
			switch {
			case c.IsWords:
				excused = excused || table.Row(i)[j].Words != ""
			case c.IsYesNo && row[j] != 0 && row[j] != 1:
				t.Fatalf("%s: %s is %v in row %d of %s, for %+v", q.Name, c.Name, row[j], i, table.Name, *s)
			}
		}
		for j, c := range table.Columns {
			if !c.IsWords && !(row[j] >= 0) && !excused {
				t.Fatalf("%s: %s is %v in row %d of %s, for %+v", q.Name, c.Name, row[j], i, table.Name, *s)
			}
		}
	}
}

// scheduleRows checks that rows are numbered, that percentiles are in order, and that no later retry starts earlier.
func scheduleRows(t *testing.T, s *setting.Scenario, a answer.Answer, table answer.Table) {
	t.Helper()
	var last []float64
	n := min(table.Len, answer.MaxHeldRows)
	for i := 0; i < n; i += 1 + n/20 {
		row := numbers(table, i)
		if row[0] != float64(i+1) {
			t.Fatalf("row %d is numbered %v", i, row[0])
		}
		for j, x := range row {
			key := table.Columns[j].Key()
			p := *s
			if strings.Contains(key, "_b_") {
				p = s.B()
			}
			drawn := strings.Count(key, "_") > 1+strings.Count(key, "_b_") && p.Jitter.Type != jitter.None
			overflow := math.IsInf(x, 1)
			// without jitter there is no such delay
			ended := math.IsNaN(x) && (a.Policies != nil || !drawn && p.Jitter.Type == jitter.Decorrelated)
			if !(x >= 0) && !ended || overflow && len(a.Warnings) == 0 {
				t.Fatalf("%s is %v in row %v, for %+v", key, x, row, *s)
			}
			slack := 0.0 // error of stateful distributions
			if drawn && p.Stateful() {
				slack = 0.02
			} else if drawn {
				slack = 1e-6
			}
			turns := drawn && (strings.HasSuffix(key, "sd_s") || p.Stateful() && strings.HasPrefix(key, "delay"))
			if last != nil && x < last[j]*(1-slack) && !turns {
				t.Fatalf("%s is %v after %v in row %d, for %+v and %+v", key, x, last[j], i, *s, p)
			}
		}
		for _, of := range []string{"delay_", "elapsed_", "delay_b_", "elapsed_b_"} {
			r := cells(table, i)
			before := r[of+"min_s"]
			for _, figure := range []string{"p05_s", "p50_s", "p95_s", "p99_s", "max_s"} {
				x := r[of+figure]
				if x < before*(1-1e-9) {
					t.Fatalf("%s%s is %v, less than %v, in row %d for %+v", of, figure, x, before, i, *s)
				}
				before = x
			}
			if m := r[of+"mean_s"]; m < r[of+"min_s"]*(1-1e-9) || m > r[of+"max_s"]*(1+1e-9) {
				t.Fatalf("%smean_s is %v, not from %v to %v, in row %d for %+v", of, m, r[of+"min_s"], r[of+"max_s"], i, *s)
			}
		}
		last = row
	}
}

// deadlineRows checks that the rows are a probability distribution of a number.
func deadlineRows(t *testing.T, s *setting.Scenario, table answer.Table) {
	t.Helper()
	sum, last := 0.0, -1.0
	for i := range table.Len {
		row := numbers(table, i)
		if !(row[0] > last && row[0] <= s.Retries) || !(row[1] > 0 && row[1] <= 1+1e-12) {
			t.Fatalf("%v after %v retries by the deadline, for %+v", row, last, *s)
		}
		last, sum = row[0], sum+row[1]
	}
	if !(math.Abs(sum-1) <= 1e-9) {
		t.Fatalf("the probabilities sum to %v, for %+v", sum, *s)
	}
}

// TestPairIsTwoAnswers checks that the answer about A and B has the answers about each alone.
func TestPairIsTwoAnswers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 18))
	alone := func(given *setting.Scenario) setting.Scenario {
		s := *given
		s.Versus = nil
		return s
	}
	for _, q := range []answer.Question{at, schedule} {
		for range fewer(900) {
			s, effort := random(rng, q)
			if s.Versus == nil {
				s = s.AddPolicy(&s)
				setting.Settings[rng.IntN(3)].Step(&s, 1, false)
			}
			both, a, b := askWith(q, &s, effort), askWith(q, new(alone(&s)), effort), askWith(q, new(s.B()), effort)
			if both.Policies == nil || a.Policies != nil || b.Policies != nil {
				t.Fatalf("%s: pairs are %v, %v, %v", q.Name, both.Policies, a.Policies, b.Policies)
			}
			for _, x := range both.Quantities() {
				check := func(single answer.Answer, got float64, name string) {
					for _, y := range single.Quantities() {
						same := math.Float64bits(y.Number) == math.Float64bits(got) || math.IsNaN(y.Number) && math.IsNaN(got)
						if y.Key() == x.Key() && !same {
							t.Fatalf("%s: %s of %s is %v in a pair and %v alone, for %+v", q.Name, x.Name, name, got, y.Number, s)
						}
					}
				}
				check(a, x.Number, "A")
				check(b, x.Of(1).Number, "B")
			}
			// The pair has every quantity of the single answers.
			for _, single := range []answer.Answer{a, b} {
				for _, y := range single.Quantities() {
					find(t, both, y.Key())
				}
			}
			for _, table := range both.Tables {
				if table.Name == "schedule" {
					pairRows(t, table, a.Tables[0], b.Tables[0])
					continue
				}
				i := slices.IndexFunc(a.Tables, func(single answer.Table) bool { return single.Name == table.Name })
				if i < 0 || table.Len != a.Tables[i].Len {
					t.Fatalf("the pair has the table %s, and A alone has %v", table.Name, a.Tables)
				}
				for row := range table.Len {
					if !reflect.DeepEqual(table.Row(row), a.Tables[i].Row(row)) {
						t.Fatalf("row %d of %s is %v in a pair and %v alone", row, table.Name, table.Row(row), a.Tables[i].Row(row))
					}
				}
			}
		}
	}
}

// pairRows checks that each row of the schedule has the rows of A and of B side by side.
func pairRows(t *testing.T, both, a, b answer.Table) {
	t.Helper()
	if both.Len != max(a.Len, b.Len) || len(both.Columns) != 2*len(a.Columns)-1 {
		t.Fatalf("the table of a pair has %d rows and %d columns, alone %d and %d rows", both.Len, len(both.Columns), a.Len,
			b.Len)
	}
	for i := 0; i < both.Len; i += 1 + both.Len/10 {
		row := cells(both, i)
		for _, single := range []struct {
			table answer.Table
			infix string
		}{{a, "_"}, {b, "_b_"}} {
			for _, c := range single.table.Columns[1:] {
				got := row[strings.Replace(c.Key(), "_", single.infix, 1)]
				want := math.NaN()
				if i < single.table.Len {
					want = cells(single.table, i)[c.Key()]
				}
				if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
					t.Fatalf("%s of row %d is %v in a pair (%q) and %v alone", c.Key(), i, got, single.infix, want)
				}
			}
		}
	}
}

// TestAskIsPure checks that asking changes nothing and that asking again gives the same answer.
func TestAskIsPure(t *testing.T) {
	t.Parallel()
	for _, q := range Questions {
		for _, d := range drawsOf(q)[:min(rounds(q, 100), 5**times)] {
			s, first := d.s, d.a
			b := s.Versus
			second := askWith(q, &s, d.effort)
			if len(s.Versus) != len(b) {
				t.Fatalf("%s changes the scenario", q.Name)
			}
			x, y := first.Quantities(), second.Quantities()
			if len(x) != len(y) || !reflect.DeepEqual(first.Warnings, second.Warnings) ||
				!reflect.DeepEqual(first.None, second.None) {
				t.Fatalf("%s answers differently the second time", q.Name)
			}
			for i := range x {
				if math.Float64bits(x[i].Number) != math.Float64bits(y[i].Number) ||
					math.Float64bits(x[i].Of(1).Number) != math.Float64bits(y[i].Of(1).Number) {
					t.Fatalf("%s: %s is %v and then %v", q.Name, x[i].Name, x[i].Number, y[i].Number)
				}
			}
		}
	}
}
