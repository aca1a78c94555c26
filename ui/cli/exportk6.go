package cli

import (
	"math"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/codegen"
)

// exportK6Command writes a load test of the fleet.
func (f *flags) exportK6Command(fleet answer.Question) *cobra.Command {
	return f.laterFleet(&cobra.Command{
		Use:   "k6 [flags]",
		Short: "write the fleet as a k6 script, to be run against a system of your own",
		Long: "Writes a k6 script: the traffic as a scenario, the policy as its retry loop with its jitter, and the limits " +
			"of the scenario file that k6 can hold as thresholds. retune itself sends nothing: whoever owns the target runs " +
			"it, on one machine or by the k6 operator on many.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := f.scenario(fleet, new(fleet.Start(new(setting.Default()))))
			if err != nil {
				return err
			}
			var limits []codegen.Threshold
			if f.review != "" {
				file, err := f.readPicked()
				if err != nil {
					return err
				}
				for _, l := range file.Limits {
					r, _ := question.Figures().Find(l.Name)
					x, err := r.Unit.Parse(l.Value)
					if err != nil { // a limit in words
						r.Name = ""
					}
					limits = append(limits, codegen.Threshold{Text: l.Text, Figure: r.Name, Compare: l.Compare, Value: x})
				}
			}
			w := s.Fleet()
			if math.IsInf(w.Duration, 1) {
				w.Duration = 300
			}
			words := append([]string{"export", "k6"}, fleet.Args(&s, f.pinned)[1:]...)
			text, err := codegen.K6(w, limits, "Written by retune "+Version+":", "  "+setting.Command(words))
			if err != nil {
				return noAnswer(err.Error(), "")
			}
			return f.writeText(cmd, text)
		},
	}, fleet)
}
