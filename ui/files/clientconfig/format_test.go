package clientconfig

import (
	"strings"
	"testing"
)

// TestFolds compares folds with names that are written in one way before they are compared.
func TestFolds(t *testing.T) {
	one := strings.NewReplacer("-", "", "_", "")
	names := []string{"", "-", "maxDelay", "max-delay", "max_delay", "MAX_DELAY", "maxDelays", "axDelay", "_maxdelay-",
		"max", "é", "É"}
	for _, a := range names {
		for _, b := range names {
			if want := strings.EqualFold(one.Replace(a), one.Replace(b)); folds(a, b) != want {
				t.Errorf("folds(%q, %q) is %t, want %t", a, b, !want, want)
			}
		}
	}
}
