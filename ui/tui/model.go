// Package tui is the interactive program: settings on the left, charts and tables on the right, the answer in words
// above them, and at the foot the command that prints what is shown. No other package knows a screen.
//
// A [Model] is a value. Update is a function from a message to the next value and asks the questions when the scenario
// has changed; View is a function from the value to a frame and computes no answer. The state of the view never changes
// a digit of an answer.
package tui

import (
	"context"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Options are the options of the screen and of its command.
type Options struct {
	Pinned  []string // settings from the environment
	ASCII   bool     // ASCII characters only
	Strokes bool     // no curves in braille
	View    string   // the name of a view or of its question; "": the first view
	Outside
	Files
	Document *scenario.Document // the open scenario file, or nil
}

// A Model is the state of the screen.
type Model struct {
	scenario *setting.Scenario // what is asked; each question has its own, which never changes
	options  Options

	past, future []setting.Scenario // for undo and redo
	answering
	looks
	helping
	filing
	ranking
	seen *facts // of the last model that was shown
	memo *memo  // caches values for the frame; nil: the model is changing

	mode       mode
	editor     editor // the typed text
	goal       *goal  // the bound that settings are offered for
	pending    *pendingGoal
	menu       menu      // the open list
	over       string    // the existing file to overwrite if it is named again
	turning    string    // the setting that steps are changing
	ran        string    // the value of turning before the last input
	wanted     string    // the result that was solved for last
	background bool      // the terminal has reported its background, or will not
	leaving    bool      // the user has quit, but the program has not ended yet
	note       string    // a message shown until the next key
	spelled    string    // the beginning of a command that the last keys spell
	todo       []tea.Cmd // commands to hand on after this message
}

// answering is the state of the questions and their answers.
type answering struct {
	answer   answer.Answer
	solvable bool              // a figure of the answer can be solved for
	command  string            // the command of the first question in view
	asked    string            // the question of the answer, or "" before the first
	stage    stage             // of the answer
	followed *setting.Scenario // its answer has been followed by a search for settings or by fleets
	waited   int               // ticks since the last answer
	dimmed   bool              // the answer has been stale for some ticks
	inquired *setting.Scenario // its first answer is being computed; nil: none
	ticking  bool              // ticks are running

	life  *work         // the computations of the screen
	work  *work         // the computations of the question
	offer *work         // the computation of offers for a goal
	one   chan struct{} // held while an answer is computed: one at a time
	crash *crash        // the error that ended the program, if any
	ticks bool          // ticks are enabled
}

// looks is the state of the view, which changes no digit of an answer.
type looks struct {
	width, height int
	dark          bool
	profile       colorprofile.Profile
	theme         theme
	view          int    // index into views
	focus         string // the setting chosen last
	all           bool   // all settings are in sight
	figures       bool   // all figures replace the pictures
	figurePage    int    // the page of figures
	scale         answer.Scale
	whole         bool    // the fleet's whole run is in sight
	pointer       float64 // where the user reads values in the charts
	pointed       bool    // pointer is set
	cell          [2]int  // the chosen cell of a map: column and row, or row of boxes
}

// helping is the search for settings that help the fleet.
type helping struct {
	levers   answer.Answer
	helpful  []item            // the changes that make the fleet better
	helped   *setting.Scenario // the scenario of levers
	trying   *searching        // the progress of the search, written by the search
	progress search            // as it is shown
}

// filing is the open scenario file.
type filing struct {
	document *scenario.Document
	saving   bool              // the file is being saved
	warned   *setting.Scenario // what was asked when q warned of unsaved changes
	leaves   bool              // the program ends after the save
}

// atSetting is the setting of the time at which values are read.
var atSetting = setting.First(func(k setting.Setting) bool { return k.IsElapsed })

// New returns the screen for s. All that it asks ends with ctx, and is cached if ctx is from [answer.WithCache].
func New(ctx context.Context, s *setting.Scenario, o Options) Model {
	m := Model{scenario: new(*s), options: o}
	m.dark, m.profile, m.theme = true, colorprofile.TrueColor, newTheme(true, colorprofile.TrueColor)
	m.focus, m.document = firstFocus, o.Document
	m.life, m.one, m.crash = newWork(ctx), make(chan struct{}, 1), &crash{}
	m.work, m.offer = newWork(m.life.ctx), newWork(m.life.ctx)
	m = m.showing(o.View).ask().toParameters()
	if m.stage == stale { // Init requests that answer
		m.inquired = m.scenario
	}
	return m
}

// Init requests the terminal's background and the answers that take time.
func (m Model) Init() tea.Cmd {
	list := []tea.Cmd{tea.RequestBackgroundColor}
	if m.stage == stale {
		list = append(list, m.inquire())
	}
	if m.ticking {
		list = append(list, nextTick)
	}
	return tea.Batch(list...)
}

// setting returns the focused setting.
func (m Model) setting() setting.Setting { return *m.rows()[m.focused()].Setting }

// missing returns the setting that the view's question needs but s lacks, or "".
func (m Model) missing() string { return m.facts().missing }

// tab returns the question of the view.
func (m Model) tab() answer.Question {
	return views[m.view]
}

// question returns the question to ask: the view's, or the first view's if a setting is missing.
func (m Model) question() answer.Question {
	if m.missing() == "" {
		return m.tab()
	}
	return views[0]
}

// commands returns the commands that print what is shown, the one at the foot first.
func (m Model) commands() (list []string) {
	for _, q := range m.questions() {
		list = append(list, m.line(q))
	}
	return list
}

// line returns the command that asks a question of the scenario.
func (m Model) line(q answer.Question) string {
	return setting.Command(q.Args(new(m.askedOf(q)), m.options.Pinned))
}

func (m Model) showsCharts() bool { return len(m.layout().charts) > 0 }
