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
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/query/fleet"
	"retune/ui/review"
)

// Options is how the screen is shown, and what its command must say.
type Options struct {
	Pinned  []string // knobs that the environment sets
	ASCII   bool     // no characters beyond ASCII
	Strokes bool     // no curves in braille
	Console bool     // no characters beyond those of the Linux console
	View    string   // the name of the view, or of its query; "": the first
	Outside
	Files
	Document *review.Document // the scenario file that is open, or nil
}

// A Model is the state of the screen.
type Model struct {
	scenario knob.Scenario
	options  Options

	past, future []knob.Scenario // for undo and redo
	answer       answer.Answer   // of the view's query
	schedule     answer.Answer   // of the table
	lines        []string        // the commands that ask the queries in view
	asked        string          // the query that the answer is of, or "": there is none yet
	generation   int             // of the question, so that a stale answer is known
	stage        stage           // of the answer
	waited       int             // ticks since an answer has come
	dimmed       bool            // the answer is that of an earlier question, and has been for some ticks
	asking       bool            // a rough answer is being worked out
	outdated     bool            // and it is one to an earlier question
	ticking      bool            // and ticks come
	version      int             // of what is shown of the answers

	life   *work         // of the screen
	work   *work         // of the question
	offer  *work         // of the offers for a result that is wanted
	one    chan struct{} // holds who works out an answer: one at a time
	mishap *mishap       // why the program breaks off, if it does
	ticks  bool          // ticks are wanted

	width, height int
	dark          bool
	profile       colorprofile.Profile
	theme         theme
	view          int    // index into views
	focus         string // the knob that was chosen last
	folded        uint   // the groups of knobs that are
	firstRow      int    // the first row in sight where there is no room for all
	scale         answer.Scale
	samples       bool                       // a few clients are shown as dots
	parts         [2]answer.Part             // of the x axes of the charts that are in sight
	pointer       float64                    // where values are read in the charts that nothing else points in
	pointed       bool                       // there is such a place
	drawings      [2]drawing                 // of the charts
	heated        heated                     // the map as it is drawn
	cell          [2]int                     // the one that is chosen, while one is: its column and row
	booked        cached[bookOf, [][]piece]  // the answers in boxes
	inSight       cached[inSightOf, inSight] // the knobs of the view
	laidOut       cached[layoutOf, layout]   // what stands where
	worked        [2]workedOut               // charts that take time
	working       question                   // that they are being worked out for
	scroll        int                        // the first row of the schedule in sight
	across        int                        // and the first column beside their names
	leaf          int                        // the page of the answers
	box           int                        // the box that is chosen, while one is
	editsB        bool                       // the knobs turn B
	mode          mode
	table         *modeTable
	editor        *editor          // of what is typed
	goal          *goal            // the result that is asked for backwards
	levers        answer.Answer    // what would help the fleet
	helped        int              // the generation that they are of
	helpedAt      knob.Scenario    // and its scenario
	levered       int              // and that they are worked out for
	trying        *atomic.Value    // how many have been tried, as who works them out says
	tried         string           // and as it is shown
	menu          *menu            // the list that something is chosen from
	format        string           // of what is exported
	over          string           // the file that is there already, and is written over if it is named again
	turning, ran  string           // the knob that is being changed notch by notch, and the one before the last thing done
	lastGoal      string           // the result that was asked for last
	simulation    *fleet.Runs      // of the fleet; nil: none yet
	bands         []answer.Band    // of the runs so far
	notes         []answer.Saying  // of the runs so far
	held          hold             // what the mouse holds
	told          bool             // the terminal has said what its background is, or does not
	document      *review.Document // the scenario file that is open, or nil
	saving        bool             // it is being saved
	leaves        bool             // and the user has left
	nearby        []string         // the files that can be opened
	inFile        []item           // what can be looked at of the one that is opened
	leaving       bool             // the user has left, and that is still to come
	note          string           // said once, until the next key
}

// atKnob is the knob of the time at which everything is read.
var atKnob = knob.First(func(k knob.Knob) bool { return k.Point })

// lasting is the context of all that a screen asks.
var lasting = func() context.Context { return answer.Remembering(context.Background()) }

// New returns the screen with its knobs where s has them.
func New(s knob.Scenario, o Options) Model {
	m := Model{scenario: s, options: o, dark: true, profile: colorprofile.TrueColor, theme: newTheme(true, colorprofile.TrueColor), focus: firstFocus, folded: bit(knob.GroupSimulation), table: components(),
		life: newWork(lasting()), one: make(chan struct{}, 1), mishap: &mishap{}}
	m.work, m.offer = newWork(m.life.ctx), newWork(m.life.ctx)
	m.document = o.Document
	m = m.showing(o.View).ask().toParameters()
	m.asking = m.stage == stale // as Init has it
	return m
}

// Init asks the terminal for its background, and for the answers that take time.
func (m Model) Init() tea.Cmd {
	list := []tea.Cmd{tea.RequestBackgroundColor}
	if m.stage != exact {
		list = append(list, m.workOut())
	}
	if m.ticking {
		list = append(list, nextTick)
	}
	return tea.Batch(list...)
}

// knob is the one in focus.
func (m Model) knob() knob.Knob { return m.rows()[m.focused()] }

// tab is the query of the view.
func (m Model) tab() answer.Query {
	q, _ := query.Find(views[m.view].query)
	return q
}

// query is what the view asks: where something is missing, what the first one
// asks.
func (m Model) query() answer.Query {
	if m.missing() == "" {
		return m.tab()
	}
	q, _ := query.Find(views[0].query)
	return q
}

// commands are the lines that print what is shown, the view's first.
func (m Model) commands() []string {
	return m.lines
}

// said is the model with the commands of what it asks.
func (m Model) said() Model {
	m.lines = nil
	for _, q := range m.queries() {
		m.lines = append(m.lines, m.line(q))
	}
	return m
}

// line is the command that asks a query of what is shown.
func (m Model) line(q answer.Query) string {
	return knob.Command(q.Args(m.scenario, m.options.Pinned))
}

// lists tells whether the answer is a list.
func (m Model) lists() bool {
	l := m.query().Layout
	return l == answer.Listed || l == answer.ListedAndCharted || l == answer.Boxed
}

func (m Model) showsCharts() bool { return len(m.layout().charts) > 0 }

// hasSamples tells whether there are clients to show as dots.
func (m Model) hasSamples() bool {
	return m.showsCharts() && len(m.answer.Charts()) > 0 && slices.ContainsFunc(m.answer.Charts()[0].Curves, func(c answer.Curve) bool { return len(c.Samples) > 0 })
}

// showsTable tells whether the schedule has more rows than fit.
func (m Model) showsTable() bool { return m.layout().table.h > 0 && m.tableLen() > m.page() }

// hasLeaves tells whether the answers have more than a page.
func (m Model) hasLeaves() bool { l := m.layout(); return !l.tiny && len(m.book(l)) > 1 }
