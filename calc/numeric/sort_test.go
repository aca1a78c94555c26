package numeric

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// numbers draws n numbers of a kind that samples have: from 0 to +Inf, far apart, close together, few values, all the
// same, with a sign, or with bits that differ in one byte.
func numbers(kind, n int) []float64 {
	rng := rand.New(rand.NewPCG(uint64(kind), uint64(n)))
	list := make([]float64, n)
	for i := range list {
		switch u := rng.Float64(); kind {
		case 0:
			list[i] = -math.Log(u)
		case 1:
			list[i] = math.Exp(2000*u - 1000)
		case 2:
			list[i] = 1e6 + 1e-6*u
		case 3:
			list[i] = math.Floor(3 * u)
		case 4:
			list[i] = 7
		case 5:
			list[i] = u - 0.5
		case 6:
			list[i] = 1 + math.Floor(3*u)*0x1p-52
		}
	}
	if kind == 0 {
		list[0], list[n/2] = 0, math.Inf(1)
	}
	return list
}

// TestSort compares the order of numbers with that of comparisons.
func TestSort(t *testing.T) {
	for kind := range 7 {
		for _, n := range []int{1, 2, 100, fewest - 1, fewest, 3 * fewest} {
			x := numbers(kind, n)
			want := slices.Clone(x)
			slices.Sort(want)
			if Sort(x); !slices.Equal(x, want) {
				t.Errorf("%d numbers of kind %d are not sorted", n, kind)
			}
		}
	}
}

// BenchmarkSort compares the time of Sort with that of comparisons.
func BenchmarkSort(b *testing.B) {
	for name, sort := range map[string]func([]float64){"digits": Sort, "comparisons": slices.Sort[[]float64]} {
		for _, n := range []int{1 << 11, 1 << 12, 1 << 13, 1 << 17, 1 << 20} {
			x := numbers(0, n)
			list := make([]float64, n)
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				for b.Loop() {
					copy(list, x)
					sort(list)
				}
			})
		}
	}
}
