package answer

import "testing"

// TestWithin checks that values within two standard errors are equal, and others are not.
func TestWithin(t *testing.T) {
	a, b := Quantity{A: 100, Noise: 1}, Quantity{A: 102, Noise: 1}
	if far := (Quantity{A: 104, Noise: 1}); !a.Within(b) || a.Within(far) {
		t.Error("values within two standard errors differ, or others do not")
	}
}
