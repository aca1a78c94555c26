package tui

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// withQuestion adds a question with a tab for the duration of a test. Tests that call it do not run in parallel.
func withQuestion(t *testing.T, q answer.Question) {
	questions, tabs := question.Questions, views
	t.Cleanup(func() { question.Questions, views = questions, tabs })
	question.Questions = append(questions[:len(questions):len(questions)], q)
	views = append(tabs[:len(tabs):len(tabs)], q)
}

// slowly returns a question whose answer is the factor. It answers only after its release, and reports its start and
// its end.
func slowly(began chan<- answer.Effort, release <-chan struct{}, stopped chan<- struct{}) answer.Question {
	q, _ := question.Find("jitter")
	q.Name, q.Tab = "slowly", "slowly"
	q.Ask = func(ctx context.Context, s *setting.Scenario, e answer.Effort) answer.Answer {
		began <- e
		select {
		case <-release:
		case <-ctx.Done():
			stopped <- struct{}{}
		}
		return answer.Answer{Groups: []answer.Group{{Title: "slow",
			Quantities: []answer.Quantity{{Name: "twice", Value: answer.Amount(2*s.Factor, unit.Number)}}}}}
	}
	return q
}

// background runs the commands of a message in the background and sends their messages.
func background(cmd tea.Cmd, to chan<- tea.Msg) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				background(c, to)
			}
		default:
			to <- msg
		}
	}()
}

// TestSlowAnswers checks that a slow answer delays no key, is announced, and is stopped by the next key. The previous
// answer is dimmed meanwhile.
func TestSlowAnswers(t *testing.T) {
	began, release, stopped := make(chan answer.Effort, 9), make(chan struct{}), make(chan struct{}, 9)
	withQuestion(t, slowly(began, release, stopped))
	m := screen(t, 120, 36, "factor=2")
	messages := make(chan tea.Msg, 9)
	m.view = len(views) - 1
	m = m.ask()
	if m.stage != stale || strings.Contains(text(m), "delay after retry") {
		t.Errorf("the answer to another question is shown:\n%s", text(m))
	}
	m = focusOn(t, m, "factor")
	if !strings.Contains(text(m), "working...") {
		t.Errorf("nothing says that an answer is being worked out:\n%s", text(m))
	}
	m, cmd := commanded(m.pursue())
	background(cmd, messages)
	<-began
	for range 10 {
		m, _ = send(m, arrival(Model.ticked))
	}
	if !strings.Contains(text(m), "working... 1s") {
		t.Errorf("nothing says how long it takes:\n%s", text(m))
	}
	m, _ = send(m, keyPress("right"))
	if m.work.ctx.Err() != nil {
		t.Error("a key leaves a rough answer no time")
	}
	m, _ = send(m, arrival(Model.ticked)) // the tick stops waiting
	<-stopped
	m, cmd = send(m, <-messages)
	background(cmd, messages)
	if e := <-began; e != answer.Rough {
		t.Errorf("the first answer has the effort %v", e)
	}
	release <- struct{}{}
	m, cmd = send(m, <-messages)
	if m.stage != rough || !strings.Contains(text(m), "4.02") || strings.Contains(text(m), "working...") {
		t.Errorf("a rough answer has come:\n%s", text(m))
	}
	background(cmd, messages)
	if e := <-began; e != answer.Full {
		t.Errorf("the second answer has the effort %v", e)
	}
	release <- struct{}{}
	if m, _ = send(m, <-messages); m.stage != exact || strings.Contains(text(m), "so far") {
		t.Errorf("the full answer has come:\n%s", text(m))
	}
	// An answer is soon dimmed while the next one is computed.
	look := func(m Model) role {
		c := m.frame()
		for y, line := range lines(m) {
			if x := strings.Index(string(line), "4.02"); x >= 0 {
				return c.cells[y*c.w+len([]rune(line[:x]))].Role
			}
		}
		return plain
	}
	fresh := look(m)
	m, cmd = send(m, keyPress("right"))
	if fresh != label || look(m) != label || strings.Contains(text(m), "working...") {
		t.Errorf("the answer before is not there, or marked before the next one has taken any time:\n%s", text(m))
	}
	for range patience {
		m, _ = send(m, arrival(Model.ticked))
	}
	if look(m) != muted || !strings.Contains(text(m), "working...") {
		t.Errorf("the answer before is not dimmed, or not marked:\n%s", text(m))
	}
	background(cmd, messages)
	<-began
	m, _ = send(m, keyPress("ctrl+c"))
	<-stopped
	if m.work.ctx.Err() == nil {
		t.Error("who leaves stops nothing")
	}
	m.stopAsking()
}

// TestBurst checks that after any number of keys during a computation the next question is the newest one, and that an
// answer that arrives earlier is shown as stale.
func TestBurst(t *testing.T) {
	began, release, stopped := make(chan answer.Effort, 99), make(chan struct{}), make(chan struct{}, 99)
	withQuestion(t, slowly(began, release, stopped))
	m := focusOn(t, screen(t, 120, 36), "factor")
	m.view = len(views) - 1
	m = m.ask()
	messages := make(chan tea.Msg, 999)
	burst := func() {
		for range 200 {
			var cmd tea.Cmd
			m, cmd = send(m, keyPress("right"))
			background(cmd, messages)
		}
	}
	land := func() {
		release <- struct{}{}
		var cmd tea.Cmd
		m, cmd = send(m, <-messages)
		background(cmd, messages)
	}
	burst()
	if land(); m.stage != stale || !strings.Contains(text(m), "4.02") {
		t.Errorf("the first answer is not shown as an old one:\n%s", text(m))
	}
	if land(); m.stage != rough || !strings.Contains(text(m), "twice  8") {
		t.Errorf("the last key has no answer:\n%s", text(m))
	}
	<-began
	<-began
	if e := <-began; e != answer.Full {
		t.Errorf("the third question has the effort %v", e)
	}
	burst() // stops the full answer
	<-stopped
	for m.stage == stale {
		select {
		case release <- struct{}{}:
		case msg := <-messages:
			var cmd tea.Cmd
			m, cmd = send(m, msg)
			background(cmd, messages)
		}
	}
	if n := len(began); n > 3 {
		t.Errorf("%d questions more for 200 keys", n)
	}
	m.stopAsking()
}

// TestEveryQuestionCanBeATab checks every question as a tab, at every size, fast or slow, with or without the settings
// that it needs.
func TestEveryQuestionCanBeATab(t *testing.T) {
	for _, q := range question.Questions {
		t.Run(q.Name, func(t *testing.T) {
			q := q
			if q.Tab = "tab"; q.Layout != answer.Verdict {
				q.Name += " as tab"
			}
			withQuestion(t, q)
			for _, settings := range [][]string{nil, {"vs=r=1.5", "jitter=full", "retries=4", "delay-after-retry=9s", "turn=cap",
				"within=20s", "to-factor=3", "at=5s", "runs=1"}} {
				m := screen(t, 120, 36, settings...)
				switch q.Name {
				case "contend as tab":
					m = with(m, func(s *setting.Scenario) { s.Clients = 10 })
				case "levers as tab": // needs nothing else
					if settings != nil {
						continue
					}
					// they are found soon
					m = with(m, func(s *setting.Scenario) { s.Retries, s.Clients, s.Traffic.Kind = 1, 20, fleet.Burst })
				case "what as tab":
					m = with(m, func(s *setting.Scenario) { s.Result = "elapsed" })
				case "map as tab":
					m = with(m, func(s *setting.Scenario) { s.X, s.Y = "factor=1.5..2:3", "clients=10..30:3" })
				}
				m.view = len(views) - 1
				m = m.ask()
				stages := []Model{m, settled(m)}
				sizes := [][2]int{{120, 36}, {10, 3}, {30, 18}, {60, 16}, {80, 24}, {50, 20}, {200, 60}}
				if settings != nil {
					sizes = sizes[2:5]
				}
				if *times == 1 {
					sizes = sizes[:2]
				}
				for _, size := range sizes {
					for _, m := range stages {
						m, _ := send(m, tea.WindowSizeMsg{Width: size[0], Height: size[1]}) // the first stage has no answer
						for _, key := range []string{"down", "pgdown", "?", "?", "l", "esc"} {
							m, _ = send(m, keyPress(key))
						}
						fits(t, q.Name, m)
						m.grab(size[0]*3/4, size[1]/2)
						m.wheel(tea.Mouse{X: size[0] * 3 / 4, Y: size[1] / 2, Button: tea.MouseWheelDown})
					}
				}
				if full := Refined(m); m.missing() == "" && full.stage == exact && full.answer.None == nil &&
					full.answer.Groups == nil && full.answer.Tables == nil {
					t.Error("there is no answer")
				}
			}
		})
	}
}

// TestMillionsOfRetries checks that a schedule of millions of retries appears at once when its table is among the
// answers.
func TestMillionsOfRetries(t *testing.T) {
	m := press(screen(t, 70, 20, "initial-delay=200ms", "cap=1.5s", "retries=none", "deadline=50d"), "i")
	figures := m.figuresText(m.layout().blocks[0].w)
	if n := len(figures); n > 2*mostRows {
		t.Errorf("%d lines of answers", n)
	}
	if !strings.Contains(strings.Join(figures, " "), "the first 1000 of") {
		t.Errorf("it is not said that there are more:\n%s", text(m))
	}
}

// TestDrawnInTheBackground checks that a slow chart is computed in the background, never while painting, and that an
// unchanged frame draws nothing.
func TestDrawnInTheBackground(t *testing.T) {
	read := 0 // number of answers computed
	q, _ := question.Find("at")
	q.Name, q.Tab = "drawn", "drawn"
	q.Slow = func(*setting.Scenario, answer.Effort) bool { return true }
	q.Ask = func(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
		line := answer.Points{At: []float64{1, 10}, Values: []float64{s.Factor, 10 * s.Factor}}
		curve := answer.Curve{Points: line, Cap: math.Inf(1), Capped: math.NaN()}
		chart := answer.Chart{Title: "slow", Lo: 1, Hi: 10, Crosshair: 5, Curves: []answer.Curve{curve}}
		read++
		return answer.Answer{Summary: "drawn", Charts: []answer.Chart{chart, chart}}
	}
	withQuestion(t, q)
	m := screen(t, 120, 36)
	m.view = slices.IndexFunc(views, func(v answer.Question) bool { return v.Name == "drawn" })
	m = m.ask()
	for _, key := range []string{"", "right"} {
		if key != "" {
			m, _ = send(m, keyPress(key))
		}
		if read = 0; m.stage != stale {
			t.Fatal("a key waits for the chart")
		}
		for ask := m.inquire(); ask != nil; {
			msg := ask()
			if read == 0 {
				t.Errorf("%q: the chart is not computed in the background", key)
			}
			read = 0
			m, ask = send(m, msg)
			first := m.View().Content
			if again := m.View().Content; read != 0 || again != first || !strings.Contains(first, "slow") {
				t.Errorf("%q: %d answers are computed on the way to the frame\n%s", key, read, text(m))
			}
		}
	}
}

// TestViewDoesNoWork checks that a frame uses cached charts and pages, which are made when they change and not in View.
// It counts the allocations of View.
func TestViewDoesNoWork(t *testing.T) {
	for name, most := range map[string]float64{"at": 500, "reconnect": 500, "fleet": 600} {
		m := Refined(show(t, screen(t, 120, 36, "jitter=full", "retries=3"), name))
		first := m.View().Content
		if n := testing.AllocsPerRun(3, func() { _ = m.View() }); !(n <= most) || m.View().Content != first {
			t.Errorf("%s: a frame takes %v allocations, or is another one", name, n)
		}
		if n := testing.AllocsPerRun(3, func() { m.memo = &memo{}; _ = m.View() }); !(n > most) {
			t.Errorf("%s: %v allocations do not show that a chart is drawn", name, n)
		}
	}
}

// TestKeySendsLittle counts the cells of the fleet view that change from frame to frame until the answer to a key is
// complete; each takes about four bytes. The setting, a rough answer, the full one and the runs change each differing
// cell less than twice. Dimming a stale answer and restoring it would change more than all of them twice.
func TestKeySendsLittle(t *testing.T) {
	m := focusOn(t, inView(t, screen(t, 120, 36)), "outage")
	frame := func(m Model) []chart.Cell { return m.frame().cells }
	differ := func(a, b []chart.Cell) (n int) {
		for i := range a {
			if a[i] != b[i] {
				n++
			}
		}
		return n
	}
	first, sent := frame(m), 0
	before := first
	for todo := []tea.Msg{keyPress("right")}; len(todo) > 0; {
		next, cmd := send(m, todo[0])
		if m, todo = next, todo[1:]; !m.leversRun() { // the search for levers follows and is not counted
			todo = append(todo, messages(cmd)...)
		}
		now := frame(m)
		sent, before = sent+differ(before, now), now
	}
	if n := differ(first, before); n == 0 || m.stage != exact || sent > 3*n {
		t.Errorf("a key sends %d cells, of which %d differ at the end", sent, n)
	}
}
