package cli

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/spelling"
)

// misread returns the failure for input that cannot be read, or nil without an error. where comes before the reason.
func misread(where string, err error) error {
	if err == nil {
		return nil
	}
	return usage(hintOf(err), "%s%v", where, err)
}

// hintOf returns the hint of an error: names similar to the unknown one, or its own hint.
func hintOf(err error) string {
	known, _ := errors.AsType[setting.Refused](err)
	switch {
	case known.Typed == "":
		return known.Hint
	case known.Names == nil && known.Hint == "":
		return differs(known.Typed)
	}
	return among(strings.ReplaceAll(known.Typed, " ", "_"), known.Names, known.Hint)
}

// notOneOf returns the failure for a value of a flag that is not one of the names.
func notOneOf(flag, typed string, names []string) failure {
	return usage(among(typed, names, ""), "%s: %s is not one of %s", flag, quote(typed), strings.Join(names, ", "))
}

// among suggests a few names that contain typed or a part of it, such as max-outage for longest-outage, or the most
// similar name, or returns fallback.
func among(typed string, names []string, fallback string) string {
	const most = 8
	typed = strings.ReplaceAll(typed, "k8s", "kubernetes")
	for _, parts := range [][]string{{snake(typed)}, strings.Split(setting.DashedLower(typed), "-")} {
		var list []string
		for _, name := range names {
			has := func(part string) bool { return len(part) > 2 && strings.Contains(snake(name), part) }
			if slices.ContainsFunc(parts, has) {
				list = append(list, name)
			}
		}
		if n := len(list); n == 1 {
			return "did you mean " + list[0] + "?"
		} else if 0 < n && n <= most {
			return "similar names are " + strings.Join(list, ", ")
		} else if first, _, _ := strings.Cut(setting.DashedLower(typed), "-"); slices.Contains(list, first) {
			return "did you mean " + first + "? similar names are " + strings.Join(list[:most], ", ") + " ..."
		} else if near := nearestName(typed, names); near != "" {
			return "did you mean " + near + "?"
		}
	}
	return fallback
}

func snake(name string) string { return strings.ReplaceAll(setting.DashedLower(name), "-", "_") }

// nearestName returns the name that typed is probably meant to be, or "": one that begins with typed, or with typed
// without its last letter, or that has the same first letter and differs in at most two letters.
func nearestName(typed string, names []string) string {
	best, like := "", ""
	least := min(2, max(1, len(typed)/3)) + 1
	typed = strings.ToLower(typed)
	for _, name := range names {
		if len(typed) > 1 && strings.HasPrefix(name, typed) {
			return name
		}
		if name == "" || typed == "" || typed[0] != strings.ToLower(name)[0] {
			continue
		}
		if d := spelling.Distance(typed, strings.ToLower(name)); d < least {
			best, least = name, d
		}
		if n := len(typed) - 1; n > 4 && like == "" && strings.HasPrefix(name, typed[:n]) { // "policy" for "policies"
			like = name
		}
	}
	return cmp.Or(best, like)
}
