package tui

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
)

// TestGoalsInEveryView checks that a bound typed behind / is solved for in every view. A bound on the load opens the
// view of the fleet.
func TestGoalsInEveryView(t *testing.T) {
	t.Parallel()
	for i, view := range views {
		for typed, want := range map[string]string{"peak 1.5x": "peak-load", "p99 30s": "p99"} {
			if *times == 1 && (want == "p99") != (i%2 == 0) {
				continue
			}
			m := New(known, new(scenarioOf(t, "vs=r=1.5", "layers=3x3")), Options{View: view.Name})
			p := played{m: write(press(complete(resize(m, 120, 36)), "/"), typed)}
			p.send(keyPress("enter"))
			p.until(func(m Model) bool { return m.goal != nil })
			if g := p.m.goal; g == nil || !strings.Contains(g.want.Name, want) {
				t.Errorf("%s: /%s solves for nothing:\n%s", view.Tab, typed, text(p.m))
			}
		}
	}
}

// TestLabHasTheTerminal checks that /lab asks first, and then hands the terminal to the laboratory with the command of
// the fleet: its input and output are the terminal's, and enter leads back.
func TestLabHasTheTerminal(t *testing.T) {
	t.Parallel()
	var ran [][]string
	m := resize(New(known, new(scenarioOf(t, "factor=1.5")), Options{Outside: Outside{
		Run: func(words []string, in io.Reader, out, _ io.Writer) {
			ran = append(ran, words)
			line, _ := io.ReadAll(io.LimitReader(in, 1))
			fmt.Fprintf(out, "it reads %q\n", line)
		},
		Formats: func() []string { return nil },
	}}), 120, 36)
	m = press(write(press(m, "/"), "lab"), "enter")
	if m.mode != choosing || len(m.menu.items) != 2 || ran != nil {
		t.Fatalf("it does not ask first:\n%s", text(m))
	}
	_, cmd := send(m, keyPress("enter"))
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		msg = batch[0]()
	}
	lab := handedOn(t, msg)
	var out strings.Builder
	lab.SetStdin(strings.NewReader("x\nafterwards"))
	lab.SetStdout(&out)
	lab.SetStderr(&out)
	if err := lab.Run(); err != nil {
		t.Fatal(err)
	}
	command := setting.Command(ran[0])
	if len(ran) != 1 || ran[0][0] != "lab" || !slices.Contains(ran[0], "--clients") ||
		!strings.Contains(command, "-r 1.5") {
		t.Errorf("it runs %q", ran)
	}
	if want := "$ " + command + "\nit reads \"x\"\n\nenter goes back to the screen "; out.String() != want {
		t.Errorf("the terminal shows %q, want %q", out.String(), want)
	}
	n := press(m, "down", "enter")
	if !strings.Contains(n.note, command) || len(ran) != 1 {
		t.Errorf("the command is not copied: %s", n.note)
	}
}

// handedOn returns the command to which a message of [tea.Exec] hands the terminal. Its fields have no names outside
// that package.
func handedOn(t *testing.T, msg tea.Msg) *inTerminal {
	t.Helper()
	all := reflect.New(reflect.TypeOf(msg)).Elem()
	all.Set(reflect.ValueOf(msg))
	for i := range all.NumField() {
		if f := all.Field(i); f.Type() == reflect.TypeFor[tea.ExecCommand]() {
			if c, ok := (*(*tea.ExecCommand)(unsafe.Pointer(f.UnsafeAddr()))).(*inTerminal); ok {
				return c
			}
		}
	}
	t.Fatalf("%T hands on no command", msg)
	return nil
}
