package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/answer"
	"retune/ui/config"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/query/library"
	"retune/ui/snippet"
)

// An export is one thing that export writes.
type export struct {
	name, title, client string

	language string // of code; "": it is configuration

	// write returns the text of a file with the values, which names the command where it
	// can, and what the values become in it.
	write func(fit library.Fit, command string) (text string, becomes []string, err error)
}

// exports is what export writes: the formats of configuration, and code.
func exports() (list []export) {
	for _, format := range config.Formats {
		if format.Frame != "" {
			list = append(list, export{format.Name, format.Title, format.Client, "", func(fit library.Fit, _ string) (string, []string, error) { return written(format, fit) }})
		}
	}
	for _, target := range snippet.Targets {
		list = append(list, export{target.Name, target.Title, target.Client, target.Language.Name, func(fit library.Fit, command string) (string, []string, error) {
			text, changes := target.Write(fit.Values, "Written by retune "+Version+":", "  "+command)
			var becomes []string
			for _, c := range changes {
				is := "becomes " + knob.ParameterText(c.Parameter, c.To)
				if c.Missing {
					is = "has no place in this code"
				}
				becomes = append(becomes, fmt.Sprintf("%s %s %s", c.Parameter.Name, knob.ParameterText(c.Parameter, c.From), is))
			}
			return text, becomes, nil
		}})
	}
	return list
}

// written is the configuration with the values.
func written(format config.Format, fit library.Fit) (text string, becomes []string, err error) {
	names, texts := fit.Parameters()
	var settings []config.Setting
	for i, name := range names {
		settings = append(settings, config.Setting{Name: name, Text: texts[i]})
	}
	text, inexact, missing, err := format.Write(settings)
	for _, x := range inexact {
		becomes = append(becomes, fmt.Sprintf("%s %s becomes %s", x.Name, texts[slices.Index(names, x.Name)], x.Text))
	}
	for _, x := range missing {
		if p, i := fit.Values.Row.Find(x.Name); p != nil && fit.Values.Set(i) {
			becomes = append(becomes, fmt.Sprintf("%s %s is not in this file", x.Name, x.Text))
		}
	}
	return text, becomes, err
}

// of returns the text with the policy of s, what of it becomes something else, and how
// its delays are said where it is not as in s.
func (o export) of(s knob.Scenario, command string) (text string, becomes []string, same string, err error) {
	fit, _ := library.To(s, o.client)
	text, more, err := o.write(fit, command)
	return text, append(slices.DeleteFunc(fit.Becomes, func(text string) bool { return text == "" }), more...), fit.Same, err
}

// others is the names of a few that have the policy of s as it is: of those of the same
// language, or else of any.
func (o export) others(all []export, s knob.Scenario) (names []string) {
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

// kinds is the names of the exports: configuration, and code by its language.
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

// exportCommand writes configuration of clients, and code that has one retry.
func exportCommand(f *flags) *cobra.Command {
	var near bool
	all := exports()
	var names []string
	for _, o := range all {
		names = append(names, o.name)
	}
	cmd := &cobra.Command{
		Use:   "export FORMAT [flags]",
		Short: "write the policy as configuration of a client, or as code",
		Long: "export writes the configuration with which a client has the policy of the flags, or a complete file of code that retries by it. What the client cannot express is an error; --nearest writes what comes nearest, and says on standard error what becomes of it. --format json says so beside the text.\n\n" +
			kinds(all),
		ValidArgs: names,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("the formats are "+strings.Join(names, ", "), "export takes one word, the format")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			i := slices.IndexFunc(all, func(o export) bool { return knob.Plain(o.name) == knob.Plain(args[0]) })
			if v, ok := library.Of(args[0]); ok && i < 0 {
				i = slices.IndexFunc(all, func(o export) bool { return o.client == v.Row.Name })
			}
			if i < 0 {
				return usage(nearest(args[0], names, "retune help export lists the formats"), "export: there is no format %s", quote(args[0]))
			}
			o := all[i]
			s, err := f.scenario(f.start())
			if err != nil {
				return err
			}
			q, _ := query.Find("schedule")
			q.Takes, q.Uses = append(slices.Clone(q.Takes), "budget"), nil
			command := "export " + o.name + spaced(strings.Join(q.Args(s, f.pinned)[1:], " "))
			if near {
				command += " --nearest"
			}
			text, becomes, same, err := o.of(s, "retune "+command)
			if err != nil {
				return failure{statusNone, fmt.Sprintf("%s cannot express this: %v", o.title, err), ""}
			}
			if len(becomes) > 0 && !near {
				hint := "--nearest writes what comes nearest"
				if names := o.others(all, s); len(names) > 0 {
					hint += "; as it is, the policy can be exported to " + strings.Join(names, ", ")
				}
				return failure{statusNone, fmt.Sprintf("%s cannot express this policy: %s", o.title, strings.Join(becomes, "; ")), hint}
			}
			if f.format != "text" || f.formatted(cmd) {
				a := answer.Answer{Summary: o.title + ".", Tables: []answer.Table{
					{Name: "text", Len: 1, Columns: []answer.Column{{Name: "format", Words: func(int) string { return o.name }}, {Name: "text", Words: func(int) string { return text }}}, Row: func(int) []float64 { return []float64{0, 0} }},
					{Name: "becomes", Len: len(becomes), Columns: []answer.Column{{Name: "becomes", Words: func(i int) string { return becomes[i] }}}, Row: func(int) []float64 { return []float64{0} }},
				}}
				return f.show(cmd, answer.Query{Name: "export"}, q.Settings(s), command, a)
			}
			if same != "" {
				becomes = append(becomes, same)
			}
			for _, b := range becomes {
				fmt.Fprintln(cmd.ErrOrStderr(), "retune: note:", b)
			}
			return f.write(cmd, func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		},
	}
	f.addQuestions(cmd.Flags(), []string{"budget"})
	addSwitch(cmd.Flags(), &near, "nearest", "write what comes nearest where the client cannot express the policy")
	return cmd
}
