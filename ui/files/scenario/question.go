package scenario

import (
	"cmp"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Question is a table [questions.NAME]: a further question that the report answers for every policy. Its settings are
// those of the fleet, the policy and its own.
type Question struct {
	Section
	Question answer.Question
}

// askKey is the setting with the name of the question.
const askKey = "ask"

// askable returns the names of the questions that a file can ask: those without an argument.
func askable() (names []string) {
	for _, q := range question.Questions {
		if q.Subcommand() != "" && q.Argument == "" && len(q.Needs) == 0 {
			names = append(names, q.Name)
		}
	}
	return names
}

// ask stores one question. It needs the whole table, because the name of the question decides which other settings are
// valid and may come last.
func (f *File) ask(s Section) error {
	i := slices.IndexFunc(s.Settings, func(x Setting) bool { return x.Name == askKey })
	if i < 0 {
		return f.wrong(s.Line, "%w", unknown("the question has no "+askKey, "", "the questions", askable()))
	}
	asks := s.Settings[i]
	q, ok := question.Find(asks.Text)
	if !ok || !slices.Contains(askable(), q.Name) {
		what := "there is no question " + unit.Quote(asks.Text)
		return f.wrong(asks.Line, "%w", unknown(what, asks.Text, "the questions", askable()))
	}
	takes := func(k setting.Setting) bool { return k.HasFlag() && (!k.OfQuestion || q.Reads(k.Name)) }
	s.Settings = slices.Delete(s.Settings, i, i+1)
	for i := range s.Settings {
		x := &s.Settings[i]
		if x.Setting, ok = q.Setting(x.Name); !ok || !takes(x.Setting) {
			return f.wrong(x.Line, "%w", unknownSetting(x.Name, taken(q.Settings(), takes)))
		}
		before := Section{Settings: s.Settings[:i]}
		if err := cmp.Or(before.twice(*x), x.convert()); err != nil {
			return f.wrong(x.Line, "%w", err)
		}
	}
	f.Questions = append(f.Questions, Question{s, q})
	return nil
}

// Asked returns the scenario of the question about one policy.
func (f File) Asked(q Question, policy Section) (setting.Scenario, error) {
	s := setting.Default()
	for _, x := range q.Settings { // the start may depend on the settings of the question
		if slices.ContainsFunc(q.Question.Owned(), func(k setting.Setting) bool { return k.Name == x.Setting.Name }) {
			_ = x.Setting.Set(&s, x.Text) // Set below reports the error
		}
	}
	return f.Set(new(q.Question.Start(&s)), f.Fleet, f.Outages[0], policy, q.Section)
}
