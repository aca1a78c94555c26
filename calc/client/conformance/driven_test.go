package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// drives is how a language is run: by a program and a driver, in the directory of the
// driver, which has its packages.
var drives = map[string]struct{ program, driver, packages string }{
	"JavaScript": {"node", "node/driver.mjs", "npm ci, in calc/client/conformance/node"},
	"Python":     {"python3", "python/driver.py", "pip install -r requirements.txt, in calc/client/conformance/python"},
}

// driven is code in other languages that retune exports, each run as a program of its
// own in virtual time, where the language and its packages are installed.
var driven = []struct {
	target string
	held   bool // by it: what it says has been run, and not only written
	draws  int
	cases  []with
}{
	{"p-retry", true, draws, []with{{}, {"randomize": 1, "factor": 1.2, "minTimeout": 0.2, "maxTimeout": 0.5}, {"retries": 3, "randomize": 1}, {"retries": 0}, {"maxRetryTime": 9}}},
	{"retry", true, draws, []with{{}, {"randomize": 1, "factor": 1.2, "retries": 6}, {"randomize": 1, "factor": 3, "maxTimeout": 9, "retries": 4}, {"maxRetryTime": 9}}},
	{"async-retry", true, draws, []with{{"retries": 5}, {"randomize": 0, "retries": 3, "minTimeout": 0.1}}},
	{"exponential-backoff", true, draws, []with{{}, {"jitter": 1, "maxDelay": 1}, {"jitter": 1, "startingDelay": 0.005, "timeMultiple": 3, "numOfAttempts": 4}}},
	{"axios-retry", true, draws / 5, []with{{}, {"retries": 5, "delayFactor": 0.3}, {"retries": 0}}},
	{"got", true, draws / 20, []with{{}, {"limit": 4, "backoffLimit": 3, "noise": 0.05}}},
	{"undici", true, 1, []with{{}, {"maxRetries": 7, "minTimeout": 0.2, "maxTimeout": 3, "timeoutFactor": 1.5}}},
	{"tenacity", false, draws / 2, []with{{}, {"initial": 0.2, "max": 3, "jitter": 0.5, "stop_after_attempt": 7}, {"jitter": 0, "stop_before_delay": 9}, {"jitter": 0, "stop_before_delay": 9, "stop_after_attempt": 3}}},
	{"tenacity-exponential", false, draws, []with{{}, {"multiplier": 0.3, "min": 1, "max": 5, "stop_after_attempt": 6}}},
	{"tenacity-random", false, draws / 2, []with{{}, {"multiplier": 1, "min": 5, "max": 60}}},
	{"urllib3", true, draws / 10, []with{{}, {"backoff_factor": 0.5, "total": 6}, {"backoff_factor": 0.1, "backoff_max": 2, "backoff_jitter": 0.3}}},
	{"botocore", true, draws / 10, []with{{}, {"total_max_attempts": 8}}},
	{"botocore-legacy", true, draws / 10, []with{{}, {"total_max_attempts": 2}}},
}

// TestDriven compares the delays of clients of other languages, by the code that retune
// exports for them.
func TestDriven(t *testing.T) {
	for _, d := range driven {
		for _, set := range d.cases {
			t.Run(fmt.Sprint(d.target, set), func(t *testing.T) {
				target, v := targeted(t, d.target, set)
				by := drives[target.Language.Name]
				if _, err := exec.LookPath(by.program); err != nil {
					t.Skipf("%s is not installed", by.program)
				}
				p, err := v.Policy()
				if err != nil {
					t.Fatal(err)
				}
				text, changes := target.Write(v)
				if len(changes) > 0 {
					t.Fatalf("it is not exact: %+v", changes)
				}
				dir := t.TempDir()
				if packages, err := filepath.Abs(filepath.Join(filepath.Dir(by.driver), "node_modules")); err == nil {
					_ = os.Symlink(packages, filepath.Join(dir, "node_modules")) // where Node looks for them
				}
				file := filepath.Join(dir, "exported"+target.Ending)
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				runs := d.draws
				if p.Certain() {
					runs = 1
				}
				if !math.IsInf(p.Deadline, 1) { // an attempt that takes no time never passes a deadline that it starts at
					p.AttemptTime = 1e-3
				}
				out, err := exec.Command(by.program, by.driver, file, fmt.Sprint(runs), fmt.Sprint(most), fmt.Sprint(p.AttemptTime)).Output()
				failed, _ := errors.AsType[*exec.ExitError](err)
				if failed == nil {
					failed = &exec.ExitError{}
				}
				if text := string(failed.Stderr); strings.Contains(text, "ERR_MODULE_NOT_FOUND") || strings.Contains(text, "ModuleNotFoundError") {
					t.Skipf("%s is not installed: %s", target.Library, by.packages)
				} else if err != nil {
					t.Fatalf("%v\n%s", err, failed.Stderr)
				}
				var all [][]float64
				if err := json.Unmarshal(out, &all); err != nil {
					t.Fatalf("%v: %.200s", err, out)
				}
				var delays [most][]float64
				for _, run := range all {
					if want := math.Min(p.Total(), most); float64(len(run)) != want {
						t.Fatalf("%d retries were made, want %v: %v", len(run), want, run)
					}
					for i, x := range run {
						delays[i] = append(delays[i], x)
					}
				}
				agreeAll(t, p, delays[:])
			})
		}
	}
}
