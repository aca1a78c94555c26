package cli

import (
	"fmt"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/files/scenario"

	"github.com/spf13/cobra"
)

// addImport adds the flags that import a policy from a file.
func (f *flags) addImport(cmd *cobra.Command) {
	set := cmd.PersistentFlags()
	set.StringArrayVar(&f.from, "import", nil, "policy from this configuration `file` of a client; FILE#NAME "+
		"takes the policy of that name, - is standard input; stack takes a layer from each of several")
	addOnce(set, &f.pick, "pick", "", "name of the `policy`, if the file has several")
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
			if f.pick != "" { // as schedule --import FILE --pick NAME
				f.from = append(f.from, args...)
				q := question.Schedule()
				s, err := f.scenario(q, new(f.start()))
				if err != nil {
					return err
				}
				return f.answer(cmd, q, &s)
			}
			args = append(args, f.from...)
			list, err := f.readAll("import", args, scan)
			if err != nil {
				return err
			}
			return f.show(cmd, "import", nil, scanning("import", args, scan), f.imported(list))
		},
	}
	addOnce(cmd.Flags(), &scan, "scan", "", "read all files below this `directory`")
	return f.later(cmd, func() { cmd.Long += "\n\nFormats: " + strings.Join(formats(), ", ") + "." })
}

// scanning returns the command that reads the same files again.
func scanning(command string, files []string, dir string) []string {
	words := append([]string{command}, files...)
	if dir != "" {
		words = append(words, "--scan", dir)
	}
	return words
}

// remark adds the remarks on a policy of a file to the notes.
func (f *flags) remark(p clientconfig.Policy) {
	for _, note := range p.Remarks() {
		f.note(p.File + " " + note)
	}
}

// fromConfig sets the policy in the file of --import as if the user had typed its flags.
func (f *flags) fromConfig() error {
	switch {
	case f.from == nil && f.pick != "":
		return usage("--import FILE", "--pick selects a policy from a file: add --import FILE")
	case f.from == nil:
		return nil
	case f.stacks:
		return f.importLayers()
	case len(f.from) > 1:
		return usage("retune stack takes the layers of several", "--import takes one file")
	}
	list, err := f.policies(f.from[0])
	if err != nil {
		return err
	}
	p, err := clientconfig.Named(list, list[0].File, f.pick)
	if err != nil {
		return misread("", err)
	}
	if _, err := scenarioOf(p); err != nil {
		return misread("", err)
	}
	f.from, f.pick = nil, ""
	f.text["client"] = p.Client
	if set := strings.Trim(p.Parameters()+","+f.text["set"], ","); set != "" {
		f.text["set"] = set
	}
	f.place = scenario.Place{File: p.File, Line: p.Line}
	f.remark(p)
	return nil
}

// imported returns the policies of files as a table.
func (f *flags) imported(list []clientconfig.Policy) answer.Answer {
	for _, p := range list {
		f.remark(p)
		if _, err := scenarioOf(p); err != nil {
			f.note(err.Error())
		}
	}
	t := answer.Table{Name: "policies",
		Columns: answer.Columns("client: words, file: words, line, path: words, set: words")}
	t = t.WithRows(len(list), func(i int) []answer.Value {
		p := list[i]
		return []answer.Value{{Words: p.Client}, {Words: p.File}, {Number: float64(p.Line)}, {Words: p.Path},
			{Words: p.Parameters()}}
	})
	return answer.Answer{Tables: []answer.Table{t},
		Summary: fmt.Sprintf("%s. --pick PATH explains one.", answer.Counted(float64(len(list)), "policy", "policies"))}
}

// scenarioOf returns the default scenario with the policy of a file.
func scenarioOf(p clientconfig.Policy) (s setting.Scenario, err error) {
	s = setting.Default()
	for _, x := range [][2]string{{"client", p.Client}, {"set", p.Parameters()}} {
		if k, _ := setting.Find(x[0]); x[1] != "" {
			if err := k.Set(&s, x[1]); err != nil {
				return s, fmt.Errorf("%s line %d: %w", p.File, p.Line, err)
			}
		}
	}
	return s, nil
}
