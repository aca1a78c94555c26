package chart

import "testing"

// TestPlainText checks that the word for infinity ends where its right-aligned column does.
func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"retries       ∞    1s\n":    "retries     inf    1s\n",
		"last        ∞\nelapsed ∞\n": "last      inf\nelapsed inf\n",
		"last delay     ∞: it":       "last delay     inf: it",
		"×0.5 ± 2 ─┼ é":              "x0.5 +-2 -+ ?",
	} {
		if got := PlainText(text); got != want {
			t.Errorf("%q is %q in ASCII, want %q", text, got, want)
		}
	}
}
