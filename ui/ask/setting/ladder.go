package setting

import (
	"math"
	"strconv"
	"strings"
)

// Longer units in seconds.
const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
	year   = 365.25 * day
)

// numbers returns the numbers in a text.
func numbers(text string) (list []float64) {
	for word := range strings.FieldsSeq(text) {
		x, _ := strconv.ParseFloat(word, 64) // a test reads every word
		list = append(list, x)
	}
	return list
}

// delayRungs are round delays in the sequence 1-2-5 within each unit, so that 30s is followed by 1m and not by 50s.
var delayRungs = func() (rungs []float64) {
	for _, in := range []struct {
		unit   float64
		counts string
	}{
		{1, `1e-9 2e-9 5e-9 1e-8 2e-8 5e-8 1e-7 2e-7 5e-7 1e-6 2e-6 5e-6 1e-5 2e-5 5e-5 1e-4 2e-4 5e-4
			1e-3 2e-3 5e-3 0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 20 30`},
		{minute, "1 2 5 10 20 30"}, {hour, "1 2 5 10"}, {day, "1 2 5 10 20 50 100 200"},
		{year, "1 2 5 10 20 50 100 200 500 1e3 1e4 1e5 1e6"},
	} {
		for _, n := range numbers(in.counts) {
			rungs = append(rungs, n*in.unit)
		}
	}
	return rungs
}()

// Round values of the other kinds.
var (
	// rates are per second.
	rates = numbers(`0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 20 50 100 200 500
		1000 2000 5000 1e4 2e4 5e4 1e5 2e5 5e5 1e6 2e6 5e6 1e7 2e7 5e7 1e8 2e8 5e8`)
	// factors are denser near 1: a ratio of 10% is a factor of 1.1, and factors above 3 need few steps.
	factors = numbers(`1 1.05 1.1 1.15 1.2 1.25 1.3 1.35 1.4 1.45 1.5 1.55 1.6 1.65 1.7 1.75 1.8 1.85 1.9 1.95
		2 2.2 2.4 2.6 2.8 3 3.2 3.4 3.6 3.8 4 5 6 8 10 20 50 100 200 500 1000`)
	// shares are jitter amounts relative to the delay.
	shares = numbers("0 0.01 0.02 0.05 0.1 0.15 0.2 0.25 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 2 5 10")
	// counts rise by one up to 20, then faster.
	counts = numbers(`0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 25 30 40 50 70 100 200 500
		1000 1e4 1e5 1e6`)
)

// ratios are the factors as ratios of the next delay to the elapsed time: r - 1.
var ratios = func() (rungs []float64) {
	for _, r := range factors {
		rungs = append(rungs, math.Round((r-1)*100)/100)
	}
	return rungs
}()
