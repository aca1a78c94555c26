package cli

import (
	"cmp"
	"maps"
	"sync"

	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// understand has the parser of flags take the other names of the settings whose flags the
// set has, of its questions first, and give each setting that is like the question's own a
// flag when it is first typed: the parser asks for the name of each.
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
	maps.DeleteFunc(own, func(name string, _ bool) bool { return also[setting.Plain(name)] != "" })
	others := sync.OnceValue(func() map[string]string { return f.otherNames(own, also) }) // few commands have one
	known := map[string]bool{}
	set.SetNormalizeFunc(func(set *pflag.FlagSet, name string) pflag.NormalizedName {
		if len(name) > 1 {
			name = setting.Fold(name)
		}
		if own[name] {
			return pflag.NormalizedName(name)
		}
		also := others()
		if also[setting.Plain(name)] == "" {
			name = setting.Core(name)
		}
		if first, ok := also[setting.Plain(name)]; ok && first != name {
			f.other, name = name, first
		}
		if like == nil || known[name] || also[setting.Plain(name)] != "" {
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

// otherNames adds to the flags that other names mean those of the settings, of questions of the set first.
func (f *flags) otherNames(own map[string]bool, also map[string]string) map[string]string {
	for _, asks := range []bool{true, false} {
		for _, k := range f.settings() {
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
