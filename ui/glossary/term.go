// Package glossary is the words of retune: what each means in the field, when it
// matters, what others call it, and commands that show it.
//
// [Groups] is one table, a row per word. What the tables of the rest of the program
// know of the same thing (its flag, range, default and JSON key; the formula of a type
// of jitter; how a result is asked for) is not repeated in a row: a [Topic] puts both
// together. Help, docs/words.md and docs/reference.md derive from it.
package glossary

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"retune/calc/client"
	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
)

// A Term is one word.
type Term struct {
	Name   string   // as it is printed
	Also   string   // what else it is called, separated by commas
	Of     string   // the knob of which it is a value; or ""
	What   string   // what it is, a paragraph
	When   string   // when it matters, or how to choose it; or ""
	In     string   // what it is called in known clients; or ""
	Try    []string // commands that show it
	See    string   // the names of other terms, separated by commas
	Source string   // who says so, where that is one publication; or ""
}

// A Group is words that belong together.
type Group struct {
	Name  string
	Terms []Term
}

// Groups is the table of words, in the order in which everything lists them.
var Groups = []Group{
	{"One client and its retries", policyTerms},
	{"Jitter", jitterTerms},
	{"Clients and their traffic", clientTerms},
	{"Server", serverTerms},
	{"Outages", outageTerms},
	{"What becomes of a fleet", fleetTerms},
	{"Simulation", simulationTerms},
	{"What is printed", outputTerms},
	{"What is not modelled", beyondTerms},
}

// A Topic is all that is known of one thing: its term, and its rows in other tables.
type Topic struct {
	Term
	Knob   *knob.Knob     // what can be set or wanted; or nil
	Types  []jitter.Row   // types of jitter that are written so
	Client *client.Row    // what a real client does; or nil
	Asks   *answer.Query  // the query that is called so, or that its flag asks; or nil
	Result *answer.Result // a result that can be wanted; or nil
}

// list splits names that are separated by commas.
func list(names string) []string {
	var out []string
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// slug is what of a name counts when it is looked up: letters and digits, in lower
// case, so that max-delay, MaxDelay and max_delay are one.
func slug(name string) string {
	is := true // most are one
	for i := range len(name) {
		is = is && ('a' <= name[i] && name[i] <= 'z' || '0' <= name[i] && name[i] <= '9')
	}
	if is {
		return name
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// called tells whether one of the names is the slug.
func called(word string, names ...string) bool {
	return word != "" && slices.ContainsFunc(names, func(name string) bool { return slug(name) == word })
}

// Topics is everything that can be explained, terms first and in their order.
func Topics() []Topic { return slices.Clone(known().topics) }

// An index is the topics, and which of them have a name, by its slug and in their order.
type index struct {
	of     [5]int // lengths of the tables that it is made of
	topics []Topic
	first  map[string][]int // by the name of the topic and those of its knob
	other  map[string][]int // by those and what else it is called
	client map[string][]int // by what known clients call it
}

// made is the index as it was made last: every look at a word goes through it.
var made struct {
	sync.Mutex
	index
}

// known is the index of the tables as they are.
func known() index {
	made.Lock()
	defer made.Unlock()
	if of := [...]int{len(knob.Knobs), len(query.Queries), len(query.Results), len(jitter.Types), len(client.Rows)}; made.of != of {
		made.index = newIndex(allTopics())
		made.of = of
	}
	return made.index
}

func newIndex(topics []Topic) index {
	x := index{topics: topics, first: map[string][]int{}, other: map[string][]int{}, client: map[string][]int{}}
	add := func(to map[string][]int, i int, names ...string) {
		for _, name := range names {
			if name = slug(name); name != "" && !slices.Contains(to[name], i) {
				to[name] = append(to[name], i)
			}
		}
	}
	for i, t := range topics {
		add(x.first, i, t.Name)
		if t.Knob != nil {
			add(x.first, i, t.Knob.Name, t.Knob.Short)
		}
		add(x.other, i, t.names()...)
		add(x.client, i, strings.Fields(t.In)...)
	}
	return x
}

func allTopics() []Topic {
	var topics []Topic
	for _, g := range Groups {
		for _, t := range g.Terms {
			topic := Topic{Term: t}
			for _, row := range jitter.Types {
				if row.Name == t.Name {
					topic.Types = append(topic.Types, row)
				}
			}
			topics = append(topics, topic)
		}
	}
	byName, byOther := map[string]int{}, map[string]int{}
	for i, t := range topics {
		byName[slug(t.Name)] = i
		for _, other := range list(t.Also) {
			if _, taken := byOther[slug(other)]; !taken {
				byOther[slug(other)] = i
			}
		}
	}
	settings := slices.Clone(knob.Knobs)
	for _, r := range query.Results {
		settings = append(settings, r.Knob())
	}
	for _, k := range settings {
		if k.Bare {
			continue
		}
		of, ok := byName[slug(k.Name)]
		if !ok {
			of, ok = byOther[slug(k.Name)]
		}
		if ok && k.Wants && topics[of].Knob != nil { // a figure that is set, too
			r, _ := query.Results.Find(k.Name)
			topics[of].Result = &r
			continue
		}
		if !ok || topics[of].Knob != nil {
			topics, of = append(topics, Topic{Term: Term{Name: k.Name, What: sentence(k.Help)}}), len(topics)
		}
		topics[of].Knob = &k
		if r, ok := query.Results.Find(k.Name); ok && k.Wants {
			topics[of].Result = &r
		}
	}
	for _, row := range jitter.Types { // one without a term is explained by its row
		if !slices.ContainsFunc(topics, func(t Topic) bool { return t.Name == row.Name }) {
			topics = append(topics, Topic{Term: Term{Name: row.Name, What: row.Says}, Types: []jitter.Row{row}})
		}
	}
	for _, row := range client.Rows { // so is a client, unless its name is that of a term
		if _, taken := byName[slug(row.Name)]; !taken {
			topics = append(topics, Topic{Term: clientTerm(row), Client: &row})
		}
	}
	for _, q := range query.Queries {
		of := slices.IndexFunc(topics, func(t Topic) bool { return q.Flag != "" && t.Knob != nil && t.Knob.Name == q.Flag || t.Name == q.Name })
		if of < 0 {
			topics, of = append(topics, Topic{Term: Term{Name: q.Name, What: sentence(q.Short)}}), len(topics)
		}
		topics[of].Asks = &q
	}
	return topics
}

// clientTerm is what there is to say of a row of the catalogue of clients.
func clientTerm(row client.Row) Term {
	return Term{Name: row.Name, Also: strings.Join(row.Names, ", "),
		What: "A client: " + row.Title + ". Its delay before retry k is " + row.Formula + "; what ends it: " + row.Stops + ".",
		Try:  []string{"retune clients " + row.Name, "retune schedule --client " + row.Name}}
}

// sentence makes one of a clause.
func sentence(clause string) string {
	if clause == "" {
		return ""
	}
	return strings.ToUpper(clause[:1]) + clause[1:] + "."
}

// names is every name of the topic: its own first.
func (t Topic) names() []string {
	names := append([]string{t.Name}, list(t.Also)...)
	if k := t.Knob; k != nil {
		names = append(append(names, k.Name, k.Short, k.Symbol), strings.Fields(k.Names)...)
	}
	if t.Asks != nil {
		names = append(names, t.Asks.Name)
	}
	return slices.DeleteFunc(names, func(name string) bool { return slug(name) == "" })
}

// Find returns the topics that a word means: those of that name or, if there are none,
// those that are also called so, the clients whose title begins so, or else those that
// a known client calls so.
func Find(word string) []Topic {
	if strings.ContainsAny(word, "0123456789") {
		if found := written(word); found != nil {
			return found
		}
	}
	word, _, _ = strings.Cut(word, "=")
	word = slug(strings.TrimPrefix(strings.TrimSpace(word), "retune "))
	if word == "" {
		return nil
	}
	x := known()
	both := slices.Concat(x.other[strings.TrimSuffix(word, "s")], x.other[word+"s"])
	slices.Sort(both)
	for _, list := range [][]int{x.first[word], x.other[word], x.client[word], slices.Compact(both)} {
		var found []Topic
		for _, i := range list {
			found = append(found, x.topics[i])
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// written finds the type of jitter that is written so, with its amount, or nil.
func written(word string) []Topic {
	s := knob.Default()
	if k, ok := knob.Find("jitter"); !ok || k.Set(&s, word) != nil {
		return nil
	}
	return Find(s.Jitter.Type.Row().Name)
}

// Words is every name by which something can be found, for suggestions.
func Words() []string {
	var words []string
	seen := map[string]bool{}
	for _, t := range known().topics {
		for _, name := range t.names() {
			if len(name) > 2 && !seen[name] {
				words, seen[name] = append(words, name), true
			}
		}
	}
	return words
}

// Bare tells whether nothing is known of the topic but that it is a sub-command.
func (t Topic) Bare() bool { return t.Asks != nil && t.Knob == nil && len(t.Try) == 0 }
