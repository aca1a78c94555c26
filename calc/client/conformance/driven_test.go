package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/calc/fleet"
	"retune/ui/files/codegen"
)

// drives says how to run a language: the command with its driver, where TARGET is the name of the target; a pattern of
// its output if packages are missing; and how to install them.
var drives = map[string]struct{ command, missing, packages string }{
	"JavaScript": {"node node/driver.mjs", "Cannot find package", "npm ci, in node"},
	"Python": {"python3 python/driver.py", "(ModuleNotFound|Import)Error: ",
		"pip install -r requirements.txt, in python"},
	"Java": {"java -cp java/lib/* java/Driver.java", `Driver\.java:\d+: error: package|jdk\.compiler`,
		"mvn dependency:copy-dependencies -DoutputDirectory=lib, in java"},
	"Ruby": {"ruby ruby/driver.rb", "cannot load such file", "gem install faraday-retry sidekiq"},
	"Rust": {"cargo run --quiet --manifest-path rust/Cargo.toml --bin TARGET --",
		"failed to (download|get)|[Uu]nable to update|requires rustc",
		"cargo fetch, in rust"},
}

// driven lists exported code in other languages. Each runs as a process in virtual time, if the language and its
// packages are installed.
var driven = []struct {
	target string
	draws  int
	cases  []with
}{
	{"p-retry", draws, []with{{}, {"randomize": 1, "factor": 1.2, "minTimeout": 0.2, "maxTimeout": 0.5},
		{"retries": 3, "randomize": 1}, {"retries": 0}, {"maxRetryTime": 9}}},
	{"retry", draws, []with{{}, {"randomize": 1, "factor": 2, "retries": 6},
		{"randomize": 1, "factor": 3, "maxTimeout": 9, "retries": 4}, {"maxRetryTime": 9}}},
	{"async-retry", draws, []with{{"retries": 5}, {"randomize": 0, "retries": 3, "minTimeout": 0.1}}},
	{"exponential-backoff", draws, []with{{}, {"jitter": 1, "maxDelay": 1},
		{"jitter": 1, "startingDelay": 0.005, "timeMultiple": 3, "numOfAttempts": 4}}},
	{"axios-retry", draws / 5, []with{{}, {"retries": 5, "delayFactor": 0.3}, {"retries": 0}}},
	{"got", draws / 20, []with{{}, {"limit": 4, "backoffLimit": 3, "noise": 0.05}}},
	{"undici", 1, []with{{}, {"maxRetries": 7, "minTimeout": 0.2, "maxTimeout": 3, "timeoutFactor": 1.5}}},
	{"tenacity", draws / 2, []with{{}, {"initial": 0.2, "max": 3, "jitter": 0.5, "stop_after_attempt": 7},
		{"jitter": 0, "stop_before_delay": 9}, {"jitter": 0, "stop_before_delay": 9, "stop_after_attempt": 3}}},
	{"tenacity-exponential", draws, []with{{}, {"multiplier": 0.3, "min": 1, "max": 5, "stop_after_attempt": 6}}},
	{"tenacity-random", draws / 2, []with{{}, {"multiplier": 1, "min": 5, "max": 60}}},
	{"urllib3", draws / 10, []with{{}, {"backoff_factor": 0.5, "total": 6},
		{"backoff_factor": 0.1, "backoff_max": 2, "backoff_jitter": 0.3}}},
	{"botocore", draws / 10, []with{{}, {"total_max_attempts": 8}}},
	{"botocore-legacy", draws / 10, []with{{}, {"total_max_attempts": 2}}},
	{"celery", draws / 20, []with{{}, {"retry_backoff": 3, "retry_backoff_max": 20, "max_retries": 5},
		{"retry_backoff": 2, "retry_jitter": 0, "max_retries": 6}, {"retry_backoff": 0, "default_retry_delay": 7}}},
	{"resilience4j-java", draws,
		[]with{{}, {"maxAttempts": 7, "waitDuration": 0.1, "enableExponentialBackoff": 1,
			"exponentialBackoffMultiplier": 1.7, "exponentialMaxWaitDuration": 0.9, "enableRandomizedWait": 1,
			"randomizedWaitFactor": 0.3}, {"enableRandomizedWait": 1, "waitDuration": 0.003}}},
	{"spring", draws, []with{{},
		{"maxRetries": 5, "delay": 0.2, "multiplier": 2, "maxDelay": 1.6, "jitter": 0.05},
		{"multiplier": 1.5, "maxRetries": 9, "timeout": 7},
		{"maxRetries": 4, "delay": 0.005, "jitter": 0.003, "multiplier": 2}, {"delay": 0, "jitter": 0.009}}},
	{"failsafe-java", draws, []with{{},
		{"maxRetries": 7, "delay": 0.2, "delayFactor": 3, "maxDelay": 5, "jitterFactor": 0.25},
		{"delay": 0.005, "jitter": 0.003},
		{"maxRetries": -1, "delay": 0.5, "maxDelay": 2, "maxDuration": 6.2}}},
	{"reactor", draws / 2, []with{{}, {"maxAttempts": 7, "minBackoff": 0.2, "maxBackoff": 3, "jitter": 0.257},
		{"minBackoff": 0.004, "jitter": 0.8}}},
	{"sidekiq", draws / 2, []with{{}, {"retry": 3}}},
	{"faraday-retry", draws, []with{{},
		{"max": 6, "interval": 0.3, "interval_randomness": 0.5, "backoff_factor": 2, "max_interval": 2}}},
	{"backon", draws, []with{{}, {"jitter": 1, "factor": 1.7, "max_times": 7, "max_delay": 5},
		{"min_delay": 9, "max_delay": 4}, {"factor": 3, "total_delay": 20, "max_times": 9}}},
	{"tower", draws, []with{{}, {"min": 0.7, "max": 7, "jitter": 1.6, "attempts": 6},
		{"jitter": 0, "max": 0.9, "attempts": 7}}},
}

// TestDriven compares the delays of clients in other languages, running the code that retune exports.
func TestDriven(t *testing.T) {
	for _, d := range driven {
		for _, set := range d.cases {
			t.Run(fmt.Sprint(d.target, set), func(t *testing.T) {
				t.Parallel()
				target, v := targeted(t, d.target, set)
				p, err := v.Policy()
				if err != nil {
					t.Fatal(err)
				}
				runs := d.draws
				if p.Certain() {
					runs = 1
				}
				if !math.IsInf(p.Deadline, 1) { // instant attempts never pass a deadline that they start at
					p.AttemptTime = 1e-3
				}
				out := drive(t, target, v, target.Name, fmt.Sprint(runs), fmt.Sprint(most), fmt.Sprint(p.AttemptTime))
				var all [][]float64
				if err := json.Unmarshal(out, &all); err != nil {
					t.Fatalf("%v: %.200s", err, out)
				}
				var delays [most][]float64
				for _, run := range all {
					if want := math.Min(p.RetriesMade(), most); float64(len(run)) != want {
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

// needs skips the test if a program is missing or does not start.
func needs(t *testing.T, program string) {
	t.Helper()
	if out, err := exec.Command(program, "--version").CombinedOutput(); err != nil {
		t.Skipf("%s is not installed: %v %.200s", program, err, out)
	}
}

// drive runs the named driver with the code exported for a target with these values, and returns its output. It skips
// the test if something is not installed.
func drive(t *testing.T, target codegen.Target, v client.Values, name string, args ...string) []byte {
	t.Helper()
	out, err := driver(t, target, v, name, args...).Output()
	skipMissing(t, target, err)
	if err != nil {
		failed, _ := errors.AsType[*exec.ExitError](err)
		t.Fatalf("%v\n%s", err, failed.Stderr)
	}
	return out
}

// driver returns the command of the named driver with the code exported for a target with these values. It skips the
// test if the language is not installed.
func driver(t *testing.T, target codegen.Target, v client.Values, name string, args ...string) *exec.Cmd {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(drives[target.Language.Name].command, "TARGET", name))
	needs(t, words[0])
	text, changes := target.Write(v)
	if len(changes) > 0 {
		t.Fatalf("it is not exact: %+v", changes)
	}
	dir := t.TempDir()
	if packages, err := filepath.Abs("node/node_modules"); err == nil {
		_ = os.Symlink(packages, filepath.Join(dir, "node_modules")) // where Node looks for them
	}
	file := filepath.Join(dir, "RetryPolicies"+target.Ending) // the file is named after the class in Java
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(words[0], append(append(words[1:], file), args...)...)
	cmd.Env = append(os.Environ(), "EXPORTED="+file)
	return cmd
}

// skipMissing skips the test if a driver has failed because packages are not installed.
func skipMissing(t *testing.T, target codegen.Target, err error) {
	t.Helper()
	failed, _ := errors.AsType[*exec.ExitError](err)
	if failed == nil {
		return
	}
	by := drives[target.Language.Name]
	if line := regexp.MustCompile(".*(?:" + by.missing + ").*").Find(failed.Stderr); line != nil {
		t.Skipf("%s is not run (%s): %s", target.Library, by.packages, line)
	}
}

// TestBudgetDriven compares the retries that tower allows within its budget with the budget in the table, for random
// failures in every hundredth of the time to live.
func TestBudgetDriven(t *testing.T) {
	for _, set := range []with{
		{"retry_percent": 0.2}, {"retry_percent": 0.3, "ttl": 1, "min_per_sec": 0},
		{"retry_percent": 1.5, "ttl": 2.5, "min_per_sec": 3},
		{"retry_percent": 0.7, "ttl": 2, "min_per_sec": 1}, {"retry_percent": 0, "min_per_sec": 5},
	} {
		set["attempts"] = 1e6
		target, v := targeted(t, "tower", set)
		b := v.Budget()
		recent, r := b.Recent(), rand.New(rand.NewPCG(7, 8))
		var events, want strings.Builder
		for tick := range 400 {
			recent.Begin(uint64(tick / (100 / fleet.Slots)))
			for range 1 + r.IntN(12) {
				if r.Float64() < 0.5+0.4*math.Sin(float64(tick)/70) {
					recent.Count(1)
					events.WriteByte('s')
					continue
				}
				events.WriteByte('f')
				if b.Left(&recent) < 1-1e-9 {
					want.WriteByte('0')
					continue
				}
				recent.Grant(1)
				want.WriteByte('1')
			}
			events.WriteByte('.')
		}
		got := strings.TrimSpace(string(drive(t, target, v, "budget", fmt.Sprint(10*b.Window), events.String())))
		if got != want.String() {
			t.Errorf("%v: retried\n%.300s\nwant\n%.300s", set, got, want.String())
		}
		if n := strings.Count(got, "1"); n < 50 || n > len(got)-50 {
			t.Errorf("%v: %d of %d were retried, which says little", set, n, len(got))
		}
	}
}
