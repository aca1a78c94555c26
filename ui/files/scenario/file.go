package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/unit"
)

// A File is a scenario file, the input of a review.
type File struct {
	Name     string    // file name
	Title    string    // title of the review
	Notes    string    // remarks for the reader
	Fleet    Section   // settings for all policies and outages
	Policies []Section // named; at least one
	Outages  []Section // named; at least one
	Limits   []Limit
	Remarks  []string // notes on imported configuration
	Source   string   // content of the file

	Questions []Question // further named questions
	asked     []Section  // the tables of the questions
	values    []clientconfig.Entry
	open      Open
}

// OfFleet reports whether the file is about a fleet, not only about its own questions.
func (f File) OfFleet() bool {
	return len(f.Questions) == 0 || len(f.Limits) > 0 || len(f.Fleet.Settings) > 0 || len(f.Outages) > 1 ||
		f.Outages[0].Line > 0
}

// Open returns the content of a file that a scenario file imports.
type Open func(name string) ([]byte, error)

// A Place is a line of a file.
type Place struct {
	File string
	Line int
}

func (p Place) String() string { return fmt.Sprintf("%s line %d", p.File, p.Line) }

// A Section is a named list of settings.
type Section struct {
	Name     string
	Line     int
	Settings []Setting
	Import   Place // place of the imported policy; zero: none
}

// A Setting is a setting with its value as the file writes it.
type Setting struct {
	Setting setting.Setting
	Name    string // as written in the file
	Text    string
	Line    int
	From    Place // place of an imported setting
}

// A table is a kind of table that a file can have: settings, or named tables of settings.
type table struct {
	name   string
	of     func(*File) *[]Section // the named tables; nil: it has no name
	groups []setting.Group        // groups of settings that it accepts; nil: all

	imports bool // its sections may import a policy
}

var tables = []table{
	{"questions", func(f *File) *[]Section { return &f.asked }, nil, false},
	{"policies", func(f *File) *[]Section { return &f.Policies }, nil, true},
	{"outages", func(f *File) *[]Section { return &f.Outages },
		[]setting.Group{setting.GroupOutage, setting.GroupSimulation}, false},
	{"fleet", nil, nil, false},
}

// most is the largest number of policies, and of outages, in a file.
const most = 50

// Read reads a scenario file, and through open the configuration that its policies import. Its errors name the line.
func Read(name string, data []byte, open Open) (File, error) {
	f := File{Name: name, Fleet: Section{Name: "fleet"}, Source: string(data), open: open}
	list, err := clientconfig.Entries(name, data)
	if err != nil {
		return f, err
	}
	f.values = list
	if err := f.takeLayers(); err != nil {
		return f, err
	}
	for _, e := range f.values {
		if err := f.take(e); err != nil {
			return f, f.wrong(e.Line, "%w", err)
		}
	}
	for _, s := range []*[]Section{&f.Policies, &f.Outages} {
		if len(*s) == 0 {
			*s = []Section{{}}
		}
	}
	for _, s := range f.asked {
		if err := f.ask(s); err != nil {
			return f, err
		}
	}
	for _, q := range f.Questions {
		if _, err := f.Asked(q, f.Policies[0]); err != nil {
			return f, err
		}
	}
	_, err = f.Cases()
	return f, err
}

// hidden reports whether a character does not show, such as the override of the direction of text, which hides what a
// reader approves.
func hidden(r rune) bool {
	return (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) && !strings.ContainsRune("\n\t\r\u200d\ufeff", r)
}

// take stores one value of the file.
func (f *File) take(e clientconfig.Entry) error {
	name := unit.Quote(strings.Join(e.Path, "."))
	switch top := e.Path[0]; {
	case e.Nth > 0 && top != "limits":
		return fmt.Errorf("%s takes one value, not a list", name)
	case strings.ContainsFunc(e.Text, hidden):
		return fmt.Errorf("%s has a control character", name)
	case len(e.Path) > 1 && top == "limits":
		return errors.New(`limits is a list: write limits = ["recovers", "peak_load <= 5x"]`)
	case len(e.Path) == 1 && top == "limits":
		l, err := ParseLimit(e.Text)
		l.Line = e.Line
		f.Limits = append(f.Limits, l)
		return err
	case len(e.Path) == 1 && top == "title":
		f.Title = e.Text
	case len(e.Path) == 1 && top == "notes":
		f.Notes = e.Text
	default:
		return f.set(e)
	}
	return nil
}

// set stores a value that belongs to a table.
func (f *File) set(e clientconfig.Entry) error {
	at := slices.IndexFunc(tables, func(t table) bool { return t.name == e.Path[0] })
	if at < 0 {
		names := []string{"title", "notes", "limits", layerKey}
		for _, t := range tables {
			names = append(names, t.name)
		}
		return unknownSetting(e.Path[0], names)
	}
	t, section, keys := tables[at], &f.Fleet, e.Path[1:]
	if t.of != nil {
		if len(keys) < 2 {
			return fmt.Errorf("%s has names: write [%[1]s.NAME] above its settings", t.name)
		}
		section, keys = find(t.of(f), keys[0], e.Line), keys[1:]
		if len(*t.of(f)) > most {
			return fmt.Errorf("more than %d %s", most, t.name)
		}
	}
	x := Setting{Name: strings.Join(keys, "."), Text: e.Text, Line: e.Line}
	if x.Name == importKey && t.imports {
		return f.importPolicy(section, e)
	}
	if t.name != "questions" { // see ask
		takes := func(k setting.Setting) bool {
			return k.HasFlag() && (t.groups == nil || slices.Contains(t.groups, k.Group))
		}
		var ok bool
		if x.Setting, ok = setting.Find(x.Name); !ok || !takes(x.Setting) {
			names := taken(setting.Settings, takes)
			if t.imports {
				names = append(names, importKey)
			}
			return unknownSetting(x.Name, names)
		}
		if err := x.convert(); err != nil {
			return err
		}
	}
	section.Settings = append(section.Settings, x)
	return nil
}

// convert replaces the text of a setting under another name, as four attempts by three retries.
func (x *Setting) convert() (err error) {
	if x.Text, _, err = x.Setting.Read(x.Name, x.Text); err != nil {
		err = fmt.Errorf("%s: %w", x.Name, err)
	}
	return err
}

// find returns the section with that name, and adds it if necessary.
func find(list *[]Section, name string, line int) *Section {
	i := slices.IndexFunc(*list, func(s Section) bool { return s.Name == name })
	if i < 0 {
		i = len(*list)
		*list = append(*list, Section{Name: name, Line: line})
	}
	return &(*list)[i]
}

// taken returns the names of the settings that a table accepts.
func taken(list []setting.Setting, takes func(setting.Setting) bool) (names []string) {
	for _, k := range list {
		if takes(k) {
			names = append(names, k.Name)
		}
	}
	return names
}

// unknown returns the error for a name that is none of names. reason says so, and those calls the names.
func unknown(reason, typed, those string, names []string) error {
	return setting.Refused{Reason: reason, Typed: typed, Names: names,
		Hint: those + " are " + strings.Join(names, ", ")}
}

// unknownSetting returns the error for a setting that a table does not have.
func unknownSetting(name string, names []string) error {
	return unknown("unknown setting "+unit.Quote(name), name, "those of that table", names)
}

// wrong returns an error in a line of the file.
func (f *File) wrong(line int, format string, args ...any) error {
	return fmt.Errorf("%s: %w", Place{f.Name, line}, fmt.Errorf(format, args...))
}
