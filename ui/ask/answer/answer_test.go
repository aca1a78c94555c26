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
		v, want Value
	}{
		{Value{Number: 3, Why: "never", Status: Unknown}, Value{Number: 3}},
		{Value{Number: nan, Words: "recovers"}, Value{Words: "recovers"}},
		{Value{Number: inf}, Value{Status: Overflow, Why: Beyond}},
		{Value{Number: inf, IsLimit: true}, Value{Status: Unbounded}},
		{Value{Number: inf, Why: "grows", IsLimit: true}, Value{Status: Unbounded, Why: "grows"}},
		{Value{Number: inf, Why: "no outage", Status: NotApplicable, IsLimit: true},
			Value{Status: NotApplicable, Why: "no outage"}},
		{Value{Number: nan, Why: "T is 0"}, Value{Status: NotApplicable, Why: "T is 0"}},
		{Value{Number: nan, Why: "too late", Status: NotReached}, Value{Status: NotReached, Why: "too late"}},
	} {
		q := Quantity{Value: c.v}
		got := q.Of(0)
		if got.IsLimit = false; c.want.Number == 0 {
			got.Number = 0
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v is %+v, want %+v", q, got, c.want)
		}
		first := q
		first.Number, first.Words = 1, ""
		pair := MergeQuantities([]Quantity{first, q}, func(q Quantity) []Quantity { return []Quantity{q} })
		if b := pair[0].Of(1); b.Status != c.want.Status || b.Words != c.want.Words || b.Why != c.want.Why {
			t.Errorf("%+v of policy B is %+v, want %+v", q, b, c.want)
		}
	}
}

// TestWithErrors checks that each measured figure is followed by its standard error, absent where a policy has none.
func TestWithErrors(t *testing.T) {
	mean := Value{Number: 120, Kind: unit.Rate, Sample: Sampled, Error: 3}
	few := Value{Number: 130, Kind: unit.Rate, Sample: TooFew}
	list := WithErrors([]Quantity{{Name: "verdict", Value: Word("recovers")}, {Name: "peak load", Value: mean,
		Others: []Quantity{{Name: "peak load", Value: few}, Quantity{Name: "peak load", Value: mean}.withoutValue()}}})
	if len(list) != 3 || list[1].Name != "peak load" || list[2].Key() != "peak_load_se_per_s" || list[2].Number != 3 {
		t.Fatalf("the figures are %+v", list)
	}
	for i, want := range []Value{{}, {Status: Unknown, Why: "too few runs have it"},
		{Status: NotApplicable, Why: "not set for this one"}} {
		if got := list[2].Of(i); got.Status != want.Status || got.Why != want.Why {
			t.Errorf("the error of policy %d is %+v, want %+v", i, got, want)
		}
	}
}

// TestWarnAbsent checks that there is one warning for each reason and policy, with the keys concerned.
func TestWarnAbsent(t *testing.T) {
	of := func(v Value) []Quantity { return []Quantity{{Value: v}} }
	a := Answer{Policies: []string{"A", "B"}, Groups: []Group{{Quantities: []Quantity{
		{Name: "next delay", Value: Value{Kind: unit.Duration, Number: math.NaN(), Why: "it has ended"},
			Others: of(Value{Number: 2})},
		{Name: "share", Value: Number(math.NaN(), "it has ended"), Others: of(Value{Number: 1})},
		{Name: "retry", Value: Amount(1, unit.Number), Others: of(Number(math.NaN(), "it has ended"))},
		{Name: "cap", Value: OrNone(math.Inf(1), unit.Duration), Others: of(Value{Number: 1})},
		{Name: "ratio", Value: Amount(math.NaN(), unit.Number), Others: of(Number(math.NaN(), "not of a ratio")),
			Shared: true},
	}}}}
	a.WarnAbsent()
	want := "A: next delay, share: it has ended\nB: retry: it has ended\nratio: there is none"
	if got := strings.Join(a.Notes(), "\n"); got != want {
		t.Errorf("notes are %q, want %q", got, want)
	}
	if w := a.Warnings[0]; w.Code != Absent || strings.Join(w.Keys, " ") != "next_delay_s share" {
		t.Errorf("the first warning is %+v", w)
	}
}

// TestTiers ranks values that differ, differ within their errors, and are absent.
func TestTiers(t *testing.T) {
	of := func(x, se float64) Quantity { return Quantity{Value: Value{Number: x, Error: se, Status: NotReached}} }
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
		q := MergeQuantities(c.list, func(q Quantity) []Quantity { return []Quantity{q} })[0]
		q.Better = Less
		best, ok := q.Best(HeadlineMargin)
		if !ok {
			best = -1
		}
		if got := fmt.Sprint(q.Tiers(EqualWithin)); got != c.want || best != c.best {
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
	if got := a.EachPolicy(" ", "; ", func(i int) string {
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
		if got := Singulars(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEndlessFigure checks that a figure without a limit beside a box is not called none: an outage of any length is
// survived.
func TestEndlessFigure(t *testing.T) {
	b := Box{Figures: []float64{math.Inf(1), math.NaN(), 90}}
	column := Column{Kind: unit.Duration}
	if got := b.plot([]Column{column, column, column}).Cells; !slices.Equal(got, []string{"∞", "-", "1m30s"}) {
		t.Errorf("the figures are %q", got)
	}
}
