package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
)

// clientsCommand returns the command that lists clients or explains one.
func (f *flags) clientsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "clients [NAME | WORDS] [flags]",
		Short: "list the built-in clients (gRPC, Envoy, ...) and explain how each retries",
		Long: "clients lists the clients whose exact retry rules are known, or those with the given words in their names. " +
			"clients NAME explains one client: its rule, its parameters by their own names, surprises in its values, and the " +
			"start of each retry.\n\n--client NAME uses its policy in any command, and --set NAME=VALUE sets its parameters. " +
			"Other flags override the client's defaults.",
		RunE: func(cmd *cobra.Command, args []string) error {
			words, schedule := strings.Join(args, " "), question.Schedule()
			_, ok := clients.Of(words)
			if !ok && len(f.text) > 0 {
				return usage("retune clients lists them", "clients with settings needs the name of a client")
			}
			if !ok {
				return f.show(cmd, "clients", nil, append([]string{"clients"}, args...), clients.List(words))
			}
			if f.given("client") {
				return usage("retune clients "+f.text["client"], "--client does not apply to retune clients NAME")
			}
			f.text["client"] = words
			s, err := f.scenario(schedule, new(f.start()))
			if err != nil {
				return err
			}
			a := clients.About(s.Library)
			more := schedule.Ask(cmd.Context(), &s, answer.Full)
			a.Tables, a.Warnings = append(a.Tables, more.Tables...), append(a.Warnings, more.Warnings...)
			a.Charts = more.Charts
			again := schedule.Args(&s, f.pinned)[1:]
			if i := slices.Index(again, "--client"); i >= 0 {
				again = slices.Delete(again, i, i+2)
			}
			return f.show(cmd, "clients", schedule.Inputs(&s), append([]string{"clients", words}, again...), a)
		},
	}
	return f.later(cmd, func() { cmd.ValidArgs = clients.Names() })
}

// setOfB sets one setting of B: --vs-client grpc means --vs client=grpc.
func (f *flags) setOfB(name, text string) error {
	vs, was := setting.Vs(), f.text["vs"]
	last := was[strings.LastIndex(was, setting.PolicySeparator)+1:]
	if last != "" && !strings.Contains(","+last, ","+name+"=") {
		vs.Separator = "," // add to the same policy
	}
	return settingFlag{vs, f}.Set(name + "=" + strings.ReplaceAll(text, ",", "/"))
}
