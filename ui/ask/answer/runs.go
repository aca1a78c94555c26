package answer

import (
	"fmt"

	"retune/calc/numeric"
	"retune/ui/unit"
)

// A Tally counts the runs that gave each word. A number is the mean over the runs of the word "".
type Tally map[string]int

// Mixed is the word of a figure whose runs disagree, as a fleet at its tipping point that recovers in some runs alone.
const Mixed = "mixed"

// agreed is the share of the runs that must have the same word, at two standard errors. With fewer runs all must.
const agreed = 0.95

func (t Tally) all() (n int) {
	for _, runs := range t {
		n += runs
	}
	return n
}

// Word returns a word, the most frequent one, or Mixed if too many runs have others.
func (t Tally) Word(most string) string {
	if n, all := t[most], t.all(); n < all && numeric.Reaches(n, 0, all, agreed, DecidingErrors) <= 0 {
		return Mixed
	}
	return most
}

// Word returns the words of a value, Mixed if its runs disagree.
func (v Value) Word() string { return v.Tally.Word(v.Words) }

// WordsWithShare returns the words of a value for a sentence, with their share of the runs if these disagree.
func (v Value) WordsWithShare() string {
	if v.Word() != Mixed {
		return v.Words
	}
	return v.Words + " " + inRuns(v.Tally[v.Words], v.Tally.all())
}

// inRuns says how many runs of all have a value: "in 85% of 20 runs".
func inRuns(n, all int) string {
	return fmt.Sprintf("in %s of %d runs", unit.Share.Rounded(float64(n)/float64(all), 2), all)
}
