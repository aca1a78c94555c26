package cli

import (
	"cmp"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/spelling"
)

// nearest suggests the name that typed was meant to be, or else the fallback.
func nearest(typed string, names []string, fallback string) string {
	if name := nearestName(typed, names); name != "" {
		return "did you mean " + name + "?"
	}
	return fallback
}

// among suggests a few names that have a part of what was typed, as longest-outage has
// one of max-outage, or else the fallback.
func among(typed string, names []string, fallback string) string {
	const most = 8
	for _, have := range []func(name string) bool{
		func(name string) bool { return len(typed) > 2 && strings.Contains(snake(name), snake(typed)) },
		func(name string) bool {
			return slices.ContainsFunc(strings.Split(setting.Fold(typed), "-"),
				func(part string) bool { return len(part) > 2 && strings.Contains(snake(name), part) })
		},
	} {
		var list []string
		for _, name := range names {
			if have(name) {
				list = append(list, name)
			}
		}
		if n := len(list); n == 1 {
			return "did you mean " + list[0] + "?"
		} else if 0 < n && n <= most {
			return "similar names are " + strings.Join(list, ", ")
		} else if near := nearest(typed, names, ""); near != "" {
			return near
		}
	}
	return fallback
}

func snake(name string) string { return strings.ReplaceAll(setting.Fold(name), "-", "_") }

// nearestName is the name that typed was meant to be: one that begins with it, or with it but
// for the last letter, or that begins with the same letter and is at most two letters off; "" if
// there is none.
func nearestName(typed string, names []string) string {
	best, like := "", ""
	least := min(2, max(1, len(typed)/3)) + 1
	typed = strings.ToLower(typed)
	for _, name := range names {
		if len(typed) > 1 && strings.HasPrefix(name, typed) {
			return name
		}
		if name == "" || typed == "" || typed[0] != name[0] {
			continue
		}
		if d := spelling.Distance(typed, strings.ToLower(name)); d < least {
			best, least = name, d
		}
		if n := len(typed) - 1; n > 4 && like == "" && strings.HasPrefix(name, typed[:n]) { // policy of policies
			like = name
		}
	}
	return cmp.Or(best, like)
}
