package cli

import (
	"cmp"
	"context"
	"fmt"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// A bound is a limit given with --fail-unless or --fail-if.
type bound struct {
	scenario.Limit
	flag  string
	fails bool // Compare is the opposite of the one in Text: the command fails if the text holds
}

// failIf is the flag that fails the command if its limit holds.
const failIf = "--fail-if"

// bounds is a flag that adds a bound.
type bounds struct {
	list *[]bound
	flag string
}

func (b bounds) String() string { return "" }
func (b bounds) Type() string   { return "bound" }
func (b bounds) Set(text string) error {
	limit, err := scenario.ParseLimit(text)
	of := bound{limit, b.flag, b.flag == failIf}
	if of.fails { // the opposite must hold; of a word, in a large enough share of the runs
		of.Compare = opposite[limit.Compare]
	}
	*b.list = append(*b.list, of)
	return misread(b.flag+": ", err)
}

// opposite maps each comparison to the one that holds where it does not.
var opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "==": "!=", "!=": "="}

// check evaluates the bounds for an answer about s. broken is the outcome for the first bound that fails, or else the
// first that is inconclusive. err is set if a bound cannot be read. Without bounds, an inconclusive answer is
// inconclusive.
func check(ctx context.Context, list []bound, a answer.Answer, s *setting.Scenario) (broken, err error) {
	var open error
	if len(list) == 0 && a.Inconclusive != "" {
		open = inconclusive(a.Inconclusive)
	}
	for _, b := range list {
		found, err := b.HoldEach(ctx, a, s)
		if err != nil {
			return nil, misread(b.flag+": ", err)
		}
		for _, f := range found {
			switch {
			case f.Open && open == nil:
				open = inconclusive(fmt.Sprintf("%s %s%s: %s", b.flag, quote(b.Text), of(f),
					cmp.Or(f.Why, f.Figure+", which is within two standard errors")))
			case !f.Open && !f.Holds && broken == nil:
				broken = unmet(fmt.Sprintf("%s %s %s: %s", b.flag, quote(b.Text), b.says(f), f.Figure))
			}
		}
	}
	return cmp.Or(broken, open), nil
}

// of returns the policy of a finding for a sentence, or "" if there is one policy.
func of(f scenario.Finding) string {
	if f.Policy == "" {
		return ""
	}
	return " for " + f.Policy
}

// says describes a bound that fails: its text as it was typed holds or does not hold.
func (b bound) says(f scenario.Finding) string {
	word := "does not hold"
	if b.fails != f.Lost {
		word = "holds"
	}
	word += of(f)
	if f.Lost {
		word += ", but " + f.Why
	}
	return word
}
