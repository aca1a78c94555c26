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
	"time"

	"retune/ui/tui"
)

// replace gives the file the content that is written to it, whole or not at all: it goes to a temporary file beside
// it, which then takes its name. The mode of a file that exists and the links that lead to it are kept. A device or a
// pipe, which a rename would replace, is written to.
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

// create writes a file that must not exist, or else its error is [fs.ErrExist].
func create(file string, to func(io.Writer) error) error {
	if _, err := os.Stat(file); err == nil {
		return fs.ErrExist
	}
	return put(file, to, os.Link) // a link, unlike a rename, takes no other file's place
}

// put writes a temporary file beside the file, and has place give it its name.
func put(file string, to func(io.Writer) error, place func(temp, file string) error) error {
	file = followed(file)
	removeOld(filepath.Dir(file))
	temp := filepath.Join(filepath.Dir(file), fmt.Sprintf(".retune-%08x", rand.Uint32()))
	out, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(temp) // no file after a rename
	if err := cmp.Or(to(out), out.Sync(), out.Close()); err != nil {
		return err
	}
	return place(temp, file)
}

// removeOld removes temporary files older than an hour, which a killed program left in the directory.
func removeOld(dir string) {
	list, _ := filepath.Glob(filepath.Join(dir, ".retune-"+strings.Repeat("[0-9a-f]", 8)))
	for _, name := range list {
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > time.Hour {
			os.Remove(name)
		}
	}
}

// save replaces a file that was read with that content, or creates one where was is nil. Where the file is another by
// now, the error is [tui.ErrChanged].
func save(file string, was, data []byte) error {
	to := func(w io.Writer) error { _, err := w.Write(data); return err }
	if was == nil {
		return create(file, to)
	}
	now, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return create(file, to)
	case err == nil && !bytes.Equal(now, was):
		return tui.ErrChanged
	case err != nil:
		return err
	}
	return replace(file, to)
}

// followed is the file to which a name leads through links, whether it exists or not.
func followed(file string) string {
	for range 40 { // as many links as a kernel follows
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

// cause is what lies behind an error of the file system, whose own text names
// a temporary file.
func cause(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

// mostRead is more than a file that is read may have, bytes.
const mostRead = 1<<20 + 1

// readFile is the content of a file, or of in where that is called -, up to mostRead.
func readFile(in io.Reader, name string) ([]byte, error) {
	failed := func(err error) error {
		return failure{statusFailed, fmt.Sprintf("cannot read %s: %v", quote(name), cause(err)), ""}
	}
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, failed(err)
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, mostRead))
	if err != nil {
		return nil, failed(err)
	}
	return data, nil
}

// files is what the screen does with scenario files.
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
		Save: func(name string, was, data []byte) error {
			err := save(fromHome(name), was, data)
			if errors.Is(err, tui.ErrChanged) {
				return err
			}
			return cause(err)
		},
	}
}
