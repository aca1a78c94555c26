package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// A bound is a limit of an answer, typed after --fail-unless or --fail-if.
type bound struct {
	scenario.Limit
	flag  string
	fails bool // the question fails if the limit holds, and not if it does not hold
}

// bounds is the flag that adds one.
type bounds struct {
	list  *[]bound
	fails bool
}

func (b bounds) String() string { return "" }
func (b bounds) Type() string   { return "bound" }
func (b bounds) Set(text string) error {
	limit, err := scenario.ParseLimit(text)
	of := bound{limit, map[bool]string{false: "--fail-unless", true: "--fail-if"}[b.fails], b.fails}
	if b.fails && limit.Word() { // the share of the runs without the verdict must be high enough
		of.Compare, of.fails = "!=", false
	}
	*b.list = append(*b.list, of)
	return err
}

// check is the outcome of an answer of s: broken if it breaks a bound or one is open, with a line for the first; err
// if a bound cannot be read. Without bounds the answer itself may be inconclusive.
func check(ctx context.Context, list []bound, a answer.Answer, s setting.Scenario) (broken, err error) {
	var open error
	if len(list) == 0 && a.Inconclusive != nil {
		open = inconclusive(a.Inconclusive.Error())
	}
	for _, b := range list {
		f, err := b.Hold(ctx, a, s)
		if err != nil {
			return nil, unreadable(b.flag+": ", err)
		}
		switch {
		case f.Open && open == nil:
			open = inconclusive(fmt.Sprintf("%s %s: %s", b.flag, quote(b.Text),
				cmp.Or(f.Why, f.Figure+", which is within two standard errors")))
		case !f.Open && (f.Holds == b.fails || f.Why != "") && broken == nil: // without a result it fails, to be safe
			word := "does not hold"
			if b.flag == "--fail-if" {
				word = "holds"
			}
			broken = unmet(fmt.Sprintf("%s %s %s: %s", b.flag, quote(b.Text), word, f.Figure))
		}
	}
	return cmp.Or(broken, open), nil
}

// unreadable is the failure of a limit that says nothing.
func unreadable(where string, err error) error {
	u, ok := errors.AsType[scenario.Unreadable](err)
	if !ok {
		return usage("", "%s%v", where, err)
	}
	hint := u.Hint
	if u.Typed != "" {
		hint = among(strings.ReplaceAll(u.Typed, " ", "_"), u.Names, u.Hint)
	}
	return usage(hint, "%s%s", where, u.Reason)
}
