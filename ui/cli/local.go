package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/files/clientconfig"
)

// localName is the name of the file with the settings of a linter for a project.
const localName = ".retune.toml"

// locals are the flags that the file may set, by their commands. The value of some is a file, relative to its folder.
var (
	locals = map[string][]string{
		"doctor": {"select", "ignore", "fail-on", "baseline", "with"},
		"check":  {"select", "ignore", "baseline", "baseline-strict", "inconclusive"},
	}
	localFiles = []string{"baseline", "with"}
)

// local sets the flags of doctor or of check that the user did not give from the nearest .retune.toml. It is in the
// folder of the first of the files or folders that are looked at, or above it, up to the root of a git repository. Its
// tables [doctor] and [check] have the flags by their names.
func (f *flags) local(cmd *cobra.Command, near []string) error {
	near = slices.DeleteFunc(near, func(name string) bool { return name == "" || name == "-" })
	name := nearestLocal(append(near, ".")[0])
	if name == "" {
		return nil
	}
	data, err := readFile(nil, name)
	if err != nil {
		return err
	}
	list, err := clientconfig.Entries(name, data)
	if err != nil {
		return misread("", err)
	}
	given := map[string]bool{}
	for _, flag := range locals[cmd.Name()] {
		given[flag] = cmd.Flags().Changed(flag)
	}
	taken := false
	for _, e := range list {
		if err := knownLocal(name, e); err != nil {
			return err
		}
		if e.Path[0] != cmd.Name() || e.Empty != "" || given[e.Path[1]] {
			continue
		}
		if slices.Contains(localFiles, e.Path[1]) && !filepath.IsAbs(e.Text) {
			e.Text = filepath.Join(filepath.Dir(name), e.Text)
		}
		if err := cmd.Flags().Lookup(e.Path[1]).Value.Set(e.Text); err != nil {
			return misread(fmt.Sprintf("%s line %d: ", name, e.Line), err)
		}
		taken = true
	}
	if taken {
		f.note("with the settings of " + name)
	}
	return nil
}

// knownLocal returns an error if an entry of the file is no flag of a command.
func knownLocal(name string, e clientconfig.Entry) error {
	where := fmt.Sprintf("%s line %d: ", name, e.Line)
	flags := locals[e.Path[0]]
	switch {
	case flags == nil:
		return notOneOf(where+"table", e.Path[0], slices.Sorted(maps.Keys(locals)))
	case len(e.Path) == 1 && e.Empty == "":
		return usage("write ["+e.Path[0]+"] above its settings", "%s%s is a table", where, e.Path[0])
	case len(e.Path) > 1 && (len(e.Path) > 2 || !slices.Contains(flags, e.Path[1])):
		return notOneOf(where+"setting of "+e.Path[0], strings.Join(e.Path[1:], "."), flags)
	}
	return nil
}

// nearestLocal returns the path of the nearest .retune.toml, or "".
func nearestLocal(near string) string {
	if info, err := os.Stat(near); err != nil || !info.IsDir() {
		near = filepath.Dir(near)
	}
	for range 100 {
		name := filepath.Join(near, localName)
		if _, err := os.Stat(name); err == nil {
			return name
		}
		_, err := os.Stat(filepath.Join(near, ".git"))
		whole, bad := filepath.Abs(near)
		if !errors.Is(err, fs.ErrNotExist) || bad != nil || whole == filepath.Dir(whole) {
			return ""
		}
		near = filepath.Join(near, "..")
	}
	return ""
}
