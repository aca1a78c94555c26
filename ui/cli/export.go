package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/files/codegen"
)

// An export is a format that the command export writes.
type export struct {
	name, title, client string

	language string // language of code; "" for configuration

	// write returns the text of a file with the values. becomes lists the values that differ in it, and lost the
	// parameters without a place in it. Code names the command in a comment.
	write func(fit clients.Fit, command string) (text string, becomes, lost []string, err error)
}

// exports returns the formats of configuration, then code.
func exports() (list []export) {
	for _, format := range clientconfig.Formats() {
		if format.Frame != "" {
			list = append(list, export{format.Name, format.Title, format.Client, "",
				func(fit clients.Fit, _ string) (string, []string, []string, error) { return written(format, fit) }})
		}
	}
	for _, target := range codegen.Targets {
		list = append(list, export{target.Name, target.Title, target.Client, target.Language.Name,
			func(fit clients.Fit, command string) (text string, becomes, lost []string, err error) {
				text, changes := target.Write(fit.Values, "Written by retune "+Version+":", "  "+command)
				for _, c := range changes {
					is := "becomes " + setting.ParameterText(c.Parameter, c.To)
					if c.Missing {
						is, lost = "has no place in this code", append(lost, c.Parameter.Name)
					}
					becomes = append(becomes,
						fmt.Sprintf("%s %s %s", c.Parameter.Name, setting.ParameterText(c.Parameter, c.From), is))
				}
				return text, becomes, lost, nil
			}})
	}
	return list
}

// written returns the configuration with the values. A format that only holds a budget loses no parameters of the
// policy, which another file holds.
func written(format clientconfig.Format, fit clients.Fit) (text string, becomes, lost []string, err error) {
	names, texts := fit.Parameters()
	var settings []clientconfig.Setting
	for i, name := range names {
		settings = append(settings, clientconfig.Setting{Name: name, Text: texts[i]})
	}
	text, inexact, missing, err := format.Write(settings)
	for _, x := range inexact {
		was := texts[slices.Index(names, x.Name)]
		becomes = append(becomes, fmt.Sprintf("%s %s instead of %s", x.Name, x.Text, was))
	}
	ofPolicy := slices.ContainsFunc(format.Keys, func(k clientconfig.Key) bool {
		p, _ := fit.Values.Row.Find(k.Name)
		return p.Role.OfPolicy()
	})
	for _, x := range missing {
		if p, i := fit.Values.Row.Find(x.Name); p != nil && fit.Values.Set(i) {
			becomes = append(becomes, fmt.Sprintf("%s %s is not in this file", x.Name, x.Text))
			if ofPolicy {
				lost = append(lost, x.Name)
			}
		}
	}
	return text, becomes, lost, err
}

// of returns the text for the policy of s, the changes, and a note if the delays are written in another form.
func (o export) of(s setting.Scenario, command string) (text string, becomes []string, same string, err error) {
	fit, _ := clients.To(s, o.client)
	if fit.Harm != "" {
		return "", nil, "", errors.New(fit.Harm)
	}
	text, more, lost, err := o.write(fit, command)
	if harm := fit.Without(lost, s); harm != "" && err == nil {
		err = errors.New(strings.Join(lost, ", ") + " has no place in it, and " + harm)
	}
	becomes = slices.DeleteFunc(fit.Becomes, func(text string) bool { return text == "" })
	return text, append(becomes, more...), fit.Same, err
}

// others returns up to three exports that can express the policy of s exactly, if possible in the same language.
func (o export) others(all []export, s setting.Scenario) (names []string) {
	const few = 3
	for _, same := range []bool{true, false} {
		for _, x := range all {
			if len(names) == few || len(names) > 0 && !same {
				return names
			}
			if (x.language == o.language) != same {
				continue
			}
			if _, becomes, _, err := x.of(s, ""); err == nil && len(becomes) == 0 {
				names = append(names, x.name)
			}
		}
	}
	return names
}

// kinds lists the names of the exports by kind and language.
func kinds(all []export) string {
	text := "Configuration:"
	for i, o := range all {
		if i > 0 && o.language != all[i-1].language {
			text += "\n\nCode in " + o.language + ":"
		}
		text += " " + o.name
	}
	return text
}

// exportCommand returns the command that writes configuration or code.
func (f *flags) exportCommand() *cobra.Command {
	var near bool
	var all []export
	var names []string
	cmd := &cobra.Command{
		Use:   "export FORMAT [flags]",
		Short: "write the policy as configuration of a client, or as code",
		Long: "export writes the policy of the flags as configuration of a client, or as a complete file of code. A " +
			"policy that the client cannot express is an error; --nearest writes the nearest one and lists the changes on " +
			"standard error. --format json lists the changes beside the text.",
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := exportOf(all, args[0], names)
			if err != nil {
				return err
			}
			return f.export(cmd, o, all, near)
		},
	}
	f.addQuestions(cmd.Flags(), []string{"budget"})
	addSwitch(cmd.Flags(), "nearest", "write the nearest policy that the client can express", to(&near))
	return f.later(cmd, func() {
		all = exports()
		for _, o := range all {
			names = append(names, o.name)
		}
		cmd.Args, cmd.ValidArgs = oneWord("format", "the formats are "+strings.Join(names, ", ")), names
		cmd.Long += "\n\n" + kinds(all)
	})
}

// exportOf returns the export with that name or for the client with that name.
func exportOf(all []export, name string, names []string) (export, error) {
	i := slices.IndexFunc(all, func(o export) bool { return setting.Normalized(o.name) == setting.Normalized(name) })
	if v, ok := clients.Of(name); ok && i < 0 {
		i = slices.IndexFunc(all, func(o export) bool { return o.client == v.Row.Name })
	}
	if i < 0 {
		return export{}, usage(nearest(name, names, "retune help export lists the formats"),
			"export: there is no format %s", quote(name))
	}
	return all[i], nil
}

// export writes the policy of the flags, or with --nearest the nearest one that the client can express.
func (f *flags) export(cmd *cobra.Command, o export, all []export, near bool) error {
	s, err := f.scenario(f.start())
	if err != nil {
		return err
	}
	q := question.Schedule()
	q.Takes, q.Uses = append(slices.Clone(q.Takes), "budget"), nil
	command := append([]string{"export", o.name}, q.Args(s, f.pinned)[1:]...)
	if near {
		command = append(command, "--nearest")
	}
	text, becomes, same, err := o.of(s, setting.Command(command))
	if err != nil {
		return failure{statusNone, fmt.Sprintf("%s cannot express this: %v", o.title, err), ""}
	}
	if len(becomes) > 0 && !near {
		hint := "--nearest writes the nearest policy"
		if names := o.others(all, s); len(names) > 0 {
			hint += "; without changes, the policy can be exported to " + strings.Join(names, ", ")
		}
		return failure{statusNone,
			fmt.Sprintf("%s cannot express this policy: %s", o.title, strings.Join(becomes, "; ")), hint}
	}
	if f.format != "text" || f.formatted(cmd) {
		column := func(name string, list ...string) answer.Column {
			return answer.Column{Name: name, Words: func(i int) string { return list[i] }}
		}
		row := func(int) []float64 { return []float64{0, 0} }
		a := answer.Answer{Summary: o.title + ".", Tables: []answer.Table{
			{Name: "text", Len: 1, Columns: []answer.Column{column("format", o.name), column("text", text)}, Row: row},
			{Name: "becomes", Len: len(becomes), Columns: []answer.Column{column("becomes", becomes...)}, Row: row}}}
		return f.show(cmd, q.Inputs(s), command, a)
	}
	if same != "" {
		becomes = append(becomes, same)
	}
	for _, b := range becomes {
		fmt.Fprintln(cmd.ErrOrStderr(), "retune: note:", b)
	}
	return f.writeText(cmd, text)
}
