package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
	"retune/ui/help"
)

// noArguments refuses words after a sub-command.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "settings are flags: retune " + cmd.Name() + " --help lists them; -f FILE reads a scenario file, " +
		"--import FILE the configuration of a client"
	return usage(cmp.Or(argumentHint(cmd, args), hint), "%s: unexpected argument %s", cmd.Name(), quote(args[0]))
}

// oneWord requires one word after a sub-command: what it is, with a hint that says which there are.
func oneWord(what, hint string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return usage(hint, "%s takes one word, the %s", cmd.Name(), what)
		case 1:
			return nil
		}
		if r, ok := question.Figures().Find(args[0] + "-" + args[1]); ok { // elapsed p99
			return usage("did you mean "+r.Name+"?", "%s takes one word", cmd.Name())
		}
		flags := "everything else is a flag: retune " + cmd.Name() + " --help lists them"
		return usage(cmp.Or(argumentHint(cmd, args[1:]), flags), "%s takes one word: unexpected argument %s", cmd.Name(),
			quote(args[1]))
	}
}

// argumentHint returns what the user probably meant by words without a flag, or "".
func argumentHint(cmd *cobra.Command, args []string) (hint string) {
	for _, meant := range []func(cmd *cobra.Command, args []string) string{unitMeant, clientMeant, fileMeant, layerMeant,
		scenarioMeant, settingMeant, valueMeant, topicMeant} {
		hint = cmp.Or(hint, meant(cmd, args))
	}
	return hint
}

// units are words for units, by the unit that is written behind a number.
var units = map[string]string{"ns": "ns", "us": "us", "µs": "us", "ms": "ms", "msec": "ms", "milliseconds": "ms",
	"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "m": "m", "min": "m", "mins": "m", "minute": "m",
	"minutes": "m", "h": "h", "hr": "h", "hour": "h", "hours": "h", "d": "d", "day": "d", "days": "d", "%": "%",
	"percent": "%", "/s": "/s", "rps": "/s", "qps": "/s"}

// unitMeant takes the word for the unit of a number before it: -a 100 ms.
func unitMeant(cmd *cobra.Command, args []string) (hint string) {
	unit := units[strings.ToLower(args[0])]
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		of, ok := flag.Value.(settingFlag)
		if text := ""; ok && unit != "" {
			if text = of.flags.text[flag.Name]; strings.Trim(text, "0123456789.") == "" {
				hint = "a number and its unit are one word: --" + flag.Name + " " + text + unit
			}
		}
	})
	return hint
}

// has reports whether the command reads the flag.
func has(cmd *cobra.Command, flag string) bool {
	known := cmd.Flags().Lookup(flag)
	return known != nil && !left(cmd, known)
}

// clientMeant takes the words for clients.
func clientMeant(cmd *cobra.Command, args []string) string {
	of, ok := clients.Of(args[0])
	if !ok || !has(cmd, "client") || has(cmd, "layer") && !has(cmd, "vs") { // the layers of a stack come below
		return ""
	}
	hint := "clients are flags: --client " + of.Row.Name
	if !has(cmd, "vs") {
		return hint
	}
	other := "NAME"
	if len(args) > 1 {
		if v, ok := clients.Of(args[1]); ok {
			other = v.Row.Name
		}
	}
	return hint + ", another one --vs client=" + other
}

// fileMeant takes the word for the name of a file.
func fileMeant(cmd *cobra.Command, args []string) string {
	ending := strings.ToLower(filepath.Ext(args[0]))
	_, err := os.Stat(args[0])
	known := slices.Contains([]string{".json", ".yaml", ".yml", ".toml", ".properties", ".service", ".conf", ".ini"},
		ending)
	switch {
	case err != nil && !known:
		return ""
	case ending == ".toml" && has(cmd, "file"):
		return "-f " + args[0] + " reads a scenario file"
	case has(cmd, "import"):
		return "--import " + args[0] + " reads the configuration of a client"
	}
	return ""
}

// layerMeant takes the word for a layer, if the command is about layers.
func layerMeant(cmd *cobra.Command, _ []string) string {
	q, _ := question.Find(cmd.Name())
	if of, ok := q.Setting(q.AlsoAskedBy); ok && of.Separator != "" {
		return "layers are flags, the outermost first: " + q.Examples[1] + "; or attempts: " + q.Examples[0]
	}
	return ""
}

// scenarioMeant takes the word for an example fleet.
func scenarioMeant(cmd *cobra.Command, args []string) string {
	s, example := setting.Default(), setting.Example()
	if !has(cmd, example.Name) || example.Set(&s, args[0]) != nil {
		return ""
	}
	return "--" + example.Name + " " + args[0] + " starts from that example"
}

// settingMeant takes the word for a setting, or for one with its value: retries=5.
func settingMeant(cmd *cobra.Command, args []string) string {
	name, value, _ := strings.Cut(args[0], "=")
	k, ok := findSetting(name)
	switch {
	case !ok || !k.HasFlag() || !has(cmd, k.Name):
		return ""
	case has(cmd, "x"):
		return "the settings of a " + cmd.Name() + " are flags: --x " + k.Name + "=FROM..TO --y SETTING=FROM..TO"
	case value == "" && len(args) > 1:
		value = args[1]
	}
	flag := "--" + setting.DashedLower(name)
	if len(name) == 1 {
		flag = "-" + name
	}
	return "settings are flags: " + flag + " " + cmp.Or(value, strings.ToUpper(settingFlag{setting: k}.Type()))
}

// valueMeant takes the word for a value of a setting whose flag is missing: a number, or a word that the setting
// accepts.
func valueMeant(cmd *cobra.Command, args []string) (hint string) {
	q, _ := question.Find(cmd.Name())
	switch number := args[0] != "" && strings.Contains("0123456789", args[0][:1]); {
	case number && q.Argument != "":
		return "such as " + q.Examples[0]
	case number:
		return "a value needs its flag, such as --initial-delay 1s or --retries 5: retune " + cmd.Name() +
			" --help lists them"
	}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		of, ok := flag.Value.(settingFlag)
		if ok && hint == "" && !of.setting.Switch() && has(cmd, flag.Name) &&
			slices.Contains(of.setting.Words(), strings.ToLower(args[0])) {
			hint = "did you mean --" + flag.Name + " " + strings.ToLower(args[0]) + "?"
		}
	})
	return hint
}

// topicMeant takes the word for a figure, or for a word that help explains.
func topicMeant(_ *cobra.Command, args []string) string {
	if r, ok := question.Figures().Find(args[0]); ok {
		return "retune what " + r.Name + " prints it"
	} else if len(args[0]) > 2 && len(help.Find(args[0])) > 0 {
		return "retune help " + args[0] + " explains the word"
	}
	return ""
}
