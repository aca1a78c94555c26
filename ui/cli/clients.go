package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/query/library"
)

// clientsCommand lists real clients, or says what one does.
func clientsCommand(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "clients [NAME | WORDS] [flags]",
		Short: "real clients, such as gRPC and Envoy, and what one does",
		Long: `clients lists the clients whose exact retry rules are known, or those that have the words in their names. clients NAME says what that one does: its rule, its parameters by their own names, what its values spring, and when each retry starts.

--client NAME takes its policy into any question, and --set NAME=VALUE sets its parameters. Other flags of the policy change what the client does of itself.`,
		ValidArgs: library.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			words := strings.Join(args, " ")
			v, ok := library.Of(words)
			if !ok && len(f.given) > 0 {
				return usage("retune clients lists them", "clients with settings needs the name of a client")
			}
			if !ok {
				return f.list(cmd, "clients", "clients"+spaced(words), library.List(words))
			}
			if f.given["client"] {
				return usage("retune clients "+*f.text["client"], "--client does not apply to retune clients NAME")
			}
			f.say("client", words)
			s, err := f.scenario(f.start())
			if err != nil && len(f.given) > 1 {
				return err
			}
			q := answer.Query{Name: "clients"}
			if err != nil { // its rule is known, and not answered for yet
				a := library.About(v)
				a.Warn(answer.Absent, err.Error(), "schedule")
				return f.show(cmd, q, nil, "clients"+spaced(words), a)
			}
			a := library.About(s.Library)
			schedule, _ := query.Find("schedule")
			more := schedule.Ask(cmd.Context(), s, answer.Full)
			a.Tables, a.Warnings, a.Plot, q.Draws = append(a.Tables, more.Tables...), append(a.Warnings, more.Warnings...), more.Plot, true
			return f.show(cmd, q, schedule.Settings(s), "clients"+spaced(words)+without(schedule.Args(s, f.pinned)), a)
		},
	}
}

func spaced(words string) string {
	if words == "" {
		return ""
	}
	return " " + words
}

// without is the words of a command but the sub-command and the client.
func without(args []string) string {
	args = slices.Clone(args[1:])
	if i := slices.Index(args, "--client"); i >= 0 {
		args = slices.Delete(args, i, i+2)
	}
	return spaced(strings.Join(args, " "))
}

// say has the knob set as if its flag had been typed.
func (f *flags) say(name, text string) {
	f.text[name], f.given[name] = &text, true
}

// list writes an answer that no scenario is asked for.
func (f *flags) list(cmd *cobra.Command, name, command string, a answer.Answer) error {
	return f.show(cmd, answer.Query{Name: name}, nil, command, a)
}

// show writes an answer.
func (f *flags) show(cmd *cobra.Command, q answer.Query, settings []answer.Setting, command string, a answer.Answer) error {
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
	return f.print(cmd, q, settings, knob.Command(strings.Fields(command)), a)
}

// likelier is a hint for a client or a parameter that is not there, or "".
func likelier(err error) string {
	if e, ok := errors.AsType[knob.UnknownClient](err); ok {
		return among(e.Name, library.Names(), "")
	}
	if e, ok := errors.AsType[knob.UnknownParameter](err); ok {
		return nearest(e.Name, e.Names(), "retune clients "+e.Row.Name+" says what they are")
	}
	return ""
}

// A versusFlag sets one knob of B: --vs-client grpc is --vs client=grpc.
type versusFlag struct {
	flags *flags
	knob  knob.Knob
}

func (versusFlag) String() string { return "" }
func (versusFlag) Type() string   { return "words" }
func (v versusFlag) Set(text string) error {
	vs, _ := knob.Find("vs")
	return knobFlag{vs, v.flags}.Set(v.knob.Name + "=" + strings.ReplaceAll(text, ",", "/"))
}
