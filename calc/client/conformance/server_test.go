package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"retune/calc/client"
)

// An attempt is one line of the record of retune lab server.
type attempt struct {
	Request    int
	Attempt    int
	Start, End float64
	Result     string
}

// against are clients that retry against a real server, which rejects every attempt. Their delays take about a second.
var against = []struct {
	name string
	set  with
	run  func(v client.Values, url string) // nil: run of the library of that name
}{
	{"cenkalti", with{"InitialInterval": 0.1, "Multiplier": 2, "RandomizationFactor": 0.5, "MaxTries": 4,
		"MaxElapsedTime": 0}, nil},
	{"avast", with{"Attempts": 4, "Delay": 0.1, "MaxJitter": 0.05, "MaxDelay": 1}, nil},
	{"failsafe-go", with{"maxRetries": 3, "delay": 0.1, "maxDelay": 1, "jitterFactor": 0.1}, nil},
	{"go-retryablehttp", with{"RetryWaitMin": 0.1, "RetryWaitMax": 1, "RetryMax": 3}, getReal},
	{"aws-sdk-go-v2", with{"MaxAttempts": 4, "MaxBackoff": 0.4}, nil},
	{"gax-go", with{"Initial": 0.1, "Max": 1, "Multiplier": 2}, nil},
}

// getReal has the client make requests over its own connections.
func getReal(v client.Values, url string) {
	c := retryablehttp.NewClient()
	c.Logger, c.RetryMax = nil, int(v.At("RetryMax"))
	c.RetryWaitMin, c.RetryWaitMax = duration(v.At("RetryWaitMin")), duration(v.At("RetryWaitMax"))
	if answer, err := c.Get(url); err == nil {
		_ = answer.Body.Close()
	}
}

// getOnce returns an attempt of a library: it gives up after four.
func getOnce(url string) func() error {
	made := 0
	return func() error {
		made++
		answer, err := http.Get(url)
		if err == nil {
			_ = answer.Body.Close()
		}
		if made < 4 {
			return errFailed
		}
		return nil // what has no limit ends here
	}
}

// programs are targets in other languages, run as programs of their own where they are installed.
var programs = []struct {
	target string
	set    with
}{
	{"tenacity", with{"initial": 0.3, "max": 1, "jitter": 0.05, "stop_after_attempt": 4}},
	{"p-retry", with{"retries": 3, "minTimeout": 0.3, "factor": 1.5, "randomize": 0}},
}

// TestServer has libraries retry against retune lab server, and compares what that records with their rules: how many
// attempts there are, in order, and each delay within the larger of 20 % and 20 ms, in one of three tries.
func TestServer(t *testing.T) {
	bin := binary(t)
	s := serve(t, bin, "--outage", "1h", "--outage-at", "0s", "--outage-kind", "reject", "--duration", "500s")
	for _, c := range against {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := client.Find(c.name).Defaults()
			for name, x := range c.set {
				v = v.With(name, x)
			}
			run := c.run
			if run == nil {
				for _, l := range libraries {
					if l.client == c.name {
						run = func(v client.Values, url string) { l.run(v, getOnce(url)) }
					}
				}
			}
			s.tries(t, c.name, v, func(url string) { run(v, url) })
		})
	}
	for _, c := range programs {
		t.Run(c.target, func(t *testing.T) {
			t.Parallel()
			target, v := targeted(t, c.target, c.set)
			s.tries(t, c.target, v, func(url string) { drive(t, target, v, target.Name, url) })
		})
	}
	t.Run("k6", func(t *testing.T) {
		t.Parallel()
		needs(t, "k6")
		_, row := targeted(t, "p-retry", with{"retries": 3, "minTimeout": 0.3, "factor": 2, "randomize": 0})
		s.tries(t, "k6", row, func(url string) {
			script := filepath.Join(t.TempDir(), "fleet.js")
			for _, line := range []string{bin + " export k6 -a 300ms -r 2 -n 3 --traffic burst --clients 1 --duration 5s -o " +
				script, "k6 run --quiet --no-usage-report -e TARGET=" + url + " " + script} {
				words := strings.Fields(line)
				if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			}
		})
	})
}

// A server is a running retune lab server with its record.
type server struct {
	url, record string
}

// serve starts retune lab server, which ends with the test.
func serve(t *testing.T, bin string, flags ...string) *server {
	t.Helper()
	s := &server{record: filepath.Join(t.TempDir(), "run.jsonl")}
	cmd := exec.Command(bin, append([]string{"lab", "server", "--record", s.record}, flags...)...)
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(errs)
	for s.url == "" && lines.Scan() {
		s.url = regexp.MustCompile(`http://\S+`).FindString(lines.Text())
	}
	if s.url == "" {
		t.Fatal("the server does not start")
	}
	go func() {
		for lines.Scan() { // so that it can write
		}
	}()
	return s
}

// tries runs a client up to three times, until what the server records agrees with the policy.
func (s *server) tries(t *testing.T, name string, v client.Values, run func(url string)) {
	p, err := v.Policy()
	if err != nil {
		t.Fatal(err)
	}
	total, wrong := int(math.Min(p.RetriesMade(), 3))+1, ""
	for try := range 3 {
		path := fmt.Sprintf("%s-%d", name, try)
		run(s.url + path)
		list := s.attempts(t, path, total)
		if wrong = ""; len(list) != total {
			wrong = fmt.Sprintf("%d attempts were made, want %d", len(list), total)
		}
		for k := 1; k < len(list) && wrong == ""; k++ {
			lo, hi := p.Following(float64(k), list[k-1].End).Support()
			delay := list[k].Start - list[k-1].End
			if list[k].Attempt != k || list[k].Result != "rejected" {
				wrong = fmt.Sprintf("attempt %d is %+v", k, list[k])
			} else if delay < lo-math.Max(0.2*lo, 0.02) || delay > hi+math.Max(0.2*hi, 0.02) {
				wrong = fmt.Sprintf("retry %d comes after %v s, want %v to %v", k, delay, lo, hi)
			}
		}
		if wrong == "" {
			return
		}
	}
	t.Error(wrong)
}

// attempts returns the attempts that the server has recorded at a path, once there are as many as that, or a moment
// later.
func (s *server) attempts(t *testing.T, path string, want int) (list []attempt) {
	for range 10 {
		time.Sleep(50 * time.Millisecond)
		data, err := os.ReadFile(s.record)
		if err != nil {
			t.Fatal(err)
		}
		list = nil
		for line := range bytes.Lines(data) {
			var a struct {
				attempt
				Path string
			}
			if json.Unmarshal(line, &a) == nil && strings.HasPrefix(a.Path, "/"+path) && !strings.Contains(a.Path, "first") {
				list = append(list, a.attempt)
			}
		}
		if len(list) >= want {
			break
		}
	}
	return list
}
