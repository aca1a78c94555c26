// Package help explains the words of retune: what each means in the field, when it
// matters, what others call it, and commands that show it.
//
// docs/words.md has the words. A [Topic] adds what the other tables know of the same
// thing: the flag, range, default and JSON key of a setting, the formula of a type of
// jitter, the command that prints a result.
package help

import (
	"cmp"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// A Topic is a word with its rows in the other tables.
type Topic struct {
	Term
	Setting  *setting.Setting // nil unless the word can be set or wanted
	Jitter   []jitter.Type    // types of jitter of that name
	Question *answer.Question // nil unless a command or a flag asks it
	Result   *answer.Result   // nil unless it can be wanted
}

// Topics returns everything that can be explained: first the words of docs/words.md in their order, then the rows of
// other tables that have no word there.
func Topics() []Topic {
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
		if !k.Bare {
			x.addSetting(k, nil)
		}
	}
	for _, r := range question.Results {
		x.addSetting(r.Setting(), &r)
	}
	for i, row := range jitter.Types {
		t := x.topic(row.Name, row.Says)
		t.Jitter = append(t.Jitter, jitter.Type(i))
	}
	for _, row := range client.Rows() {
		if t := x.topic(row.Name, ""); t.What == "" {
			t.Term = clientTerm(row)
		}
	}
	for _, q := range question.Questions {
		x.topic(cmp.Or(q.Flag, q.Name), sentence(q.Short)).Question = &q
	}
	return x.topics
}

// An index is topics and the place of each by its names.
type index struct {
	topics []Topic
	at     map[string]int
}

// topic returns the topic of that name, a new one with that meaning if there is none.
func (x *index) topic(name, what string) *Topic {
	i, known := x.at[slug(name)]
	if !known {
		i = len(x.topics)
		x.at[slug(name)] = i
		x.topics = append(x.topics, Topic{Term: Term{Name: name, What: what}})
	}
	return &x.topics[i]
}

// addSetting adds a setting, or a result with the setting of its bound. A word that names two settings is split.
func (x *index) addSetting(k setting.Setting, r *answer.Result) {
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

// clientTerm explains a row of the catalogue of clients.
func clientTerm(row client.Row) Term {
	return Term{Name: row.Name, Also: row.Names,
		What: "A client: " + row.Title + ". Its delay before retry k is " + row.Formula + ". What ends the retries: " +
			row.Stops + ".",
		Try: []string{"retune clients " + row.Name, "retune schedule --client " + row.Name}}
}

// sentence makes a sentence of a clause.
func sentence(clause string) string {
	if clause == "" {
		return ""
	}
	return strings.ToUpper(clause[:1]) + clause[1:] + "."
}

// names returns the name of the topic, then all others.
func (t Topic) names() []string {
	names := append([]string{t.Name}, t.Also...)
	if k := t.Setting; k != nil {
		names = append(append(names, k.Name, k.Short, k.Symbol), strings.Fields(k.Names)...)
	}
	if t.Question != nil && t.Setting == nil {
		names = append(names, t.Question.Name)
	}
	return slices.DeleteFunc(names, func(name string) bool { return slug(name) == "" })
}

// Find returns the topics of a word: those of that name, else those with that other name, else those that a known
// client calls so, else the singular or plural; else those of a label that ends with a statistic or the name of a
// policy, such as "delay p95", without its last word.
func Find(word string) []Topic {
	if found := find(word); found != nil {
		return found
	}
	words := strings.Fields(word)
	if n := len(words) - 1; n > 0 {
		switch last := words[n]; last {
		case "B":
			return Find(strings.Join(words[:n], " "))
		case "min", "mean", "p05", "p25", "p50", "p75", "p95", "p99", "max", "sd", "se":
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
	found := map[rank][]Topic{}
	for _, t := range Topics() {
		by := t.rank(word)
		found[by] = append(found[by], t)
	}
	for by := byName; by <= byNumber; by++ {
		if len(found[by]) > 0 && word != "" {
			return found[by]
		}
	}
	return nil
}

// A rank is how well a word fits a topic, best first.
type rank int

const (
	byName   rank = iota // of the topic or of its setting
	byOther              // any other name
	byClient             // the name that a known client gives it
	byNumber             // the singular or plural of a name
	unknown
)

// rank returns how the topic is called by the slug.
func (t Topic) rank(word string) rank {
	if slug(t.Name) == word || t.Setting != nil && called(word, t.Setting.Name, t.Setting.Short) {
		return byName
	}
	best := unknown
	for _, name := range t.names() {
		switch slug(name) {
		case word:
			return byOther
		case word + "s", strings.TrimSuffix(word, "s"):
			best = byNumber
		}
	}
	if called(word, strings.Fields(t.In)...) {
		return byClient
	}
	return best
}

// Called reports whether the word is a name of the topic.
func (t Topic) Called(word string) bool { return t.rank(slug(word)) <= byOther }

// called reports whether one of the names is the word.
func called(word string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slug(name) == word })
}

// Words returns every name by which something is found, for suggestions.
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

// Bare reports whether a topic is a sub-command and no more.
func (t Topic) Bare() bool { return t.Question != nil && t.Setting == nil && len(t.Try) == 0 }
