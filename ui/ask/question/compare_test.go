package question

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestFleetsCompared checks that compare and fleet answer about two fleets as about each alone, and that compare
// mentions the differences.
func TestFleetsCompared(t *testing.T) {
	t.Parallel()
	fleet := question("fleet")
	rng := rand.New(rand.NewPCG(41, 43))
	fleets := 0
	for range max(4, fewer(10)) {
		s, effort := random(rng, fleet)
		if s.Versus == nil {
			s = s.AddPolicy(&s)
			s.Versus[0].Retries, s.Versus[0].Timeout, s.Versus[0].Server.Workers = float64(rng.IntN(5)), 1, 3
		}
		s.MaxOutage = false
		// keep the simulation short
		for _, p := range []*setting.Scenario{&s, &s.Versus[0]} {
			p.InitialDelay, p.Cap, p.Duration = max(p.InitialDelay, 0.5), max(p.Cap, 0.5), 20
		}
		if s.Check() != nil {
			continue
		}
		alone := s
		alone.Versus = nil
		pair, both := askWith(fleet, &s, effort), askWith(compared, &s, effort)
		single := []answer.Answer{askWith(fleet, &alone, effort), askWith(fleet, new(s.B()), effort)}
		if single[0].None != nil || single[1].None != nil {
			continue
		}
		for i, a := range single {
			for _, want := range a.Quantities() {
				for _, of := range []answer.Answer{pair, both} {
					got, _ := of.Figure(want.Name)
					if v, w := got.Of(i), want.Of(0); v.Status != w.Status || v.Words != w.Words && want.Name != "engine" ||
						!(v.Number == w.Number || v.Status != "" || v.Words != "") {
						t.Fatalf("%s of %c is %+v in a pair and %+v alone, for %+v", want.Name, "AB"[i], v, w, s)
					}
				}
			}
		}
		for _, k := range setting.DifferingSettings(&s) {
			if q, ok := both.Figure(strings.ReplaceAll(k.Name, "-", " ")); !ok || q.Detail || q.Text(0) == q.Text(1) &&
				q.Number == q.Of(1).Number {
				t.Fatalf("%s differs, and that is %+v", k.Name, q)
			}
			if k.OfQuestion {
				fleets++
			}
		}
		told(t, both)
	}
	if fleets == 0 {
		t.Error("no two fleets differ")
	}
}

// TestComparedIsTold checks that the summary of compared policies agrees with the figures.
func TestComparedIsTold(t *testing.T) {
	t.Parallel()
	better := 0
	for _, d := range drawsOf(compared)[:rounds(compared, 300)] {
		if told(t, d.a) {
			better++
		}
	}
	if better == 0 {
		t.Error("nobody is ever better")
	}
}

var (
	against = regexp.MustCompile(`\(([^()]+?) vs ([^()]+?)( on average)?\)`)
	isIn    = regexp.MustCompile(`([AB])( is better)? in ([^;.]*(?:\.[0-9][^;.]*)*)`)
)

// told checks that each pair of values in the summary is a pair in the figures, and that the policy called better has
// the better one.
func told(t *testing.T, a answer.Answer) (better bool) {
	t.Helper()
	if a.Summary == "" {
		t.Fatal("there is no sentence")
	}
	for _, m := range against.FindAllStringSubmatch(a.Summary, -1) {
		if !slices.ContainsFunc(a.Quantities(), func(q answer.Quantity) bool {
			x, y := q.Text(0), q.Text(1)
			return x == m[1] && y == m[2] || x == m[2] && y == m[1]
		}) {
			t.Fatalf("%q: no figure is %s and %s", a.Summary, m[1], m[2])
		}
	}
	for _, q := range a.Quantities() {
		i, ok := q.Best(answer.HeadlineMargin)
		if !ok || !q.InComparisons {
			continue
		}
		better = true
		clause := q.DisplayName() + " (" + q.Text(i) + " vs " + q.Text(1-i) + ")"
		for _, m := range isIn.FindAllStringSubmatch(a.Summary, -1) {
			if strings.Contains(m[3], clause) && m[1] != string("AB"[i]) {
				t.Fatalf("%q: %c is better in %s", a.Summary, "AB"[i], q.DisplayName())
			}
		}
	}
	return better
}

// TestBest checks which of two values is better, for all kinds of values.
func TestBest(t *testing.T) {
	inf, none := math.Inf(1), math.NaN()
	words := []string{"recovers", "metastable"}
	pair := func(a, b answer.Value, better answer.Better) answer.Quantity {
		return answer.Quantity{Value: a, Better: better, PossibleWords: words, Others: []answer.Quantity{{Value: b,
			PossibleWords: words}}}
	}
	x := func(x float64) answer.Value { return answer.Amount(x, unit.Number) }
	never := answer.Value{Number: none, Status: answer.NotReached}
	one := pair(x(1), x(2), answer.Less)
	one.Shared = true
	for _, c := range []struct {
		q    answer.Quantity
		best string
	}{
		{pair(x(1), x(2), answer.Less), "A"}, {pair(x(1), x(2), answer.More), "B"}, {pair(x(1), x(2), answer.Neither), ""},
		{pair(x(1), x(1+1e-6), answer.Less), ""}, {one, ""},
		{pair(x(9), never, answer.Less), "A"}, {pair(never, never, answer.Less), ""},
		{pair(x(9), x(none), answer.Less), ""}, // absent
		{pair(answer.OrNone(9, unit.Number), x(inf), answer.More), "B"},
		{pair(answer.Word("metastable"), answer.Word("recovers"), answer.Less), "B"},
		{pair(answer.Word("recovers"), answer.Word("recovers"), answer.Less), ""},
	} {
		got := ""
		if i, ok := c.q.Best(answer.EqualWithin); ok {
			got = string("AB"[i])
		}
		if got != c.best {
			t.Errorf("of %+v the better is %q, want %q", c.q, got, c.best)
		}
	}
}
