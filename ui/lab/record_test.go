package lab

import (
	"bytes"
	"context"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"retune/calc/fleet"
)

// recorded runs a small fleet, and returns the run and its record.
func recorded(t *testing.T) (*Run, *bytes.Buffer) {
	t.Helper()
	run, out := NewRun(Plan{System: small(), Speed: 80, Seed: 3}), &bytes.Buffer{}
	if err := run.Record(out, "retune lab"); err != nil {
		t.Fatal(err)
	}
	if err := run.Start(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
	return run, out
}

// replayed reads a record.
func replayed(p Plan, text string) (*Run, error) {
	again := NewRun(p)
	tape, err := Open(strings.NewReader(text))
	if err == nil {
		err = again.Replay(tape)
	}
	return again, err
}

// TestReplay checks that a replayed record gives the figures of its run, and a truncated one those up to the cut.
func TestReplay(t *testing.T) {
	run, out := recorded(t)
	text := out.String()
	again, err := replayed(run.Plan, text)
	if err != nil || run.Unwritten != nil {
		t.Fatal(err, run.Unwritten)
	}
	now := run.Now()
	was, _ := run.meter.result(now)
	is, _ := again.meter.result(now)
	for i, x := range is.Series() {
		for j, y := range *was.Series()[i] {
			if d := (*x)[j] - y; d > 1e-9 || d < -1e-9 {
				t.Fatalf("series %d, step %d: %v, was %v", i, j, (*x)[j], y)
			}
		}
	}
	if !reflect.DeepEqual(is.Attempts, was.Attempts) || is.UnderWay != was.UnderWay {
		t.Errorf("under way are %v, were %v", is.UnderWay, was.UnderWay)
	}
	cut, err := replayed(run.Plan, text[:strings.LastIndex(text[:len(text)/2], "\n")+9])
	if err == nil || !strings.Contains(err.Error(), "cut short or wrong in line ") || !(cut.Now() > 0 && cut.Now() < 40) {
		t.Errorf("cut short at %v: %v", cut.Now(), err)
	}
}

// TestBadRecords checks that errors in a record are described in one line.
func TestBadRecords(t *testing.T) {
	const head = `{"retune_lab":1,"command":"retune lab","speed":2}` + "\n"
	for text, want := range map[string]string{
		"":                   "no record",
		"{}":                 "no record",
		"Measured: recovers": "no record",
		`{"retune_lab":2,"command":"retune lab"}`: "version 2, but must be of version 1",
		head:                   "no attempts",
		head + "{}":            "wrong in line 2",
		head + `{"start":"x"}`: "wrong in line 2",
		head + `{"left":{"id":7,"at":1}}` + "\n" + `{"start":`:                    "wrong in line 3",
		head + `{"start":-1e300,"end":1e300,"result":"none","id":1}` + "\n" + `[`: "wrong in line 3",
	} {
		if _, err := replayed(Plan{System: small(), Speed: 1}, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestServe lets one client retry until it succeeds and another give up, and checks that the server counts the attempts
// of each URL.
func TestServe(t *testing.T) {
	within(t, func(t *testing.T) {
		w := small()
		w.Outages[0].Kind, w.Outages[0].At, w.Outages[0].Length = fleet.Reject, 0, 30
		run := NewRun(Plan{System: w, Speed: 1, Seed: 1})
		run.Side = Server
		c := newCounter(run)
		defer func() { c.server.close() }()
		get := func(path string) {
			c.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
		}
		time.Sleep(time.Hour) // the clock starts with the first attempt
		for _, path := range []string{"/other", "/one", "/one", "/one", "/one"} {
			get(path)
			time.Sleep(10 * time.Second)
		}
		run.end()
		for i, want := range []Attempt{
			{Request: 1, Path: "/other", Start: 0, Result: Rejected}, {Request: 2, Path: "/one", Start: 10, Result: Rejected},
			{Request: 2, Path: "/one", Start: 20, Result: Rejected, Attempt: 1},
			{Request: 2, Path: "/one", Start: 30, Result: Success, Attempt: 2},
			{Request: 5, Path: "/one", Start: 40.2, Result: Success}, // a new request
		} {
			a := run.meter.first[i]
			if a.Request != want.Request || a.Attempt != want.Attempt || a.Result != want.Result ||
				a.Path != want.Path+"?" || !(math.Abs(a.Start-want.Start) < 0.1) {
				t.Errorf("attempt %d is %+v, want %+v", i, a, want)
			}
		}
		q, err := Predict(context.Background(), run.Plan)
		if err != nil {
			t.Fatal(err)
		}
		a := run.Answer(q)
		var waits []float64
		for i := range a.Tables[0].Len {
			waits = append(waits, a.Tables[0].Row(i)[3].Number)
		}
		if !strings.HasPrefix(a.Summary, "Measured: 5 attempts in 40s for 3 requests.") || len(waits) != 5 ||
			!(math.Abs(waits[2]-10) < 0.1) || a.Tables[0].Row(1)[3].Status == "" {
			t.Errorf("%s; waits %v", a.Summary, waits)
		}
	})
}

// TestServeAlone serves one attempt of a real client, and ends.
func TestServeAlone(t *testing.T) {
	run := NewRun(Plan{System: small(), Speed: 1, Seed: 1})
	ctx, cancel := context.WithCancel(context.Background())
	err := run.Serve(ctx, 0, func(url string) {
		go func() {
			defer cancel()
			if answer, err := newClient().Get(url); err != nil || answer.Body.Close() != nil {
				t.Error(err)
			}
		}()
	})
	if !errors.Is(err, context.Canceled) || len(run.meter.first) != 1 {
		t.Errorf("attempts %v: %v", run.meter.first, err)
	}
}
