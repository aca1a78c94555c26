package cli

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/scenario"

	"github.com/spf13/cobra"
)

// fromFile returns s with the settings of the scenario file, if there is one.
func (f *flags) fromFile(s *setting.Scenario) (setting.Scenario, error) {
	if f.review == "" {
		return *s, nil
	}
	file, err := f.readPicked()
	if err != nil {
		return *s, err
	}
	if !strings.Contains(f.review, "#") {
		file.Policies = file.Policies[:1]
	}
	f.inFile = func(name string) bool {
		return file.Gives(name, append(slices.Clone(file.Policies), file.Fleet, file.Outages[0])...)
	}
	var list []setting.Scenario
	for _, p := range file.Policies {
		of, err := file.Set(s, file.Fleet, file.Outages[0], p)
		if err != nil {
			return *s, misread("", err)
		}
		list = append(list, of)
	}
	if len(list) > 1 {
		list[0].Versus = list[1:]
		for i, p := range file.Policies {
			if named, err := list[0].RenamePolicy(i, p.Name); err == nil { // else it is called by its letter
				list[0] = named
			}
		}
	}
	return list[0], nil
}

// readReview reads a scenario file; - is standard input.
func (f *flags) readReview(name string) (scenario.File, error) {
	data, err := readFile(f.in, name)
	if err != nil {
		return scenario.File{}, err
	}
	file, err := parseReview(name, data)
	for _, remark := range file.Remarks {
		f.note(remark)
	}
	return file, err
}

// readPicked reads the scenario file of -f, with only the policies named behind a #.
func (f *flags) readPicked() (scenario.File, error) {
	name, picked, _ := strings.Cut(f.review, "#")
	file, err := f.readReview(name)
	if err != nil {
		return file, err
	}
	file, err = file.Only(picked)
	return file, misread("", err)
}

// parseReview parses a scenario file and reads the files that it imports.
func parseReview(name string, data []byte) (scenario.File, error) {
	file, err := scenario.Read(name, data, func(name string) ([]byte, error) { return readFile(nil, name) })
	if errors.As(err, &failure{}) { // from an imported file
		return file, err
	}
	return file, misread("", err)
}

// document returns the scenario file of -f to open on the screen. It returns nil for no file or standard input, which
// cannot be saved to.
func (f *flags) document() *scenario.Document {
	name, policies, _ := strings.Cut(f.review, "#")
	if name == "" || name == "-" {
		return nil
	}
	data, err := readFile(f.in, name)
	if err != nil {
		return nil
	}
	d, err := scenario.NewDocument(name, data, parseReview)
	if err != nil { // the error was reported before
		return nil
	}
	a, b, two := strings.Cut(policies, ",")
	if a = strings.TrimSpace(a); a != "" {
		d.Policy = a
	}
	if two {
		d.Beside = cmp.Or(strings.TrimSpace(b), d.Policies[0].Name)
	}
	return &d
}

// initCommand returns the command that writes a sample scenario file.
func (f *flags) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [FILE]",
		Short: "write a commented sample of a scenario file",
		Long:  "Writes a commented sample of a scenario file, to standard output or into FILE, which must not exist.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return oneWord("file", "")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return f.writeText(cmd, scenario.Sample)
			}
			err := save(args[0], nil, []byte(scenario.Sample))
			if errors.Is(err, fs.ErrExist) {
				return failed(quote(args[0])+" exists already", "choose another name, or retune init > FILE")
			}
			return cannot("write", args[0], err)
		},
	}
}
