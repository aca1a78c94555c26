package setting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"retune/ui/unit"
)

// An Alias is a set of names for a setting with another meaning: ten attempts are nine retries.
type Alias struct {
	Names  string // separated by spaces
	Prefix string // the word before the text in the setting's own meaning; "": its number is one less
}

// DashedLower returns a name in lower case with dashes: maxBackoff and MAX_BACKOFF become max-backoff.
func DashedLower(name string) string {
	var folded strings.Builder
	small := false // the letter before is lower case or a digit
	for _, r := range name {
		if small && unicode.IsUpper(r) {
			folded.WriteByte('-')
		}
		small = unicode.IsLower(r) || unicode.IsDigit(r)
		if r == '_' || r == '.' || r == ' ' {
			r = '-'
		}
		folded.WriteRune(unicode.ToLower(r))
	}
	return folded.String()
}

// prefixes are what libraries put before names of settings: WithMaxRetries, expFactor.
var prefixes = []string{"with-", "retry-", "exp-", "backoff-", "aws-", "x-envoy-"}

// WithoutPrefix returns the name without its prefix, if only the rest names a setting of the policy or both name the
// same setting. Otherwise it returns the name.
func WithoutPrefix(name string) string {
	folded := DashedLower(name)
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(folded, p); ok {
			whole, ok := Find(folded)
			if k, found := Find(rest); !ok && found && !k.OfQuestion && len(rest) > 1 || ok && found && whole.Name == k.Name {
				return rest
			}
		}
	}
	return name
}

// OtherNames returns the other names of the setting, including those with another meaning.
func (k Setting) OtherNames() []string {
	list := strings.Fields(k.Names)
	for _, o := range k.Aliases {
		list = append(list, strings.Fields(o.Names)...)
	}
	return list
}

// Spellings returns every name of the setting in the form of [Normalized]. The name of a time may end in a unit.
func (k Setting) Spellings() (list []string) {
	timed := k.timed()
	for _, name := range append(k.OtherNames(), k.Name) {
		plain := Normalized(name)
		if list = append(list, plain); timed {
			for _, u := range units {
				list = append(list, plain+u)
			}
		}
	}
	return list
}

// HasName reports whether name is a name of the setting in any spelling.
func (k Setting) HasName(name string) bool { return slices.Contains(k.Spellings(), Normalized(name)) }

// bySpelling maps each spelling to the index of its setting in Settings.
var bySpelling = sync.OnceValue(func() map[string]int {
	places := map[string]int{}
	for i, k := range Settings {
		for _, name := range k.Spellings() {
			if _, known := places[name]; !known {
				places[name] = i
			}
		}
	}
	return places
})

// Normalized returns a name in lower case without separators: maxBackoff and MAX_BACKOFF become maxbackoff.
func Normalized(name string) string { return strings.ReplaceAll(DashedLower(name), "-", "") }

// units are the units of time that people append to a name, as in max-delay-ms.
var units = []string{"milliseconds", "millis", "msec", "ms", "seconds", "secs", "sec"}

func (k Setting) timed() bool { return k.Value != nil && k.Kind() == unit.Duration }

// Read converts a text given under one of the setting's other names to the setting's own meaning. note tells the user
// about the conversion; it may be "".
func (k Setting) Read(name, text string) (value, note string, err error) {
	for _, o := range k.Aliases {
		same := func(other string) bool { return Normalized(other) == Normalized(name) }
		if slices.ContainsFunc(strings.Fields(o.Names), same) {
			if value = o.Prefix + text; o.Prefix == "" {
				x, wrong := number{kind: unit.Count, lo: 1, hi: maxRetries + 1, none: true}.read(text, false)
				value, err = unit.Count.Exact(x-1), wrong
			}
			if err == nil {
				note = fmt.Sprintf("--%s %s is %s %s", DashedLower(name), text, k.Flag(), value)
			}
			return value, note, err
		}
	}
	for _, u := range units {
		_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err == nil && k.timed() && strings.HasSuffix(Normalized(name), u) {
			x, err := unit.Duration.Parse(text + u)
			return unit.Duration.Exact(x), "", err
		}
	}
	return text, k.milliseconds(text), nil
}

// milliseconds returns a note that a bare number is in seconds, if it looks like milliseconds.
func (k Setting) milliseconds(text string) string {
	number := text[strings.LastIndexByte(text, '=')+1:]
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(k.MillisFrom > 0 && x >= k.MillisFrom && x <= maxDelay) {
		return ""
	}
	return fmt.Sprintf("a bare number is seconds: %s %s is %s", k.Flag(), text, unit.Duration.Format(x))
}

// endless are words for an absent limit.
var endless = []string{"unlimited", "infinite", "infinity", "no-limit", "nolimit", "forever", "never", "off",
	"disabled"}
