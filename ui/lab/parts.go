package lab

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Parts are the processes of this program that [Run] starts, by the word after "lab".
var Parts = map[string]func() error{
	"watch": func() error { return watch(os.Stdin) },
	"serve": func() error { return serve(os.Stdin, os.Stdout) },
}

// An order goes to the watcher, which carries out a signal and hands on the rest to the server.
type order struct {
	Plan   *Plan     // sent as gob, which supports infinities
	Start  time.Time // by the clock
	Hang   bool      // stops the server; every other order resumes it
	Inside int       // attempts that the clients have begun and the server has not finished
}

// A report comes from the server.
type report struct {
	PID, Port int
	Error     string // why the server does not start, or ""
	Left      []leave
	Inside    int // attempts in the server
}

// A leave is an attempt that the server has finished, with the time of the fleet in seconds.
type leave struct {
	ID int     `json:"id"`
	At float64 `json:"at"`
}

// part returns the command that starts a part of this program.
func part(name string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "lab", name)
	cmd.Args[0] = "retune"
	cmd.Stderr = os.Stderr
	return cmd, nil
}

// watch starts the server, carries out the orders, and kills the server when the orders end. It returns when
// server has ended.
func watch(in io.Reader) error {
	cmd, err := part("serve")
	if err != nil {
		return err
	}
	cmd.Stdout = os.Stdout
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		_ = cmd.Wait()
		os.Exit(0)
	}()
	orders, server := gob.NewDecoder(in), gob.NewEncoder(pipe)
	for {
		var o order
		switch err := orders.Decode(&o); {
		case err != nil:
			return cmd.Process.Kill()
		case o.Hang:
			_ = hang(cmd.Process, true)
		default:
			_ = server.Encode(o)
			_ = hang(cmd.Process, false)
		}
	}
}

// serve is the server process: it ends when its input does.
func serve(in io.Reader, out io.Writer) error {
	orders, reports := gob.NewDecoder(in), gob.NewEncoder(out)
	var first, second order
	if err := orders.Decode(&first); err != nil || first.Plan == nil {
		return errors.New("this is a part of retune lab, which starts it")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return reports.Encode(report{Error: err.Error()})
	}
	if err := reports.Encode(report{PID: os.Getpid(), Port: listener.Addr().(*net.TCPAddr).Port}); err != nil {
		return err
	}
	if err := orders.Decode(&second); err != nil {
		return nil
	}
	var gone []leave
	s := newServer(*first.Plan, !signals, second.Start)
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
	report // the first report
	orders io.Closer
	send   func(order)
	ended  chan struct{} // closed when both processes have ended
	inside int           // attempts in the server by its last report; read after ended is closed
}

// start starts the watcher and the server; took gets every attempt that leaves.
func start(first order, took func(leave)) (*remote, error) {
	cmd, err := part("watch")
	if err != nil {
		return nil, err
	}
	in, orders, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	reports, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdin, cmd.Stdout = in, out
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	in.Close()
	out.Close()
	encoder, decoder := gob.NewEncoder(orders), gob.NewDecoder(reports)
	var mu sync.Mutex
	s := &remote{orders: orders, ended: make(chan struct{}), send: func(o order) {
		mu.Lock()
		defer mu.Unlock()
		_ = encoder.Encode(o) // without a watcher the reports end, too
	}}
	s.send(first)
	if err := decoder.Decode(&s.report); err != nil {
		s.Error = "it ended at once"
	}
	go s.read(decoder, took)
	go func() {
		_ = cmd.Wait()
		select {
		case <-s.ended:
		case <-time.After(100 * time.Millisecond): // the pipe is open: the server lives, and its number is its own
			kill(s.PID)
		}
	}()
	if s.Error != "" {
		s.close()
		return nil, fmt.Errorf("the server does not start: %s", s.Error)
	}
	return s, nil
}

// read reads the reports until both processes have ended.
func (s *remote) read(decoder *gob.Decoder, took func(leave)) {
	defer close(s.ended)
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

// close ends both processes, and waits until they have ended.
func (s *remote) close() {
	s.orders.Close()
	<-s.ended
}
