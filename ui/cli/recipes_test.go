package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retune/ui/files/scenario"
)

// TestRecipes runs every command of the CI jobs in docs/reviews.md, in a folder with a scenario file and a client's
// configuration. The file that a command writes must be one that its job passes on.
func TestRecipes(t *testing.T) {
	text, err := os.ReadFile("../../docs/reviews.md")
	if err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile("../../examples/service_config.json")
	if err != nil {
		t.Fatal(err)
	}
	review := regexp.MustCompile(`clients = .*`).ReplaceAllString(scenario.Sample, "clients = 20\nruns = 2")
	review = regexp.MustCompile(`outage = ".*"`).ReplaceAllString(review, `outage = "2s"`)
	t.Chdir(t.TempDir())
	for name, data := range map[string]string{"review.toml": review, "service_config.json": string(config)} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	jobs := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	command := regexp.MustCompile(`(?m)(?:run: |- |entry: )retune (.*)$`)
	ran := 0
	for _, job := range jobs {
		for _, m := range command.FindAllStringSubmatch(job[1], -1) {
			args := strings.Fields(m[1])
			if args[len(args)-1] == "serious" { // pre-commit adds the files
				args = append(args, "service_config.json")
			}
			if status, _, errs := run(args...); status != statusAnswered && status != statusNone && status != statusOpen {
				t.Errorf("%v: status %d, %s", args, status, errs)
			}
			ran++
			for i, arg := range args {
				if arg != "-o" {
					continue
				}
				if info, err := os.Stat(filepath.Clean(args[i+1])); err != nil || info.Size() == 0 ||
					strings.Count(job[1], args[i+1]) < 2 {
					t.Errorf("%v: %s is not written (%v), or not passed on", args, args[i+1], err)
				}
			}
		}
	}
	if ran < 6 {
		t.Errorf("only %d commands were found", ran)
	}
}
