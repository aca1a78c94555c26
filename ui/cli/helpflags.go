package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// unlisted is the annotation of a command with the names of flags that its help leaves out.
const unlisted = "unlisted"

// left reports whether the help of a command leaves a flag out: the command does not read it, or refuses it.
func left(cmd *cobra.Command, flag *pflag.Flag) bool {
	return unread(cmd, flag) || slices.Contains(strings.Fields(cmd.Annotations[unlisted]), flag.Name)
}

// flagSections returns the flags that the command reads: the settings by group, then the others. If all is true, every
// flag has a row, and the root command has the settings of every question. Otherwise rare has the names of the flags
// that few users need; they have no row.
func (f *flags) flagSections(cmd *cobra.Command, all bool) (list []section, rare []string) {
	own := section{title: strings.ToUpper(cmd.Name()[:1]) + cmd.Name()[1:], full: true}
	output := section{title: "Output", full: true}
	var settings []setting.Setting
	short := !all && cmd.HasParent()
	local := cmd.LocalNonPersistentFlags()
	cmd.Flags().AddFlagSet(cmd.InheritedFlags())
	cmd.Flags().SortFlags = false
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		of, ok := flag.Value.(settingFlag)
		switch {
		case flag.Hidden || flag.Name == "help" || flag.Name == "version" || left(cmd, flag):
		case short && (of.setting.Rare || flag.Annotations[rareFlag] != nil):
			rare = append(rare, "--"+flag.Name)
		case ok:
			settings = append(settings, of.setting)
		case cmd.HasParent() && local.Lookup(flag.Name) != nil:
			own.rows = append(own.rows, flagRow(flag))
		default:
			output.rows = append(output.rows, flagRow(flag))
		}
	})
	if all && !cmd.HasParent() {
		settings = slices.Collect(f.settings)
	}
	list = slices.Concat([]section{own}, settingSections(settings, all), []section{output})
	return slices.DeleteFunc(list, section.empty), rare
}

// rareFlag annotates a flag that only help with every flag describes, as Rare does for a setting.
const rareFlag = "rare"

// seldom marks the flags of the set as rare.
func seldom(set *pflag.FlagSet, names ...string) {
	for _, name := range names {
		set.Lookup(name).Annotations = map[string][]string{rareFlag: {}}
	}
}

// settingSections returns a section for each group of the settings, in their order.
func settingSections(settings []setting.Setting, all bool) (list []section) {
	for _, g := range setting.Groups() {
		s := section{title: string(g), full: all || g != setting.GroupResults}
		for _, k := range setting.InGroup(settings, g) {
			row := flagRow(settingFlag{setting: k}.flag())
			if d := k.Text(new(setting.Default())); !slices.Contains([]string{"", "none", "0s"}, d) && !k.Switch() {
				row[1] += " (default " + d + ")"
			}
			s.rows = append(s.rows, row)
		}
		list = append(list, s)
	}
	return list
}

// flagRow returns a flag with its description.
func flagRow(flag *pflag.Flag) [2]string {
	name := "    --" + flag.Name
	if flag.Shorthand != "" {
		name = "-" + flag.Shorthand + ", --" + flag.Name
	}
	value, about := pflag.UnquoteUsage(flag)
	return [2]string{strings.TrimSuffix(name+" "+strings.ToUpper(value), " "), about}
}
