package scenario

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
)

func read(name string, data []byte) (File, error) { return Read(name, data, nil) }

func document(t *testing.T, text string) Document {
	t.Helper()
	d, err := NewDocument("r.toml", []byte(text), read)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// opened returns the scenario of a document.
func opened(t *testing.T, d Document) setting.Scenario {
	t.Helper()
	s, err := d.Scenario()
	if err != nil {
		t.Fatalf("%v:\n%s", err, d.Source)
	}
	return s.AtDefaultTime()
}

// moved returns s with settings moved at random, within their ranges.
func moved(rng *rand.Rand, given *setting.Scenario) setting.Scenario {
	s := *given
	for range 1 + rng.IntN(12) {
		k := setting.Settings[rng.IntN(len(setting.Settings))]
		if !k.HasFlag() || k.IsB {
			continue
		}
		next := s
		switch words := k.Words(); {
		case len(words) > 0:
			if k.Set(&next, words[rng.IntN(len(words))]) != nil {
				continue
			}
		case k.SetsOthers:
			continue
		default:
			move(k, &next, rng.Float64())
		}
		if next.Check() == nil {
			s = next
		}
	}
	return s
}

// differences returns the settings in which two scenarios differ, for A and B.
func differences(a, b *setting.Scenario) (list []string) {
	if (a.Versus == nil) != (b.Versus == nil) {
		return []string{"B"}
	}
	for i, s := range a.Policies() {
		for _, k := range differing(&s, &b.Policies()[i]) {
			list = append(list, k.Name+": "+k.Text(&s)+" and "+k.Text(&b.Policies()[i]))
		}
	}
	return list
}

// TestSaved saves scenarios into files of every style and reads them back unchanged. Saving without a change leaves the
// file byte for byte as it was.
func TestSaved(t *testing.T) {
	outage, err := os.ReadFile("../../../examples/outage.toml")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{Sample, string(outage), "", "[fleet]\nfactor = 3 # all\n",
		"[policies.x]\nr = 3\n[policies.'y z']\nmax-attempts = 3\n",
		"[policies]\nx.\"max-delay-ms\" = 2000\r\nx.a = '1s'\r\n[policies.y]\r\nfactor=1"}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 36 {
		d := document(t, files[n%len(files)])
		if n%5 == 1 && len(d.Policies) > 1 {
			d.Beside = d.Policies[1].Name
		}
		s := opened(t, d)
		if same, err := d.With(&s); err != nil || !same.Same(d) {
			t.Fatalf("%v; what changes nothing makes of\n%s\nthis:\n%s", err, d.Source, same.Source)
		}
		if n%3 == 1 && s.Versus == nil {
			s = s.AddPolicy(&s)
		}
		if s.Versus != nil {
			b := moved(rng, new(s.B()))
			s.Versus = []setting.Scenario{b}
		}
		s = moved(rng, &s).AtDefaultTime()
		for i := range s.Versus { // in a file they share the outage
			for _, k := range setting.InGroup(setting.Settings, setting.GroupOutage) {
				if err := k.Set(&s.Versus[i], k.Text(&s)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if s.Check() != nil {
			continue
		}
		saved, err := d.With(&s)
		if err != nil {
			t.Fatalf("%v: into\n%s\nis saved %s", err, d.Source, strings.Join(differences(new(opened(t, d)), &s), ", "))
		}
		if s.AskAt == opened(t, d).AskAt { // the file does not set it
			s.AskAt = opened(t, saved).AskAt
		}
		again := document(t, saved.Source)
		again.Policy, again.Beside, again.Outage = saved.Policy, saved.Beside, saved.Outage
		if list := differences(&s, new(opened(t, again))); list != nil {
			t.Fatalf("what was saved and what is opened differ in %s:\n%s", strings.Join(list, ", "), saved.Source)
		}
	}
}

// TestSavedLines checks which table a change goes to. The file loses its comments.
func TestSavedLines(t *testing.T) {
	d := document(t, Sample)
	d.Beside = "proposed"
	s := opened(t, d)
	s.Factor, s.Clients, s.Deadline = 1.5, 2000, 60
	s.Outage.A, s.Outage.B = 30, 30
	b := s.B()
	b.Factor, b.Think, s.AskAt = 3, 20, 60
	s.Versus = []setting.Scenario{b}
	if _, err := d.With(&s); err == nil || !strings.HasSuffix(err.Error(), "A and B differ in outage") {
		t.Errorf("with a policy in another outage: %v", err)
	}
	b.Outage = s.Outage
	s.Versus = []setting.Scenario{b}
	saved, err := d.With(&s)
	if err != nil {
		t.Fatal(err)
	}
	want := header + `title = "Checkout: retries of the mobile app"
notes = "Traffic at the evening peak."
limits = [
  "recovers",
  "peak_load <= 5x",
  "time_to_recovery < 2m",
  "retries_by 60s <= 20",
]

[fleet]
traffic = "closed"
clients = 2000
think = "10s"
server = "queue"
workers = 15
service-time = "100ms"
timeout = "2s"
seed = 1
at = "1m"

[outages.deploy]
outage = "30s"

[outages.incident]
outage = "90s"
outage-kind = "reject"

[policies.today]
initial-delay = "1s"
factor = 1.5
retries = "none"
deadline = "1m"

[policies.proposed]
initial-delay = "500ms"
factor = 3
cap = "30s"
jitter = "full"
retries = "none"
clients = 1000
think = "20s"
`
	if saved.Source != want {
		t.Errorf("it is\n%s", saved.Source)
	}
	if !d.Loses() || saved.Loses() {
		t.Errorf("the sample has comments, and what was written none: %v, %v", d.Loses(), saved.Loses())
	}
}

// TestTemplate checks that a new file has the settings that it was made from.
func TestTemplate(t *testing.T) {
	for _, s := range []setting.Scenario{setting.Preset("stampede").AtDefaultTime(), setting.Default().AtDefaultTime()} {
		s.AskAt = 7
		d, err := Template("r.toml", &s, read)
		if err != nil {
			t.Fatal(err)
		}
		if list := differences(&s, new(opened(t, document(t, d.Source)))); list != nil || d.Loses() {
			t.Errorf("it differs in %v:\n%s", list, d.Source)
		}
	}
}

// FuzzWritten checks that a written file has the values of the file that was read.
func FuzzWritten(f *testing.F) {
	f.Add("notes = '''a\"\\\n\tb'''\n[policies.\"a b\"]\nfactor = 2 # two\ncap='1s'\nx.\"max-delay-ms\" = 1_000\n")
	f.Add("fleet = {clients=1, \"\"='\u00e9'}\r\noutages.b.outage=+2e3\nlimits=['recovers', 'peak_load < 1']")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read("r.toml", []byte(text), nil)
		if err != nil {
			return
		}
		again, err := Read("r.toml", written(file.values), nil)
		if err != nil {
			t.Fatalf("%v: %q becomes %q", err, text, written(file.values))
		}
		sorted := func(list []clientconfig.Entry) (texts []string) {
			for _, v := range list {
				texts = append(texts, strings.Join(v.Path, "\x00")+"\x00"+v.Text)
			}
			slices.Sort(texts)
			return texts
		}
		if !slices.Equal(sorted(file.values), sorted(again.values)) {
			t.Errorf("%q becomes %q", text, written(file.values))
		}
	})
}

// move sets the setting to one of its rungs, by its position from 0 to 1. The setting stays if other settings do not
// allow the rung.
func move(k setting.Setting, s *setting.Scenario, place float64) {
	before := *s
	if rungs := k.Rungs(s); len(rungs) > 0 {
		*s = k.WithNumber(s, rungs[int(place*float64(len(rungs)-1)+0.5)])
	} else {
		k.Limit(s, false)
		k.Step(s, int(place*float64(max(1, len(k.Words())-1))+0.5), false)
	}
	if s.Check() != nil && before.Check() == nil {
		*s = before
	}
}
