package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"retune/calc/client"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"

	"github.com/spf13/pflag"
)

// A linter holds what a user asks of the findings of doctor: which of them count, and which fail.
type linter struct {
	selected, ignored []client.Rule
	failOn            string
	baseline          string // file with the findings of an earlier doctor, or ""
}

// add adds the flags.
func (l *linter) add(set *pflag.FlagSet) {
	addChoice(set, &l.failOn, "fail-on", "`weight` of findings with exit status 3: serious or any",
		[]string{"serious", "any"})
	addOnce(set, &l.baseline, "baseline", "", "`file` with the JSON of an earlier run: only new findings count")
	set.Func("select", "report only these `rules`: R003,no-budget", rules("select", &l.selected))
	set.Func("ignore", "leave out these `rules`: R003,no-budget", rules("ignore", &l.ignored))
}

// rules returns a function that adds the rules of a list by their numbers or names.
func rules(flag string, to *[]client.Rule) func(string) error {
	return func(text string) error {
		list, err := rulesOf(text)
		*to = append(*to, list...)
		return misread("--"+flag+": ", err)
	}
}

// rulesOf returns the rules of a list by their numbers or names.
func rulesOf(text string) (list []client.Rule, err error) {
	var names []string
	for _, r := range client.Rules() {
		names = append(names, r.ID(), r.Row().Name)
	}
	for word := range strings.SplitSeq(text, ",") {
		i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, strings.TrimSpace(word)) })
		if i < 0 {
			return nil, setting.Refused{Reason: "there is no rule " + quote(word), Typed: word, Names: names,
				Hint: "retune help rule explains them"}
		}
		list = append(list, client.Rules()[i/2])
	}
	return list, nil
}

// args returns the flags as arguments.
func (l *linter) args() (args []string) {
	for _, r := range l.selected {
		args = append(args, "--select", r.ID())
	}
	for _, r := range l.ignored {
		args = append(args, "--ignore", r.ID())
	}
	for _, flag := range [][2]string{{"--fail-on", l.failOn}, {"--baseline", l.baseline}} {
		if flag[1] != "" {
			args = append(args, flag[0], flag[1])
		}
	}
	return args
}

// kept returns the findings of the rules that the user selected.
func (l *linter) kept(list []linted) []linted {
	return slices.DeleteFunc(list, func(f linted) bool {
		return len(l.selected) > 0 && !slices.Contains(l.selected, f.Rule) || slices.Contains(l.ignored, f.Rule)
	})
}

// counting returns the findings that count, and how many do not.
func counting(list []linted) (count []clients.Finding, ignored, old int) {
	for _, f := range list {
		switch {
		case f.counts():
			count = append(count, f.Finding)
		case f.old:
			old++
		default:
			ignored++
		}
	}
	return count, ignored, old
}

// outcome returns the failure if a finding is as severe as --fail-on, in any format of the answer, or nil.
func (l *linter) outcome(list []clients.Finding) error {
	n := 0
	for _, f := range list {
		if l.failOn == "any" || l.failOn == "serious" && f.Rule.Row().Weight == client.Serious {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return unmet(fmt.Sprintf("%d of %d findings are %s", n, len(list),
		map[string]string{"any": "not allowed", "serious": "serious"}[l.failOn]))
}

// placed splits the place of a finding into its file and line.
func placed(where string) (file string, line int) {
	i := strings.LastIndexByte(where, ':')
	if i < 0 {
		return "", 0
	}
	line, _ = strconv.Atoi(where[i+1:])
	return where[:i], line
}

// withCure returns the text of a finding with its cure.
func withCure(f clients.Finding) string {
	if f.Advice == "" {
		return f.Text
	}
	return f.Text + "; " + f.Advice
}
