package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"retune/ui/files/clientconfig"
	"retune/ui/unit"
)

// readAll reads the policies of files and of the files below a directory.
func (f *flags) readAll(command string, files []string, dir string) (list []clientconfig.Policy, err error) {
	if len(files) == 0 && dir == "" && f.from != nil {
		files = []string{f.imports(f.from[0])}
	}
	if len(files) == 0 && dir == "" {
		return nil, usage("retune import envoy.yaml, or --scan DIR", "%s needs the name of a file, or - for standard "+
			"input", command)
	}
	for _, name := range files {
		more, err := f.readPolicies(name)
		if err != nil {
			return nil, err
		}
		if len(more) == 0 {
			return nil, noPolicy(name)
		}
		list = append(list, more...)
	}
	if dir == "" {
		return list, nil
	}
	more, err := f.scan(dir)
	if err == nil && len(more) == 0 && len(list) == 0 {
		err = failure{statusNone, "there is no retry policy of a known client below " + unit.Quote(dir), ""}
	}
	return append(list, more...), err
}

// noPolicy returns the error for a file without a policy. It names keys in the file that seem to be about retries.
func noPolicy(name string) error {
	why := failure{statusNone, "there is no retry policy of a known client in " + unit.Quote(name),
		"--as FORMAT reads it as that format; retune help import lists them"}
	if name == "-" { // standard input cannot be read again
		return why
	}
	if data, err := readFile(nil, name); err == nil {
		if keys := clientconfig.Unread(name, data); len(keys) > 0 {
			why.reason += "; it is not known what " + strings.Join(keys, ", ") + " means"
		}
	}
	return why
}

// scan reads the files below a directory that can hold a policy. Errors in a file become notes.
func (f *flags) scan(dir string) (list []clientconfig.Policy, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == dir:
			return err
		case err != nil:
			return nil
		case d.IsDir() && path != dir && skipped(d.Name()):
			return fs.SkipDir
		case !d.Type().IsRegular() || !clientconfig.Readable(path):
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() >= mostRead {
			return nil
		}
		more, err := f.readPolicies(path)
		// other files may have unrelated content
		if err != nil && (clientconfig.Recognised(path) || !strings.Contains(err.Error(), ": not ")) {
			f.note(err.Error())
		}
		list = append(list, more...)
		return nil
	})
	if err != nil {
		return nil, cannot("read", dir, err)
	}
	return list, nil
}

// skipped reports whether a directory holds third-party files.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains([]string{"node_modules", "vendor", "target", "dist"}, name)
}

// readPolicies reads the policies of a file.
func (f *flags) readPolicies(name string) ([]clientconfig.Policy, error) {
	var format *clientconfig.Format
	if f.as != "" {
		row, ok := clientconfig.Find(f.as)
		if !ok {
			return nil, usage(nearest(f.as, formats(), "the formats are "+strings.Join(formats(), ", ")),
				"--as: there is no format %s", quote(f.as))
		}
		format = &row
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, usage("--scan "+name+" reads the files below it", "%s is a directory", unit.Quote(name))
	}
	data, err := readFile(f.in, name)
	if err != nil {
		return nil, err
	}
	list, err := clientconfig.Read(name, data, format)
	if e, ok := errors.AsType[*clientconfig.Error](err); ok {
		if e.File = name; strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			e.File = unit.Quote(name)
		}
		return nil, failure{statusFailed, e.Error(), e.Hint}
	}
	return list, err
}

// picked returns the only policy that name means.
func picked(list []clientconfig.Policy, name string) (clientconfig.Policy, error) {
	switch found := clientconfig.Named(list, name); len(found) {
	case 1:
		return found[0], nil
	case 0:
		paths := clientconfig.Paths(list)
		return clientconfig.Policy{}, usage(among(name, paths, "the policies are "+strings.Join(paths, ", ")),
			"--pick: there is no policy %s", quote(name))
	default:
		return clientconfig.Policy{}, usage("they are "+strings.Join(clientconfig.Paths(found), ", "),
			"--pick: %s names %d policies", quote(name), len(found))
	}
}
