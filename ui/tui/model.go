// Package tui is the interactive program: settings on the left, charts and tables
// on the right, answers below, and at the foot the command that prints what is
// shown. It is the only room that knows a screen.
//
// A [Model] is a value. Update is a function from a message to the next value
// and asks the questions when the scenario has changed; View is a function from
// the value to a frame and computes no answer. What belongs to the view alone
// never changes a digit of an answer.
package tui

import (
	"context"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/fleet"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// Options is how the screen is shown, and what its command must say.
type Options struct {
	Pinned  []string // settings that the environment sets
	ASCII   bool     // no characters beyond ASCII
	Strokes bool     // no curves in braille
	View    string   // the name of the view, or of its question; "": the first
	Outside
	Files
	Document *scenario.Document // the scenario file that is open, or nil
}

// A Model is the state of the screen.
type Model struct {
	scenario setting.Scenario
	options  Options

	past, future []setting.Scenario // for undo and redo
	answering
	looks
	helping
	filing
	ranking
	memo *memo // what has been made for the frame; nil: the model is changing

	mode    mode
	table   *modeTable
	editor  *editor // of what is typed
	goal    *goal   // the result that settings are offered for
	menu    *menu   // the list that something is chosen from
	format  string  // of what is exported
	over    string  // the file that is there already, and is written over if it is named again
	turning string  // the setting that is being changed notch by notch
	ran     string  // and the one before the last thing done
	wanted  string  // the result that was asked for last
	held    hold    // what the mouse holds
	told    bool    // the terminal has said what its background is, or does not
	leaving bool    // the user has left, and that is still to come
	note    string  // said once, until the next key
}

// answering is what has been asked, and what has come of it.
type answering struct {
	answer     answer.Answer
	lines      []string // the commands that ask the questions in view
	asked      string   // the question that the answer is of, or "": there is none yet
	generation int      // of the question, so that a stale answer is known
	stage      stage    // of the answer
	waited     int      // ticks since an answer has come
	dimmed     bool     // the answer has belonged to an earlier question for some ticks
	asking     bool     // a rough answer is being computed
	outdated   bool     // and it is one to an earlier question
	ticking    bool     // and ticks come
	simulation *fleet.Runs
	notes      []answer.Saying // of the runs so far

	life   *work         // of the screen
	work   *work         // of the question
	offer  *work         // of the offers for a result that is wanted
	one    chan struct{} // holds who works out an answer: one at a time
	mishap *mishap       // why the program breaks off, if it does
	ticks  bool          // ticks are wanted
}

// looks is how it is looked at, which changes no digit of an answer.
type looks struct {
	width, height int
	dark          bool
	profile       colorprofile.Profile
	theme         theme
	view          int    // index into views
	focus         string // the setting that was chosen last
	all           bool   // all settings are in sight
	figures       bool   // all figures stand in place of the pictures
	leaf          int    // the page of them
	scale         answer.Scale
	parts         [2]answer.Part // of the x axes of the charts that are in sight
	whole         bool           // all of them is
	pointer       float64        // where values are read in the charts that nothing else points in
	pointed       bool           // there is such a place
	cell          [2]int         // of a map, while one is chosen: its column and row
	box           int            // the box that is chosen, while one is
}

// helping is what would help the fleet.
type helping struct {
	levers   answer.Answer
	helped   int              // the generation that they are of
	helpedAt setting.Scenario // and its scenario
	levered  int              // the generation that the running search is for
	trying   *atomic.Value    // how many have been tried, as who works them out says
	tried    string           // and as it is shown
}

// filing is the scenario file that is open, and those that can be.
type filing struct {
	document *scenario.Document
	saving   bool     // it is being saved
	warned   int      // the generation at which q warned of unsaved changes
	leaves   bool     // and the user has left
	nearby   []string // the files that can be opened
	inFile   []item   // what can be looked at of the one that is opened
}

// atSetting is the setting of the time at which everything is read.
var atSetting = setting.First(func(k setting.Setting) bool { return k.Point })

// lasting is the context of all that a screen asks.
var lasting = func() context.Context { return answer.Remembering(context.Background()) }

// New returns the screen with its settings where s has them.
func New(s setting.Scenario, o Options) Model {
	m := Model{scenario: s, options: o, table: components()}
	m.dark, m.profile, m.theme = true, colorprofile.TrueColor, newTheme(true, colorprofile.TrueColor)
	m.focus, m.document = firstFocus, o.Document
	m.life, m.one, m.mishap = newWork(lasting()), make(chan struct{}, 1), &mishap{}
	m.work, m.offer = newWork(m.life.ctx), newWork(m.life.ctx)
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

// setting is the one in focus.
func (m Model) setting() setting.Setting { return m.rows()[m.focused()].Setting }

// missing is the setting without which what is in view cannot be asked, or "".
func (m Model) missing() string { return m.tab().Missing(m.scenario) }

// tab is the question of the view.
func (m Model) tab() answer.Question {
	return views[m.view]
}

// question is what the view asks: where something is missing, what the first one
// asks.
func (m Model) question() answer.Question {
	if m.missing() == "" {
		return m.tab()
	}
	return views[0]
}

// commands are the lines that print what is shown, the view's first.
func (m Model) commands() []string {
	return m.lines
}

// said is the model with the commands of what it asks.
func (m Model) said() Model {
	m.lines = nil
	for _, q := range m.questions() {
		m.lines = append(m.lines, m.line(q))
	}
	return m
}

// line is the command that asks a question of what is shown.
func (m Model) line(q answer.Question) string {
	return setting.Command(q.Args(m.askedOf(q), m.options.Pinned))
}

func (m Model) showsCharts() bool { return len(m.layout().charts) > 0 }
