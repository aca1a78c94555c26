package knob

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"retune/calc/system"
)

// TestWorldTexts holds that what people write for the world is kept to the letter
// where it is already short, and is said shorter where it can be.
func TestWorldTexts(t *testing.T) {
	for _, c := range [][3]string{
		{"traffic", "open", "open"}, {"traffic", " burst ", "burst"}, {"engine", "sim", "sim"}, {"engine", "fluid", "flow"}, {"engine", "des", "sim"}, {"engine", "simulation", "sim"}, {"rate", "30/s", "30/s"},
		{"server", "slowing", "slowing"}, {"server", "arrival", "arrival"}, {"server", "queue", "queue"}, {"server", "limit", "limit"},
		{"timeout", "none", "none"}, {"limit", "none", "none"}, {"room", "none", "none"}, {"cancel", "true", "yes"}, {"edges", "1", "yes"},
		{"outage-kind", "partial", "partial"}, {"outage-share", "50%", "50%"}, {"outage", "0", "0s"},
		{"budget", "none", "none"}, {"budget", "10%", "10%"}, {"budget", "0.1", "10%"}, {"budget", "10%+10", "10%"}, {"budget", "10%+100", "10%+100"},
		{"budget", "throttle=10%", "throttle=10%"}, {"budget", "throttle=10%+5", "throttle=10%+5"}, {"budget", "quota", "quota"},
		{"budget", "quota+500", "quota"}, {"budget", "quota+7", "quota+7"},
		{"breaker", "none", "none"}, {"breaker", "50%", "50%"}, {"breaker", "50%:10s:20:5s", "50%"}, {"breaker", "50%:1m:20:5s", "50%:1m:20:5s"}, {"breaker", "50%:1m", "50%:1m:20:5s"},
		{"also", "none", "none"}, {"also", "hang@1m+20s", "hang@1m+20s"}, {"also", "refuse@60+20, slow=0.5@2m+10s", "refuse@1m+20s,slow=50%@2m+10s"},
		{"also", "spike=5@1m+20s", "spike=5@1m+20s"}, {"also", "partial=25%@0+1s", "partial=25%@0s+1s"},
	} {
		k, _ := Find(c[0])
		s := Default()
		if err := k.Try(&s, c[1]); err != nil || k.Text(s) != c[2] {
			t.Errorf("%s %q is written %q, want %q: %v", c[0], c[1], k.Text(s), c[2], err)
		}
		keeps(t, s, c[0]+" "+c[1])
	}
}

// TestWorldRefusals holds that each wrong text is refused in one clause that says
// what was wrong with it or what would be right, and changes nothing.
func TestWorldRefusals(t *testing.T) {
	for _, c := range [][3]string{
		{"scenario", "outages", "outage, stampede, brownout"}, {"scenario", "", "no scenario"},
		{"traffic", "clossed", "closed, open, burst"}, {"engine", "flow,sim", "flow, sim"}, {"server", "fast", "slowing, arrival, queue, limit"},
		{"outage-kind", "spike", "hang, refuse, slow, partial"}, {"outage-share", "0", "to 100%"}, {"outage-share", "101%", "to 100%"},
		{"rate", "0", "out of range"}, {"think", "0", "out of range"}, {"timeout", "0", "or none"}, {"latency", "none", "out of range"},
		{"slowdown", "0.9", "out of range"}, {"workers", "0.5", "whole"}, {"room", "-1", "or none"}, {"capacity", "none", "out of range"},
		{"runs", "0", "1 to 100000"}, {"runs", "100001", "1 to 100000"}, {"horizon", "none", "out of range"}, {"step", "1us", "out of range"},
		{"cancel", "maybe", "yes or no"},
		{"budget", "lots", "throttle=10%"}, {"budget", "0%", "above 0%"}, {"budget", "-5%", ""}, {"budget", "10001%", "10000%"}, {"budget", "10%+0", "1 to"},
		{"budget", "10%+", ""}, {"budget", "quota=10%", "quota"}, {"budget", "throttle", "throttle=10%"}, {"budget", "none+5", ""}, {"budget", "10%+none", ""},
		{"breaker", "half", ""}, {"breaker", "0%", "to 100%"}, {"breaker", "101%", "to 100%"},
		{"breaker", "50%:0:20:5s", "out of range"}, {"breaker", "50%:10s:0:5s", "out of range"}, {"breaker", "50%:10s:20:none", "out of range"},
		{"breaker", "50%:10s:20:5s:1", "50%:10s:20:5s"},
		{"also", "", "refuse@1m+20s"}, {"also", "hang", "refuse@1m+20s"}, {"also", "hang@1m", "refuse@1m+20s"}, {"also", "fire@1m+2s", "hang, refuse, slow, partial, spike"},
		{"also", "hang=2@1m+2s", "no share"}, {"also", "slow@1m+2s", "needs a share"}, {"also", "slow=2@1m+2s", "above 0"}, {"also", "spike=0@1m+2s", "above 0"},
		{"also", "spike=abc@1m+2s", ""}, {"also", "hang@-1+2s", ""}, {"also", "hang@none+2s", "out of range"}, {"also", "hang@1m+2s,", "refuse@1m+20s"},
	} {
		k, _ := Find(c[0])
		s := Default()
		err := k.Try(&s, c[1])
		if err == nil || !same(s, Default()) {
			t.Errorf("%s takes %q, or changes something: %v", c[0], c[1], err)
			continue
		}
		if m := err.Error(); !strings.Contains(m, c[2]) || strings.ContainsAny(m, "\n") || strings.HasSuffix(m, ".") || len(m) > 200 {
			t.Errorf("%s refuses %q with %q, which does not say %q in a clause", c[0], c[1], m, c[2])
		}
	}
}

// TestWorldTogether holds what Check says of knobs that are each in their range.
func TestWorldTogether(t *testing.T) {
	for settings, want := range map[string]string{
		"traffic open|first-from-think yes":     "only a closed fleet thinks",
		"also hang@50s+1s":                      "hang faults overlap",
		"also spike=2@1s+9s,spike=3@5s+9s":      "spike faults overlap",
		"horizon 1d":                            "choose 2h46m40s or less",
		"step 1ms|horizon 10m":                  "choose 3m20s or less",
		"look 1ms|horizon 10m":                  "choose 3m20s or less",
		"latency 1ms|horizon 10m":               "choose 1m40s or less",
		"timeout 4ms|horizon 10m":               "choose 3m20s or less",
		"server queue|look 1ms|horizon 10m":     "",
		"also hang@60s+1s":                      "", // a fault ends before the next begins
		"also refuse@50s+1s":                    "",
		"traffic open|outage-kind slow|edges 1": "",
	} {
		s := Default()
		for set := range strings.SplitSeq(settings, "|") {
			name, text, _ := strings.Cut(set, " ")
			k, _ := Find(name)
			if err := k.Set(&s, text); err != nil {
				t.Fatal(err)
			}
		}
		err := s.Check()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s is refused with %v, want %q", settings, err, want)
		}
	}
}

// TestTurnsStand turns knobs that do not go together: each stays where it was
// rather than make a world that is none.
func TestTurnsStand(t *testing.T) {
	turn := func(s Scenario, name string, n int) Scenario {
		k, _ := Find(name)
		k.Step(&s, n, false)
		if err := s.Check(); err != nil {
			t.Errorf("%s turned by %d: %v", name, n, err)
		}
		return s
	}
	thinks := turn(Default(), "first-from-think", 1)
	if !thinks.FirstFromThink || turn(thinks, "traffic", 1).Traffic.Kind != system.Closed {
		t.Error("a fleet whose first delay comes from the think time stops thinking")
	}
	open := turn(Default(), "traffic", 1)
	if open.Traffic.Kind != system.Open || turn(open, "first-from-think", 1).FirstFromThink {
		t.Error("a stream of requests thinks")
	}
	queue := Default()
	queue.Server.Kind, queue.Server.Look = system.Queue, 1e-3
	if turn(queue, "server", -1).Server.Kind != system.Queue {
		t.Error("a server looks more often than can be counted")
	}
	two := Default()
	two.Also = []system.Fault{{Kind: system.Refuse, At: 50, Length: 1, Share: 1}}
	if turn(two, "outage-kind", 1).Outage.Kind != system.Hang {
		t.Error("two faults of a kind overlap")
	}
}

// TestPresets holds what each world by a name is, and that it stands.
func TestPresets(t *testing.T) {
	if s := Preset("outage"); !same(s, Default()) {
		t.Errorf("the classic world is %+v", s)
	}
	seen := map[string]bool{}
	for _, p := range presets {
		s := Preset(p.name)
		if err := s.Check(); err != nil {
			t.Errorf("%s does not stand: %v", p.name, err)
		}
		keeps(t, s, p.name)
		k, _ := Find("scenario")
		set := random(rand.New(rand.NewPCG(1, 2)))
		if err := k.Set(&set, p.name); err != nil || !same(set, s) {
			t.Errorf("--scenario %s leaves something of what was set before", p.name)
		}
		var differs []string
		for _, k := range worldKnobs[1:] {
			if k.Text(s) != k.Text(Default()) {
				differs = append(differs, k.Name+" "+k.Text(s))
			}
		}
		text := strings.Join(differs, ", ")
		if want := map[string]string{
			"outage":   "",
			"stampede": "traffic burst, server limit, outage 10s, outage-at 0s, outage-kind refuse, horizon 2m",
			"brownout": "traffic open, rate 150/s, server queue, workers 20, outage 2m, outage-at 1m, outage-kind slow, horizon 10m",
			"spike":    "outage 0s, also spike=4@1m+30s",
			"contend":  "traffic burst, server queue, latency 20ms, workers 1, room 0, outage 0s, horizon 1m, step 100ms, runs 100",
		}[p.name]; text != want {
			t.Errorf("%s is another world in %s, want %s", p.name, text, want)
		}
		if seen[text] {
			t.Errorf("%s is a world that has another name", p.name)
		}
		seen[text] = true
	}
	if !same(Preset("bogus"), Default()) || !same(Preset(""), Default()) {
		t.Error("a name of no world is one")
	}
}

// TestWorldHasEverything changes each field of the fleet and holds that the world
// is then another.
func TestWorldHasEverything(t *testing.T) {
	base := Default()
	base.Also = []system.Fault{{Kind: system.Spike, At: 1, Length: 2, Share: 3}}
	not := map[string]bool{"System.Window": true} // which is --window for a burst and else a second
	var walk func(path []int, of reflect.Type)
	walk = func(path []int, of reflect.Type) {
		for i := range of.NumField() {
			at := append(append([]int{}, path...), i)
			if f := of.Field(i); f.Type.Kind() == reflect.Struct {
				walk(at, f.Type)
				continue
			}
			s := base
			switch f := reflect.ValueOf(&s).Elem().FieldByIndex(at); f.Kind() {
			case reflect.Float64:
				f.SetFloat(0.123)
			case reflect.Bool:
				f.SetBool(!f.Bool())
			case reflect.Uint8:
				f.SetUint(f.Uint() + 1)
			case reflect.Slice:
				s.Also = []system.Fault{{Kind: system.Spike, At: 1, Length: 2, Share: 4}}
			default:
				t.Fatalf("%s is of a kind that this test does not know", of.Field(i).Name)
			}
			changed := !sameValue(reflect.ValueOf(s.World()), reflect.ValueOf(base.World()))
			if name := of.Name() + "." + of.Field(i).Name; changed == not[name] {
				t.Errorf("another %s makes another world: %v", name, changed)
			}
		}
	}
	for _, name := range []string{"System", "Outage"} {
		f, _ := reflect.TypeFor[Scenario]().FieldByName(name)
		walk(f.Index, f.Type)
	}
	for _, change := range []func(*Scenario){
		func(s *Scenario) { s.InitialDelay = 3 }, func(s *Scenario) { s.Factor = 3 }, func(s *Scenario) { s.Cap = 3 }, func(s *Scenario) { s.Jitter.Type++ },
		func(s *Scenario) { s.Jitter.Amount = 3 }, func(s *Scenario) { s.CapAfter = true }, func(s *Scenario) { s.Feedback = true },
		func(s *Scenario) { s.Retries = 3 }, func(s *Scenario) { s.Deadline = 3 }, func(s *Scenario) { s.Clients = 3 },
	} {
		s := base
		if change(&s); sameValue(reflect.ValueOf(s.World()), reflect.ValueOf(base.World())) {
			t.Errorf("the world does not see the policy of %+v", s)
		}
	}
	none := base
	none.Outage.Length = 0
	if w := none.World(); len(w.Faults) != 1 || w.Faults[0].Kind != system.Spike {
		t.Errorf("without an outage the faults are %v", w.Faults)
	}
}

// What a text sets is given back by the text that is written for it, and is valid;
// what is refused changes nothing.
func fuzzWorld(f *testing.F, name string, seeds ...string) {
	k, _ := Find(name)
	for _, text := range append(seeds, "", "none", "+", ":", ",", "@", "=", "1e400", "NaN", "inf", "\xff", "1e-9%", "1e6", "%") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := Default()
		s.Outage.Length = 0
		before := s
		if err := k.Set(&s, text); err != nil {
			if !same(s, before) || strings.ContainsAny(err.Error(), "\n") {
				t.Fatalf("%q is refused with %q, and the scenario is %+v", text, err, s)
			}
			return
		}
		w := s.World()
		if err := w.Validate(); err != nil && !strings.Contains(err.Error(), "overlap") {
			t.Fatalf("%q is taken and makes no world: %v", text, err)
		}
		again := before
		if err := k.Set(&again, k.Text(s)); err != nil || !same(again, s) {
			t.Fatalf("%q is written %q, and that is %+v: %v", text, k.Text(s), again.World(), err)
		}
		if math.IsNaN(k.Place(s)) || k.Text(again) != k.Text(s) {
			t.Fatalf("%q is written %q and then %q", text, k.Text(s), k.Text(again))
		}
	})
}

func FuzzAlso(f *testing.F) {
	fuzzWorld(f, "also", "hang@1m+20s", "refuse@60+20, slow=0.5@2m+10s", "spike=5@1m+20s,partial=25%@0+1s", "spike=1e6@1e-9+1e13", "slow=1e-9%@1e-300+1e-300", "hang@1e+3+1")
}

func FuzzBudget(f *testing.F) {
	fuzzWorld(f, "budget", "10%", "10%+100", "throttle=10%+5", "quota", "quota+1e12", "1e-300+1", "throttle=1e2+1.5", "quota+1e+3")
}

func FuzzBreaker(f *testing.F) {
	fuzzWorld(f, "breaker", "50%", "50%:10s:20:5s", "1e-4%:1ms:1:1ms", "100%:1d:1e12:1d", "50%:1m1s:1.5:1e-2")
}
