// Package tui is the interactive program: knobs on the left, charts and tables
// on the right, answers below, and at the foot the command that prints what is
// shown. It is the only room that knows a screen.
//
// A [Model] is a value. Update is a function from a message to the next value
// and asks the queries when the scenario has changed; View is a function from
// the value to a frame and computes no answer. What belongs to the view alone
// never changes a digit of an answer.
package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"retune/ui/knob"
	"retune/ui/query"
)

// Options is how the screen is shown, and what its command must say.
type Options struct {
	Pinned []string // knobs that the environment sets
	ASCII  bool     // no characters beyond ASCII
}

// A Model is the state of the screen.
type Model struct {
	scenario knob.Scenario
	options  Options

	past, future []knob.Scenario // for undo and redo
	answer       query.Answer    // of the view's query
	schedule     query.Answer    // of the table
	generation   int             // of the answers, so that a stale one is known
	rough        bool            // the exact answers are still to come

	width, height int
	dark          bool
	profile       colorprofile.Profile
	theme         theme
	view          int // index into views
	focus         int // index into the rows
	firstRow      int // the first row in sight where there is no room for all
	log           bool
	samples       bool // a few clients are shown as dots
	help          bool
	scroll        int
	editor        *editor      // not nil while a value is typed
	goal          *goal        // not nil while a result is asked for backwards
	lastGoal      string       // the result that was asked for last
	plays         *query.Plays // of the fleet, beside its flow; nil: none yet
	newest        *latest      // the generation, for what computes in the background
	wanted        *latest      // the question for offers, likewise
	held          hold         // what the mouse holds
	note          string       // said once, until the next key
}

// A view is a tab of the screen, or half a tab where only one chart fits.
type view struct {
	query string
	chart int // the chart that is shown where only one fits
}

// views are what tab goes through: one per query that has a tab, and the
// second chart where there is no room for two.
var views = func() []view {
	var list []view
	for _, q := range query.Queries {
		switch {
		case q.Tab != "" && q.Name == "at":
			list = append(list, view{q.Name, 0}, view{q.Name, 1})
		case q.Tab != "":
			list = append(list, view{q.Name, 0})
		}
	}
	return list
}()

var atKnob, _ = knob.Find("at")

// New returns the screen with its knobs where s has them.
func New(s knob.Scenario, o Options) Model {
	m := Model{scenario: s, options: o, dark: true, profile: colorprofile.TrueColor, theme: newTheme(true, colorprofile.TrueColor), focus: 1, newest: &latest{}, wanted: &latest{}}
	return m.ask()
}

// Init asks the terminal for its background, and for exact answers.
func (m Model) Init() tea.Cmd {
	if m.rough {
		return tea.Batch(tea.RequestBackgroundColor, m.refine)
	}
	return tea.RequestBackgroundColor
}

// knob is the one in focus.
func (m Model) knob() knob.Knob { return m.rows()[m.focus] }

// query is what the view asks. Without policy B there is nothing to compare.
func (m Model) query() query.Query {
	name := views[m.view].query
	if name == "compare" && m.scenario.Versus == nil {
		name = "at"
	}
	q, _ := query.Find(name)
	return q
}

// ask asks the queries in view again. Where the exact answer is slow, a rough
// one comes first and the exact one is asked for in the background.
func (m Model) ask() Model {
	m.scenario = m.scenario.AskMidway()
	m.generation++
	m.newest.Store(int64(m.generation))
	m.plays = nil
	s := m.scenario
	m.rough = s.Slow() || m.query().Name == "overshoot" && s.SlowFault() || m.showsFleet()
	effort := query.Full
	if m.rough {
		effort = query.Rough
	}
	m.answer, m.schedule = m.answers(context.Background(), s, effort)
	m = m.playFirst()
	return m.scrolled(0)
}

// answers are that of the view's query and, where a table of it is in view,
// that of the schedule.
func (m Model) answers(ctx context.Context, s knob.Scenario, effort query.Effort) (answer, schedule query.Answer) {
	q := m.query()
	answer = q.Ask(ctx, s, effort)
	switch {
	case q.Name == "schedule":
		schedule = answer
	case m.below():
		q, _ = query.Find("schedule")
		schedule = q.Ask(ctx, s, effort)
	}
	return answer, schedule
}

// An exact message is the exact answers to the scenario of a generation.
type exact struct {
	generation       int
	answer, schedule query.Answer
}

// refine asks for the exact answers, after those that are being worked out, and
// unless newer ones are wanted by then: a key that repeats starts no crowd.
func (m Model) refine() tea.Msg {
	m.newest.one.Lock()
	defer m.newest.one.Unlock()
	if m.newest.Load() != int64(m.generation) {
		return nil
	}
	answer, schedule := m.answers(context.Background(), m.scenario, query.Full)
	return exact{m.generation, answer, schedule}
}

// turnKnob turns one knob, as one gesture that can be undone.
func (m Model) turnKnob(k knob.Knob, change func(knob.Knob, *knob.Scenario)) Model {
	before := len(m.past)
	m = m.turn(func(m *Model) { change(k, &m.scenario) })
	if len(m.past) == before && m.note != "" {
		m.note = k.Name + " stays at " + k.Show(m.scenario) + ": " + k.Range()
	}
	return m
}

// turn changes the scenario, as one gesture that can be undone. Where nothing
// changes, what is being worked out or played goes on.
func (m Model) turn(change func(*Model)) Model {
	next := m
	change(&next)
	next.scenario = next.scenario.AskMidway()
	if same(m.scenario, next.scenario) {
		m.note = "that changes nothing"
		return m
	}
	return next.ask().remember(m.scenario)
}

// nextView goes n views on, past the half tabs where the whole one fits.
func (m Model) nextView(n int) Model {
	for {
		m.view = (m.view + n + len(views)) % len(views)
		if views[m.view].chart == 0 || m.layout().single {
			break
		}
	}
	return m.looking()
}

// looking asks for the view that has been turned to, with a knob that it has in
// focus.
func (m Model) looking() Model {
	m.scroll = 0
	m.focus = min(m.focus, len(m.rows())-1)
	return m.ask()
}

// commands are the lines that print what is shown, the view's first.
func (m Model) commands() []string {
	queries := []query.Query{m.query()}
	if schedule, _ := query.Find("schedule"); m.below() {
		queries = append(queries, schedule)
	}
	lines := make([]string, len(queries))
	for i, q := range queries {
		lines[i] = knob.Command(knob.Args(m.scenario, q.Start(), q.Call(m.scenario), q.Takes, m.options.Pinned))
	}
	switch {
	case m.alone():
		lines[0] = playing(lines[0])
	case m.played() && m.hasRoomFor(lines[0]):
		lines = append(lines, playing(lines[0]))
	}
	return lines
}

// lists tells whether the view is a list of quantities.
func (m Model) lists() bool {
	name := m.query().Name
	return name == "compare" || name == "overshoot"
}

func (m Model) showsCharts() bool { return len(m.layout().charts) > 0 }

// hasSamples tells whether there are clients to show as dots.
func (m Model) hasSamples() bool {
	return m.showsCharts() && slices.ContainsFunc(m.answer.Charts[0].Curves, func(c query.Curve) bool { return len(c.Samples) > 0 })
}

func (m Model) showsTable() bool { return m.layout().table.h > 0 && m.tableLen() > m.page() }
