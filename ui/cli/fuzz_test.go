package cli

import (
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

// FuzzMain runs random command lines. They must not panic, and an error must have one or two lines.
func FuzzMain(f *testing.F) {
	for _, line := range []string{
		"", "-T 1s", "-a 1s -r 2 -T 1023s", "schedule -n 3", "compare --vs r=1.1,cap=30s", "--ratio 0.1 -T 1000s",
		"--to-factor 1.1",
		"--format json", "--format csv schedule", "--explain", "--version", "help", "help at", "help -a", "-h",
		"schedule --help",
		"completion bash", "completion bsh", "completion", "__complete ", "__complete --format ", "tui", "tui --ascii", "man",
		"-r 0.5", "-a -1s", "--cap 1ms", "-T abc", "-T NaN", "-T 1e400", "-T ", "-T 5parsec", "--bogus", "shedule", "-z",
		"--", "-- x",
		"---", "--=", "--=x", "-=", "-", "--explain=maybe", "--ascii=\n", "--=\n\x1b[0m", "-T=3", "-T=", "-n\x00", "-0\x00.",
		"--vs ,", "--vs =",
		"--ratio 0 -T 0", "--ratio 1e300 -T 1", "-r 1000 -n 500", "-T 1e13", "-a 1000y -r 1000 -n 1e3", "--deadline 0",
		"-n 0", "-n none",
		"-T 1 --vs cap=none", "--cap none --cap 1ms", "-r 1 --to-factor 1 -T 5", "-a 1ns -T 1e6y --to-factor 1",
		"--jitter full=2", "--jitter=normal=100ms -n 2", "--cap-after", "--cap-after=maybe", "--outage 30s..90s -n 2",
		"--outage log=1s..", "jitter -n 1",
		"--feedback --jitter full -n 1", "schedule --jitter spread=0.2 --deadline 5s --vs jitter=none,deadline=none",
		"\xff\xfe", "--\xff", "ｈelp",
	} {
		f.Add(line)
	}
	for _, k := range setting.Settings {
		f.Add(k.Flag() + " " + k.Text(new(setting.Default())))
		f.Add(k.Flag())
		f.Add("help " + k.Name)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, " ")
		for _, arg := range args {
			// Skip arguments that write files or take long.
			short := strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--")
			if arg == "init" || arg == "lab" || strings.HasPrefix(arg, "--o") || short && strings.Contains(arg, "o") ||
				slow(arg) {
				t.Skip()
			}
		}
		status, out, errs := run(args...)
		if why := wrong(status, out, errs); why != "" {
			t.Fatalf("%q: %s: status %d\n%.500q\n%q", args, why, status, out, errs)
		}
		if strings.ContainsAny(out, "\x1b\x00") && !strings.HasPrefix(line, "__complete") && !strings.HasPrefix(line,
			"completion") {
			t.Fatalf("%q prints control characters: %q", args, out)
		}
	})
}

// slow reports whether an argument may be a number of retries above ten thousand.
func slow(arg string) bool {
	x, err := setting.Default(), error(nil)
	k, _ := setting.Find("retries")
	for i := range arg {
		if err = k.Set(&x, arg[i:]); err == nil && x.Retries > 1e4 && x.Retries <= 1e6 {
			return true
		}
	}
	return false
}
