//go:build linux

package lab

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// asks returns a command that connects to the server n times with bash.
func asks(n int) []string {
	return []string{"bash", "-c", `for i in $(seq ` + strconv.Itoa(n) + `); do exec 3<>/dev/tcp/$0/$1 || exit 7
printf 'GET /a HTTP/1.0\r\n\r\n' >&3; cat <&3 2>/dev/null; exec 3>&-; done
echo $RETUNE_URL; exit 5`, "{host}", "{port}"}
}

// TestProbe runs a command against each failure.
func TestProbe(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	for _, with := range []string{"500", "429", "reset"} {
		var out bytes.Buffer
		f, err := Probe{Command: asks(3), With: with, First: 2, Body: true, RetryAfter: 2 * time.Second,
			Limit: time.Minute, Output: &out}.Run(t.Context())
		if err != nil || len(f.Calls) != 3 || f.Status != 5 || !f.Ended || !f.Calls[1].Failed || f.Calls[2].Failed ||
			f.Calls[0].Asked != 2 || !strings.Contains(out.String(), "http://127.0.0.1:") {
			t.Errorf("%s: %v, %+v, %s", with, err, f, out.String())
		}
		if status := strings.Contains(out.String(), with); status != (with == "500" || with == "429") {
			t.Errorf("%s: %s", with, out.String())
		}
	}
	f, err := Probe{Command: asks(1), With: "reject", Limit: time.Minute}.Run(t.Context())
	if err != nil || len(f.Calls) != 1 || !f.Calls[0].Failed {
		t.Errorf("reject: %v, %+v", err, f)
	}
	if _, err := (Probe{Command: []string{"/nothing"}, With: "503", Limit: time.Minute}).Run(t.Context()); err == nil {
		t.Error("a command that does not exist runs")
	}
}

// TestMostAsked checks which calls of a run are attempts of one request.
func TestMostAsked(t *testing.T) {
	for paths, want := range map[string]string{"": " 0", "a": "a 0", "a b c": "a b c 0", "a b a": "a a 1",
		"b a a b c": "b b 3", "c a b a b b": "b b b 3"} {
		var calls []Call
		for path := range strings.FieldsSeq(paths) {
			calls = append(calls, Call{Path: path})
		}
		list, others := mostAsked(calls)
		got := make([]string, len(list))
		for i, c := range list {
			got[i] = c.Path
		}
		if text := strings.Join(got, " ") + " " + strconv.Itoa(others); text != want {
			t.Errorf("%q: %q, want %q", paths, text, want)
		}
	}
}

// TestProbeEnds ends a command that never does, and the process that it has started, at the limit.
func TestProbeEnds(t *testing.T) {
	var out bytes.Buffer
	p := Probe{Command: []string{"sh", "-c", "sleep 1000 & echo $! $$; wait"}, With: "hang", Limit: 300 * time.Millisecond,
		Output: &out}
	f, err := p.Run(t.Context())
	if err != nil || f.Ended || len(strings.Fields(out.String())) != 2 {
		t.Fatalf("%v, %+v, %s", err, f, out.String())
	}
	for pid := range strings.FieldsSeq(out.String()) {
		for range 200 {
			if state(pid) == "" {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if s := state(pid); s != "" {
			t.Errorf("process %s is in state %s", pid, s)
		}
	}
}

// state returns the state of a process, or "" if it has ended.
func state(pid string) string {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return ""
	}
	_, after, _ := strings.Cut(string(text), ") ")
	return strings.Trim(after[:1], "Z")
}
