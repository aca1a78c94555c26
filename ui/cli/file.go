package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retune/ui/tui"
)

// replace writes a file as a whole or not at all. It writes a temporary file in the same directory and renames it. The
// mode of an existing file and links to it stay. A device or a pipe, which a rename would replace, is written directly.
func replace(file string, to func(io.Writer) error) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return put(file, to, os.Rename)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		out, err := os.OpenFile(file, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return cmp.Or(to(out), out.Close())
	}
	return put(file, to, func(temp, file string) error {
		return cmp.Or(os.Chmod(temp, info.Mode()), os.Rename(temp, file))
	})
}

// create writes a file that must not exist, otherwise the error is [fs.ErrExist].
func create(file string, to func(io.Writer) error) error {
	return put(file, to, os.Link) // unlike a rename, a link fails if the file exists
}

// put writes a temporary file beside file, and calls place to give it the name file. It holds the temporary file
// meanwhile, so that no other save takes it for one of a killed program.
func put(file string, to func(io.Writer) error, place func(temp, file string) error) error {
	file = followed(file)
	removeLeft(filepath.Dir(file))
	temp := filepath.Join(filepath.Dir(file), fmt.Sprintf(".retune-%08x", rand.Uint32()))
	out, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	release, _ := hold(temp, true)
	defer release()
	if _, err := os.Stat(temp); errors.Is(err, fs.ErrNotExist) { // another save was faster than hold
		out.Close()
		return put(file, to, place)
	}
	defer os.Remove(temp) // a rename has removed the name
	if err := cmp.Or(to(out), out.Sync(), out.Close()); err != nil {
		return err
	}
	return place(temp, file)
}

// removeLeft removes the temporary files of killed programs: those that no program holds.
func removeLeft(dir string) {
	list, _ := filepath.Glob(filepath.Join(dir, ".retune-"+strings.Repeat("[0-9a-f]", 8)))
	for _, name := range list {
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		release, free := hold(name, false)
		if free {
			os.Remove(name)
		}
		release()
	}
}

// save replaces the content was of a file by data, or creates the file if was is nil. If the file has changed
// meanwhile, the error is [tui.ErrChanged].
func save(file string, was, data []byte) error {
	now, err := os.ReadFile(file)
	switch {
	case was == nil || errors.Is(err, fs.ErrNotExist):
		return create(file, writing(data))
	case err != nil:
		return err
	case !bytes.Equal(now, was):
		return tui.ErrChanged
	}
	return replace(file, writing(data))
}

// writing returns a function that writes data.
func writing[T []byte | string](data T) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write([]byte(data))
		return err
	}
}

// followed returns the file that a name leads to through links. The file need not exist.
func followed(file string) string {
	for range 40 { // the kernel's limit of links
		target, err := os.Readlink(file)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(file), target)
		}
		file = target
	}
	return file
}

// cause returns the innermost error. The text of an error of the file system would name the temporary file.
func cause(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

// cannot returns the failure of reading or writing a file, or nil without an error.
func cannot(do, file string, err error) error {
	if err == nil {
		return nil
	}
	return failed(fmt.Sprintf("cannot %s %s: %v", do, quote(file), cause(err)), "")
}

// mostRead is one more than the largest size in bytes of a file that retune reads.
const mostRead = 1<<20 + 1

// readFile returns the content of a file, up to mostRead bytes. It reads from in if the name is - and in is not nil.
func readFile(in io.Reader, name string) ([]byte, error) {
	if name != "-" || in == nil {
		file, err := openFile(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, mostRead))
	return data, cannot("read", name, err)
}

// openFile opens a file for reading. It refuses terminals, other devices and named pipes, which may never end. Pipes
// that a shell makes, as for <(COMMAND), are valid.
func openFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() && !isStream(name) {
		return nil, failed(fmt.Sprintf("cannot read %s: it is a device or a pipe, not a file", quote(name)),
			"- in its place reads standard input")
	}
	if err != nil {
		return nil, cannot("read", name, err)
	}
	file, err := os.Open(name)
	return file, cannot("read", name, err)
}

// isStream reports whether a name stands for an open stream of the program.
func isStream(name string) bool {
	name, _ = filepath.Abs(name)
	return name == "/dev/stdin" || slices.Contains([]string{"/dev/fd", "/proc/self/fd"}, filepath.Dir(name))
}

// files returns the functions with which the screen reads and writes scenario files.
func files() tui.Files {
	return tui.Files{
		List: func(beside string) (list []string) {
			for _, in := range []string{"*.toml", "*/*.toml", filepath.Join(filepath.Dir(beside), "*.toml")} {
				found, _ := filepath.Glob(in)
				list = append(list, found...)
			}
			slices.Sort(list)
			return slices.Compact(list)
		},
		Load:  func(name string) ([]byte, error) { return readFile(nil, fromHome(name)) },
		Parse: parseReview,
		Save:  func(name string, was, data []byte) error { return cause(save(fromHome(name), was, data)) },
	}
}
