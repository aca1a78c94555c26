package cli

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/knob"
	"retune/ui/report"
	"retune/ui/review"
)

// A reviewFormat is a way in which a review is written: its page, or all of it.
type reviewFormat struct {
	name, ends string
	page       func(p review.Page, version string) (string, error) // nil: it is no page
}

var reviewFormats = []reviewFormat{
	{"html", ".html .htm", review.Page.HTML},
	{"markdown", ".md", review.Page.Markdown},
	{"json", ".json", nil},
}

// reviewCommand writes the report of a review.
func (f *flags) reviewCommand() *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use:   "review [flags]",
		Short: "the report of a scenario file, as one page",
		Long: "Writes the report of a scenario file: whether its limits hold, what becomes of the fleet with each policy " +
			"in each outage, where it recovers, what would help, and the schedules. " +
			"It is one HTML page without scripts that needs no other file; -o x.md is Markdown and -o x.json JSON, from " +
			"which --from makes the page anew.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			chosen, err := f.reviewFormat(cmd)
			if err != nil {
				return err
			}
			var text string
			switch {
			case from != "" && f.review != "":
				return usage("", "--from and -f are two reviews: choose one")
			case from != "":
				text, err = f.anew(from, chosen)
			case f.review != "":
				text, err = f.reviewed(cmd, chosen)
			default:
				return usage("retune init writes a sample of a scenario file",
					"review needs -f FILE, or --from the JSON of a review")
			}
			if err != nil {
				return err
			}
			return f.write(cmd, func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&from, "from", "",
		"`file` with the JSON of a review: make its page anew, with the numbers that it has")
	return cmd
}

// reviewFormat is the format that the flags ask for, or else the name of the file.
func (f *flags) reviewFormat(cmd *cobra.Command) (reviewFormat, error) {
	chosen := reviewFormats[0]
	if ending := filepath.Ext(f.file); ending != "" {
		for _, x := range reviewFormats {
			if slices.Contains(strings.Fields(x.ends), ending) {
				chosen = x
			}
		}
	}
	if !f.formatted(cmd) {
		return chosen, nil
	}
	name, _ := report.Format(f.format)
	i := slices.IndexFunc(reviewFormats, func(x reviewFormat) bool { return x.name == name })
	if i < 0 {
		return chosen, usage("", "--format: %s is not one of html, markdown, json", quote(f.format))
	}
	return reviewFormats[i], nil
}

// reviewed is the review of the scenario file.
func (f *flags) reviewed(cmd *cobra.Command, as reviewFormat) (text string, err error) {
	file, err := f.readPicked()
	if err != nil {
		return "", err
	}
	var made review.Review
	failed, err := await(cmd, working, func(ctx context.Context) (err error) {
		made, err = review.Make(ctx, file, Version, knob.Command([]string{"review", "-f", f.review}))
		return err
	})
	switch {
	case err != nil:
		return "", err
	case failed != nil:
		return "", unreadable("", failed)
	case as.page == nil:
		return made.JSON()
	}
	return as.page(made.Page(), Version)
}

// mostReview is how long the JSON of a review may be, bytes.
const mostReview = 64 << 20

// anew is the page of a review that was worked out before.
func (f *flags) anew(name string, as reviewFormat) (string, error) {
	data, err := readUpTo(f.in, name, mostReview)
	if err != nil {
		return "", err
	}
	page, err := review.ReadPage(data)
	switch {
	case err != nil:
		return "", usage("write one with retune review -f FILE -o review.json", "--from: %s: %v", quote(name), err)
	case as.page == nil:
		return "", usage("leave --from out to work it out again", "--from makes a page, and %s is JSON already", quote(name))
	}
	return as.page(page, Version)
}
