package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// asProgram is set where the binary of the tests is to be retune.
const asProgram = "TEST_IS_RETUNE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// The program has the words that it is started with, writes answers to standard output and
// errors to the standard error, and says by its status which it was.
func TestProgram(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		words     string
		status    int
		out, errs string // how they begin, or "" for nothing
	}{
		{"schedule -n 1", 0, "Keeps trying for 1s", ""},
		{"schedule -n few", 2, "", "retune: error: "},
	} {
		var out, errs bytes.Buffer
		c := exec.Command(path, strings.Fields(test.words)...)
		c.Env = append(os.Environ(), asProgram+"=yes")
		c.Stdout, c.Stderr = &out, &errs
		if err := c.Run(); c.ProcessState == nil || c.ProcessState.ExitCode() != test.status {
			t.Errorf("%s: %v, want status %d", test.words, err, test.status)
		}
		if got := out.String(); !strings.HasPrefix(got, test.out) || test.out == "" && got != "" {
			t.Errorf("%s: %q on standard output, want %q", test.words, got, test.out)
		}
		if got := errs.String(); !strings.HasPrefix(got, test.errs) || test.errs == "" && got != "" {
			t.Errorf("%s: %q on standard error, want %q", test.words, got, test.errs)
		}
	}
}
