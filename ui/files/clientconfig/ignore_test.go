package clientconfig

import "testing"

// TestIgnores reads comments in the syntaxes that have them, and finds the policy that each is about among those of the
// lines 3 and 8.
func TestIgnores(t *testing.T) {
	for _, c := range []struct {
		text  string
		about int
		rules string
		why   string
	}{
		{"a:\n# retune:ignore R012 the mesh has a budget\n  b:\n", 3, "R012", "the mesh has a budget"},
		{"a:\n\n  b: 1 # retune:ignore no-jitter,R034 one client\r\n", 3, "no-jitter,R034", "one client"},
		{"{\n// retune:ignore R012 why\n// more\n\n\n\n\n\"a\": 1}", 8, "R012", "why"},
		{"a:\n;retune:ignore R012\nb=1", 3, "R012", ""},
		{"\n\n\n\n  # retune:ignore R001 in it\n c: 1\n", 3, "R001", "in it"},
		{"\n\n\n\n\n\n\n\n\n! retune:ignore R001 in the last\n", 8, "R001", "in the last"},
		{"# retune:ignore R001 above all\n\nb: 1\n", 3, "R001", "above all"},
		{"# retune:ignore R001 above nothing\nx: 1\n", 0, "R001", "above nothing"},
		{"# retune:ignore\nx: 1\n", 0, "", ""},
	} {
		list := Ignores([]byte(c.text))
		if len(list) != 1 {
			t.Errorf("%q: %v", c.text, list)
			continue
		}
		if i := list[0]; i.About([]int{3, 8}) != c.about || i.Rules != c.rules || i.Reason != c.why {
			t.Errorf("%q: %+v is about line %d", c.text, i, i.About([]int{3, 8}))
		}
	}
	for _, text := range []string{"a: retune:ignore R001 no comment", "# retune:ignored R001 x",
		"#x retune:ignore R001 x"} {
		if list := Ignores([]byte(text)); len(list) > 0 {
			t.Errorf("%q: %v", text, list)
		}
	}
}
