package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/answer"
	"retune/ui/config"
	"retune/ui/query"
	"retune/ui/query/library"
)

// exportCommand writes configuration of clients.
func exportCommand(f *flags) *cobra.Command {
	var near bool
	var written []string
	for _, row := range config.Formats {
		if row.Frame != "" {
			written = append(written, row.Name)
		}
	}
	cmd := &cobra.Command{
		Use:   "export FORMAT [flags]",
		Short: "write the policy as configuration of a client",
		Long: "export writes the configuration with which a client has the policy of the flags. What the client cannot express is an error; --nearest writes what comes nearest, and says on standard error what becomes of it. --format json says so beside the text.\n\nThe formats are " +
			strings.Join(written, ", ") + ".",
		ValidArgs: written,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("the formats are "+strings.Join(written, ", "), "export takes one word, the format")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			format, ok := config.Find(args[0])
			if !ok || format.Frame == "" {
				return usage(nearest(args[0], written, "the formats are "+strings.Join(written, ", ")), "export: there is no format %s", quote(args[0]))
			}
			s, err := f.scenario(f.start())
			if err != nil {
				return err
			}
			fit, _ := library.To(s, format.Client)
			names, texts := fit.Parameters()
			var settings []config.Setting
			for i, name := range names {
				settings = append(settings, config.Setting{Name: name, Text: texts[i]})
			}
			becomes := slices.DeleteFunc(fit.Becomes, func(text string) bool { return text == "" })
			text, inexact, missing, err := format.Write(settings)
			if err != nil {
				return failure{statusNone, fmt.Sprintf("%s cannot express this: %v", format.Title, err), ""}
			}
			for _, x := range inexact {
				becomes = append(becomes, fmt.Sprintf("%s %s becomes %s", x.Name, texts[slices.Index(names, x.Name)], x.Text))
			}
			for _, x := range missing {
				if p, i := fit.Values.Row.Find(x.Name); p != nil && fit.Values.Set(i) {
					becomes = append(becomes, fmt.Sprintf("%s %s is not in this file", x.Name, x.Text))
				}
			}
			if len(becomes) > 0 && !near {
				return failure{statusNone, fmt.Sprintf("%s cannot express this policy: %s", format.Title, strings.Join(becomes, "; ")), "--nearest writes what comes nearest"}
			}
			if f.format != "text" || f.formatted(cmd) {
				a := answer.Answer{Summary: format.Title + ".", Tables: []answer.Table{
					{Name: "text", Len: 1, Columns: []answer.Column{{Name: "format", Words: func(int) string { return format.Name }}, {Name: "text", Words: func(int) string { return text }}}, Row: func(int) []float64 { return []float64{0, 0} }},
					{Name: "becomes", Len: len(becomes), Columns: []answer.Column{{Name: "becomes", Words: func(i int) string { return becomes[i] }}}, Row: func(int) []float64 { return []float64{0} }},
				}}
				q, _ := query.Find("schedule")
				return f.show(cmd, answer.Query{Name: "export"}, q.Settings(s), "export "+format.Name+spaced(strings.Join(q.Args(s, f.pinned)[1:], " ")), a)
			}
			for _, b := range becomes {
				fmt.Fprintln(cmd.ErrOrStderr(), "retune: note:", b)
			}
			return f.write(cmd.OutOrStdout(), cmd.ErrOrStderr(), func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		},
	}
	addSwitch(cmd.Flags(), &near, "nearest", "write what comes nearest where the client cannot express the policy")
	return cmd
}
