package cli

import (
	"cmp"
	"maps"
	"sync"

	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// understand lets the flag parser accept the other names of settings. Names of settings that ask, if the set has their
// flags, take precedence. A setting that like finds gets its flag when the parser first asks for its name. means maps
// names of settings to the settings that users mean.
func (f *flags) understand(set *pflag.FlagSet, like func(string) (setting.Setting, bool), means map[string]string) {
	own, also := map[string]bool{"help": true, "version": true}, map[string]string{}
	for _, of := range []*pflag.FlagSet{f.common, set} {
		of.VisitAll(func(flag *pflag.Flag) { own[flag.Name] = true })
	}
	for name, meant := range means {
		k, _ := setting.Find(name)
		for _, spelling := range k.Spellings() {
			also[spelling] = meant
		}
	}
	maps.DeleteFunc(own, func(name string, _ bool) bool { return also[setting.Normalized(name)] != "" })
	// computed on demand, because most commands need none
	others := sync.OnceValue(func() map[string]string { return f.otherNames(own, also) })
	known := map[string]bool{}
	set.SetNormalizeFunc(func(set *pflag.FlagSet, name string) pflag.NormalizedName {
		if len(name) > 1 {
			name = setting.Fold(name)
		}
		if own[name] {
			return pflag.NormalizedName(name)
		}
		also := others()
		if also[setting.Normalized(name)] == "" {
			name = setting.Core(name)
		}
		if first, ok := also[setting.Normalized(name)]; ok && first != name {
			f.other, name = name, first
		}
		if like == nil || known[name] || also[setting.Normalized(name)] != "" {
			return pflag.NormalizedName(name)
		}
		known[name] = true
		if k, ok := like(name); ok && k.Name == name && set.Lookup(name) == nil {
			f.know(k)
			f.add(set, k)
		}
		return pflag.NormalizedName(name)
	})
}

// otherNames adds the other names of all settings to also. Names of questions in the set take precedence.
func (f *flags) otherNames(own map[string]bool, also map[string]string) map[string]string {
	for _, asks := range []bool{true, false} {
		for k := range f.settings {
			if k.Asks != asks || !k.HasFlag() || asks && !own[k.Name] {
				continue
			}
			for _, name := range k.Spellings() {
				also[name] = cmp.Or(also[name], k.Name)
			}
		}
	}
	return also
}
