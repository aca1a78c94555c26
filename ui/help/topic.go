// Package help explains the words of retune: what each means, when it matters, its other names, and commands that show
// it.
//
// docs/words.md defines the words. A [Topic] adds the rows of other tables about the same thing: the flag, range,
// default and JSON key of a setting, the formula of a jitter type, the command that prints a result.
package help

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"retune/calc/client"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// A Topic is a word with its rows in the other tables.
type Topic struct {
	Term
	Setting  *setting.Setting // nil unless the word is a setting or a result
	Jitter   []jitter.Type    // jitter types with that name
	Question *answer.Question // nil unless the word is a question
	Result   *figure.Figure   // nil unless the word is a result
}

// rows identifies the tables that topics derive from. A table with one more row, which a test adds, starts elsewhere.
type rows struct {
	settings  *setting.Setting
	jitters   *jitter.Row
	questions *answer.Question
}

// kept holds the topics that were collected last, and the tables that they derive from.
var kept struct {
	sync.Mutex
	from   rows
	topics []Topic
}

// Topics returns everything that help explains: the words of docs/words.md in order, then rows of other tables without
// a word there. Callers share the list.
func Topics() []Topic {
	now := rows{&setting.Settings[0], &jitter.Types[0], &question.Questions[0]}
	kept.Lock()
	defer kept.Unlock()
	if kept.from != now {
		kept.from, kept.topics = now, collected()
	}
	return kept.topics
}

// collected returns the topics of the present tables.
func collected() []Topic {
	x := index{at: map[string]int{}}
	for _, g := range Groups() {
		for _, t := range g.Terms {
			x.topic(t.Name, "").Term = t
		}
	}
	for i, t := range x.topics {
		for _, other := range t.Also {
			if _, known := x.at[slug(other)]; !known {
				x.at[slug(other)] = i
			}
		}
	}
	for _, k := range setting.Settings {
		if !k.IsArgument {
			x.addSetting(k, nil)
		}
	}
	for _, r := range question.Figures() {
		x.addSetting(r.Setting(), &r)
	}
	for i, row := range jitter.Types {
		t := x.topic(row.Name, row.Description)
		t.Jitter = append(t.Jitter, jitter.Type(i))
	}
	for _, row := range client.Rows() {
		if t := x.topic(row.Name, ""); t.What == "" {
			t.Term = clientTerm(row)
		}
	}
	for _, r := range client.Rules() {
		x.topic(r.ID(), "").Term = ruleTerm(r)
	}
	for _, q := range question.Questions {
		x.topic(cmp.Or(q.Flag, q.Name), sentence(q.Short)).Question = &q
	}
	return x.topics
}

// An index holds topics, and the position of each by its names.
type index struct {
	topics []Topic
	at     map[string]int
}

// topic returns the topic with that name, or adds one that means what.
func (x *index) topic(name, what string) *Topic {
	i, known := x.at[slug(name)]
	if !known {
		i = len(x.topics)
		x.at[slug(name)] = i
		x.topics = append(x.topics, Topic{Term: Term{Name: name, What: what}})
	}
	return &x.topics[i]
}

// addSetting adds a setting, or a result with the setting for its wanted value. If a word already has another setting,
// k gets its own topic.
func (x *index) addSetting(k setting.Setting, r *figure.Figure) {
	t := x.topic(k.Name, sentence(k.Help))
	if t.Setting != nil && r == nil {
		delete(x.at, slug(k.Name))
		t = x.topic(k.Name, sentence(k.Help))
	}
	t.Result = r
	if t.Setting == nil {
		t.Setting = &k
	}
}

func clientTerm(row client.Row) Term {
	return Term{Name: row.Name, Also: row.Names,
		What: "A client: " + row.Title + ". Its delay before retry k is " + row.Formula + ". What ends the retries: " +
			row.Stops + ".",
		Try: []string{"retune clients " + row.Name, "retune schedule --client " + row.Name}}
}

// ruleTerm explains a rule of doctor.
func ruleTerm(r client.Rule) Term {
	row := r.Row()
	return Term{Name: r.ID(), Also: []string{row.Name},
		What: "A finding of retune doctor (" + row.Weight.String() + "): " + row.Says + ". " + row.Why}
}

// sentence turns a clause into a sentence.
func sentence(clause string) string {
	if clause == "" {
		return ""
	}
	return strings.ToUpper(clause[:1]) + clause[1:] + "."
}

// names returns all names of the topic, its own first.
func (t Topic) names() []string {
	names := append([]string{t.Name}, t.Also...)
	if k := t.Setting; k != nil {
		names = append(append(names, k.Name, k.Short, k.Symbol), strings.Fields(k.Names)...)
	}
	if t.Question != nil && t.Setting == nil {
		names = append(names, t.Question.Name)
	}
	return slices.DeleteFunc(names, func(name string) bool { return !strings.ContainsFunc(name, spoken) })
}

// Find returns the topics of a word. It tries, in order, the name, other names, names in known clients, and the
// singular or plural. Last it tries a label that ends in a statistic or a policy, such as "delay p95", without its last
// word.
func Find(word string) []Topic {
	if found := find(word); found != nil {
		return found
	}
	words := strings.Fields(word)
	if n := len(words) - 1; n > 0 {
		switch last := words[n]; last {
		case "B":
			return Find(strings.Join(words[:n], " "))
		case "min", "mean", "p05", "p25", "p50", "p75", "p90", "p95", "p99", "max", "sd", "se":
			rest := strings.TrimSuffix(strings.Join(words[:n], " "), " B")
			if found := find(rest); found != nil {
				return append(found[:1:1], find(last)...)
			}
		}
	}
	return nil
}

func find(word string) []Topic {
	word = strings.TrimPrefix(strings.TrimSpace(word), "retune ")
	s := setting.Default()
	if strings.ContainsAny(word, "0123456789") && setting.Jitter().Set(&s, word) == nil {
		word = s.Jitter.Type.Row().Name
	}
	word, _, _ = strings.Cut(word, "=")
	word = slug(word)
	topics := Topics()
	for _, is := range []func(Topic) bool{
		func(t Topic) bool {
			return called(word, t.Name) || t.Setting != nil && called(word, t.Setting.Name, t.Setting.Short)
		},
		func(t Topic) bool { return t.Called(word) },
		func(t Topic) bool { return called(word, strings.Fields(t.In)...) }, // a name in a known client
		func(t Topic) bool {
			return called(word+"s", t.names()...) || called(strings.TrimSuffix(word, "s"), t.names()...)
		},
	} {
		var found []Topic
		for _, t := range topics {
			if word != "" && is(t) {
				found = append(found, t)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// Called reports whether the word is a name of the topic.
func (t Topic) Called(word string) bool { return called(slug(word), t.names()...) }

// called reports whether the slug of one of the names is word.
func called(word string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return spells(name, word) })
}

// Words returns every name of a topic, for suggestions.
func Words() (words []string) {
	for _, t := range Topics() {
		for _, name := range t.names() {
			if len(name) > 2 && !slices.Contains(words, name) {
				words = append(words, name)
			}
		}
	}
	return words
}

// Bare reports whether the topic is only a subcommand.
func (t Topic) Bare() bool { return t.Question != nil && t.Setting == nil && len(t.Try) == 0 }
