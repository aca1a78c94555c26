package lab

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// within calls f in a bubble: its clock moves only while all goroutines wait, so that a busy machine changes nothing.
func within(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

// A direct server answers the attempts of clients in the same process, without a connection.
type direct struct{ http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, done := httptest.NewRecorder(), make(chan struct{})
	go func() {
		d.ServeHTTP(answer, r)
		close(done)
	}()
	select {
	case <-done:
		return answer.Result(), nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// ran runs the clients of a plan against a handler in the same process; nil means the server of the plan. keep gets the
// lines of the record.
func ran(p Plan, web http.Handler, keep func(line)) (*Run, error) {
	run := NewRun(p)
	run.meter.keep = keep
	run.begin(time.Now())
	if web == nil {
		s := newServer(p, true, run.clock.start)
		defer s.close()
		s.left = run.meter.leave
		web = s
	}
	c := newClients(p, "http://127.0.0.1/", run.clock, run.meter)
	c.http = &http.Client{Transport: direct{web}}
	err := c.run(context.Background())
	run.end()
	return run, err
}
