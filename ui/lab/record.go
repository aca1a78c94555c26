package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// version is the version of a record.
const version = 1

// A head is the first line of a record.
type head struct {
	Version int     `json:"retune_lab"`
	Command string  `json:"command"` // sets the fleet
	Speed   float64 `json:"speed"`
	Side    Side    `json:"side,omitempty"`
}

// A line is any later line of a record: an attempt that has ended, or one that left the server after its client did.
type line struct {
	*Attempt
	Left *leave `json:"left,omitempty"`
}

// Record writes each attempt to w as a line as soon as it has ended. The command sets the fleet of the run.
func (r *Run) Record(w io.Writer, command string) error {
	lines := json.NewEncoder(w)
	r.meter.keep = func(l line) {
		if r.Unwritten == nil {
			r.Unwritten = lines.Encode(l)
		}
	}
	return lines.Encode(head{version, command, r.Speed, r.Side})
}

// A Tape is a record to be read.
type Tape struct {
	head
	lines *json.Decoder
}

// Open reads the first line of a record.
func Open(in io.Reader) (*Tape, error) {
	t := &Tape{lines: json.NewDecoder(in)}
	switch err := t.lines.Decode(&t.head); {
	case err != nil || t.Version == 0 || t.Command == "":
		return nil, errors.New("it is no record of retune lab")
	case t.Version != version:
		return nil, fmt.Errorf("it is a record of version %d, but must be of version %d", t.Version, version)
	}
	return t, nil
}

// Replay counts the attempts of a record in the run, which is then over. The error says where the record is cut short
// or wrong; everything before that counts.
func (r *Run) Replay(t *Tape) error {
	r.Side = t.Side
	for n := 2; ; n++ {
		var l line
		err := t.lines.Decode(&l)
		switch {
		case errors.Is(err, io.EOF):
			if r.over == 0 {
				return errors.New("the record has no attempts")
			}
			return nil
		case err != nil || l.Attempt == nil && l.Left == nil:
			return fmt.Errorf("the record is cut short or wrong in line %d: what is before it counts", n)
		case l.Left != nil:
			r.meter.leave(l.Left.ID, l.Left.At)
			r.over = max(r.over, l.Left.At)
			continue
		}
		r.meter.begin(*l.Attempt)
		if r.over = max(r.over, l.End); l.Result != UnderWay {
			r.meter.end(*l.Attempt)
		}
	}
}

// Play replays a recorded run at its original speed and returns after its duration.
func (r *Run) Play(ctx context.Context) error {
	r.begin(time.Now())
	defer r.begin(time.Time{})
	select {
	case <-time.After(r.clock.span(r.over)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
