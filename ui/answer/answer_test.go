package answer

import (
	"math"
	"strings"
	"testing"

	"retune/ui/unit"
)

// TestOf holds the status of each kind of value.
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
		{Quantity{A: inf, Why: "no outage", Status: NotApplicable, Limit: true}, Value{Status: NotApplicable, Why: "no outage"}},
		{Quantity{A: nan, Why: "T is 0"}, Value{Status: NotApplicable, Why: "T is 0"}},
		{Quantity{A: nan, Why: "too late", Status: NotReached}, Value{Status: NotReached, Why: "too late"}},
	} {
		got := c.q.Of(0)
		if c.want.Number == 0 {
			got.Number = 0
		}
		if got != c.want {
			t.Errorf("%+v is %+v, want %+v", c.q, got, c.want)
		}
		first := c.q
		first.A, first.Words = 1, ""
		pair := Beside([]Quantity{first}, []Quantity{c.q})
		if b := pair[0].Of(1); b.Status != c.want.Status || b.Words != c.want.Words || b.Why != c.want.Why {
			t.Errorf("%+v of policy B is %+v, want %+v", c.q, b, c.want)
		}
	}
}

// TestWarnAbsent holds one warning for each reason, with the keys that it is about.
func TestWarnAbsent(t *testing.T) {
	a := Answer{Pair: true, Groups: []Group{{Quantities: []Quantity{
		{Name: "next delay", Kind: unit.Duration, A: math.NaN(), Why: "it has ended"},
		{Name: "retry", Kind: unit.Number, A: 1, B: math.NaN(), WhyB: "it has ended"},
		{Name: "cap", Kind: unit.Duration, A: math.Inf(1), B: 1, Limit: true},
		{Name: "ratio", Kind: unit.Number, A: math.NaN(), B: math.NaN(), Single: true, WhyB: "not of a ratio"},
	}}}}
	a.WarnAbsent()
	if got := strings.Join(a.Notes(), "\n"); got != "next delay, retry: it has ended\nratio: there is none" {
		t.Errorf("notes are %q", got)
	}
	if w := a.Warnings[0]; w.Code != Absent || strings.Join(w.Keys, " ") != "next_delay_s retry" {
		t.Errorf("the first warning is %+v", w)
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
