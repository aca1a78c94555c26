package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// asProgram is set in the environment if the test binary should act as retune.
const asProgram = "TEST_IS_RETUNE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestProgram checks that the program receives its arguments, separates standard output from standard error, and
// returns its status.
func TestProgram(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		words     string
		status    int
		out, errs string // prefixes of the output, or "" for none
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
