package conformance

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/files/codegen"
)

// checks are the commands that check the code of a language. FILE is the code, DIR a directory to write to.
// TestExportedCompiles compiles Go with its libraries. Java, C# and Rust are compiled with the declarations beside this
// file, and other languages are parsed. TestDriven runs the code with the libraries.
var checks = map[string]string{
	"Python":     "python3 -m py_compile FILE",
	"JavaScript": "node --check FILE",
	"Ruby":       "ruby -wc FILE",
	"Java":       "javac -proc:none -Xlint -Werror -d DIR java/signatures/*/*.java FILE",
	"C#":         "mcs -warnaserror -target:library -out:DIR/exported.dll csharp/Polly.cs FILE",
	"Rust": "rustc --edition 2021 --crate-type lib --emit metadata -D warnings -o DIR/exported " +
		"rust/signatures.rs",
}

// TestExportedChecks checks exported code with random parameters with the tools of other languages.
func TestExportedChecks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, target := range codegen.Targets {
		if target.Language.Name == "Go" {
			continue
		}
		t.Run(target.Name, func(t *testing.T) {
			for range 3 {
				dir := t.TempDir()
				file := filepath.Join(dir, "RetryPolicies"+target.Ending) // the file is named after the class in Java
				words := strings.Fields(strings.NewReplacer("FILE", file, "DIR", dir).Replace(checks[target.Language.Name]))
				for i, word := range words {
					if files, _ := filepath.Glob(word); len(files) > 1 {
						words = slices.Replace(words, i, i+1, files...)
						break
					}
				}
				needs(t, words[0])
				text, _ := target.Write(randomValues(client.Find(target.Client), r), "A line.")
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				cmd := exec.Command(words[0], words[1:]...)
				cmd.Env = append(os.Environ(), "EXPORTED="+file)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s\n%s", err, out, text)
				}
			}
		})
	}
}
