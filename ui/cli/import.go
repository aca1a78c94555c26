package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/files/scenario"
	"retune/ui/unit"

	"github.com/spf13/cobra"
)

// addImport adds the flags that import a policy from a file.
func (f *flags) addImport(cmd *cobra.Command) {
	set := cmd.PersistentFlags()
	set.StringArrayVar(&f.from, "import", nil, "take the policy from this configuration `file` of a client; FILE#NAME "+
		"takes the policy of that name, - is standard input; stack takes layers from several")
	set.StringVar(&f.pick, "pick", "", "`name` of the policy, if the file has several")
	set.StringVar(&f.as, "as", "", "`format` of the file, if it is not recognised; retune help import lists them")
	for _, name := range []string{"pick", "as"} { // the help of --import mentions them
		set.Lookup(name).Hidden = true
	}
}

func formats() (names []string) {
	for _, f := range clientconfig.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// importCommand returns the command that lists policies in configuration files.
func (f *flags) importCommand() *cobra.Command {
	var scan string
	cmd := &cobra.Command{
		Use:   "import FILE ... [flags]",
		Short: "read retry policies from configuration files of clients",
		Long: "import lists the retry policies in files, with their line numbers: gRPC service config, Envoy, Istio, " +
			"Kubernetes, Argo, Step Functions, Temporal, Spring, .NET, Kafka, AWS, systemd, Compose and many others. It " +
			"recognises the format; - is standard input.\n\n--pick NAME selects a policy by its path or a part of it, and " +
			"explains it. Any other command uses it as --import FILE --pick NAME. --scan DIR reads all files below a " +
			"directory that look like configuration; --as FORMAT names a format that is not recognised.",
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := f.readAll(cmd, args, scan)
			if err != nil {
				return err
			}
			if f.pick == "" {
				command := "import"
				for _, arg := range args {
					command += " " + arg
				}
				if scan != "" {
					command += " --scan " + scan
				}
				return f.list(cmd, "import", command, imported(list))
			}
			p, err := picked(list, f.pick)
			if err != nil {
				return err
			}
			f.adopt(p)
			f.from, f.pick = nil, ""
			s, err := f.scenario(f.start())
			if err != nil {
				return err
			}
			q := question.Schedule()
			return f.answer(cmd, q, s)
		},
	}
	cmd.Flags().StringVar(&scan, "scan", "", "read all files below this `directory`")
	return f.later(cmd, func() { cmd.Long += "\n\nFormats: " + strings.Join(formats(), ", ") + "." })
}

// readAll reads the policies of files and of the files below a directory.
func (f *flags) readAll(cmd *cobra.Command, files []string, dir string) (list []clientconfig.Policy, err error) {
	if len(files) == 0 && dir == "" && f.from != nil {
		files = []string{f.imports(f.from[0])}
	}
	if len(files) == 0 && dir == "" {
		return nil, usage("retune import envoy.yaml, or --scan DIR", "%s needs the name of a file, or - for standard "+
			"input", cmd.Name())
	}
	for _, name := range files {
		more, err := f.readPolicies(cmd.InOrStdin(), name)
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
		more, err := f.readPolicies(nil, path)
		// other files may have unrelated content
		if err != nil && (clientconfig.Recognised(path) || !strings.Contains(err.Error(), ": not ")) {
			f.notes = append(f.notes, answer.Warning{Code: answer.Input, Message: err.Error()})
		}
		list = append(list, more...)
		return nil
	})
	if err != nil {
		return nil, failure{statusFailed, fmt.Sprintf("cannot read %s: %v", unit.Quote(dir), cause(err)), ""}
	}
	return list, nil
}

// skipped reports whether a directory holds third-party files.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains([]string{"node_modules", "vendor", "target", "dist"}, name)
}

// readPolicies reads the policies of a file.
func (f *flags) readPolicies(in io.Reader, name string) ([]clientconfig.Policy, error) {
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
	data, err := readFile(in, name)
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

// adopt sets the policy of a file as if the user had typed its flags.
func (f *flags) adopt(p clientconfig.Policy) {
	f.say("client", p.Client)
	set := p.Parameters()
	if given := f.text["set"]; f.given["set"] && given != nil {
		set = strings.Trim(set+","+*given, ",")
	}
	if set != "" {
		f.say("set", set)
	}
	f.place = scenario.Place{File: p.File, Line: p.Line}
	for _, note := range p.Remarks() {
		f.notes = append(f.notes, answer.Warning{Code: answer.Input, Message: p.File + " " + note})
	}
}

// imports returns the file of an --import. It splits FILE#NAME unless a file has that name.
func (f *flags) imports(name string) string {
	if file, pick, ok := strings.Cut(name, "#"); ok && f.pick == "" {
		if _, err := os.Stat(name); err != nil { // no file has the whole name
			f.pick = pick
			return file
		}
	}
	return name
}

// fromConfig adopts the policy in the file of --import.
func (f *flags) fromConfig(in io.Reader) error {
	if f.from == nil {
		if f.pick != "" {
			return usage("--import FILE", "--pick selects a policy from a file: add --import FILE")
		}
		return nil
	}
	if f.stacks {
		return f.importLayers(in)
	}
	if len(f.from) > 1 {
		return usage("retune stack takes the layers of several", "--import takes one file")
	}
	name := f.imports(f.from[0])
	list, err := f.readPolicies(in, name)
	switch {
	case err != nil:
		return err
	case len(list) == 0:
		return failure{statusNone, "there is no retry policy of a known client in " + unit.Quote(name), ""}
	case f.pick == "" && len(list) > 1:
		return usage("they are "+strings.Join(clientconfig.Paths(list), ", "), "%s has %d policies: choose one with "+
			"--pick", unit.Quote(name), len(list))
	}
	p, err := picked(list, f.pick)
	if err == nil {
		f.adopt(p)
		f.from, f.pick = nil, "" // adopt it only once
	}
	return err
}

// imported returns the policies of files as a table.
func imported(list []clientconfig.Policy) answer.Answer {
	column := func(name string, of func(p clientconfig.Policy) string) answer.Column {
		return answer.Column{Name: name, Words: func(i int) string { return of(list[i]) }}
	}
	a := answer.Answer{
		Summary: fmt.Sprintf("%s. --pick PATH explains one.", answer.Counted(float64(len(list)), "policy", "policies")),
		Tables: []answer.Table{{Name: "policies", Len: len(list), Columns: []answer.Column{
			column("client", func(p clientconfig.Policy) string { return p.Client }),
			column("file", func(p clientconfig.Policy) string { return p.File }),
			{Name: "line", Kind: unit.Count},
			column("path", func(p clientconfig.Policy) string { return p.Path }),
			column("set", clientconfig.Policy.Parameters),
		}, Row: func(i int) []float64 { return []float64{0, 0, float64(list[i].Line), 0, 0} }}},
	}
	for _, p := range list {
		for _, note := range p.Remarks() {
			a.Warnings = append(a.Warnings, answer.Warning{Code: answer.Input, Message: p.File + " " + note})
		}
		if _, err := scenarioOf(p); err != nil {
			a.Warnings = append(a.Warnings, answer.Warning{Code: answer.Input, Message: p.File + " line " +
				strconv.Itoa(p.Line) + ": " + err.Error()})
		}
	}
	return a
}

// scenarioOf returns the default scenario with the policy of a file.
func scenarioOf(p clientconfig.Policy) (setting.Scenario, error) {
	s := setting.Default()
	for _, x := range [][2]string{{"client", p.Client}, {"set", p.Parameters()}} {
		if k, _ := setting.Find(x[0]); x[1] != "" {
			if err := k.Set(&s, x[1]); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// doctorCommand returns the command that lists risks in a configuration.
func (f *flags) doctorCommand() *cobra.Command {
	var scan string
	cmd := &cobra.Command{
		Use:   "doctor [FILE ...] [flags]",
		Short: "flag risky retry settings in a client's configuration",
		Long: "doctor lists the surprises in the retry policies of files, or of the client that --client names, most " +
			"severe first. Each has a figure as evidence, and the nearest better value with its result, or the reason why " +
			"there is none.",
		RunE: func(cmd *cobra.Command, args []string) error {
			var cases []clients.Case
			command := "doctor"
			if len(args) > 0 || scan != "" || f.from != nil {
				if len(f.given) > 0 {
					return usage("retune doctor --client NAME takes them", "doctor takes no settings in addition to those of a file")
				}
				list, err := f.readAll(cmd, args, scan)
				if err != nil {
					return err
				}
				for _, p := range list {
					s, err := scenarioOf(p)
					if err != nil {
						f.notes = append(f.notes, answer.Warning{Code: answer.Input, Message: p.File + " line " +
							strconv.Itoa(p.Line) + ": " + err.Error()})
						continue
					}
					cases = append(cases, clients.Case{Scenario: s, Where: p.File + ":" + strconv.Itoa(p.Line), Path: p.Path,
						Risks: p.Risks})
				}
				command += spaced(strings.Join(args, " "))
				if scan != "" {
					command += " --scan " + scan
				}
			} else {
				s, err := f.scenario(f.start())
				if err != nil {
					return err
				}
				if !f.given["client"] {
					return usage("retune doctor envoy.yaml, or retune doctor --client envoy", "doctor needs a file or --client")
				}
				cases = []clients.Case{{Scenario: s}}
				q := question.Schedule()
				command += spaced(strings.Join(q.Args(s, f.pinned)[1:], " "))
			}
			return f.list(cmd, "doctor", command, clients.Doctor(cases))
		},
	}
	cmd.Flags().StringVar(&scan, "scan", "", "read all files below this `directory` that look like one")
	return cmd
}

// pastedPolicy returns the client and the parameters of the first policy in a pasted configuration.
func pastedPolicy(text string) (client, parameters string, err error) {
	list, err := clientconfig.Read("pasted", []byte(text), nil)
	if err != nil {
		return "", "", err
	}
	if len(list) == 0 {
		return "", "", errors.New("neither a command, nor a value, nor a retry policy of a known client was pasted")
	}
	return list[0].Client, list[0].Parameters(), nil
}
