package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"retune/calc/estimate"
)

// Failures are the ways in which the server of a probe fails: a status of HTTP, or what happens to the connection.
var Failures = []string{"500", "503", "429", "404", "reject", "reset", "hang"}

// A Probe is a command that is run against a server that fails on purpose.
type Probe struct {
	Command    []string // {url}, {host} and {port} stand for the server
	With       string   // how it fails: one of Failures
	First      int      // number of attempts that fail; 0: all
	Body       bool     // an error has a body
	RetryAfter time.Duration
	Limit      time.Duration // the longest run
	Output     io.Writer     // of the command
}

// A Call is an attempt that arrived at the server of a probe. Times are seconds since the start of the command.
type Call struct {
	Path       string
	Start, End float64
	Failed     bool
	Asked      float64 // Retry-After of its answer, seconds
}

// A Finding is what one run of a command showed.
type Finding struct {
	Calls  []Call  // at the path that the command asked for most often
	Others int     // calls at other paths, which are not retries of it
	Status int     // exit status of the command; -1: ended by a signal
	Ended  bool    // it ended by itself
	Took   float64 // seconds
}

// prober is the server of a probe.
type prober struct {
	Probe
	mu    sync.Mutex
	began time.Time
	calls []Call
}

// Run runs the command once, and ends it and the processes of its group. The error says why it did not start.
func (p Probe) Run(ctx context.Context) (f Finding, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return f, fmt.Errorf("the server does not start: %w", err)
	}
	s := &prober{Probe: p, began: time.Now()}
	web := &http.Server{Handler: s}
	go func() {
		if p.With == "reject" {
			s.reject(listener)
			return
		}
		_ = web.Serve(listener)
	}()
	defer web.Close()
	defer listener.Close()
	ctx, cancel := context.WithTimeout(ctx, p.Limit)
	defer cancel()
	f, err = p.execute(ctx, listener.Addr().(*net.TCPAddr))
	f.Took = time.Since(s.began).Seconds()
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Calls, f.Others = mostAsked(s.calls)
	return f, err
}

// mostAsked returns the calls at the path that has the most, the first of these, and the number of the others. A
// command that asks for each path once is taken to retry with another path: all its calls are returned.
func mostAsked(calls []Call) (list []Call, others int) {
	times := map[string]int{}
	for _, c := range calls {
		times[c.Path]++
	}
	most := ""
	for _, c := range calls {
		if times[c.Path] > times[most] {
			most = c.Path
		}
	}
	if times[most] < 2 {
		return calls, 0
	}
	for _, c := range calls {
		if c.Path == most {
			list = append(list, c)
		}
	}
	return list, len(calls) - len(list)
}

// execute runs the command until it ends or ctx is done. The kernel of Linux ends a process when the thread that has
// started it ends, and so this one is not shared.
func (p Probe) execute(ctx context.Context, at *net.TCPAddr) (f Finding, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	url := fmt.Sprintf("http://%s/", at)
	words := strings.NewReplacer("{url}", url, "{host}", at.IP.String(), "{port}", strconv.Itoa(at.Port))
	args := make([]string, len(p.Command))
	for i, word := range p.Command {
		args[i] = words.Replace(word)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "RETUNE_URL="+url)
	cmd.Stdout, cmd.Stderr = p.Output, p.Output
	cmd.WaitDelay = time.Second
	bound(cmd)
	if err := cmd.Start(); err != nil {
		return f, err
	}
	ended := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
		case <-ended:
		}
		finish(cmd.Process)
	}()
	err = cmd.Wait()
	f.Ended = ctx.Err() == nil
	close(ended)
	finish(cmd.Process)
	f.Status = cmd.ProcessState.ExitCode()
	if errors.As(err, new(*exec.ExitError)) || errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return f, err
}

// arrive counts an attempt, and returns its index and whether it fails.
func (s *prober) arrive(path string) (i int, fails bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Since(s.began).Seconds()
	fails = s.First == 0 || len(s.calls) < s.First
	s.calls = append(s.calls, Call{Path: path, Start: now, End: now, Failed: fails})
	return len(s.calls) - 1, fails
}

// leave notes that an attempt has ended.
func (s *prober) leave(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[i].End = time.Since(s.began).Seconds()
	if s.calls[i].Failed {
		s.calls[i].Asked = s.RetryAfter.Seconds()
	}
}

// reject closes each connection at once.
func (s *prober) reject(listener net.Listener) {
	for {
		c, err := listener.Accept()
		if err != nil {
			return
		}
		i, fails := s.arrive("")
		if fails {
			reset(c)
		} else {
			_, _ = c.Read(make([]byte, 4096))
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n")
			_ = c.Close()
		}
		s.leave(i)
	}
}

// reset closes a connection without what is left to send.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}

// ServeHTTP fails as told.
func (s *prober) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i, fails := s.arrive(r.Method + " " + r.URL.Path)
	defer s.leave(i)
	status, err := strconv.Atoi(s.With)
	switch {
	case !fails:
		_, _ = io.WriteString(w, "ok\n")
	case s.With == "hang":
		<-r.Context().Done()
	case err != nil:
		if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
			reset(c)
		}
	default:
		if s.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int((s.RetryAfter+time.Second-1)/time.Second)))
		}
		if !s.Body {
			w.Header().Set("Content-Length", "0")
		}
		w.WriteHeader(status)
		if s.Body {
			_, _ = io.WriteString(w, "it fails on purpose\n")
		}
	}
}

// Attempts returns the attempts as an estimate reads them.
func (f Finding) Attempts() (list []estimate.Attempt) {
	for _, c := range f.Calls {
		a := estimate.Attempt{Start: c.Start, End: c.End, Outcome: estimate.Succeeded, Asked: c.Asked}
		if c.Failed {
			a.Outcome = estimate.Failed
		}
		list = append(list, a)
	}
	return list
}

// Done reports whether the command ended by itself.
func (f Finding) Done() bool { return f.Ended }
