package setting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A word is the Value of a setting that takes one word of a list.
type word struct {
	words func() []string                           // in the order in which keys step through them
	find  func(text string) (first string, ok bool) // finds the word of a text in any spelling
	get   func(s *Scenario) string                  // the word in s, or ""
	put   func(s *Scenario, word string)
	wrong string // format of the error, with the text and the words as arguments
	still bool   // keys do not change it
	rule  string // the texts that Set accepts, in words; "": the list of words; set for switches only
}

// spellings are words in the order of their indices, each with its synonyms behind it, separated by spaces.
type spellings []string

// word returns the word of an index.
func (list spellings) word(i int) string {
	word, _, _ := strings.Cut(list[i], " ")
	return word
}

// words returns the words without synonyms.
func (list spellings) words() (words []string) {
	for i := range list {
		words = append(words, list.word(i))
	}
	return words
}

// find finds a word by its name or a synonym.
func (list spellings) find(text string) (word string, ok bool) {
	for _, row := range list {
		if names := strings.Fields(row); slices.Contains(names, DashedLower(text)) {
			return names[0], true
		}
	}
	return DashedLower(text), false
}

// oneOf returns the word of a field that stores the index of the word.
func oneOf[T ~uint8](at field[T], list spellings) word {
	return word{
		words: list.words, find: list.find, wrong: "%[1]s is not one of %[2]s",
		get: func(s *Scenario) string { return list.word(int(*at(s))) },
		put: func(s *Scenario, word string) { *at(s) = T(slices.Index(list.words(), word)) },
	}
}

func (v word) Text(s *Scenario) string { return v.get(s) }
func (v word) Show(s *Scenario) string { return v.get(s) }
func (v word) Range() string           { return cmp.Or(v.rule, strings.Join(v.words(), ", ")) }
func (v word) Reset(s *Scenario)       { v.put(s, v.get(new(Default()))) }
func (v word) track(*Scenario) track   { return v }

func (v word) Set(s *Scenario, text string) error {
	first, ok := v.find(strings.TrimSpace(text))
	if !ok {
		return fmt.Errorf(v.wrong, unit.Quote(text), v.Range())
	}
	v.put(s, first)
	return nil
}

func (v word) index(s *Scenario) int { return max(0, slices.Index(v.words(), v.get(s))) }

func (v word) pick(s *Scenario, i int) {
	words := v.words()
	if i = max(0, min(len(words)-1, i)); !v.still && i != v.index(s) {
		v.put(s, words[i])
	}
}

func (v word) Step(s *Scenario, n int, _ bool) { v.pick(s, v.index(s)+n) }

func (v word) Limit(s *Scenario, end bool) {
	if end {
		v.pick(s, len(v.words()))
	} else {
		v.pick(s, 0)
	}
}

func (v word) choices() []string {
	if v.rule != "" {
		return nil
	}
	return v.words()
}
