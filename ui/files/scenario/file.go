package scenario

import (
	"cmp"
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
	name  string
	of    func(*File) *[]Section // the named tables; nil: it has no name
	takes func(setting.Setting) bool

	imports bool // its sections may import a policy
}

var tables = []table{
	{"questions", func(f *File) *[]Section { return &f.asked }, nil, false}, // see ask
	{"policies", func(f *File) *[]Section { return &f.Policies }, ofPolicy, true},
	{"outages", func(f *File) *[]Section { return &f.Outages }, ofOutage, false},
	{"fleet", nil, func(k setting.Setting) bool { return k.HasFlag() && !k.IsB }, false},
}

// ofPolicy reports whether a policy may have its own value of the setting: all but those of the outage and those that
// everything compared shares.
func ofPolicy(k setting.Setting) bool {
	return k.MayDiffer() && k.DisplayGroup() != setting.GroupOutage || k.Name == layerKey || k.Name == "inside"
}

func ofOutage(k setting.Setting) bool {
	return k.HasFlag() && (k.DisplayGroup() == setting.GroupOutage || k.DisplayGroup() == setting.GroupSimulation)
}

// heading returns the header of a table of this kind.
func (t table) heading() string {
	if t.of == nil {
		return "[" + t.name + "]"
	}
	return "[" + t.name + ".NAME]"
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
	cases, notes, err := f.cases()
	if err != nil {
		return f, err
	}
	f.remark(notes)
	f.Limits, err = Assign(f.Limits, cases)
	return f, err
}

// remark adds a remark if the file names no policy, and one for each note on what its settings imply.
func (f *File) remark(notes []string) {
	if f.Policies[0].Line == 0 && len(f.Questions) == 0 {
		of := ""
		if slices.ContainsFunc(f.Fleet.Settings, func(x Setting) bool { return !x.Setting.OfQuestion }) {
			of = " with the settings of [fleet]"
		}
		f.Remarks = append(f.Remarks, f.Name+" has no policies: this is about the default policy"+of)
	}
	for _, note := range notes {
		if note = f.Name + ": " + strings.ReplaceAll(note, "--", ""); !slices.Contains(f.Remarks, note) {
			f.Remarks = append(f.Remarks, note)
		}
	}
}

// hidden reports whether a character does not show, such as the override of the direction of text, which hides what a
// reader approves.
func hidden(r rune) bool {
	return (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) && !strings.ContainsRune("\n\t\r\u200d\ufeff", r)
}

// take stores one value of the file.
func (f *File) take(e clientconfig.Entry) error {
	name, text := unit.Quote(strings.Join(e.Path, ".")), len(e.Path) == 1 && e.Empty == ""
	switch top := e.Path[0]; {
	case strings.ContainsFunc(e.Text, hidden):
		return fmt.Errorf("%s has a control character", name)
	case top == "limits":
		return f.limit(e)
	case e.Nth > 0:
		return fmt.Errorf("%s takes one value, not a list", name)
	case len(e.Path) == 1 && top == "allow_lost": // beside the limits, which it is about
		e.Path = []string{"fleet", "allow-lost"}
		return f.set(e)
	case text && top == "title":
		f.Title = e.Text
	case text && top == "notes":
		f.Notes = e.Text
	default:
		return f.set(e)
	}
	return nil
}

// limit stores a limit. The list of limits may be empty.
func (f *File) limit(e clientconfig.Entry) error {
	switch {
	case len(e.Path) > 1 || e.Empty == "{}" || e.Nth > 0 && e.Empty != "":
		return errors.New(`limits is a list: write limits = ["recovers", "peak_load <= 5x"]`)
	case e.Empty != "":
		return nil
	}
	l, err := ParseLimit(e.Text)
	l.Line = e.Line
	f.Limits = append(f.Limits, l)
	return err
}

// set stores a value that belongs to a table, or an empty table.
func (f *File) set(e clientconfig.Entry) error {
	t, section, keys, err := f.place(e)
	x := Setting{Name: strings.Join(keys, "."), Text: e.Text, Line: e.Line}
	switch {
	case err != nil:
		return err
	case e.Empty == "{}" && len(keys) == 0: // a table whose settings are all at their defaults
		return nil
	case e.Empty != "":
		return fmt.Errorf("%s has no value", unit.Quote(strings.Join(e.Path, ".")))
	case x.Name == importKey && t.imports:
		return f.importPolicy(section, e)
	case t.takes != nil && setting.IsFormer(x.Name):
		return nil
	case t.takes != nil:
		if x.Setting, err = t.setting(x.Name); err == nil {
			err = cmp.Or(section.twice(x), x.convert())
		}
	}
	if err == nil {
		section.Settings = append(section.Settings, x)
	}
	return err
}

// place returns the kind of table that a value belongs to, its section, and the keys in that section.
func (f *File) place(e clientconfig.Entry) (t table, section *Section, keys []string, err error) {
	at := slices.IndexFunc(tables, func(t table) bool { return t.name == e.Path[0] })
	if e.Path[0] == "title" || e.Path[0] == "notes" {
		return t, nil, nil, fmt.Errorf("%s takes one text", e.Path[0])
	}
	if at < 0 {
		names := []string{"title", "notes", "limits", "allow_lost", layerKey}
		for _, t := range tables {
			names = append(names, t.name)
		}
		return t, nil, nil, unknownSetting(e.Path[0], names)
	}
	t, section, keys = tables[at], &f.Fleet, e.Path[1:]
	switch {
	case t.of == nil && len(keys) == 0 && e.Empty != "{}":
		return t, nil, nil, fmt.Errorf("%s is a table: write %s above its settings", t.name, t.heading())
	case t.of == nil:
		return t, section, keys, nil
	case len(keys) == 0 || len(keys) == 1 && e.Empty != "{}":
		return t, nil, nil, fmt.Errorf("%s has names: write %s above its settings", t.name, t.heading())
	}
	section, keys = find(t.of(f), keys[0], e.Line), keys[1:]
	if len(*t.of(f)) > most {
		err = fmt.Errorf("more than %d %s", most, t.name)
	}
	return t, section, keys, err
}

// setting returns the setting with that name, if the table takes it.
func (t table) setting(name string) (setting.Setting, error) {
	k, ok := setting.Find(name)
	if ok && t.takes(k) {
		return k, nil
	}
	names := taken(setting.Settings, t.takes)
	if t.imports {
		names = append(names, importKey)
	}
	var others []string
	for _, other := range tables {
		if ok && other.takes != nil && other.takes(k) {
			others = append(others, other.heading())
		}
	}
	if others != nil {
		where := strings.Join(others, " or ")
		return k, unknown(name+" cannot be in "+t.heading()+": it belongs in "+where, "", "the settings there", names)
	}
	return k, unknownSetting(name, names)
}

// twice returns an error if the section has the setting already, under this name or another.
func (s *Section) twice(x Setting) error {
	for _, was := range s.Settings {
		if was.Setting.Name == x.Setting.Name && was.From == (Place{}) {
			return fmt.Errorf("%s and %s in line %d are the same setting: keep one of them", x.Name, was.Name, was.Line)
		}
	}
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
