package setting

import "math"

// Longer units in seconds.
const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
	year   = 365.25 * day
)

// delayRungs are round delays in the sequence 1-2-5 within each unit, so that 30s is followed by 1m and not by 50s.
var delayRungs = func() []float64 {
	parts := []float64{1, 2, 5, 10, 20, 50, 100, 200, 500}
	var rungs []float64
	for _, u := range []struct {
		length, per float64 // n/1e3 is the float64 nearest to the decimal
		counts      []float64
	}{
		{1, 1e9, parts}, {1, 1e6, parts}, {1, 1e3, parts},
		{1, 1, []float64{1, 2, 5, 10, 20, 30}},
		{minute, 1, []float64{1, 2, 5, 10, 20, 30}},
		{hour, 1, []float64{1, 2, 5, 10}},
		{day, 1, []float64{1, 2, 5, 10, 20, 50, 100, 200}},
		{year, 1, append(parts, 1e3, 1e4, 1e5, 1e6)},
	} {
		for _, n := range u.counts {
			rungs = append(rungs, n*u.length/u.per)
		}
	}
	return rungs
}()

// rates are round rates per second.
var rates = func() []float64 {
	var rungs []float64
	for e := -3; e < 9; e++ {
		for _, n := range []float64{1, 2, 5} {
			rungs = append(rungs, n*math.Pow(10, float64(e)))
		}
	}
	return rungs
}()

// factors are denser near 1: a ratio of 10% is a factor of 1.1, and factors above 3 need few steps.
var factors = func() []float64 {
	var rungs []float64
	for n := 100; n < 200; n += 5 {
		rungs = append(rungs, float64(n)/100)
	}
	for n := 20; n < 40; n += 2 {
		rungs = append(rungs, float64(n)/10)
	}
	return append(rungs, 4, 5, 6, 8, 10, 20, 50, 100, 200, 500, 1000)
}()

// ratios are the factors as ratios of the next delay to the elapsed time: r - 1.
var ratios = func() []float64 {
	var rungs []float64
	for _, r := range factors {
		rungs = append(rungs, math.Round((r-1)*100)/100)
	}
	return rungs
}()

// shares are jitter amounts relative to the delay.
var shares = []float64{0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 2, 5, 10}

// counts rise by one up to 20, then faster.
var counts = func() []float64 {
	var rungs []float64
	for n := range 21 {
		rungs = append(rungs, float64(n))
	}
	return append(rungs, 25, 30, 40, 50, 70, 100, 200, 500, 1e3, 1e4, 1e5, 1e6)
}()
