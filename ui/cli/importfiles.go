package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retune/ui/files/clientconfig"
)

// readAll reads the policies of files and of the files below a directory.
func (f *flags) readAll(command string, files []string, dir string) (list []clientconfig.Policy, err error) {
	if len(files) == 0 && dir == "" {
		return nil, usage("retune import envoy.yaml, or --scan DIR", "%s needs the name of a file, or - for standard "+
			"input", command)
	}
	for _, name := range files {
		more, err := f.policies(name)
		var none failure
		switch {
		case err == nil:
			list = append(list, more...)
		case command == "doctor" && errors.As(err, &none) && none.status == statusNone: // a hook passes any file
			f.note(none.reason)
		default:
			return nil, err
		}
	}
	if dir == "" {
		return list, nil
	}
	more, err := f.scan(dir)
	if err == nil && len(more) == 0 && len(list) == 0 {
		reason := "there is no retry policy of a known client below " + quote(dir)
		if err = noAnswer(reason, ""); command == "doctor" { // a gate without a file is set up wrongly
			err = usage("", "%s", reason)
		}
	}
	return append(list, more...), err
}

// policies reads the policies of a file, at least one, or the one that FILE#NAME means.
func (f *flags) policies(name string) ([]clientconfig.Policy, error) {
	pick := ""
	if _, err := os.Stat(name); err != nil { // no file has the whole name
		name, pick, _ = strings.Cut(name, "#")
	}
	list, err := f.readPolicies(name)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		data, _ := readFile(nil, name)
		why := clientconfig.NoPolicy(name, data)
		return nil, noAnswer(why.Reason, why.Hint)
	case pick != "":
		p, err := clientconfig.Named(list, name, pick)
		return []clientconfig.Policy{p}, misread("", err)
	}
	return list, nil
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
		if err != nil {
			data, _ := readFile(nil, path)
			if clientconfig.AboutRetries(data) || !strings.Contains(err.Error(), ": not ") {
				f.note(err.Error())
			}
		}
		list = append(list, more...)
		return nil
	})
	return list, cannot("read", dir, err)
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
			return nil, notOneOf("--as", f.as, formats())
		}
		format = &row
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, usage("--scan "+name+" reads the files below it", "%s is a directory", quote(name))
	}
	data, err := readFile(f.in, name)
	if err != nil {
		return nil, err
	}
	if f.comments != nil {
		f.comments[name] = clientconfig.Ignores(data)
	}
	list, err := clientconfig.Read(name, data, format)
	if err != nil {
		err = failed(err.Error(), hintOf(err))
	}
	return list, err
}
