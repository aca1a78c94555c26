package cli

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/page"
)

// reviewFormats are the formats of a review by name.
var reviewFormats = map[string]func(page.Review) (string, error){
	"html":     func(r page.Review) (string, error) { return r.Page().HTML() },
	"markdown": func(r page.Review) (string, error) { return r.Page().Markdown() },
	"json":     page.Review.JSON,
}

// reviewCommand returns the command that writes a review.
func (f *flags) reviewCommand(fleet answer.Question) *cobra.Command {
	return f.laterFleet(&cobra.Command{
		Use:   "review [flags]",
		Short: "write a one-page report for a scenario file: which policy to choose",
		Long: "Writes a one-page report for a scenario file, or for the settings of the flags: which policy passes, its " +
			"cost, the checks by policy and limit, differences, charts of the outages, maps of recovery, " +
			"changes that would help, and the schedules. " +
			"The page is one HTML file without scripts; -o x.md writes Markdown, and -o x.json JSON. " +
			"ctrl+c stops the computation and writes the finished part.",
		Example: "retune review -f review.toml -o review.html\n" +
			"retune review --client grpc --vs jitter=full --outage 1m -o review.html",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, command, err := f.reviewed(fleet)
			if err != nil {
				return err
			}
			var r page.Review
			stopped := steps(cmd, func(ctx context.Context, progress func(n, all int)) {
				r, err = page.Make(ctx, file, Version, command, progress)
			})
			if err != nil {
				return misread("", err)
			}
			if out := cmd.OutOrStdout(); isTerminal(out) && (f.toFile() || !f.formatted(cmd)) {
				f.decision(newHelp(cmd), r.Page())
				if !f.toFile() {
					return stopped
				}
			}
			text, err := reviewFormats[f.format](r)
			if err != nil {
				return err
			}
			return cmp.Or(f.writeText(cmd, text), stopped)
		},
	}, fleet)
}

// decision writes the decision of a review to a terminal, and how to get the page unless -o writes it.
func (f *flags) decision(w helpWriter, p page.Page) {
	w.text(p.Verdict)
	for _, text := range p.Needs {
		w.text(text)
	}
	if !f.toFile() {
		w.text("\nThe page with tables and pictures: " + p.Command + " -o review.html")
	}
}

// reviewed returns the scenario file, or one made from the settings of the flags, and the command that repeats the
// review.
func (f *flags) reviewed(fleet answer.Question) (file scenario.File, command string, err error) {
	if f.review != "" {
		if len(f.text) > 0 {
			return file, "", usage("change it in a policy of the file", "--%s and -f give two scenarios: choose one",
				slices.Sorted(maps.Keys(f.text))[0])
		}
		file, err = f.readPicked()
		return file, setting.Command([]string{"review", "-f", f.review}), err
	}
	s, err := f.scenario(fleet, new(fleet.Start(new(setting.Default()))))
	if err != nil {
		return file, "", err
	}
	d, err := scenario.Template("review.toml", &s, parseReview)
	if err != nil {
		return file, "", misread("", err)
	}
	d.File.Title = "Review" // no file has its name yet
	return d.File, setting.Command(append([]string{"review"}, fleet.Args(&s, nil)[1:]...)), nil
}
