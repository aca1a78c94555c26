package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// A bound is a limit given with --fail-unless or --fail-if.
type bound struct {
	scenario.Limit
	flag  string
	fails bool // the command fails if the limit holds, instead of if it does not
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
	if of.fails && limit.Word() { // the share of the runs with another verdict must be large enough
		of.Compare, of.fails = "!=", false
	}
	*b.list = append(*b.list, of)
	return misread(b.flag+": ", err)
}

// check evaluates the bounds for an answer about s. broken is the outcome for the first bound that fails, or else the
// first that is inconclusive. err is set if a bound cannot be read. Without bounds, an inconclusive answer is
// inconclusive.
func check(ctx context.Context, list []bound, a answer.Answer, s setting.Scenario) (broken, err error) {
	var open error
	if len(list) == 0 && a.Inconclusive != nil {
		open = inconclusive(a.Inconclusive.Error())
	}
	for _, b := range list {
		f, err := b.Hold(ctx, a, s)
		if err != nil {
			return nil, misread(b.flag+": ", err)
		}
		switch {
		case f.Open && open == nil:
			open = inconclusive(fmt.Sprintf("%s %s: %s", b.flag, quote(b.Text),
				cmp.Or(f.Why, f.Figure+", which is within two standard errors")))
		case !f.Open && (f.Holds == b.fails || f.Why != "") && broken == nil: // a bound without a result fails, to be safe
			word := "does not hold"
			if b.flag == failIf {
				word = "holds"
			}
			text := f.Figure
			if !strings.Contains(text, f.Why) {
				text += ", but " + f.Why
			}
			broken = unmet(fmt.Sprintf("%s %s %s: %s", b.flag, quote(b.Text), word, text))
		}
	}
	return cmp.Or(broken, open), nil
}
