package query

import (
	"fmt"
	"strings"

	"retune/ui/knob"
	"retune/ui/unit"
)

// phrases is how a wanted value is said where "a next delay of 10s" is not
// English.
var phrases = map[string]string{
	"next-retry-at":             "a next retry at %s",
	"retries-real":              "%s retries by T",
	"gives-up-at":               "a policy that gives up at %s",
	"starts-by":                 "%s of the clients that start the last retry by T",
	"retries-expected":          "%s retries expected by T",
	"cap-from":                  "a cap from %s on",
	"cap-from-retry":            "a cap from retry %s on",
	"retries-made":              "%s retries",
	"retries-by-deadline-alone": "%s retries by the deadline",
	"unused-by-deadline":        "%s unused before the deadline",
	"ended-by-deadline":         "%s of the clients that the deadline stops",
	"wasted-retries":            "%s wasted retries",
	"gave-up":                   "%s of the clients that give up before the outage ends",
}

// phrase is what s wants, in words: "a next delay of 1m40s".
func (w Want) phrase(s knob.Scenario) string {
	format, ok := phrases[w.Name]
	if !ok {
		format = "a " + w.called() + " of %s"
		if strings.ContainsRune("aeiou", rune(w.Name[0])) {
			format = "an " + w.called() + " of %s"
		}
	}
	return fmt.Sprintf(format, wantedText(s, w))
}

// making is what turning the knob shall do: "makes 10 retries last 5s with a
// first delay of 1s".
func (w Want) making(s knob.Scenario, k knob.Knob) string {
	n := s.Total()
	if w.Name != "elapsed" || !finite(n) {
		return "gives " + w.phrase(s)
	}
	with := " with an initial delay of " + unit.Duration.Exact(s.InitialDelay)
	if k.Name == "initial-delay" {
		with = " with a factor of " + unit.Factor.Exact(s.Factor)
	}
	retries := unit.Count.Format(n) + " retries"
	if k.Name == "retries" {
		retries = "the retries"
	}
	return "makes " + retries + " last " + wantedText(s, w) + with
}

// called is the want's name for people.
func (w Want) called() string {
	name := strings.ReplaceAll(w.Name, "-", " ")
	if rest, ok := strings.CutPrefix(name, "elapsed"); ok {
		return "elapsed time" + rest
	}
	return name
}

// Called is the knob's name for people.
func Called(k knob.Knob) string {
	switch k.Name {
	case "initial-delay":
		return "initial delay"
	case "amount":
		return "amount of jitter"
	case "retries":
		return "number of retries"
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// wantedKind is the unit of the value that is wanted.
func wantedKind(s knob.Scenario, w Want) unit.Kind {
	if k, _ := knob.Find(w.Name); !s.Relative {
		return k.Kind()
	}
	return unit.Share
}

// wantedText is that value as it is typed.
func wantedText(s knob.Scenario, w Want) string { return wantedKind(s, w).Exact(s.Wanted) }
