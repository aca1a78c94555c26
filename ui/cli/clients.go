package cli

import (
	"errors"
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
			words := strings.Join(args, " ")
			v, ok := clients.Of(words)
			if !ok && len(f.text) > 0 {
				return usage("retune clients lists them", "clients with settings needs the name of a client")
			}
			if !ok {
				return f.list(cmd, "clients", "clients"+spaced(words), clients.List(words))
			}
			if f.given("client") {
				return usage("retune clients "+f.text["client"], "--client does not apply to retune clients NAME")
			}
			f.text["client"] = words
			s, err := f.scenario(f.start())
			if err != nil && len(f.text) > 1 {
				return err
			}
			q := named("clients")
			if err != nil { // the rule is shown without an answer
				a := clients.About(v)
				a.Warn(answer.Absent, err.Error(), "schedule")
				return f.show(cmd, q, nil, "clients"+spaced(words), a)
			}
			a := clients.About(s.Library)
			schedule := question.Schedule()
			more := schedule.Ask(cmd.Context(), s, answer.Full)
			a.Tables, a.Warnings, a.Plot, q.Draws = append(a.Tables, more.Tables...), append(a.Warnings, more.Warnings...),
				more.Plot, true
			return f.show(cmd, q, schedule.Inputs(s), "clients"+spaced(words)+without(schedule.Args(s, f.pinned)), a)
		},
	}
	return f.later(cmd, func() { cmd.ValidArgs = clients.Names() })
}

func spaced(words string) string {
	if words == "" {
		return ""
	}
	return " " + words
}

// without returns the arguments of a command without the subcommand and the client.
func without(args []string) string {
	args = slices.Clone(args[1:])
	if i := slices.Index(args, "--client"); i >= 0 {
		args = slices.Delete(args, i, i+2)
	}
	return spaced(strings.Join(args, " "))
}

// list writes an answer that belongs to no scenario.
func (f *flags) list(cmd *cobra.Command, name, command string, a answer.Answer) error {
	return f.show(cmd, named(name), nil, command, a)
}

// named returns the question that stands for a command in its answer.
func named(command string) answer.Question {
	return answer.Question{Command: answer.Command{Name: command}}
}

// show writes an answer.
func (f *flags) show(cmd *cobra.Command, q answer.Question, settings func() []answer.Pair, command string,
	a answer.Answer) error {
	if err := f.chooseFormat(cmd, q); err != nil {
		return err
	}
	a.Warnings = append(slices.Clone(f.notes), a.Warnings...)
	if a.None != nil {
		return failure{statusNone, a.None.Reason, a.None.Hint}
	}
	if err := f.tabled(a); err != nil {
		return err
	}
	return f.print(cmd, q, settings, setting.Command(strings.Fields(command)), a)
}

// likelier returns a hint for an unknown client or parameter, or "".
func likelier(err error) string {
	if e, ok := errors.AsType[setting.UnknownClient](err); ok {
		return among(strings.Replace(e.Name, "k8s", "kubernetes", 1), clients.Names(), "")
	}
	if e, ok := errors.AsType[setting.UnknownParameter](err); ok {
		return nearest(e.Name, e.Names(), "retune clients "+e.Row.Name+" explains them")
	}
	return ""
}

// setOfB sets one setting of B: --vs-client grpc means --vs client=grpc.
func (f *flags) setOfB(name, text string) error {
	vs, was := setting.Vs(), f.text["vs"]
	last := was[strings.LastIndex(was, setting.Apart)+1:]
	if last != "" && !strings.Contains(","+last, ","+name+"=") {
		vs.Many = "," // add to the same policy
	}
	return settingFlag{vs, f}.Set(name + "=" + strings.ReplaceAll(text, ",", "/"))
}
