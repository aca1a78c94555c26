package answer

import (
	"slices"
	"strings"

	"retune/ui/unit"
)

// kinds are the words for the units of columns, in the order of package unit.
var kinds = strings.Fields("count number factor duration rate share")

// Columns returns the columns of a table from a text, such as "limit: words, at as recovers at: duration detail". Each
// has its name, its heading if that is another, and what is known of its values:
//
//	words, yes-no    they are words, or yes and no
//	count, rate ...  their unit; a count unless the text has one, or the values have theirs
//	detail           text leaves them out
//	±                they have standard errors, in a column named after them
//	estimated        they have estimates of their errors
//	own-digits       they have digits of their own
//
// It panics if there is no such trait.
func Columns(text string) (list []Column) {
	for about := range strings.SplitSeq(text, ", ") {
		named, traits, _ := strings.Cut(about, ":")
		var c Column
		c.Name, c.Heading, _ = strings.Cut(named, " as ")
		for trait := range strings.FieldsSeq(traits) {
			switch trait {
			case "words":
				c.IsWords = true
			case "yes-no":
				c.IsYesNo = true
			case "detail":
				c.Detail = true
			case "±":
				c.Error = c.Name + " se"
			case "estimated":
				c.HasEstimates = true
			case "own-digits":
				c.OwnDigits = true
			default:
				kind := slices.Index(kinds, trait)
				if kind < 0 {
					panic("a column has no trait " + trait)
				}
				c.Kind = unit.Kind(kind)
			}
		}
		list = append(list, c)
	}
	return list
}
