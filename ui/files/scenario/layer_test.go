package scenario

import (
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

const layered = `limits = ["no_inversion"]
[[layer]]
name = "gateway"
timeout = "15s"
[[layer]]
name = "app"
delays = "300ms,600ms"
timeout = "5s"
`

// TestLayersAreKept checks that writing and reading a file keeps its layers.
func TestLayersAreKept(t *testing.T) {
	read := func(name string, data []byte) (File, error) { return Read(name, data, nil) }
	d, err := NewDocument("layers.toml", []byte(layered), read)
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.Scenario()
	if err != nil {
		t.Fatal(err)
	}
	k, _ := setting.Find("layer")
	const want = "gateway:timeout=15s;app:delays=300ms/600ms,n=2,timeout=5s"
	if got := k.Text(&s); got != want {
		t.Errorf("the layers are %s, want %s", got, want)
	}
	if at, _ := setting.Find("attempt-time"); at.Set(&s, "2s") != nil {
		t.Fatal("2s is refused")
	}
	if d, err = d.With(&s); err != nil {
		t.Fatal(err)
	}
	again, err := Read("layers.toml", []byte(d.Source), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, d.Source)
	}
	cases, err := again.Cases()
	if err != nil || k.Text(&cases[0].Scenario) != want || cases[0].Scenario.AttemptTime != 2 {
		t.Errorf("%v: the layers are %s after writing\n%s", err, k.Text(&cases[0].Scenario), d.Source)
	}
}

// TestLayersAsSetting checks that layers in a setting, as flags write them, have the question about layers too.
func TestLayersAsSetting(t *testing.T) {
	f, err := Read("a.toml", []byte("[policies.a]\nlayer = \"a:n=2;b:n=2\"\n"), nil)
	if err != nil || len(f.Questions) != 1 || f.Questions[0].Name != "layers" {
		t.Errorf("%v: the questions are %v", err, f.Questions)
	}
}

// TestLayersRefused checks that an error in a layer names its line.
func TestLayersRefused(t *testing.T) {
	for text, want := range map[string]string{
		"[[layer]]\ntimeout = \"1s\"\n":                      "line 2: a layer begins with its name",
		"[[layer]]\nname = \"a\"\ntimeoot = \"1s\"\n":        "line 3: layer a: unknown setting",
		"[[layer]]\nname = \"a\"\n[[layer]]\nname = \"a\"\n": "line 4: two layers are called a",
		"[[layer]]\nname = \"a\"\ntimeout = 0\n":             "line 3: layer a: timeout",
	} {
		if _, err := Read("f", []byte(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
