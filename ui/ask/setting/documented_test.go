package setting

import (
	"os"
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/unit"
)

// TestDocumented sets every parameter of every client as the client's documentation writes it, through --set, and
// through the printed command. A time has a unit, or it is a number that retune reads in the unit of the client.
func TestDocumented(t *testing.T) {
	data, err := os.ReadFile("testdata/documented.txt")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if name, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			documented[name] = list
		}
	}
	for i := range client.Rows() {
		row := &client.Rows()[i]
		if _, ok := documented[row.Name]; !ok && len(row.Parameters) > 0 {
			t.Errorf("testdata/documented.txt has no line for %s: write its defaults as its documentation does", row.Name)
			continue
		}
		numbers := map[string]bool{}
		for item := range strings.SplitSeq(documented[row.Name], "; ") {
			name, text, _ := strings.Cut(item, "=")
			text, is, _ := strings.Cut(text, " is ")
			p, _ := row.Find(name)
			if p == nil || p.Name != name {
				t.Errorf("%s has no parameter %q", row.Name, name)
				continue
			}
			want := p.Default
			if is != "" {
				want = meant(t, p, is)
			}
			if got, err := ParseParameter(p, text); err != nil || got != want {
				t.Errorf("%s %s=%s is %v (%v), want %v", row.Name, name, text, got, err, want)
			}
			again, err := ParseParameter(p, ParameterText(p, want))
			if err != nil || again != want {
				t.Errorf("%s %s: the command says %s, which is %v (%v), not %v", row.Name, name, ParameterText(p, want),
					again, err, want)
			}
			numbers[name] = numbers[name] || unitless(text)
		}
		for j := range row.Parameters {
			p := &row.Parameters[j]
			number, said := numbers[p.Name]
			switch {
			case !said:
				t.Errorf("%s: nothing is documented for %s", row.Name, p.Name)
			case p.Unit == client.Seconds && number != (NumberUnit(p) != ""):
				t.Errorf("%s: %s is a number in the documentation: %t, unit %q", row.Name, p.Name, number, NumberUnit(p))
			}
		}
	}
}

// meant returns the value of a text with a unit.
func meant(t *testing.T, p *client.Parameter, text string) float64 {
	t.Helper()
	if i := slices.Index(words(p), text); i >= 0 {
		return float64(i)
	}
	kind := unit.Number
	if p.Unit == client.Seconds {
		kind = unit.Duration
	}
	x, err := kind.Parse(text)
	if err != nil || kind == unit.Duration && unitless(text) {
		t.Fatal(p.Name, text, err)
	}
	return x
}

// TestTimesNeedAUnit checks that a number is refused with an example that is accepted where the client's own times have
// a unit, and that 0 needs none.
func TestTimesNeedAUnit(t *testing.T) {
	for i := range client.Rows() {
		row := &client.Rows()[i]
		for j := range row.Parameters {
			p := &row.Parameters[j]
			if p.Unit != client.Seconds || p.Written.Number != 0 {
				continue
			}
			for _, text := range []string{"7", "+7", " 7. ", "1e3", ".5"} {
				if _, err := ParseParameter(p, text); err == nil || !strings.HasSuffix(err.Error(), p.Written.Example) {
					t.Errorf("%s %s=%s: %v", row.Name, p.Name, text, err)
				}
			}
			if x, err := unit.Duration.Parse(p.Written.Example); err != nil || x != 0.5 || unitless(p.Written.Example) {
				t.Errorf("%s %s: the example %s is %v (%v)", row.Name, p.Name, p.Written.Example, x, err)
			}
			if _, err := ParseParameter(p, "0"); err != nil && !strings.Contains(err.Error(), "out of range") {
				t.Errorf("%s %s=0: %v", row.Name, p.Name, err)
			}
		}
	}
}
