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
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"retune/ui/tui"
)

// replace gives the file the content that is written to it, whole or not at all:
// that goes to a temporary file beside it, which then takes its name. The mode of a
// file that is there and the links that lead to it are kept.
func replace(file string, to func(io.Writer) error) error { return put(file, to, os.Rename) }

// create does the same where there is no such file yet, or else its error is [fs.ErrExist].
func create(file string, to func(io.Writer) error) error {
	if _, err := os.Stat(file); err == nil {
		return fs.ErrExist
	}
	return put(file, to, func(temp, file string) error {
		err := os.Link(temp, file) // which, unlike a rename, takes no other's place
		if _, there := os.Lstat(file); err != nil && errors.Is(there, fs.ErrNotExist) {
			return os.Rename(temp, file) // a file system without links
		}
		return err
	})
}

// save replaces a file that was read with that content, or creates one where was is nil.
// Where it is no longer so, the error is [tui.ErrChanged]. Of several programs that
// save at once one does, and the others find it changed.
func save(file string, was, data []byte) error {
	to := func(w io.Writer) error { _, err := w.Write(data); return err }
	if was == nil {
		return create(file, to)
	}
	unlock, err := lock(file)
	switch {
	case errors.Is(err, fs.ErrNotExist): // it has gone meanwhile
		return create(file, to)
	case err != nil:
		return err
	}
	defer unlock()
	same := func() error {
		now, err := os.ReadFile(file)
		if err == nil && !bytes.Equal(now, was) {
			return tui.ErrChanged
		}
		return err
	}
	if err := same(); err != nil {
		return err
	}
	return put(file, to, func(temp, file string) error {
		if err := same(); err != nil {
			return err
		}
		return os.Rename(temp, file)
	})
}

// put writes a temporary file beside the file and has it take its place. A device or a pipe, which
// a rename would replace, is written to.
func put(file string, to func(io.Writer) error, place func(temp, file string) error) error {
	info, missing := os.Stat(file)
	if missing == nil && !info.Mode().IsRegular() {
		out, err := os.OpenFile(file, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return cmp.Or(to(out), out.Close())
	}
	file, err := followed(file)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o666) // less what the user leaves out
	if missing == nil {
		mode = 0o600 // until it has that of the file
	}
	removeOld(filepath.Dir(file))
	temp, err := temporary(filepath.Dir(file), mode)
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // does nothing once it has its name
	defer temp.Close()           // does nothing once it is closed
	defer removedBySignal(temp.Name())()
	if err := to(temp); err != nil {
		return err
	}
	if missing == nil {
		if err := temp.Chmod(info.Mode()); err != nil {
			return err
		}
	}
	// A name must not be there before its content.
	if err := cmp.Or(temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := place(temp.Name(), file); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(file)); err == nil { // its name, too, as far as that can be had
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}

// removeOld removes the temporary files in a directory that a killed program left there: those older than an hour.
func removeOld(dir string) {
	list, _ := os.ReadDir(dir)
	for _, entry := range list {
		if ours, _ := filepath.Match(".retune-"+strings.Repeat("[0-9a-f]", 8), entry.Name()); !ours {
			continue
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > time.Hour {
			os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}

// followed is the file to which a name leads, be it there or not.
func followed(file string) (string, error) {
	const most = 40 // as many links as a kernel follows
	for range most {
		target, err := os.Readlink(file)
		if err != nil {
			return file, nil // no link
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(file), target)
		}
		file = target
	}
	return "", fmt.Errorf("%s: %w", file, syscall.ELOOP)
}

// temporary creates a file of a name of its own.
func temporary(dir string, mode fs.FileMode) (*os.File, error) {
	for tries := 0; ; tries++ {
		name := filepath.Join(dir, fmt.Sprintf(".retune-%08x", rand.Uint32()))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || tries == 100 {
			return file, err
		}
	}
}

// removedBySignal has a signal that ends the program remove the file first, until
// the function that it returns is called.
func removedBySignal(name string) (stop func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		select {
		case s := <-signals:
			os.Remove(name)
			n, _ := s.(syscall.Signal)
			os.Exit(128 + int(n))
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
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
func readFile(in io.Reader, name string) ([]byte, error) { return readUpTo(in, name, mostRead) }

// readUpTo is readFile up to another limit.
func readUpTo(in io.Reader, name string, most int64) ([]byte, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, failure{statusFailed, fmt.Sprintf("cannot read %s: %v", quote(name), cause(err)), ""}
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return nil, failure{statusFailed, fmt.Sprintf("cannot read %s: %v", quote(name), cause(err)), ""}
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
