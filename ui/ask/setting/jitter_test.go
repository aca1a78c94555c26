package setting

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestJitter checks the value of each text of a jitter type, and that the printed text gives the same value.
func TestJitter(t *testing.T) {
	for text, want := range map[string]jitter.Jitter{
		"none": {Type: jitter.None}, "full": {Type: jitter.Full}, " equal ": {Type: jitter.Equal},
		"decorrelated": {Type: jitter.Decorrelated, Amount: 3}, "decorrelated=2.5": {Type: jitter.Decorrelated, Amount: 2.5},
		"spread": {Type: jitter.Spread, Amount: 0.2}, "spread=1": {Type: jitter.Spread, Amount: 1},
		"up=0.5": {Type: jitter.Up, Amount: 0.5}, "down=0.25": {Type: jitter.Down, Amount: 0.25},
		"add=1s": {Type: jitter.Add, Amount: 1}, "add=250ms": {Type: jitter.Add, Amount: 0.25},
		"add=2":  {Type: jitter.Add, Amount: 2},
		"normal": {Type: jitter.NormalRelative, Amount: 0.1}, "normal=0.3": {Type: jitter.NormalRelative, Amount: 0.3},
		"normal=100ms": {Type: jitter.NormalAbsolute, Amount: 0.1}, "normal=20s": {Type: jitter.NormalAbsolute, Amount: 20},
	} {
		s := Default()
		if err := jitters.Set(&s, text); err != nil || s.Jitter != want {
			t.Errorf("%q is %+v, %v, want %+v", text, s.Jitter, err, want)
		}
	}
	for text, want := range map[string]string{
		"foo": `"foo" is not a type of jitter: write none, full`, "full=2": "is not a type of jitter",
		"none=":    "is not a type of jitter",
		"spread=3": "0 to 1", "spread=-0.1": "0 to 1", "spread=abc": `"abc"`, "spread=": "empty",
		"spread=1s": "is not a number", "down=1.1": "0 to 1",
		// without a unit the amount is relative
		"normal=-1s": `"-1s" is out of range`, "normal=-1": "out of range", "normal=20": "out of range",
		"add=-1s": "out of range", "decorrelated=0.5": "1 to 100", "decorrelated=101": "1 to 100", "=": "is not a type",
		"full,equal": "is not a type",
	} {
		s := Default()
		if err := jitters.Set(&s, text); err == nil || !strings.Contains(err.Error(), want) || !same(&s, new(Default())) {
			t.Errorf("%q is refused with %v, want %q", text, err, want)
		}
	}
	rng := rand.New(rand.NewPCG(21, 22))
	for range cases(20_000) {
		kind := randomJitter(rng)
		s := Default()
		if err := jitters.Set(&s, JitterText(kind)); err != nil || s.Jitter != kind {
			t.Fatalf("%+v is written %q, which is %+v, %v", kind, JitterText(kind), s.Jitter, err)
		}
	}
}

// TestJitterTypesAreAll checks that every jitter type of calc has a word, and that the list of types keeps the amount
// of the present type.
func TestJitterTypesAreAll(t *testing.T) {
	own := jitter.Jitter{Type: jitter.Spread, Amount: 0.37}
	list := JitterTypes(own)
	all := 0
	for kind, row := range jitter.Types {
		kind := jitter.Type(kind)
		if row.Rare {
			continue
		}
		all++
		i := slices.IndexFunc(list, func(l jitter.Jitter) bool { return l.Type == kind })
		if i < 0 || kind == own.Type && list[i] != own || kind != own.Type && list[i] != wordOf(kind).usual() {
			t.Errorf("kind %d is number %d of %v", kind, i, list)
		}
	}
	if len(list) != all {
		t.Errorf("the types of jitter are %v", list)
	}
	if rare := wordOf(jitter.Gap).usual(); !slices.Contains(JitterTypes(rare), rare) || slices.Contains(list, rare) {
		t.Errorf("a rare type is left out of %v, or is in %v", JitterTypes(rare), list)
	}
}

// TestJitterTrack steps through the jitter types. Each step sets the default amount of the next type; a step of 0 keeps
// the amount.
func TestJitterTrack(t *testing.T) {
	k, _ := Find("jitter")
	s := Default()
	types := JitterTypes(jitter.Jitter{})
	for i, kind := range types {
		if s.Jitter != kind {
			t.Errorf("type %d of the track is %+v, want %+v", i, s.Jitter, kind)
		}
		k.Step(&s, 1, false)
	}
	last := types[len(types)-1]
	if s.Jitter != last {
		t.Errorf("beyond the last type is %+v", s.Jitter)
	}
	s.Jitter = jitter.Jitter{Type: last.Type, Amount: 0.7}
	k.Step(&s, 1, false)
	k.Limit(&s, true)
	if s.Jitter.Amount != 0.7 {
		t.Errorf("standing still, the amount becomes %v", s.Jitter.Amount)
	}
}

// TestAmount changes the amount of each jitter type. The type stays, and the text of jitter follows.
func TestAmount(t *testing.T) {
	k, _ := Find("amount")
	for i := range jitter.Types {
		l := wordOf(jitter.Type(i))
		s := Default()
		s.Jitter = l.usual()
		if !l.hasAmount() {
			before := s
			k.Step(&s, 1, false)
			k.Limit(&s, true)
			if err := k.Set(&s, "0.5"); err == nil || !same(&s, &before) || k.Asked(&s) || k.JSON(&s) != nil {
				t.Errorf("%s, which has no amount, becomes %+v, %v", l.Name, s.Jitter, err)
			}
			continue
		}
		for what, turn := range map[string]func(){
			"a step up":   func() { k.Step(&s, 1, false) },
			"a step down": func() { k.Step(&s, -1, false) },
		} {
			s.Jitter = l.usual()
			turn()
			if s.Jitter.Type != l.kind || s.Jitter.Amount == l.Default {
				t.Errorf("%s: after %s the jitter is %+v", l.Name, what, s.Jitter)
			}
			keeps(t, &s, what+" of "+l.Name)
		}
		if k.Limit(&s, true); s.Jitter.Amount != l.MaxAmount {
			t.Errorf("%s: the upper limit is %v, want %v", l.Name, s.Jitter.Amount, l.MaxAmount)
		}
		if k.Limit(&s, false); s.Jitter.Amount != max(l.MinAmount, s.Jitter.From) {
			t.Errorf("%s: the lower limit is %v, want %v", l.Name, s.Jitter.Amount, max(l.MinAmount, s.Jitter.From))
		}
		if k.Reset(&s); s.Jitter != l.usual() {
			t.Errorf("%s is reset to %+v", l.Name, s.Jitter)
		}
		if err := k.Set(&s, k.Text(&s)); err != nil || s.Jitter != l.usual() {
			t.Errorf("%s does not take its own amount: %v", l.Name, err)
		}
	}
}

// TestToggles checks the texts of a switch, and that it prints yes or no.
func TestToggles(t *testing.T) {
	for _, name := range []string{"cap-after", "feedback"} {
		k, _ := Find(name)
		if !k.Switch() {
			t.Fatalf("%s is no switch", name)
		}
		for text, want := range map[string]string{"yes": "yes", "true": "yes", "1": "yes", " YES ": "yes", "no": "no",
			"False": "no", "0": "no"} {
			s := Default()
			k.Limit(&s, want == "no") // start at the other value
			if err := k.Set(&s, text); err != nil || k.Text(&s) != want || k.JSON(&s) != (want == "yes") {
				t.Errorf("%s set to %q is %q, %v", name, text, k.Text(&s), err)
			}
		}
		s := Default()
		for _, on := range []bool{true, false} {
			for _, turn := range []func(){
				func() { k.Limit(&s, on) },
				func() { k.Step(&s, map[bool]int{true: 1, false: -1}[on], false) },
			} {
				turn()
				if k.JSON(&s) != on {
					t.Errorf("%s is %v, want %v", name, k.JSON(&s), on)
				}
			}
		}
	}
}

// TestOutages checks the texts of the length of the outage.
func TestOutages(t *testing.T) {
	for text, want := range map[string]elapsed.Outage{
		"60s": {Kind: elapsed.FixedOutage, A: 60, B: 60}, " 1m ": {Kind: elapsed.FixedOutage, A: 60, B: 60},
		"30": {Kind: elapsed.FixedOutage, A: 30, B: 30}, "0s": {Kind: elapsed.FixedOutage},
		"30s..90s": {Kind: elapsed.UniformOutage, A: 30, B: 90}, "0s..1m": {Kind: elapsed.UniformOutage, B: 60},
		"mean=30s": {Kind: elapsed.ExponentialOutage, A: 30, B: 30}, "log=1s..1h": {Kind: elapsed.LogUniformOutage, A: 1,
			B: 3600},
	} {
		s := Default()
		if err := outages().Set(&s, text); err != nil || s.Outage != want {
			t.Errorf("%q is %+v, %v, want %+v", text, s.Outage, err, want)
		}
	}
	for text, want := range map[string]string{
		"90s..30s": "out of range", "abc": `"abc"`, "": "empty", "-1s": "out of range", "mean=0s": "out of range",
		"mean=1s..2s": "is not the length of an outage", "log=1s": "is not the length of an outage",
		"log=0s..1s": "out of range", "0s..0s": "out of range",
		"30s..": "empty", "..30s": "empty", "mean=": "empty", "1s..2s..3s": "is not the length", "1e9y": "out of range",
	} {
		s := Default()
		if err := outages().Set(&s, text); err == nil || !strings.Contains(err.Error(), want) || !same(&s, new(Default())) {
			t.Errorf("%q is refused with %v, want %q", text, err, want)
		}
	}
	rng := rand.New(rand.NewPCG(23, 24))
	for range cases(20_000) {
		s, again := Default(), Default()
		s.Outage = randomOutage(rng)
		if err := outages().Set(&again, outages().Text(&s)); err != nil || again.Outage != s.Outage {
			t.Fatalf("%+v is written %q, which is %+v, %v", s.Outage, outages().Text(&s), again.Outage, err)
		}
	}
}

// TestOutageTurns checks that a step scales the distribution of the outage, and that a step of an outage that is not
// set starts from the default outage.
func TestOutageTurns(t *testing.T) {
	k, _ := Find("outage")
	for text, want := range map[string]string{
		"60s": "2m", "30s..90s": "40s..2m", "mean=30s": "mean=1m", "log=1s..1h": "log=2s..2h", "0s..30s": "0s..1m",
	} {
		s := Default()
		if err := k.Set(&s, text); err != nil {
			t.Fatal(err)
		}
		if k.Step(&s, 1, false); k.Text(&s) != want {
			t.Errorf("one notch above %s is %s, want %s", text, k.Text(&s), want)
		}
	}
	rng := rand.New(rand.NewPCG(25, 26))
	for range cases(500) {
		s := random(rng)
		s.Events = nil // the outage must not overlap another one
		shape := s.Outage.Kind
		asked := k.Asked(&s)
		switch rng.IntN(2) {
		case 0:
			k.Step(&s, rng.IntN(9)-4, false)
		case 1:
			k.Limit(&s, rng.IntN(2) == 0)
		}
		if asked && (!k.Asked(&s) || s.Outage.Kind != shape || math.IsNaN(s.Outage.B)) {
			t.Fatalf("turned, the outage is %+v", s.Outage)
		}
		keeps(t, &s, "turning the outage")
		if k.Reset(&s); k.Asked(&s) ||
			!same(&Scenario{PolicyQuestion: PolicyQuestion{OutageTime: OutageTime{Outage: s.Outage}}},
				&Scenario{PolicyQuestion: PolicyQuestion{OutageTime: OutageTime{Outage: Default().Outage}}}) {
			t.Fatalf("reset, the outage is %+v", s.Outage)
		}
	}
}

// The fuzz tests check that Set accepts or refuses a text as a whole, and that accepted values are in range and print
// as a text with the same value.
func FuzzJitter(f *testing.F) {
	for i := range jitter.Types {
		l := wordOf(jitter.Type(i))
		f.Add(l.Name)
		f.Add(JitterText(l.usual()))
	}
	fuzz(f, "jitter", "", "=", "full=", "full=2", "spread=3", "spread=abc", "spread=NaN", "normal=-1s", "normal=20",
		"normal=1e400", "normal=1s=2", "add=1\n",
		"decorrelated=3", "decorrelated=03.0", "up=1e-320", "down=inf", "normal=none", "spread==1", "\xff")
}

func FuzzOutage(f *testing.F) {
	fuzz(f, "outage", "60s", "30s..90s", "90s..30s", "mean=60s", "log=1s..1h", "log=1h..1s", "", "..", "mean=", "log=",
		"mean=1s..2s", "log=1s", "0s", "0..0",
		"0..1", "1..1", "none", "none..none", "1s..inf", "mean=none", "NaN..NaN", "1e-9", "1e-10", "mean=log=1s..2s",
		"1s...2s", "\xff..\xfe", "1e6y", "-0..1")
}

func fuzz(f *testing.F, name string, seeds ...string) {
	k, _ := Find(name)
	for _, text := range append(seeds, "", "none", "+", ":", ",", "@", "=", "1e400", "NaN", "inf", "\xff", "1e-9%",
		"1e6", "%") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := Default()
		if err := k.Try(&s, text); err != nil {
			if m := err.Error(); !same(&s, new(Default())) || m == "" || strings.ContainsAny(m, "\n\r\x1b\x00") {
				t.Fatalf("%q is refused with %q, and there is %+v", text, m, s)
			}
			return
		}
		if !k.Asked(&s) {
			t.Fatalf("%q is taken and nothing is asked", text)
		}
		keeps(t, &s, text)
		again := Default()
		if err := k.Set(&again, k.Text(&s)); err != nil || k.Text(&again) != k.Text(&s) {
			t.Fatalf("%q is written %q and then %q: %v", text, k.Text(&s), k.Text(&again), err)
		}
	})
}
