package setting

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/calc/elapsed"
)

// parsed parses the arguments of a command as the program does: settings in the order of the table, starting from
// start.
func parsed(t *testing.T, start *Scenario, args []string) Scenario {
	t.Helper()
	texts := map[string]string{} // by flag
	for i := 0; i < len(args); i++ {
		flag, text, joined := strings.Cut(args[i], "=")
		k, ok := Find(strings.TrimLeft(flag, "-"))
		switch {
		case i == 0 && !strings.HasPrefix(flag, "-"): // a subcommand
			continue
		case !ok || k.Flag() != flag || k.PartOf != "":
			t.Fatalf("%s: %q is no flag of a setting", Command(args), args[i])
		case k.Switch() && !joined:
			text = "yes"
		case !k.Switch(): // the next argument is its value
			if i++; joined || i == len(args) {
				t.Fatalf("%s: %q has no value, or not as the others have", Command(args), flag)
			}
			text = args[i]
		}
		if _, twice := texts[flag]; twice {
			t.Fatalf("%s: %s is there twice", Command(args), flag)
		}
		texts[flag] = text
	}
	s := *start
	for _, k := range Settings {
		if text, ok := texts[k.Flag()]; ok && k.PartOf == "" {
			if err := k.Set(&s, text); err != nil {
				t.Fatalf("%s: %v", Command(args), err)
			}
		}
	}
	return s
}

// TestArgs checks that a command reproduces the whole scenario, whatever settings the environment holds.
func TestArgs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var all []string
	for _, k := range Settings {
		all = append(all, k.Name)
	}
	for range cases(1000) {
		s, environment := random(rng), Default()
		if rng.IntN(8) == 0 { // settings next to the default have the short commands
			s = Default()
			Settings[rng.IntN(len(Settings))].Step(&s, 1, false)
		}
		other := randomPolicy(rng)
		var takes, pinned []string
		fleet := rng.IntN(3) > 0
		if !fleet { // a question reads the whole fleet or nothing of it
			d := Default()
			d.Policy, d.Clients, d.CollisionWindow, d.Seed, d.AskAt, d.ToFactor, d.Versus = s.Policy, s.Clients,
				s.CollisionWindow, s.Seed,
				s.AskAt, s.ToFactor, s.Versus
			d.Within, d.MaxWasted, d.MaxRatio, d.MaxReconnect, d.MaxInitial, d.MaxRelative = s.Within, s.MaxWasted,
				s.MaxRatio, s.MaxReconnect, s.MaxInitial, s.MaxRelative
			d.Want, d.Wanted, d.Relative, d.Unknown, d.Result = s.Want, s.Wanted, s.Relative, s.Unknown, s.Result
			s = d
		}
		for _, k := range Settings {
			switch inFleet := slices.ContainsFunc(fleetSettings, func(w Setting) bool { return w.Name == k.Name }); {
			case inFleet && fleet:
				takes = append(takes, k.Name)
			case inFleet:
			case k.OfQuestion && rng.IntN(3) > 0:
				takes = append(takes, k.Name)
			case k.OfQuestion:
				k.Reset(&s) // the command leaves out what the question does not read
			case k.HasFlag() && !k.SetsOthers && rng.IntN(3) == 0: // otherwise the text of another setting sets it
				pinned = append(pinned, k.Name)
				if err := k.Set(&environment, k.Text(&other)); err != nil {
					t.Fatal(err)
				}
			}
		}
		s = s.KeepDifferences(func(k Setting) bool { return !k.OfQuestion || slices.Contains(takes, k.Name) })
		sub := []string{"", "schedule"}[rng.IntN(2)]
		args := Args(&s, new(Default()), sub, takes, pinned)
		if got := parsed(t, &environment, args); !same(&got, &s) {
			t.Fatalf("%s (environment %q) gives\n%+v\nwant\n%+v", Command(args), pinned, got, s)
		}
		given := func(name string) bool { return slices.Contains(args, "--"+name) }
		if got, _ := s.Implied(given); got.Traffic.Kind != s.Traffic.Kind || got.Server.Kind != s.Server.Kind ||
			got.ServerOutage.At != s.ServerOutage.At {
			t.Fatalf("%s implies another traffic, server or time of the outage", Command(args))
		}
		if sub != "" && args[0] != sub {
			t.Fatalf("%q does not begin with the sub-command", args)
		}
		for _, word := range args {
			if word == "" || strings.ContainsAny(word, " \t\n'\"`$\\*?;&|<>()") {
				t.Fatalf("%q would have to be quoted in a shell: %q", word, args)
			}
		}
		// A setting at its default that the environment does not set must be left out.
		for _, k := range Settings {
			said := slices.Contains(args, k.Flag()) || slices.Contains(args, k.Flag()+"=no")
			always := slices.Contains([]string{"initial-delay", "factor", "traffic", "server", "outage-kind", "outage-at"},
				k.Name) ||
				slices.Contains(pinned, k.Name)
			if off := slices.Contains(args, k.Flag()+"=no"); off && !(k.Switch() && always) {
				t.Fatalf("%s says that %s is off for nothing", Command(args), k.Flag())
			}
			if said && !always && k.Text(&s) == k.Text(new(Default())) {
				t.Fatalf("%s says %s for nothing", Command(args), k.Flag())
			}
		}
	}
	if got := Command(Args(new(Default()), new(Default()), "", all, nil)); got != "retune -a 1s -r 2" {
		t.Errorf("the command of the default is %q", got)
	}
}

// TestKeepAndSwap checks that keeping and swapping policies preserves the jitter of each.
func TestKeepAndSwap(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range cases(500) {
		s := random(rng)
		kept := s.AddPolicy(&s)
		if b := kept.Policies()[len(kept.Versus)]; !sameSystem(&b, &s) || !sameSystem(&kept, &s) {
			t.Fatalf("kept beside itself, A is\n%+v\nand B\n%+v\nof\n%+v", kept, b, s)
		}
		if s.Versus == nil {
			s = kept
		}
		swapped := s.SwapPolicy(1)
		if math.IsNaN(s.Outage.A) && !math.IsNaN(s.B().Outage.A) {
			s.Outage = elapsed.OutageOf(s.OutageLength()) // otherwise B's outage would be asked about twice
			swapped = s.SwapPolicy(1)
		}
		if !sameSystem(&swapped, new(s.B())) || !sameSystem(new(swapped.B()), &s) {
			t.Fatalf("swapped, A and B of\n%+v\nare not exchanged in\n%+v", s, swapped)
		}
		if !same(new(swapped.SwapPolicy(1)), &s) {
			t.Fatalf("swapped twice,\n%+v\nis\n%+v", s, swapped.SwapPolicy(1))
		}
		for _, k := range Settings {
			if !k.MayDiffer() && k.PartOf == "" && k.Name != "vs" && (k.Text(&swapped) != k.Text(&s) ||
				k.Text(new(s.B())) != k.Text(&s)) {
				t.Fatalf("%s is asked differently of B", k.Name)
			}
		}
		// Changing A must not change the copy B.
		b := s.Versus[0]
		turned := s
		for _, k := range Settings {
			k.Step(&turned, 1, false)
		}
		if !same(&s.Versus[0], &b) {
			t.Fatal("turning A turns B")
		}
	}
}

// sameSystem reports whether a and b agree in all settings that may differ between A and B.
func sameSystem(a, b *Scenario) bool {
	return !slices.ContainsFunc(Settings, func(k Setting) bool { return k.MayDiffer() && k.Text(a) != k.Text(b) })
}

// TestSystemIsWhole changes every setting, and checks that with copies exactly those that may differ between A and B.
func TestSystemIsWhole(t *testing.T) {
	from, to := Default(), Default()
	for _, k := range Settings {
		before := k.Text(&from)
		for _, text := range append(k.Words(), "3", "0.3", "yes", "reject@1m+20s", "30%", "maxAttempts=3") {
			turned := from
			if k.Name != "vs" && k.Name != "scenario" && k.Text(&from) == before && k.Set(&turned, text) == nil {
				from = turned
			}
		}
		if k.Text(&from) == before && k.MayDiffer() {
			t.Fatalf("%s cannot be turned", k.Name)
		}
	}
	got := to.withPolicy(&from)
	for _, k := range Settings {
		want := to
		if k.MayDiffer() || k.PartOf != "" {
			want = from
		}
		if k.Text(&got) != k.Text(&want) {
			t.Errorf("%s is %q in B, want %q", k.Name, k.Text(&got), k.Text(&want))
		}
	}
}

// TestVersusRefusals checks that a wrong list of differences is refused, and that the error names the wrong part.
func TestVersusRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"": "empty", " ": "empty", "r": `"r" has no value`, "r=1.1,": "unknown setting", "bogus=1": `unknown setting "bogus"`,
		"T=3": "at cannot differ", "vs=r=2": "vs cannot differ", "duration=1m": "duration cannot differ",
		"scenario=spike": "scenario cannot differ", "r=1.1,r=1.2": "factor is given twice",
		"r=1.1,factor=1.2": "factor is given twice", "r=0.5": "factor: ", "cap=abc": "cap: ", "=1": "unknown setting",
		"amount=0.5": "amount cannot differ", "budget=2000": "budget: ", "clients=0": "clients: ",
		"max-attempts=0": "retries: ",
		"jitter=foo":     "jitter: ", "jitter=full=2": "is not a type of jitter", "cap-after=maybe": "cap-after: ",
		"event=hang@1m+20s/spike=5@2m+10s,r": "has no value",
	} {
		s := Default()
		if err := setVersus(&s, text); err == nil || !strings.Contains(err.Error(), want) || s.Versus != nil {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzVersus checks that Set accepts or refuses a list as a whole, and that the printed text of an accepted list gives
// the same policies.
func FuzzVersus(f *testing.F) {
	for _, text := range []string{"r=1.1,cap=30s", "r=2", "a=1s,r=1.5,cap=5m", "n=none,D=1h,s=0",
		"factor=1.1, c = 30s", "", ",", "=", "r",
		"r=", "r=1.1,", "r=1.1,r=1.2", "r=1,factor=1", "T=3", "vs=r=2", "jitter=none", "jitter=full", "cap=1ms", "r=1e400",
		"jitter=spread=0.2,cap-after=yes", "jitter=normal=100ms,feedback=yes", "jitter=normal=20",
		"jitter=decorrelated=2.5", "amount=1", "a=-1s", "attempt-time=1\n",
		"budget=10%", "capacity=200,timeout=1s", "event=hang@1m+20s/spike=5@2m+10s,cancel",
		"max_attempts=3,maxBackoff=10s", "outage=log=1s..1h", "breaker=50%:10s:20:5s,server=queue"} {
		f.Add(text, uint64(len(text)))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		s := random(rand.New(rand.NewPCG(seed, 1)))
		before := s
		err := setVersus(&s, text)
		if err != nil {
			if !same(&s, &before) {
				t.Fatalf("%q is refused and changes the scenario: %v", text, err)
			}
			if m := err.Error(); m == "" || strings.ContainsAny(m, "\n\r\x1b\x00") {
				t.Fatalf("%q is refused with %q", text, m)
			}
			return
		}
		if s.Versus == nil {
			t.Fatalf("%q is taken and there is no policy B", text)
		}
		again := s
		if err := setVersus(&again, versusText(&s)); err != nil || !same(&again, &s) {
			t.Fatalf("%q is said again as %q, which gives %+v, %v", text, versusText(&s), again.Versus, err)
		}
		s.Versus = before.Versus
		if !same(&s, &before) {
			t.Fatalf("%q changes policy A", text)
		}
	})
}

// Any number of policies up to the limit are kept; each can become the present one, which takes its place.
func TestKeepSeveral(t *testing.T) {
	s := Default()
	for i := 0; s.CanAddPolicy(); i++ {
		s.Factor = 2 + float64(i)
		s = s.AddPolicy(&s)
	}
	if s.Factor = 9; len(s.Versus) != mostVersus {
		t.Fatalf("%d policies are kept, want %d", len(s.Versus), mostVersus)
	}
	of := func(s *Scenario) (factors []float64) {
		for _, p := range s.Policies() {
			factors = append(factors, p.Factor)
		}
		return factors
	}
	if got, want := of(&s), []float64{9, 2, 3, 4, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("the factors are %v, want %v", got, want)
	}
	if got, want := of(new(s.SwapPolicy(3))), []float64{4, 2, 3, 9, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("the factors with the third kept one as A are %v, want %v", got, want)
	}
	called, err := s.RenamePolicy(2, "slow")
	if err != nil || called.Names()[2] != "slow" || s.Names()[2] == "slow" {
		t.Errorf("named slow, %v, the policies are %v and before %v", err, called.Names(), s.Names())
	}
	if _, err := s.RenamePolicy(1, "two words"); err == nil {
		t.Error("a policy has a name of two words")
	}
	for s.Versus != nil {
		s = s.RemovePolicy(len(s.Versus))
	}
	if s.Factor != 9 {
		t.Errorf("the policy that is left has factor %g, want 9", s.Factor)
	}
}

// TestKeptClient checks for every client that its policy can be kept and changed: the two have different names.
func TestKeptClient(t *testing.T) {
	for i := range client.Rows() {
		s := Default()
		if err := library.Set(&s, client.Rows()[i].Name); err != nil {
			t.Fatal(err)
		}
		kept := s
		s = s.AddPolicy(&kept)
		names := s.Names()
		if names[0] == names[1] || names[1] != client.Rows()[i].Name || s.Check() != nil && kept.Check() == nil {
			t.Errorf("the present and the kept policy of %s are %q: %v", client.Rows()[i].Name, names, s.Check())
		}
	}
}
