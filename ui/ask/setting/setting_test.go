package setting

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/ui/unit"
)

// TestSettings checks what every row of the table must have.
func TestSettings(t *testing.T) {
	taken := map[string]string{} // names that Find and the environment look up
	take := func(k Setting, what, word string) {
		if other, ok := taken[word]; ok && other != k.Name {
			t.Errorf("%s: the %s %q belongs to %s already", k.Name, what, word, other)
		}
		taken[word] = k.Name
	}
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+|-p[0-9]{2})*$`)
	for _, k := range Settings {
		take(k, "name", k.Name)
		take(k, "variable", k.Env())
		take(k, "JSON key", "key "+k.Key())
		if !name.MatchString(k.Name) {
			t.Errorf("%q is no name of a flag", k.Name)
		}
		if k.Short != "" {
			take(k, "short flag", k.Short)
			if len(k.Short) != 1 {
				t.Errorf("%s: the short flag %q is not one letter", k.Name, k.Short)
			}
		}
		if k.Symbol != "" {
			take(k, "symbol", k.Symbol)
		}
		if k.Help == "" || strings.HasSuffix(k.Help, ".") || strings.Contains(k.Help, "\n") {
			t.Errorf("%s: the help is not one line without a full stop: %q", k.Name, k.Help)
		}
		if want := strings.ReplaceAll(k.Name, "-", "_") + k.Kind().Suffix(); k.Key() != want {
			t.Errorf("%s: the JSON key is %s, want %s", k.Name, k.Key(), want)
		}
		if k.Kind() == unit.Duration && !strings.HasSuffix(k.Key(), "_s") {
			t.Errorf("%s: a time whose JSON key %s does not end in _s", k.Name, k.Key())
		}
		if !strings.HasPrefix(k.Env(), "RETUNE_") || strings.Contains(k.Env(), "-") {
			t.Errorf("%s: %s is no variable of retune", k.Name, k.Env())
		}
		// By default the policy is set. A setting within another is present if the other has it.
		if !k.OfQuestion && k.Asked(new(Default())) != (k.PartOf == "" && !k.SetsOthers && k.Name != "delays") {
			t.Errorf("%s: a policy is not set by default", k.Name)
		}
		if carrier, ok := Find(k.PartOf); k.PartOf != "" && (!ok || carrier.PartOf != "" ||
			k.OfQuestion != carrier.OfQuestion ||
			k.Short != "") {
			t.Errorf("%s: it is carried by %q, which is no setting with a flag, or has a flag itself", k.Name, k.PartOf)
		}
		for _, word := range []string{k.Name, k.Short, k.Symbol} {
			if found, ok := Find(word); word != "" && (!ok || found.Name != k.Name) {
				t.Errorf("%s: looking for %q finds %q", k.Name, word, found.Name)
			}
		}
	}
	for _, word := range []string{"", "bogus", "-a"} {
		if k, ok := Find(word); ok {
			t.Errorf("looking for %q finds %s", word, k.Name)
		}
	}
	keeps(t, new(Default()), "nothing")
}

// TestRungs checks that the rungs rise, are in range, and print as round values.
func TestRungs(t *testing.T) {
	for _, k := range Settings {
		v, ok := k.Value.(number)
		if !ok {
			continue
		}
		for i, r := range v.rungs {
			if i > 0 && !(r > v.rungs[i-1]) {
				t.Errorf("%s: %v comes after %v", k.Name, r, v.rungs[i-1])
			}
			if !(r >= v.lo && r <= v.hi) {
				t.Errorf("%s: the rung %v is not within %s", k.Name, r, k.Range())
			}
			if text := strings.TrimSuffix(v.kind.Exact(r), "/s"); len(text) > 7 {
				t.Errorf("%s: the rung %s is nothing that a person would choose", k.Name, text)
			}
		}
	}
	// The amount has rungs for each jitter type, and all of them are in use.
	for i := range jitter.Types {
		l := wordOf(jitter.Type(i))
		s := Default()
		s.Jitter = l.usual()
		v, ok := amountOf(&s)
		if ok != l.hasAmount() {
			t.Errorf("%s has an amount: %v", l.Name, ok)
		}
		for i, r := range v.rungs {
			if ok && (i > 0 && !(r > v.rungs[i-1]) || !(r >= l.MinAmount && r <= l.MaxAmount)) {
				t.Errorf("amount of %s: the rung %v is not above the one before and within %s", l.Name, r, v.Range())
			}
		}
	}
	for i := 1; i < len(delayRungs); i++ {
		// Steps of 1-2-5 are factors of 2 or 2.5. Changes of unit add smaller steps.
		if ratio := delayRungs[i] / delayRungs[i-1]; !(ratio > 1.2 && ratio <= 2.5000001) && delayRungs[i] < 1000*year {
			t.Errorf("from %s to %s is no small step", unit.Duration.Exact(delayRungs[i-1]), unit.Duration.Exact(delayRungs[i]))
		}
	}
}

// TestTextGivesBack checks that the text of each value reproduces it to the last bit.
func TestTextGivesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range cases(1000) {
		keeps(t, new(random(rng)), "a random setting")
	}
}

// TestRefusals checks that a wrong text is refused with the range, and changes nothing.
func TestRefusals(t *testing.T) {
	for _, k := range Settings {
		texts := []string{"", " ", "abc", "NaN", "1e400", "-2", "--", "1\n2", strings.Repeat("9", 2000)}
		v, isNumber := k.Value.(number)
		if isNumber {
			below, above := math.Nextafter(v.lo, math.Inf(-1)), math.Nextafter(v.hi, math.Inf(1))
			if v.kind == unit.Count {
				below, above = v.lo-2, v.hi+1
			}
			texts = append(texts, v.kind.Exact(below), v.kind.Exact(above), "-5")
			if !v.none {
				texts = append(texts, "none", "inf")
			}
		}
		for _, text := range texts {
			s := Default()
			err := k.Set(&s, text)
			if err == nil {
				t.Errorf("%s takes %q", k.Name, text)
				continue
			}
			if !same(&s, new(Default())) {
				t.Errorf("%s refuses %q and changes the scenario", k.Name, text)
			}
			message := err.Error()
			if strings.ContainsAny(message, "\n\x1b") || strings.HasSuffix(message, ".") || len(message) > 200 {
				t.Errorf("%s refuses %.20q in more than one clause: %q", k.Name, text, message)
			}
			x, parses := k.Kind().Parse(text)
			if isNumber && parses == nil && !math.IsNaN(x) && !strings.Contains(message, k.Range()) {
				t.Errorf("%s refuses %q without its range %q: %q", k.Name, text, k.Range(), message)
			}
		}
		if c, ok := k.Value.(compound); k.Switch() || ok && c.words != nil && !k.SetsOthers {
			s := Default()
			if err := k.Set(&s, "bogus"); err == nil || !strings.Contains(err.Error(), k.Range()) {
				t.Errorf("%s refuses a wrong word without the right ones: %v", k.Name, err)
			}
		}
	}
}

// TestOfferedTextIsTaken checks that an error does not offer a text that would be refused too, such as "none" for a
// setting that must have a value.
func TestOfferedTextIsTaken(t *testing.T) {
	for _, k := range Settings {
		s := Default()
		takesNone := k.Set(&s, "none") == nil
		err := k.Set(&s, "abc")
		if _, isNumber := k.Value.(number); isNumber && !takesNone && strings.Contains(err.Error(), "none") {
			t.Errorf("%s offers none, which it does not take: %v", k.Name, err)
		}
	}
}

// TestTry checks that Try refuses a setting that conflicts with others, and leaves the scenario unchanged.
func TestTry(t *testing.T) {
	capSetting, _ := Find("cap")
	s := Default()
	if err := capSetting.Try(&s, "1ms"); err == nil || !strings.Contains(err.Error(), "1s or more, or none") ||
		!same(&s, new(Default())) {
		t.Errorf("a cap below the first delay: %v, %v", err, s)
	}
	if err := capSetting.Try(&s, "abc"); err == nil || !same(&s, new(Default())) {
		t.Errorf("a cap of abc: %v, %v", err, s)
	}
	if err := capSetting.Try(&s, "1s"); err != nil || s.Cap != 1 {
		t.Errorf("a cap at the first delay: %v, %v", err, s.Cap)
	}
	vs, _ := Find("vs")
	if err := vs.Try(&s, "a=2s"); err == nil || !strings.HasPrefix(err.Error(), "policy B: ") || s.Versus != nil {
		t.Errorf("a policy B whose cap is below its first delay: %v", err)
	}
}

// TestJSON checks that an absent limit and a question that is not asked are null, a switch is a boolean, and everything
// else is a number or a word.
func TestJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range cases(300) {
		s := random(rng)
		for _, k := range Settings {
			switch x := k.JSON(&s).(type) {
			case float64:
				if y, ok := k.Number(&s); !ok || x != y || math.IsInf(x, 0) {
					t.Fatalf("%s: %v for %v", k.Name, x, y)
				}
			case string:
				if _, ok := k.Number(&s); ok || k.Switch() || x == "" || x != k.Text(&s) {
					t.Fatalf("%s: %q for %q", k.Name, x, k.Text(&s))
				}
			case bool:
				if !k.Switch() || x != (k.Text(&s) == "yes") {
					t.Fatalf("%s: %v for %q", k.Name, x, k.Text(&s))
				}
			case nil:
				if y, ok := k.Number(&s); k.Asked(&s) && !(ok && math.IsInf(y, 1)) {
					t.Fatalf("%s: nothing for %s", k.Name, k.Text(&s))
				}
			default:
				t.Fatalf("%s: %T", k.Name, x)
			}
		}
	}
}
