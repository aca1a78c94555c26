package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/review"
)

// A bound is a limit of an answer, as typed after --fail-unless or --fail-if.
type bound struct {
	review.Limit
	fails bool // if it holds, and not if it does not
}

// unmet is a bound that is not kept: the answer stands, and its status says so.
type unmet string

func (u unmet) Error() string { return string(u) }

// bounds is the flag that adds one.
type bounds struct {
	list  *[]bound
	fails bool
}

func (b bounds) String() string { return "" }
func (b bounds) Type() string   { return "bound" }
func (b bounds) Set(text string) error {
	limit, err := review.ParseLimit(text)
	if err == nil {
		*b.list = append(*b.list, bound{limit, b.fails})
	}
	return err
}

func (b bound) flag() string {
	return map[bool]string{false: "--fail-unless", true: "--fail-if"}[b.fails]
}

// check is the failure of an answer of s that does not keep all bounds, with a line
// for the first that it breaks; err is that one of them cannot be read.
func check(ctx context.Context, list []bound, a answer.Answer, s knob.Scenario) (broken, err error) {
	for _, b := range list {
		f, err := b.Hold(ctx, a, s)
		if err != nil {
			return nil, unreadable(b.flag()+": ", err)
		}
		holds := f.Holds
		if f.Why != "" {
			holds = b.fails // to be on the safe side
		}
		if holds == b.fails && broken == nil {
			word := map[bool]string{false: "does not hold", true: "holds"}[b.fails]
			broken = unmet(fmt.Sprintf("%s %s %s: %s", b.flag(), quote(b.Text), word, f.Figure))
		}
	}
	return broken, nil
}

// unreadable is the failure of a limit that says nothing.
func unreadable(where string, err error) error {
	u, ok := errors.AsType[review.Unreadable](err)
	if !ok {
		return usage("", "%s%v", where, err)
	}
	hint := u.Hint
	if u.Typed != "" {
		hint = among(strings.ReplaceAll(u.Typed, " ", "_"), u.Names, u.Hint)
	}
	return usage(hint, "%s%s", where, u.Reason)
}
