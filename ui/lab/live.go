package lab

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"retune/ui/ask/answer"
)

// Live shows a run on a terminal while it goes on, until it is over or the user stops it.
type Live struct {
	Run  *Run
	Of   *Prediction
	View answer.View                 // how the charts are drawn
	Work func(context.Context) error // runs the fleet
}

// Show shows the run. It returns why the work ended early, or nil.
func (l Live) Show(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := tea.NewProgram(screen{Live: l, stop: stop, width: 80, height: 24}, tea.WithInput(in), tea.WithOutput(out),
		tea.WithoutSignalHandler())
	ended := make(chan error, 1)
	go func() {
		ended <- l.Work(ctx)
		p.Quit()
	}()
	for l.Run.Now() == 0 && len(ended) == 0 { // the server keeps the terminal as it was before the first frame
		time.Sleep(time.Millisecond)
	}
	_, err := p.Run()
	stop()
	return cmp.Or(<-ended, err)
}

// A screen is the model of a live view.
type screen struct {
	Live
	stop          func()
	width, height int
}

// A frame asks for a new picture.
type frame struct{}

func next() tea.Cmd { return tea.Tick(time.Second/2, func(time.Time) tea.Msg { return frame{} }) }

func (s screen) Init() tea.Cmd { return next() }

func (s screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case frame:
		return s, next()
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		switch msg.String() {
		case "q", "esc", "ctrl+c":
			s.stop() // the screen ends after the work
		}
	}
	return s, nil
}

func (s screen) View() tea.View {
	text := fmt.Sprintf("%.0fs of %.0fs at speed %g; lines are measured, ░ is predicted; q stops\n",
		s.Run.Now(), s.Run.System.Duration, s.Run.Speed)
	if s.Run.Now() > 0 {
		a := s.Run.Answer(s.Of)
		text += lipgloss.Wrap(a.Summary, s.width, "") + "\n" + s.charts(a.Charts)
	}
	v := tea.NewView(lipgloss.NewStyle().MaxWidth(s.width).MaxHeight(s.height).Render(text))
	v.AltScreen = true
	return v
}

// charts draws four charts in two columns.
func (s screen) charts(list []answer.Chart) string {
	columns, lines := s.width/2-1, max(6, (s.height-4)/2-1)
	var drawn []string
	for _, c := range list {
		drawn = append(drawn, c.Title+"\n"+c.Plot(s.Live.View).Draw(columns, lines).String())
	}
	if len(drawn)%2 == 1 {
		drawn = append(drawn, "")
	}
	beside := func(i int) string { return lipgloss.JoinHorizontal(lipgloss.Top, drawn[i], "  ", drawn[i+1]) }
	return lipgloss.JoinVertical(lipgloss.Left, beside(0), beside(2))
}
