package answer

import "testing"

// TestMixed checks when runs that disagree have no word in common: unless Wilson's interval of two standard errors
// shows that 95% of them agree, as 112 of 113 runs do and 111 of 112 do not.
func TestMixed(t *testing.T) {
	for _, c := range []struct {
		recovers, down int
		word, text     string
	}{
		{1, 0, "recovers", "recovers"},
		{20, 0, "recovers", "recovers"},
		{17, 3, Mixed, "recovers in 85% of 20 runs"},
		{19, 1, Mixed, "recovers in 95% of 20 runs"},
		{111, 1, Mixed, "recovers in 99% of 112 runs"},
		{112, 1, "recovers", "recovers"},
		{399, 1, "recovers", "recovers"},
	} {
		v := Value{Words: "recovers", Tally: Tally{"recovers": c.recovers, "metastable": c.down}}
		if word, text := v.Word(), v.WordsWithShare(); word != c.word || text != c.text {
			t.Errorf("%d and %d runs: %q and %q, want %q and %q", c.recovers, c.down, word, text, c.word, c.text)
		}
	}
	if v := (Value{Words: "overloaded"}); v.Word() != "overloaded" || v.WordsWithShare() != "overloaded" {
		t.Errorf("without runs: %q, %q", v.Word(), v.WordsWithShare())
	}
}
