package conformance

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/snippet"
)

// parsers is what parses the code of a language: a program, and what stands before its
// files. Only Go is compiled with its libraries, by TestExportedCompiles.
var parsers = map[string]string{
	"Python": "python3 -m py_compile", "JavaScript": "node --check", "Java": "java java/Parse.java", "Ruby": "ruby -c", "Rust": "rustfmt --edition 2021 --emit stdout"}

// TestExportedParses has the tools of other languages parse what retune exports with
// random values.
func TestExportedParses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, target := range snippet.Targets {
		if target.Language.Name == "Go" {
			continue
		}
		t.Run(target.Name, func(t *testing.T) {
			words := strings.Fields(parsers[target.Language.Name])
			if len(words) == 0 {
				t.Skipf("nothing here parses %s", target.Language.Name)
			} else if _, err := exec.LookPath(words[0]); err != nil {
				t.Skipf("%s is not installed", words[0])
			}
			text, _ := target.Write(randomValues(client.Find(target.Client), r), "A line.")
			file := filepath.Join(t.TempDir(), "exported"+target.Ending)
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(words[0], append(words[1:], file)...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s\n%s", err, out, text)
			}
		})
	}
}
