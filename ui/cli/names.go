package cli

import (
	"cmp"
	"sync"

	"github.com/spf13/pflag"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// understand lets the flag parser accept the other names of settings, as question q means them. Names of settings that
// ask, if the set has their flags, take precedence. A setting that q.Like finds gets its flag when the parser first
// asks for its name.
func (f *flags) understand(set *pflag.FlagSet, q answer.Question) {
	own := map[string]bool{"help": true, "version": true}
	for _, of := range []*pflag.FlagSet{f.common, set} {
		of.VisitAll(func(flag *pflag.Flag) { own[flag.Name] = true })
	}
	// computed on demand, because most commands need none
	others := sync.OnceValue(func() map[string]string { return f.otherNames(own, q.MeantSettings) })
	known := map[string]bool{}
	set.SetNormalizeFunc(func(set *pflag.FlagSet, name string) pflag.NormalizedName {
		if len(name) > 1 {
			name = setting.DashedLower(name)
		}
		if own[name] {
			return pflag.NormalizedName(name)
		}
		if others()[setting.Normalized(name)] == "" {
			name = setting.WithoutPrefix(name)
		}
		first := others()[setting.Normalized(name)]
		switch {
		case first != "" && first != name:
			f.other, name = name, first
		case first == "" && q.FindSetting != nil && !known[name]:
			known[name] = true
			if k, ok := q.FindSetting(name); ok && k.Name == name {
				f.know(k)
				f.add(set, k)
			}
		}
		return pflag.NormalizedName(name)
	})
}

// otherNames returns the settings that all their names mean. means maps names of settings to others that users mean;
// then names of questions in the set take precedence.
func (f *flags) otherNames(own map[string]bool, means map[string]string) map[string]string {
	also := map[string]string{}
	for name, meant := range means {
		k, _ := setting.Find(name)
		for _, spelling := range k.Spellings() {
			also[spelling] = meant
		}
	}
	for _, asks := range []bool{true, false} {
		for k := range f.settings {
			if k.OfQuestion != asks || !k.HasFlag() || asks && !own[k.Name] {
				continue
			}
			for _, name := range k.Spellings() {
				also[name] = cmp.Or(also[name], k.Name)
			}
		}
	}
	return also
}
