package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/unit"
)

// A Question is a table [questions.NAME]: a question that the report answers besides, for
// every policy. Its settings are those of the fleet and of the policy, and its own.
type Question struct {
	Section
	Question answer.Question
}

// askKey is the setting that says which question it is.
const askKey = "ask"

// askable is the questions that a file may ask: those that need no word of their own.
func askable() (names []string) {
	for _, q := range question.Questions {
		if q.Sub() != "" && q.Word == "" && len(q.Needs) == 0 {
			names = append(names, q.Name)
		}
	}
	return names
}

// askAll takes the values of the questions, which may say what is asked after the settings
// of that.
func (f *File) askAll(list []clientconfig.Entry) error {
	var names []string
	of := map[string][]clientconfig.Entry{}
	for _, e := range list {
		if len(e.Path) != 3 {
			return f.wrong(e.Line, errors.New("questions has names: write [questions.NAME] above its settings"))
		}
		if of[e.Path[1]] == nil {
			names = append(names, e.Path[1])
		}
		of[e.Path[1]] = append(of[e.Path[1]], e)
	}
	if len(names) > most {
		return f.wrong(list[0].Line, fmt.Errorf("more than %d questions", most))
	}
	for _, name := range names {
		if err := f.asks(name, of[name]); err != nil {
			return err
		}
	}
	return nil
}

// asks takes a question.
func (f *File) asks(name string, list []clientconfig.Entry) error {
	i := slices.IndexFunc(list, func(e clientconfig.Entry) bool { return e.Path[2] == askKey })
	if i < 0 {
		return Unreadable{Reason: f.at(list[0].Line) + "the question has no " + askKey,
			Hint: "those that can be asked are " + strings.Join(askable(), ", ")}
	}
	q, ok := question.Find(list[i].Text)
	if !ok || !slices.Contains(askable(), q.Name) {
		return Unreadable{Reason: f.at(list[i].Line) + "there is no question " + unit.Quote(list[i].Text),
			Typed: list[i].Text, Names: askable(),
			Hint: "those that can be asked are " + strings.Join(askable(), ", ")}
	}
	asked := Question{Section{Name: name, Line: list[i].Line}, q}
	for _, e := range slices.Delete(slices.Clone(list), i, i+1) {
		k, ok := q.Setting(e.Path[2])
		if !ok {
			k, ok = setting.Find(e.Path[2])
		}
		if !ok || !k.HasFlag() || k.Asks && !q.Reads(k.Name) {
			var names []string
			for _, k := range q.Settings() {
				if k.HasFlag() && (!k.Asks || q.Reads(k.Name)) {
					names = append(names, k.Name)
				}
			}
			return f.unknown(e, e.Path[2], names)
		}
		asked.Settings = append(asked.Settings, Setting{Setting: k, Name: e.Path[2], Text: e.Text, Line: e.Line})
	}
	f.Questions = append(f.Questions, asked)
	return nil
}

// Asked is what the question is asked of, of one policy.
func (f File) Asked(q Question, policy Section) (setting.Scenario, error) {
	s := setting.Default()
	for _, x := range q.Settings { // what it starts from may depend on what it asks for
		if slices.ContainsFunc(q.Question.Own, func(k setting.Setting) bool { return k.Name == x.Setting.Name }) {
			_ = x.Setting.Set(&s, x.Text) // what is wrong with it is said below
		}
	}
	return f.Set(q.Question.Start(s), f.Fleet, f.Outages[0], policy, q.Section)
}
