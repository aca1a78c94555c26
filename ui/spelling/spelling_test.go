package spelling

import (
	"math/rand/v2"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"cap", "cap", 0}, {"cap", "cup", 1}, {"cap", "caps", 1}, {"cap", "ap", 1},
		{"shedule", "schedule", 1}, {"scehdule", "schedule", 1}, // a missing letter; two swapped letters
		{"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"retires", "retries", 1}, {"abcd", "badc", 2},
		{"ca", "abc", 3}, // swapped letters are not changed again: through ac it would be 2
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q it is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// edits computes the distance by its recursive definition, without the table.
func edits(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	i, j := len(a)-1, len(b)-1
	if a[i] == b[j] {
		return edits(a[:i], b[:j])
	}
	least := 1 + min(edits(a[:i], b), edits(a, b[:j]), edits(a[:i], b[:j]))
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		least = min(least, 1+edits(a[:i-1], b[:j-1]))
	}
	return least
}

// TestDistanceLaws checks the properties of a distance. The triangle inequality can fail by a swap, which costs 1 here
// and 2 otherwise: see ca and abc above.
func TestDistanceLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, rng.IntN(7))
		for i := range b {
			b[i] = "abc"[rng.IntN(3)]
		}
		return string(b)
	}
	for range 3000 {
		a, b, c := word(), word(), word()
		ab := Distance(a, b)
		switch {
		case ab != edits(a, b):
			t.Fatalf("from %q to %q it is %d, by trying everything %d", a, b, ab, edits(a, b))
		case ab != Distance(b, a):
			t.Fatalf("from %q to %q it is %d and back %d", a, b, ab, Distance(b, a))
		case (ab == 0) != (a == b):
			t.Fatalf("from %q to %q it is %d", a, b, ab)
		case ab < max(len(a)-len(b), len(b)-len(a)) || ab > max(len(a), len(b)):
			t.Fatalf("from %q to %q it is %d", a, b, ab)
		case Distance(a, c) > 2*(ab+Distance(b, c)):
			t.Fatalf("from %q to %q it is farther than by way of %q", a, c, b)
		case Distance(a+c, b+c) > ab || Distance(c+a, c+b) > ab:
			t.Fatalf("from %q to %q it is farther with %q at both", a, b, c)
		}
	}
}
