package lab

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
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
	w := small()
	w.Outages[0].Kind, w.Outages[0].At, w.Outages[0].Length = 1, 0, 30 // rejects
	run := NewRun(Plan{System: w, Speed: 40, Seed: 1})
	ctx, cancel := context.WithCancel(context.Background())
	var all []Attempt
	run.meter.keep = func(l line) {
		if l.Attempt != nil {
			all = append(all, *l.Attempt)
		}
	}
	err := run.Serve(ctx, 0, func(url string) {
		go func() {
			defer cancel()
			get := func(path string) int {
				answer, err := newClient().Get(url + path)
				if err != nil {
					t.Error(err)
					return http.StatusOK
				}
				defer answer.Body.Close()
				return answer.StatusCode
			}
			get("other")
			for get("one") != http.StatusOK {
			}
			get("one")
		}()
	})
	if !errors.Is(err, context.Canceled) || len(all) < 4 {
		t.Fatalf("%d attempts: %v", len(all), err)
	}
	for i, a := range all {
		want, result := max(0, i-1), Rejected
		if i == len(all)-2 {
			result = Success
		} else if i == len(all)-1 {
			want, result = 0, Success // a new request
		}
		if a.Attempt != want || a.Result != result || a.End < a.Start {
			t.Errorf("attempt %d is %+v, want number %d and %s", i, a, want, result)
		}
	}
	if last := all[len(all)-2]; last.Start < 29.99 || last.Request == all[0].Request {
		t.Errorf("it succeeds with %+v", last)
	}
}
