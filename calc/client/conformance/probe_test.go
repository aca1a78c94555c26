package conformance

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
)

// probedEnv holds a library and its parameters as JSON: this program then makes requests with it, and no tests.
const probedEnv = "RETUNE_CONFORMANCE_PROBED"

// TestMain makes this program one that retries, if its environment says so.
func TestMain(m *testing.M) {
	text := os.Getenv(probedEnv)
	if text == "" {
		os.Exit(m.Run())
	}
	var of struct {
		Client string
		Set    with
	}
	if err := json.Unmarshal([]byte(text), &of); err != nil {
		panic(err)
	}
	v := client.Find(of.Client).Defaults()
	for name, x := range of.Set {
		v = v.With(name, x)
	}
	runner(of.Client)(v, os.Getenv("RETUNE_URL"))
	os.Exit(1)
}

// runner returns what makes requests to a URL with a library.
func runner(name string) func(v client.Values, url string) {
	for _, c := range against {
		if c.name == name && c.run != nil {
			return c.run
		}
	}
	i := slices.IndexFunc(libraries, func(l library) bool { return l.client == name })
	return func(v client.Values, url string) { libraries[i].run(v, getOnce(url)) }
}

// TestProbe has retune probe run programs that use a library with the parameters of their row, and checks that what it
// sees fits the row. It tries up to three times, since the machine may be busy.
func TestProbe(t *testing.T) {
	bin, self := binary(t), executable(t)
	goPrograms := map[string]with{"azcore": {"MaxRetries": 3, "RetryDelay": 0.2}, "dskit": {"max_retries": 4},
		"go-retryablehttp-linear": {"RetryWaitMin": 0.1, "RetryWaitMax": 0.3, "RetryMax": 3}}
	for _, c := range against {
		if c.name != "gax-go" { // it has no limit, and its program ends after four attempts
			goPrograms[c.name] = c.set
		}
	}
	for name, set := range goPrograms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fits(t, func() *exec.Cmd { return probe(t, bin, name, set, exec.Command(self)) })
		})
	}
	for _, d := range []struct {
		target string
		set    with
	}{
		{"p-retry", with{"retries": 3, "minTimeout": 0.3, "factor": 1.5, "randomize": 0}},
		{"async-retry", with{"retries": 3, "minTimeout": 0.2}},
		{"exponential-backoff", with{"startingDelay": 0.2, "numOfAttempts": 4}},
		{"tenacity", with{"initial": 0.3, "max": 1, "jitter": 0.05, "stop_after_attempt": 4}},
	} {
		t.Run(d.target, func(t *testing.T) {
			t.Parallel()
			target, v := targeted(t, d.target, d.set)
			err := fits(t, func() *exec.Cmd {
				return probe(t, bin, target.Client, d.set, driver(t, target, v, target.Name, "{url}"))
			})
			skipMissing(t, target, err)
		})
	}
}

// TestProbeNPM has npm retry as its file says, and tries which failures it retries.
func TestProbeNPM(t *testing.T) {
	needs(t, "npm")
	dir := t.TempDir()
	file := filepath.Join(dir, ".npmrc")
	config := "fetch-retries=3\nfetch-retry-mintimeout=200\nfetch-retry-maxtimeout=1000\nupdate-notifier=false\n"
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	npm := func(flags ...string) *exec.Cmd {
		return exec.Command(binary(t), slices.Concat([]string{"probe"}, flags, []string{"--", "npm", "--userconfig", file,
			"--cache", dir, "--registry", "{url}", "view", "retune"})...)
	}
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		_ = fits(t, func() *exec.Cmd { return npm("--import", file, "--fail-unless", "fits") })
	})
	t.Run("matrix", func(t *testing.T) {
		t.Parallel()
		out, err := npm("--matrix", "--time-limit", "10s", "--format", "json").Output()
		var a struct {
			Tables struct {
				Failures []struct {
					Failure, Attempts string
					Honoured          string `json:"retry_after_honoured"`
				}
			}
		}
		if err = errors.Join(err, json.Unmarshal(out, &a)); err != nil || len(a.Tables.Failures) == 0 {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, f := range a.Tables.Failures {
			want := "4"
			if strings.HasPrefix(f.Failure, "404") || f.Failure == "hang" {
				want = "1"
			}
			if f.Attempts != want || f.Honoured == "yes" {
				t.Errorf("%+v, want %s attempts", f, want)
			}
		}
	})
}

// TestProbeRefutes checks that a program that retries less often than configured does not fit.
func TestProbeRefutes(t *testing.T) {
	set := with{"RetryWaitMin": 0.1, "RetryWaitMax": 1, "RetryMax": 3}
	cmd := exec.Command(executable(t))
	program := probe(t, binary(t), "go-retryablehttp", set, cmd)
	program.Args = slices.Replace(program.Args, 5, 6, "RetryWaitMin=0.1s,RetryWaitMax=1s,RetryMax=4")
	out, err := program.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); !ok || failed.ExitCode() != 3 {
		t.Errorf("the status is %v, want 3\n%s", err, out)
	}
}

// executable returns the path of this program.
func executable(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return self
}

// probe returns the command that probes a program with a library and compares it with a row.
func probe(t *testing.T, bin, name string, set with, program *exec.Cmd) *exec.Cmd {
	t.Helper()
	of, err := json.Marshal(map[string]any{"Client": name, "Set": set})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, append([]string{"probe", "--client", name, "--set", setting(client.Find(name), set),
		"--fail-unless", "fits", "--"}, program.Args...)...)
	cmd.Env = append(os.Environ(), probedEnv+"="+string(of))
	if program.Env != nil {
		cmd.Env = append(program.Env, probedEnv+"=")
	}
	return cmd
}

// fits runs a probe up to three times, until the program fits. It returns the last error of one that does not.
func fits(t *testing.T, probe func() *exec.Cmd) error {
	t.Helper()
	for try := range 3 {
		out, err := probe().Output()
		if err == nil {
			return nil
		}
		if failed, ok := errors.AsType[*exec.ExitError](err); try == 2 && ok {
			defer t.Errorf("%v\n%s\n%s", err, out, failed.Stderr)
			return err
		}
	}
	return nil
}
