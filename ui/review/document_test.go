package review

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"retune/ui/knob"
)

func read(name string, data []byte) (File, error) { return Read(name, data, nil) }

// document is the document of a text.
func document(t *testing.T, text string) Document {
	t.Helper()
	d, err := NewDocument("r.toml", []byte(text), read)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// opened is what a document sets, as a screen has it.
func opened(t *testing.T, d Document) knob.Scenario {
	t.Helper()
	s, err := d.Scenario()
	if err != nil {
		t.Fatalf("%v:\n%s", err, d.Data)
	}
	return s.AskMidway()
}

// moved is s with knobs moved at random, as far as they may be.
func moved(rng *rand.Rand, s knob.Scenario) knob.Scenario {
	for range 1 + rng.IntN(12) {
		k := knob.Knobs[rng.IntN(len(knob.Knobs))]
		if !k.HasFlag() || k.IsB {
			continue
		}
		next := s
		switch words := k.Words(); {
		case len(words) > 0:
			if k.Set(&next, words[rng.IntN(len(words))]) != nil {
				continue
			}
		case k.Sets:
			continue
		default:
			k.Move(&next, rng.Float64())
		}
		if next.Check() == nil {
			s = next
		}
	}
	return s
}

// differences is what two scenarios differ in, of A and of B.
func differences(a, b knob.Scenario) (list []string) {
	if (a.Versus == nil) != (b.Versus == nil) {
		return []string{"B"}
	}
	for i, s := range a.Policies() {
		for _, k := range differing(s, b.Policies()[i]) {
			list = append(list, k.Name+": "+k.Text(s)+" and "+k.Text(b.Policies()[i]))
		}
	}
	return list
}

// TestSaved saves scenarios into files of every style, and opens them: they are what they
// were, and a file into which nothing new is saved stays byte by byte.
func TestSaved(t *testing.T) {
	outage, err := os.ReadFile("../../examples/outage.toml")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{Sample, string(outage), "", "[fleet]\nfactor = 3 # all\n", "policies = { x = { r = 3 }, 'y z' = { max-attempts = 3 } }\n",
		"[policies]\nx.\"max-delay-ms\" = 2000\r\nx.a = '1s'\r\n[policies.y]\r\nfactor=1"}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 36 {
		d := document(t, files[n%len(files)])
		if n%5 == 1 && len(d.Policies) > 1 {
			d.Pair, d.Beside = true, d.Policies[1].Name
		}
		s := opened(t, d)
		if same, err := d.With(s); err != nil || !same.Same(d) {
			t.Fatalf("%v; what changes nothing makes of\n%s\nthis:\n%s", err, d.Data, same.Data)
		}
		if n%3 == 1 && s.Versus == nil {
			s = s.Keep()
		}
		if s.Versus != nil {
			b := moved(rng, s.B())
			s.Versus = &b
		}
		if s = moved(rng, s).AskMidway(); s.Check() != nil {
			continue
		}
		saved, err := d.With(s)
		if err != nil {
			t.Fatalf("%v: into\n%s\nis saved %s", err, d.Data, strings.Join(differences(opened(t, d), s), ", "))
		}
		if s.AskAt == opened(t, d).AskAt { // nobody has asked about it
			s.AskAt = opened(t, saved).AskAt
		}
		again := document(t, string(saved.Data))
		again.Policy, again.Beside, again.Pair, again.Outage = saved.Policy, saved.Beside, saved.Pair, saved.Outage
		if list := differences(s, opened(t, again)); list != nil {
			t.Fatalf("what was saved and what is opened differ in %s:\n%s", strings.Join(list, ", "), saved.Data)
		}
	}
}

// TestSavedLines holds which lines of a file a change touches: its own, comments stay.
func TestSavedLines(t *testing.T) {
	d := document(t, Sample)
	d.Pair, d.Beside = true, "proposed"
	s := opened(t, d)
	s.Factor, s.Clients, s.Deadline = 1.5, 2000, 60
	s.Outage.A, s.Outage.B = 30, 30
	b := s.B()
	b.Factor, b.Think, s.AskAt = 3, 20, 60
	s.Versus = &b
	saved, err := d.With(s)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("factor = 1          #", "factor = 1.5          #", "clients = 1000", "clients = 2000",
		"[outages.deploy]\noutage = \"20s\"", "[outages.deploy]\noutage = \"30s\"",
		"retries = \"none\"\n\n[policies.proposed]", "retries = \"none\"\ndeadline = \"1m\"\n\n[policies.proposed]",
		"factor = 2\n", "factor = 3\n", "jitter = \"full\"\nretries = \"none\"\n", "jitter = \"full\"\nretries = \"none\"\nclients = 1000\nthink = \"20s\"\noutage = \"20s\"\n", "seed = 1", "seed = 1\nat = \"1m\"").Replace(Sample)
	if string(saved.Data) != want {
		t.Errorf("it is\n%s", saved.Data)
	}
}

// TestTemplate holds that a new file has comments, and sets what it is made of.
func TestTemplate(t *testing.T) {
	s := knob.Preset("stampede").AskMidway()
	s.AskAt = 7
	d, err := Template("r.toml", s, read)
	if err != nil {
		t.Fatal(err)
	}
	if list := differences(s, opened(t, document(t, string(d.Data)))); list != nil || strings.Count(string(d.Data), "#") < 6 {
		t.Errorf("it differs in %v:\n%s", list, d.Data)
	}
}
