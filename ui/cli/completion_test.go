package cli

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// TestBashWithoutPackages completes in a bash that has only read the script. A function stands in for the program; it
// offers words that begin with the last word.
func TestBashWithoutPackages(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	var script, errs bytes.Buffer
	if status := Main([]string{"completion", "bash"}, nil, &script, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	for line, want := range map[string]string{
		"retune sch": "schedule", "retune schedule --jitter=f": "full", "retune schedule --jitter ": "full",
		"retune ": "schedule",
	} {
		run := exec.Command(bash, "--norc", "--noprofile", "-c", script.String()+`
retune() { [[ ${*: -1} == *=* || $* == *--jitter* ]] && echo full || echo schedule; echo :4; }
COMP_LINE=$1 COMP_POINT=${#1}
__start_retune 2>/dev/null
echo "${COMPREPLY[0]}"`, "bash", line)
		if out, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%q completes to %q, %v; want %s", line, out, err, want)
		}
	}
}
