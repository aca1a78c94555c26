package help

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"retune/docs"
)

// A Term is a word of docs/words.md.
type Term struct {
	Name   string
	What   string   // the meaning, a paragraph
	When   string   // when it matters, a paragraph; or ""
	Of     string   // the setting that has the word as a value; or ""
	Also   []string // synonyms
	In     string   // names in known clients; or ""
	Try    []string // example commands
	See    []string // related words
	Source string   // the publication that introduced it; or ""
}

// A Group is a section of docs/words.md.
type Group struct {
	Name  string
	Terms []Term
}

// Groups returns the sections of docs/words.md in order.
var Groups = sync.OnceValue(func() []Group { return parsed(docs.Words) })

// parsed parses Markdown with sections ("## "), words ("### "), paragraphs and list items ("- key: text"). It does not
// check the form, because TestTerms checks the embedded file.
func parsed(text string) (groups []Group) {
	for _, section := range strings.Split(text, "\n## ")[1:] {
		terms := strings.Split(section, "\n### ")
		group := Group{Name: strings.TrimSpace(terms[0])}
		for _, text := range terms[1:] {
			group.Terms = append(group.Terms, parsedTerm(text))
		}
		groups = append(groups, group)
	}
	return groups
}

func parsedTerm(text string) Term {
	parts := strings.Split(strings.TrimSpace(text), "\n\n")
	t := Term{Name: parts[0], What: strings.ReplaceAll(parts[1], "\n", " ")}
	for _, part := range parts[2:] {
		if !strings.HasPrefix(part, "- ") {
			t.When = strings.ReplaceAll(part, "\n", " ")
			continue
		}
		for item := range strings.SplitSeq(part, "\n") {
			key, value, _ := strings.Cut(strings.TrimPrefix(item, "- "), ": ")
			switch key {
			case "value of":
				t.Of = value
			case "also called":
				t.Also = strings.Split(value, ", ")
			case "elsewhere":
				t.In = value
			case "try":
				t.Try = strings.Split(strings.Trim(value, "`"), "`, `")
			case "see":
				t.See = strings.Split(value, ", ")
			case "source":
				t.Source = value
			}
		}
	}
	return t
}

// slug returns the letters and digits of a name in lower case: max-delay, MaxDelay and max_delay have the same slug.
func slug(name string) string {
	return strings.Map(func(r rune) rune {
		if spoken(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// spoken reports whether a slug keeps r.
func spoken(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// spells reports whether word is the slug of the name, and makes no string: each search looks at all names.
func spells(name, word string) bool {
	for _, r := range name {
		if !spoken(r) {
			continue
		}
		next, size := utf8.DecodeRuneInString(word)
		if size == 0 || unicode.ToLower(r) != next {
			return false
		}
		word = word[size:]
	}
	return word == ""
}
