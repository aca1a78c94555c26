package lab

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// TestLive draws a run at many sizes: no line is longer than the terminal is wide, and there are no more lines than it
// has.
func TestLive(t *testing.T) {
	run, _ := recorded(t)
	q, err := Predict(context.Background(), run.Plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {80, 24}, {81, 25}, {120, 36}, {300, 100}} {
		stopped := false
		var m tea.Model = screen{Live: Live{Run: run, Of: q}, stop: func() { stopped = true }}
		m, _ = m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		text := m.View().Content
		if w, h := lipgloss.Size(text); h > size[1] || w > size[0] {
			t.Errorf("%v: it is %d wide and %d high", size, w, h)
		}
		for _, title := range titles {
			if size[1] >= 24 && size[0] >= 80 && !strings.Contains(text, title) {
				t.Errorf("%v: there is no chart of the %s", size, title)
			}
		}
		if m.Update(tea.KeyPressMsg{Code: 'x', Text: "x"}); stopped {
			t.Error("x stops it")
		}
		if m.Update(tea.KeyPressMsg{Code: 'q', Text: "q"}); !stopped {
			t.Error("q does not stop it")
		}
	}
}

// TestShow shows a run until its work ends, and until a key ends the work.
func TestShow(t *testing.T) {
	run, _ := recorded(t)
	q, err := Predict(context.Background(), run.Plan)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	l := Live{Run: run, Of: q, Work: run.Play}
	if err := l.Show(context.Background(), strings.NewReader(""), &out); err != nil || run.Now() < 39 {
		t.Errorf("it ends at %v: %v", run.Now(), err)
	}
	keys, typed := io.Pipe()
	go typed.Write([]byte("q"))
	l.Work = func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	if err := l.Show(context.Background(), keys, &out); !errors.Is(err, context.Canceled) {
		t.Errorf("after q: %v", err)
	}
	if text := out.String(); strings.Count(text, "\x1b[?1049h") != 2 || strings.Count(text, "\x1b[?1049l") != 2 {
		t.Error("the terminal is not as it was before")
	}
}
