package unit

import (
	"regexp"
	"strings"
	"sync"
)

// The notations of times of ISO 8601, without years and months, and of System.TimeSpan with hours, minutes and seconds.
// A number before the hours counts days.
var (
	iso8601 = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$`)
	})
	timeSpan = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^()(?:(\d+)\.)?(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d+)?)$`)
	})
)

// native returns a time of ISO 8601 or of System.TimeSpan in the notation of retune, and other texts unchanged.
func native(text string) string {
	for _, pattern := range []*regexp.Regexp{iso8601(), timeSpan()} {
		parts := pattern.FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		var own strings.Builder
		for i, u := range []string{"w", "d", "h", "m", "s"} {
			if n := parts[i+1]; n != "" {
				own.WriteString(n + u)
			}
		}
		if own.Len() > 0 {
			return own.String()
		}
	}
	return text
}
