package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"go.yaml.in/yaml/v4"
)

// Part is the server process that [Run] starts as "retune lab serve".
func Part() error {
	signal.Ignore(syscall.SIGHUP) // sent to a stopped process when its parent has ended, before it is resumed
	return serve(os.Stdin, os.Stdout)
}

// An order goes to the server.
type order struct {
	Plan   string    // the plan as YAML, which has infinities; in the first order alone
	Start  time.Time // by the clock
	Inside int       // attempts that the clients have begun and the server has not finished
}

// A report comes from the server.
type report struct {
	Port   int
	Error  string // why the server does not start, or ""
	Left   []leave
	Inside int // attempts in the server
}

// A leave is an attempt that the server has finished, with the time of the fleet in seconds.
type leave struct {
	ID int     `json:"id"`
	At float64 `json:"at"`
}

// serve is the server process: it ends when its input does.
func serve(in io.Reader, out io.Writer) error {
	orders, reports := json.NewDecoder(in), json.NewEncoder(out)
	var first, second order
	var plan Plan
	if err := orders.Decode(&first); err != nil || first.Plan == "" || yaml.Unmarshal([]byte(first.Plan), &plan) != nil {
		return errors.New("this is a part of retune lab, which starts it")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return reports.Encode(report{Error: err.Error()})
	}
	if err := reports.Encode(report{Port: listener.Addr().(*net.TCPAddr).Port}); err != nil {
		return err
	}
	if err := orders.Decode(&second); err != nil {
		return nil
	}
	var gone []leave
	s := newServer(plan, !signals, second.Start)
	s.left = func(id int, at float64) { gone = append(gone, leave{id, at}) }
	go func() { _ = http.Serve(listener, s) }()
	go func() {
		for {
			time.Sleep(20 * time.Millisecond)
			s.mu.Lock()
			r := report{Left: gone, Inside: s.inside}
			gone = nil
			s.mu.Unlock()
			_ = reports.Encode(r) // without clients the orders end, too
		}
	}()
	for {
		var o order
		if orders.Decode(&o) != nil {
			return nil
		}
		s.resume(o.Inside)
	}
}

// A remote is the server process as the clients see it.
type remote struct {
	report  // the first report
	process *os.Process
	send    func(order)
	ended   chan struct{} // closed when the process has ended
	inside  int           // attempts in the server by its last report; read after ended is closed
}

// start starts the server of a plan; took gets every attempt that leaves.
func start(plan Plan, took func(leave)) (*remote, error) {
	text, err := yaml.Marshal(plan)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "lab", "serve")
	cmd.Args[0], cmd.Stderr = "retune", os.Stderr
	apart(cmd)
	orders, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	reports, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	encoder, decoder := json.NewEncoder(orders), json.NewDecoder(reports)
	var mu sync.Mutex
	s := &remote{process: cmd.Process, ended: make(chan struct{}), send: func(o order) {
		mu.Lock()
		defer mu.Unlock()
		_ = encoder.Encode(o) // without a server the reports end, too
	}}
	if err := encoder.Encode(order{Plan: string(text)}); err != nil {
		s.Error = err.Error()
		_ = orders.Close() // or else the server waits for its order
	} else if err := decoder.Decode(&s.report); err != nil {
		s.Error = "it ended at once"
	}
	go func() {
		s.read(decoder, took)
		_ = cmd.Wait()
		close(s.ended)
	}()
	if s.Error != "" {
		s.close()
		return nil, fmt.Errorf("the server does not start: %s", s.Error)
	}
	return s, nil
}

// read reads the reports until the process has ended.
func (s *remote) read(decoder *json.Decoder, took func(leave)) {
	for {
		var r report
		if decoder.Decode(&r) != nil {
			return
		}
		s.inside = r.Inside
		for _, l := range r.Left {
			took(l)
		}
	}
}

// close ends the process, and waits until it has ended.
func (s *remote) close() {
	_ = s.process.Kill()
	<-s.ended
}
