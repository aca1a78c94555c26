package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// flagSections returns every flag that the command reads: the settings by group, then the others. If all is true, flags
// of results have a row each, and the root command has the settings of every question.
func flagSections(cmd *cobra.Command, all bool) (list []section) {
	var settings []setting.Setting
	var own, others [][2]string
	local := cmd.LocalNonPersistentFlags()
	cmd.Flags().AddFlagSet(cmd.InheritedFlags())
	cmd.Flags().SortFlags = false
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" || f.Name == "version" || unread(cmd, f) {
			return
		}
		if k, ok := f.Value.(settingFlag); ok {
			settings = append(settings, k.setting)
		} else if cmd.HasParent() && local.Lookup(f.Name) != nil {
			own = append(own, flagRow(f))
		} else {
			others = append(others, flagRow(f))
		}
	})
	if len(own) > 0 {
		title := strings.ToUpper(cmd.Name()[:1]) + cmd.Name()[1:]
		list = append(list, section{title, own, strings.Join(names(own), ", "), true})
	}
	if all && !cmd.HasParent() {
		settings = flagged()
	}
	list = append(list, settingSections(settings, all)...)
	if len(others) > 0 {
		list = append(list, section{"Output", others, strings.Join(names(others), ", "), true})
	}
	return list
}

// settingSections returns a section for each group of the settings.
func settingSections(settings []setting.Setting, all bool) (list []section) {
	place := func(k setting.Setting) uint { // settings outside the table come last
		return uint(slices.IndexFunc(setting.Settings, func(x setting.Setting) bool { return x.Name == k.Name }))
	}
	slices.SortStableFunc(settings, func(a, b setting.Setting) int { return cmp.Compare(place(a), place(b)) })
	for _, g := range setting.Groups() {
		in := setting.InGroup(settings, g)
		if len(in) == 0 {
			continue
		}
		rows := settingRows(in)
		list = append(list, section{string(g), rows, strings.Join(names(rows), ", "), all || g != setting.GroupResults})
	}
	return list
}

// settingRows returns the flags of settings, each with its description and its default.
func settingRows(list []setting.Setting) (rows [][2]string) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, k := range list {
		row := flagRow(addSetting(set, settingFlag{setting: k}))
		if d := k.Text(setting.Default()); !slices.Contains([]string{"", "none", "0s"}, d) && !k.Switch() {
			row[1] += " (default " + d + ")"
		}
		rows = append(rows, row)
	}
	return rows
}

// flagRow returns a flag with its description.
func flagRow(f *pflag.Flag) [2]string {
	name := "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	value, about := pflag.UnquoteUsage(f)
	if f.NoOptDefVal == "" {
		name += " " + strings.ToUpper(value)
	}
	return [2]string{name, about}
}

// names returns the flags in rows, without their values: "-o --output".
func names(rows [][2]string) (list []string) {
	for _, row := range rows {
		short, name, _ := strings.Cut(row[0], "--")
		name, _, _ = strings.Cut(name, " ")
		list = append(list, strings.TrimSpace(strings.Replace(short, ",", "", 1)+"--"+name))
	}
	return list
}

// flagged returns the settings of the table and of questions that a flag asks.
func flagged() []setting.Setting {
	list := slices.Clone(setting.Settings)
	for _, q := range question.Questions {
		if q.Flag != "" {
			for _, k := range q.Owned() {
				if !slices.ContainsFunc(list, func(known setting.Setting) bool { return known.Name == k.Name }) {
					list = append(list, k)
				}
			}
		}
	}
	return list
}
