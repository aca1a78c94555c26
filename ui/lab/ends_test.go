//go:build linux

package lab

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestEnds ends a run while its server is stopped: by a signal to any of its processes, by a panic, and by an
// interrupt. In each case both processes must end.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		word   string
		of     int // the process that gets the signal: clients, server
		signal syscall.Signal
	}{
		{"hung", 0, syscall.SIGKILL}, {"hung", 1, syscall.SIGKILL},
		{"hung", 0, syscall.SIGINT}, {"hung", 0, syscall.SIGTERM}, {"hung", 0, syscall.SIGHUP},
		{"panic", 0, 0},
	} {
		t.Run(fmt.Sprintf("%s, %v to %d", c.word, c.signal, c.of), func(t *testing.T) {
			t.Parallel()
			if c.signal != 0 && signal.Ignored(c.signal) {
				t.Skip("the tests ignore it, in the background of a shell or under nohup, and so does the run")
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self, "lab", c.word)
			cmd.Args[0] = "retune"
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			processes := []int{cmd.Process.Pid}
			if c.word == "hung" { // at the first timeout the server is stopped
				if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				server := childOf(processes[0])
				if server == 0 {
					t.Fatal("there is no server")
				}
				processes = append(processes, server)
				for stateOf(server) != "T" { // the signal may still be on its way
					time.Sleep(time.Millisecond)
				}
				_ = syscall.Kill(processes[c.of], c.signal)
			}
			go func() {
				_ = cmd.Wait()
				close(ended)
			}()
			<-ended // a run that goes on is ended by the time limit of the tests
			for ; ; time.Sleep(10 * time.Millisecond) {
				if !slices.ContainsFunc(processes, func(pid int) bool {
					state := stateOf(pid)
					return state != "" && state != "Z"
				}) {
					return
				}
			}
		})
	}
}

// childOf returns a process that another one has started, or 0.
func childOf(pid int) int {
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		list, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if words := strings.Fields(string(list)); len(words) > 0 {
			child, _ := strconv.Atoi(words[0])
			return child
		}
	}
	return 0
}

// stateOf returns the state of a process, such as T for stopped and Z for one that has ended, or "".
func stateOf(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	_, after, _ := strings.Cut(string(text), ") ")
	return after[:1]
}
