package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
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
		"takes the policy of that name, - is standard input; stack takes a layer from each of several")
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
