//go:build !race

package jitter

// raceDetector makes the tests that play many clients play fewer.
const raceDetector = false
