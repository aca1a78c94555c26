package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"retune/ui/tui"
)

// TestSave checks that a saved file has either its old or its new content, that its mode and links stay, and that no
// other file is left.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "r.toml"), filepath.Join(dir, "link.toml")
	holds := func(want string) {
		t.Helper()
		got, _ := os.ReadFile(file)
		if list, _ := os.ReadDir(dir); string(got) != want || len(list) != 2 {
			t.Errorf("it holds %q, and there are %v; want %q", got, list, want)
		}
	}
	if err := os.Symlink("r.toml", link); err != nil {
		t.Skip(err)
	}
	if err := save(link, nil, []byte("one")); err != nil {
		t.Error(err)
	}
	holds("one")
	if err := save(file, nil, []byte("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file that is there: %v", err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := save(link, []byte("one"), []byte("three")); err != nil {
		t.Error(err)
	}
	holds("three")
	info, _ := os.Stat(file)
	if target, err := os.Readlink(link); err != nil || target != "r.toml" || info.Mode().Perm() != 0o640 {
		t.Errorf("the link leads to %q, the mode is %v", target, info.Mode())
	}
	if err := save(file, []byte("one"), []byte("four")); !errors.Is(err, tui.ErrChanged) {
		t.Errorf("over a file that has changed: %v", err)
	}
	full := errors.New("no space left")
	err := replace(file, func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return full })
	if !errors.Is(err, full) {
		t.Error(err)
	}
	err = create(filepath.Join(dir, "new"), func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return full })
	if !errors.Is(err, full) {
		t.Error(err)
	}
	holds("three")
	if err := save(filepath.Join(dir, "none", "r.toml"), nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := os.Remove(file); err != nil { // another program removed the file: save creates it
		t.Fatal(err)
	}
	if err := save(file, []byte("three"), []byte("five")); err != nil {
		t.Error(err)
	}
	holds("five")
}

// TestRemoveLeft checks that saving removes temporary files of killed programs, and neither those that a program holds
// nor other files.
func TestRemoveLeft(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".retune-0123abcd", ".retune-00000000", ".retune-0123abcde", ".retune-notes.md",
		"old.toml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	release, ok := hold(filepath.Join(dir, ".retune-00000000"), true)
	if !ok || runtime.GOOS == "windows" {
		t.Skip("files cannot be locked here")
	}
	for n, want := range []string{".retune-00000000 .retune-0123abcde .retune-notes.md new0.toml old.toml",
		".retune-0123abcde .retune-notes.md new0.toml new1.toml old.toml"} {
		if n == 1 {
			release()
		}
		if err := save(filepath.Join(dir, fmt.Sprintf("new%d.toml", n)), nil, []byte("x")); err != nil {
			t.Fatal(err)
		}
		var names []string
		list, _ := os.ReadDir(dir)
		for _, entry := range list {
			names = append(names, entry.Name())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("there are %s, want %s", got, want)
		}
	}
}

// TestPipe writes to a pipe by its name in /dev/fd, a link that leads to no file.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("/dev/fd/%d", w.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	if err := replace(name, func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err }); err != nil {
		t.Error(err)
	}
	w.Close()
	if got, err := io.ReadAll(r); string(got) != "text" || err != nil {
		t.Errorf("the pipe has %q, %v", got, err)
	}
}

// TestCreateAtOnce creates the same file many times at once. One succeeds, and the file has its content.
func TestCreateAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.toml")
	var all sync.WaitGroup
	errs := make([]error, 8)
	text := func(i int) string { return strings.Repeat(fmt.Sprint(i), 10_000) }
	for i := range errs {
		all.Go(func() { errs[i] = save(file, nil, []byte(text(i))) })
	}
	all.Wait()
	got, _ := os.ReadFile(file)
	saved := 0
	for i, err := range errs {
		switch {
		case err == nil:
			if saved++; string(got) != text(i) {
				t.Errorf("%d has saved, and the file holds %.3q", i, got)
			}
		case !errors.Is(err, fs.ErrExist):
			t.Error(err)
		}
	}
	if saved != 1 {
		t.Errorf("%d have created it", saved)
	}
}
