package elapsed

import (
	"fmt"
	"math"
	"testing"
)

// TestOutage takes the mean as the integral of the quantiles, and the CDF at
// every quantile.
func TestOutage(t *testing.T) {
	for _, o := range []Outage{{FixedOutage, 60, 60}, {FixedOutage, 60, math.NaN()}, {UniformOutage, 0, 30},
		{UniformOutage, 30, 90}, {UniformOutage, 5, 5},
		{ExponentialOutage, 60, 60}, {LogUniformOutage, 1, 3600}, {LogUniformOutage, 7, 7}} {
		name := fmt.Sprint(o)
		lo, hi := o.Support()
		const n = 1 << 20
		sum, last := 0.0, lo
		for i := range n {
			q := (float64(i) + 0.5) / n
			x := o.Quantile(q)
			sum += x / n
			if x < last || x > hi {
				t.Fatalf("%s: quantile %v is %v, after %v", name, q, x, last)
			}
			last = x
			if i%4096 == 0 && !o.IsFixed() && !(math.Abs(o.CDF(x)-q) <= 1e-12) {
				t.Errorf("%s: CDF of the quantile %v is %v", name, q, o.CDF(x))
			}
		}
		if !(math.Abs(sum/o.Mean()-1) <= 1e-6) {
			t.Errorf("%s: mean %v, the quantiles have %v", name, o.Mean(), sum)
		}
		if o.CDF(hi) != 1 || o.CDF(math.Nextafter(lo, -1)) != 0 {
			t.Errorf("%s: the CDF is not 0 before and 1 from the ends of the support on", name)
		}
	}
}
