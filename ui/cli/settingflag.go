package cli

import (
	"cmp"

	"retune/ui/ask/setting"
	"retune/ui/unit"

	"github.com/spf13/pflag"
)

// flagTypes are what help calls the values of a kind.
var flagTypes = map[unit.Kind]string{unit.Duration: "time", unit.Rate: "rate", unit.Share: "share",
	unit.Number: "number", unit.Factor: "number"}

// A settingFlag is the flag of one setting.
type settingFlag struct {
	setting setting.Setting
	flags   *flags
}

func (f settingFlag) String() string { return f.setting.Text(new(setting.Default())) }

func (f settingFlag) Type() string {
	if f.setting.Switch() {
		return "bool"
	}
	other := "words"
	if _, ok := f.setting.Number(new(setting.Default())); ok {
		other = "count"
	}
	return cmp.Or(flagTypes[f.setting.Kind()], other)
}

func (f settingFlag) Set(text string) error {
	if was := f.flags.text[f.setting.Name]; f.setting.Separator != "" && was != "" {
		text = was + f.setting.Separator + text
	}
	f.flags.text[f.setting.Name] = text
	delete(f.flags.called, f.setting.Name)
	if f.setting.HasName(f.flags.other) {
		f.flags.called[f.setting.Name] = f.flags.other
	}
	f.flags.other = ""
	return nil
}

// flag returns the flag for the parser.
func (f settingFlag) flag() *pflag.Flag {
	flag := &pflag.Flag{Name: f.setting.Name, Shorthand: f.setting.Short, Usage: f.setting.Help, Value: f,
		DefValue: f.String()}
	if f.setting.Switch() {
		flag.NoOptDefVal = "true"
	}
	return flag
}

func (f *flags) add(set *pflag.FlagSet, k setting.Setting) { set.AddFlag(settingFlag{k, f}.flag()) }
