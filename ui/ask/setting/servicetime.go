package setting

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// constantTime is the service time as a number: the constant one, or the mean.
var constantTime = ranged(func(s *Scenario) *float64 { return &s.Server.ServiceTime }, unit.Duration, 1e-6, day)

// serviceRule says how to write a service time.
const serviceRule = "1us to 1d, or lognormal=p50:40ms,p99:800ms, lognormal=mean:100ms,p99:1s, exponential=100ms or " +
	"file:latencies.txt (one time a line)"

// Service is how the distribution of the service time was given, besides the law and the mean in the server.
type Service struct {
	ByMean bool   // the lognormal law was given by its mean, not by its median
	File   string // the file with the times, or ""
}

// serviceTimes is the Value of the service time: a number, or a distribution.
var serviceTimes = compound{rule: serviceRule, whole: true,
	number: func(s *Scenario) (number, bool) { return constantTime, s.Server.Law.Kind == fleet.Constant },
	text:   serviceText,
	show: func(s *Scenario) string {
		if s.Server.Law.Kind == fleet.Constant {
			return constantTime.Show(s)
		}
		return serviceText(s)
	},
	set: setServiceTime,
	reset: func(s *Scenario) {
		s.Server.Law, s.Service = fleet.Law{}, Service{}
		constantTime.Reset(s)
	},
}

func serviceText(s *Scenario) string {
	mean, exact := s.Server.ServiceTime, func(x float64) string { return unit.Duration.Exact(rounded(x)) }
	switch law := s.Server.Law; law.Kind {
	case fleet.Exponential:
		return "exponential=" + exact(mean)
	case fleet.Lognormal:
		first := "p50:" + exact(mean*law.Quantile(0.5))
		if s.Service.ByMean {
			first = "mean:" + exact(mean)
		}
		return "lognormal=" + first + ",p99:" + exact(mean*law.Quantile(0.99))
	case fleet.Listed:
		return "file:" + s.Service.File
	}
	return constantTime.Text(s)
}

// rounded returns x with ten significant digits, so that the text of a law gives the same law again.
func rounded(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 9, 64), 64)
	return y
}

func setServiceTime(s *Scenario, text string) error {
	text = strings.TrimSpace(text)
	word, rest := text, ""
	if i := strings.IndexAny(text, "=:"); i >= 0 {
		word, rest = text[:i], strings.TrimSpace(text[i+1:])
	}
	var law fleet.Law
	var mean float64
	var err error
	given := Service{}
	switch DashedLower(word) {
	case "lognormal", "log-normal":
		law, mean, given.ByMean, err = lognormal(rest)
	case "exponential", "exp":
		law = fleet.Law{Kind: fleet.Exponential}
		mean, err = time(rest)
	case "constant", "fixed":
		mean, err = time(rest)
	case "file":
		given.File = rest
		law, mean, err = timesOf(rest)
	default:
		mean, err = constantTime.read(text, false)
		if _, bad := unit.Duration.Parse(text); bad != nil && strings.IndexAny(text, "+-.0123456789") != 0 {
			err = fmt.Errorf("%s is not a service time: write %s", unit.Quote(text), serviceRule)
		}
	}
	if err == nil && !(mean >= constantTime.lo && mean <= constantTime.hi) {
		err = fmt.Errorf("the mean of %s is %s, which is out of range: 1us to 1d", unit.Quote(text),
			unit.Duration.Format(mean))
	}
	if err != nil {
		return err
	}
	s.Server.Law, s.Server.ServiceTime, s.Service = law, mean, given
	return nil
}

// time reads the mean or a percentile of the service time.
func time(text string) (float64, error) {
	x, err := constantTime.read(text, false)
	return rounded(x), err
}

// lognormal reads p50:40ms,p99:800ms or mean:100ms,p99:1s.
func lognormal(text string) (law fleet.Law, mean float64, byMean bool, err error) {
	of := map[string]float64{}
	for item := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.Replace(item, "=", ":", 1), ":")
		name = DashedLower(strings.TrimSpace(name))
		if name == "median" {
			name = "p50"
		}
		if of[name], err = time(value); name != "p50" && name != "mean" && name != "p99" {
			err = fmt.Errorf("%s is not a part of a lognormal service time: write p50 or mean, and p99, as in "+
				"lognormal=p50:40ms,p99:800ms", unit.Quote(item))
		}
		if err != nil {
			return law, 0, false, err
		}
	}
	p50, isMedian := of["p50"]
	mean, byMean = of["mean"]
	p99, ok := of["p99"]
	words := unit.Duration.Exact
	switch {
	case !ok || isMedian == byMean:
		err = fmt.Errorf("a lognormal service time needs p99 and one of p50 and mean, as in lognormal=p50:40ms,p99:800ms")
	case isMedian && p50 >= p99:
		err = fmt.Errorf("the p50 of %s is not below the p99 of %s", words(p50), words(p99))
	case isMedian:
		law, mean = fleet.LognormalOf(p99 / p50)
		mean *= p50
	case mean >= p99:
		err = fmt.Errorf("the mean of %s is not below the p99 of %s: give p50 and p99", words(mean), words(p99))
	default:
		if law, ok = fleet.LognormalFrom(p99 / mean); !ok {
			err = fmt.Errorf("the p99 of %s is more than %.1f times the mean of %s, which no lognormal distribution has: "+
				"give p50 and p99", words(p99), math.Floor(10*fleet.MostOverMean)/10, words(mean))
		}
	}
	return law, mean, byMean, err
}

// timesOf reads the times in a file, one a line. Empty lines and lines that begin with # are left out.
func timesOf(path string) (law fleet.Law, mean float64, err error) {
	const most = 1 << 24
	switch info, err := os.Stat(path); {
	case err != nil:
		return law, 0, fmt.Errorf("cannot read the service times in %s: no such file", unit.Quote(path))
	case !info.Mode().IsRegular() || info.Size() > most:
		return law, 0, fmt.Errorf("%s is not a file of at most 16 MB with one service time a line", unit.Quote(path))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return law, 0, fmt.Errorf("cannot read the service times in %s", unit.Quote(path))
	}
	var times []float64
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		x, err := unit.Duration.Parse(line)
		if err != nil || !(x >= 0 && x <= day) {
			return law, 0, fmt.Errorf("line %d of %s, %s, is not a time from 0s to 1d", i+1, unit.Quote(path),
				unit.Quote(line))
		}
		times = append(times, x)
	}
	if law, mean, err = fleet.ListOf(times); err != nil {
		err = fmt.Errorf("%s has no time above 0s: write one time a line, such as 40ms", unit.Quote(path))
	}
	return law, mean, err
}
