package answer

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retune/ui/unit"
)

// TestOf checks the status of each kind of value.
func TestOf(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		q    Quantity
		want Value
	}{
		{Quantity{A: 3, Why: "never", Status: Unknown}, Value{Number: 3}},
		{Quantity{A: nan, Words: "recovers"}, Value{Words: "recovers"}},
		{Quantity{A: inf}, Value{Status: Overflow, Why: Beyond}},
		{Quantity{A: inf, Limit: true}, Value{Status: Unbounded}},
		{Quantity{A: inf, Why: "grows", Limit: true}, Value{Status: Unbounded, Why: "grows"}},
		{Quantity{A: inf, Why: "no outage", Status: NotApplicable, Limit: true}, Value{Status: NotApplicable,
			Why: "no outage"}},
		{Quantity{A: nan, Why: "T is 0"}, Value{Status: NotApplicable, Why: "T is 0"}},
		{Quantity{A: nan, Why: "too late", Status: NotReached}, Value{Status: NotReached, Why: "too late"}},
	} {
		got := c.q.Of(0)
		if c.want.Number == 0 {
			got.Number = 0
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v is %+v, want %+v", c.q, got, c.want)
		}
		first := c.q
		first.A, first.Words = 1, ""
		pair := Each([]Quantity{first, c.q}, func(q Quantity) []Quantity { return []Quantity{q} })
		if b := pair[0].Of(1); b.Status != c.want.Status || b.Words != c.want.Words || b.Why != c.want.Why {
			t.Errorf("%+v of policy B is %+v, want %+v", c.q, b, c.want)
		}
	}
}

// TestWarnAbsent checks that there is one warning for each reason, with the keys concerned.
func TestWarnAbsent(t *testing.T) {
	a := Answer{Policies: []string{"A", "B"}, Groups: []Group{{Quantities: []Quantity{
		{Name: "next delay", Kind: unit.Duration, A: math.NaN(), Why: "it has ended"},
		{Name: "retry", Kind: unit.Number, A: 1, Others: []Quantity{{A: math.NaN(), Why: "it has ended"}}},
		{Name: "cap", Kind: unit.Duration, A: math.Inf(1), Others: []Quantity{{A: 1}}, Limit: true},
		{Name: "ratio", Kind: unit.Number, A: math.NaN(), Others: []Quantity{{A: math.NaN(), Why: "not of a ratio"}},
			Single: true},
	}}}}
	a.WarnAbsent()
	if got := strings.Join(a.Notes(), "\n"); got != "next delay, retry: it has ended\nratio: there is none" {
		t.Errorf("notes are %q", got)
	}
	if w := a.Warnings[0]; w.Code != Absent || strings.Join(w.Keys, " ") != "next_delay_s retry" {
		t.Errorf("the first warning is %+v", w)
	}
}

// TestTiers ranks values that differ, differ within their errors, and are absent.
func TestTiers(t *testing.T) {
	of := func(x, se float64) Quantity { return Quantity{A: x, Noise: se, Status: NotReached} }
	for _, c := range []struct {
		list []Quantity
		want string
		best int
	}{
		{[]Quantity{of(3, 0), of(1, 0), of(2, 0)}, "[[1] [2] [0]]", 1},
		{[]Quantity{of(470, 36), of(490, 29), of(300, 10)}, "[[2] [0 1]]", 2}, // 7m50s ± 36s and 8m10s ± 29s
		{[]Quantity{of(470, 36), of(490, 29)}, "[[0 1]]", -1},
		{[]Quantity{of(1, 0), of(math.NaN(), 0), of(2, 0)}, "[[0] [2] [1]]", 0},
		{[]Quantity{of(95, 0), of(100, 0)}, "[[0] [1]]", -1}, // 10% is too little for a headline
	} {
		q := Each(c.list, func(q Quantity) []Quantity { return []Quantity{q} })[0]
		q.Better = Less
		best, ok := q.Best(Tenth)
		if !ok {
			best = -1
		}
		if got := fmt.Sprint(q.Tiers(Near)); got != c.want || best != c.best {
			t.Errorf("%v is ranked %s with %d best, want %s and %d", c.list, got, best, c.want, c.best)
		}
	}
}

// TestWarnOf checks that a note about several policies appears once, and without names if it is about all.
func TestWarnOf(t *testing.T) {
	a := Answer{Policies: []string{"A", "grpc", "C"}}
	for i, text := range []string{"x", "x", "x"} {
		if a.WarnOf(i, GaveUp, text); i == 1 && strings.Join(a.Notes(), "") != "A, grpc: x" {
			t.Errorf("of two the notes are %q", a.Notes())
		}
	}
	if got := strings.Join(a.Notes(), ""); got != "x" {
		t.Errorf("of all the notes are %q", got)
	}
	if got := a.Each(" ", "; ", func(i int) string {
		return []string{"waits", "goes",
			"waits"}[i]
	}); got != "each of A and C waits; grpc goes" {
		t.Errorf("of each is said %q", got)
	}
}

func TestAgreed(t *testing.T) {
	for text, want := range map[string]string{
		"a request takes 1 attempts on average": "a request takes 1 attempt on average",
		"1 retries are wasted; 1 rows":          "1 retry is wasted; 1 row",
		"1.1 attempts, 11 retries, 1,1 clients": "1.1 attempts, 11 retries, 1,1 clients",
		"1 retryable":                           "1 retryable",
	} {
		if got := Agreed(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEndlessFigure checks that a figure without a limit beside a box is not called none: an outage of any length is
// survived.
func TestEndlessFigure(t *testing.T) {
	b := Box{Figures: []float64{math.Inf(1), math.NaN(), 90}}
	column := Column{Kind: unit.Duration}
	if got := b.drawn(false, []Column{column, column, column}).Cells; !slices.Equal(got, []string{"∞", "-", "1m30s"}) {
		t.Errorf("the figures are %q", got)
	}
}
