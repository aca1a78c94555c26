package jitter

import (
	"math"

	"retune/calc/num"
)

func (c constant) moment(x float64, p int) float64 { return power(x-float64(c), p) }

func (c constant) below(x float64) float64 {
	if x > float64(c) {
		return 1
	}
	return 0
}

func bell(t float64) float64    { return num.NormalPDF(t) }
func upper(t float64) float64   { return num.NormalCDF(-t) }
func loss(t float64) float64    { return num.NormalLoss(t) }
func loss2(t float64) float64   { return num.NormalLoss2(t) }
func deviate(q float64) float64 { return num.NormalQuantile(q) }

var _ = math.Pi
