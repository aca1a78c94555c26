package tui

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// memory returns Files that are kept in a map. It fails with *wrong if that is set.
func memory(files map[string]string, wrong *error) Files {
	return Files{
		List: func(string) []string { return []string{"review.toml"} },
		Load: func(name string) ([]byte, error) {
			if _, ok := files[name]; !ok {
				return nil, fs.ErrNotExist
			}
			return []byte(files[name]), nil
		},
		Parse: func(name string, data []byte) (scenario.File, error) { return scenario.Read(name, data, nil) },
		Save: func(name string, was, data []byte) error {
			now, ok := files[name]
			switch {
			case *wrong != nil:
				return *wrong
			case was == nil && ok:
				return fs.ErrExist
			case was != nil && now != string(was):
				return ErrChanged
			}
			files[name] = string(data)
			return nil
		},
	}
}

// TestDocuments opens a scenario file, saves into it, and meets every failure: no file is lost, and the screen reports
// the outcome.
func TestDocuments(t *testing.T) {
	var wrong error
	const sample = "# ours\n[outages.deploy]\noutage = '20s'\n[outages.incident]\noutage = '90s'\n" +
		"[policies.today]\nr = 1 # a fixed interval\n[policies.proposed]\na = '500ms'\ncap = \"30s\"\n"
	files := map[string]string{"review.toml": sample}
	m := resize(New(known, new(setting.Default()), Options{Files: memory(files, &wrong)}), 120, 36)
	keys := func(line string) {
		for _, k := range typedKeys(line) {
			p := played{m: m}
			p.send(k)
			p.until(func(Model) bool { return false })
			m = p.m
		}
	}
	says := func(want string) {
		t.Helper()
		if !strings.Contains(bare(text(m)), bare(want)) {
			t.Fatalf("the screen does not say %q:\n%s", want, text(m))
		}
	}
	keys("ctrl+o rev enter")
	says("pair today and proposed")
	keys("propo down enter")
	says("opened review.toml: proposed, incident")
	says("$ retune -a 500ms -r 2 --cap 30s")
	keys("ctrl+s")
	says("nothing to save")
	keys("down right right right ctrl+s")
	says("saved to review.toml#proposed; with its comments it is review.toml.bak")
	if files["review.toml.bak"] != sample || !strings.Contains(files["review.toml"], `cap = "5m"`) {
		t.Fatalf("it has become\n%s\nand was\n%s", files["review.toml"], files["review.toml.bak"])
	}

	files["review.toml"] += "# by another program\n"
	theirs := files["review.toml"]
	keys("right ctrl+s")
	says("not saved to review.toml: it has changed since it was opened")
	keys("enter")
	says("saved to review-2.toml#proposed")
	if files["review.toml"] != theirs || !strings.Contains(files["review-2.toml"], `cap = "10m"`) {
		t.Fatalf("theirs is\n%s\nand the other one\n%s", files["review.toml"], files["review-2.toml"])
	}

	wrong = errors.New("no space left on device")
	keys("left ctrl+s")
	says(": no space left on device")
	keys("esc")
	says("--cap 5m")
	wrong = nil
	keys("ctrl+s")
	says("saved to review-2.toml")

	m = resize(New(known, new(setting.Default()), Options{Files: memory(files, &wrong)}), 80, 24)
	keys("down right ctrl+s enter")
	says("not saved to review.toml: file already exists")
	for range len("review-2.toml") {
		keys("backspace")
	}
	keys("mine enter")
	says("saved to mine.toml#a")
	if text := files["mine.toml"]; !strings.HasPrefix(text, "# A scenario file of retune") ||
		files["review.toml"] != theirs {
		t.Errorf("the new file is\n%s", text)
	}
	keys("ctrl+o nowhere.toml enter")
	says("✗ file does not exist")
	files["bad.toml"] = "[policies.x]\nfactr = 2"
	keys("ctrl+o bad.toml enter")
	says("✗ bad.toml line 2: unknown setting \"factr\"")
	files["wide.toml"] = "[policies.\"x\\u4e2d\"]\nfactor = 3"
	keys("ctrl+o wide.toml enter")
	says("opened wide.toml: x中")
}

// TestSavedBeforeLeaving quits while a file is being saved: the program must end after the save.
func TestSavedBeforeLeaving(t *testing.T) {
	var wrong error
	files := map[string]string{}
	m := resize(New(known, new(setting.Default()), Options{Files: memory(files, &wrong)}), 120, 36)
	m, save := send(press(m, "ctrl+s"), keyPress("enter"))
	m, quit := send(m, keyPress("ctrl+c"))
	if quit != nil {
		t.Error("it leaves at once")
	}
	if _, quit = send(m, save()); quit == nil || files["review.toml"] == "" {
		t.Errorf("it does not leave, or has saved nothing: %q", files)
	}
}

// TestQuitOffersTheFile presses q with unsaved changes in the open file: the program asks once, and again after further
// changes. It ends at once on ctrl+c, and on q without changes.
func TestQuitOffersTheFile(t *testing.T) {
	var wrong error
	files := map[string]string{}
	m := resize(New(known, new(setting.Default()), Options{Files: memory(files, &wrong)}), 120, 36)
	quits := func(key string) bool {
		var cmd tea.Cmd
		m, cmd = send(m, keyPress(key))
		if cmd == nil {
			return false
		}
		_, ok := cmd().(tea.QuitMsg)
		return ok
	}
	if !quits("q") {
		t.Error("q asks although nothing has been changed")
	}
	if m = press(m, "right"); quits("q") || !strings.Contains(text(m), "ctrl+s saves into a file") || !quits("q") {
		t.Errorf("q does not offer a file once:\n%s", text(m))
	}
	if m = press(m, "u"); !quits("q") {
		t.Error("q asks although the change is undone")
	}
	m, save := send(press(m, "ctrl+s"), keyPress("enter"))
	if m, _ = send(m, save()); !quits("q") {
		t.Error("q asks although everything is saved")
	}
	for range 2 {
		if m = press(m, "right"); quits("q") || !strings.Contains(text(m), "ctrl+s saves into review.toml") {
			t.Errorf("q drops changes, or does not offer the file:\n%s", text(m))
		}
	}
	if !quits("ctrl+c") || !quits("q") {
		t.Error("ctrl+c or a second q does not quit")
	}
}
