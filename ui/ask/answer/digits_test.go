package answer

import "testing"

// TestWithin checks that values within two standard errors are equal, and others are not.
func TestWithin(t *testing.T) {
	a, b := Quantity{Value: Value{Number: 100, Error: 1}}, Quantity{Value: Value{Number: 102, Error: 1}}
	if far := (Quantity{Value: Value{Number: 104, Error: 1}}); !a.EqualWithinErrors(b) || a.EqualWithinErrors(far) {
		t.Error("values within two standard errors differ, or others do not")
	}
}
