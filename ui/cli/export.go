package cli

import (
	"cmp"
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

	// write returns the file for a fit. Code names the command in a comment.
	write func(fit clients.Fit, command string) (exported, error)
}

// An exported is a policy as the text of a file.
type exported struct {
	text    string
	becomes []string // what differs in the file
	lost    []string // names of parameters without a place in it
}

// exports returns the formats of configuration, then code.
func exports() (list []export) {
	for _, format := range clientconfig.Formats() {
		if format.Frame != "" {
			write := func(fit clients.Fit, _ string) (exported, error) { return configuration(format, fit) }
			list = append(list, export{format.Name, format.Title, format.Client, "", write})
		}
	}
	for _, target := range codegen.Targets {
		write := func(fit clients.Fit, command string) (exported, error) { return source(target, fit, command), nil }
		list = append(list, export{target.Name, target.Title, target.Client, target.Language.Name, write})
	}
	return list
}

// configuration returns the configuration of a client with the parameters of a fit.
func configuration(format clientconfig.Format, fit clients.Fit) (out exported, err error) {
	names, texts := fit.Parameters()
	var settings []clientconfig.Setting
	for i, name := range names {
		settings = append(settings, clientconfig.Setting{Name: name, Text: texts[i]})
	}
	text, inexact, missing, err := format.Write(settings)
	out.text = text
	for _, x := range inexact {
		was := texts[slices.Index(names, x.Name)]
		out.becomes = append(out.becomes, fmt.Sprintf("%s %s instead of %s", x.Name, x.Text, was))
	}
	for _, x := range missing {
		if p, i := fit.Values.Row.Find(x.Name); p != nil && fit.Values.Set(i) {
			out.becomes = append(out.becomes, fmt.Sprintf("%s %s is not in this file", x.Name, x.Text))
			out.lost = append(out.lost, x.Name)
		}
	}
	return out, err
}

// source returns the code for a library with the parameters of a fit.
func source(target codegen.Target, fit clients.Fit, command string) (out exported) {
	text, changes := target.Write(fit.Values, "Written by retune "+Version+":", "  "+command)
	out.text = text
	for _, c := range changes {
		is := "becomes " + setting.ParameterText(c.Parameter, c.To)
		if c.Missing {
			is, out.lost = "has no place in this code", append(out.lost, c.Parameter.Name)
		}
		was := setting.ParameterText(c.Parameter, c.From)
		out.becomes = append(out.becomes, c.Parameter.Name+" "+was+" "+is)
	}
	return out
}

// of returns the file for the policy of s, and a note if the delays are written in another form.
func (o export) of(s *setting.Scenario, command string) (out exported, same string, err error) {
	fit, _ := clients.To(s, o.client)
	if fit.Harm != "" {
		return out, "", errors.New(fit.Harm)
	}
	out, err = o.write(fit, command)
	if harm := fit.Without(out.lost, s); harm != "" && err == nil {
		err = errors.New(strings.Join(out.lost, ", ") + " has no place in it, and " + harm)
	}
	changes := slices.DeleteFunc(fit.Becomes, func(text string) bool { return text == "" })
	out.becomes = append(changes, out.becomes...)
	return out, fit.Same, err
}

// others returns up to three exports that can express the policy of s exactly, if possible in the same language.
func (o export) others(all []export, s *setting.Scenario) (names []string) {
	for _, same := range []bool{true, false} {
		for _, x := range all {
			if len(names) == 3 || (x.language == o.language) != same {
				continue
			}
			if out, _, err := x.of(s, ""); err == nil && len(out.becomes) == 0 {
				names = append(names, x.name)
			}
		}
		if len(names) > 0 {
			break
		}
	}
	return names
}

// exportCommand returns the command that writes configuration or code.
func (f *flags) exportCommand() *cobra.Command {
	var near bool
	cmd := &cobra.Command{
		Use:   "export FORMAT [flags]",
		Short: "write the policy as configuration of a client, or as code",
		Long: "export writes the policy of the flags as configuration of a client, or as a complete file of code. A " +
			"policy that the client cannot express is an error; --nearest writes the nearest one and lists the changes on " +
			"standard error. --format json lists the changes beside the text.",
		RunE: func(cmd *cobra.Command, args []string) error { return f.export(cmd, args[0], near) },
	}
	f.addQuestions(cmd.Flags(), []string{"budget"})
	addSwitch(cmd.Flags(), "nearest", "write the nearest policy that the client can express", to(&near))
	return f.later(cmd, func() {
		kind := "Configuration"
		cmd.Long += "\n\n" + kind + ":"
		for _, o := range exports() {
			if of := "Code in " + o.language; o.language != "" && of != kind {
				kind = of
				cmd.Long += "\n\n" + kind + ":"
			}
			cmd.Long += " " + o.name
			cmd.ValidArgs = append(cmd.ValidArgs, o.name)
		}
		cmd.Args = oneWord("format", "the formats are "+strings.Join(cmd.ValidArgs, ", "))
	})
}

// export writes the policy of the flags in a format, or for a client, with that name. near allows the nearest policy
// that the client can express.
func (f *flags) export(cmd *cobra.Command, name string, near bool) error {
	all := exports()
	i := slices.IndexFunc(all, func(o export) bool { return setting.Normalized(o.name) == setting.Normalized(name) })
	if v, ok := clients.Of(name); ok && i < 0 {
		i = slices.IndexFunc(all, func(o export) bool { return o.client == v.Row.Name })
	}
	if i < 0 {
		return usage(cmp.Or(inLanguage(name, all), among(name, cmd.ValidArgs, "retune help export lists the formats")),
			"export: there is no format %s", quote(name))
	}
	o, q := all[i], question.Schedule()
	q.Takes, q.UsedSettings = append(slices.Clone(q.Takes), "budget"), nil
	s, err := f.scenario(q, new(f.start()))
	if err != nil {
		return err
	}
	command := append([]string{"export", o.name}, q.Args(&s, f.pinned)[1:]...)
	if near {
		command = append(command, "--nearest")
	}
	out, same, err := o.of(&s, setting.Command(command))
	if err != nil {
		return noAnswer(o.title+" cannot express this: "+err.Error(), "")
	}
	if len(out.becomes) > 0 && !near {
		hint := "--nearest writes the nearest policy"
		if names := o.others(all, &s); len(names) > 0 {
			hint += "; without changes, the policy can be exported to " + strings.Join(names, ", ")
		}
		return noAnswer(o.title+" cannot express this policy: "+strings.Join(out.becomes, "; "), hint)
	}
	if f.formatted(cmd) {
		return f.show(cmd, "export", q.Inputs(&s), command, out.answer(o))
	}
	for _, note := range append(out.becomes, same) {
		if note != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), "retune: note:", note)
		}
	}
	return f.writeText(cmd, out.text)
}

// languages are other words for the languages of code.
var languages = map[string]string{"golang": "go", "py": "python", "js": "javascript", "node": "javascript",
	"nodejs": "javascript", "ts": "javascript", "typescript": "javascript", "csharp": "c#", "dotnet": "c#", ".net": "c#",
	"net": "c#", "cs": "c#", "kotlin": "java", "scala": "java", "jvm": "java", "rb": "ruby", "rs": "rust"}

// inLanguage lists the exports in a language, or returns "" if name is none.
func inLanguage(name string, all []export) string {
	language := strings.ToLower(name)
	language = cmp.Or(languages[language], language)
	var names []string
	for _, o := range all {
		if strings.ToLower(o.language) == language {
			names = append(names, o.name)
		}
	}
	if names == nil {
		return ""
	}
	if len(names) == 1 {
		return "the format in that language is " + names[0]
	}
	return "formats in that language are " + strings.Join(names, ", ")
}

// answer returns the file and what differs in it as tables.
func (out exported) answer(o export) answer.Answer {
	var becomes [][]string
	for _, text := range out.becomes {
		becomes = append(becomes, []string{text})
	}
	return answer.Answer{Summary: o.title + ".", Tables: []answer.Table{
		answer.WordTable("text", "format, text", [][]string{{o.name, out.text}}),
		answer.WordTable("becomes", "becomes", becomes),
	}}
}
