package cli

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

// walked are command lines with which every flag is tried.
var walked = []string{
	"schedule -n 4 --jitter full", "--outage 10s -n 8", "-T 20s", "--failure-rate 20% -n 3", "compare -n 4 --vs r=1.5",
	"jitter -n 3 --clients 50", "recommend -T 10m --reconnect-within 1m", "stack 3x3 --attempt-time 1s --jitter full",
	"contend --clients 20", "what call-time-p99 -n 4 --jitter full", "solve cap --elapsed 30s -n 6",
	"fleet -n 4 --clients 200 --outage 10s --duration 2m --runs 2",
	"fleet --scenario brownout --duration 4m --runs 2", "fleet --scenario devices --clients 500 --duration 3m --runs 2",
	"what retry-amplification --scenario api --duration 2m --runs 2",
}

// valuesToTry are values for settings, besides the words that a setting accepts.
var valuesToTry = []string{"2", "1.5", "50ms", "1s", "150ms", "50%", "yes", "1s,2s", "equal", "10%", "grpc", "30s+5s",
	"3x2", "spike=3@50s+10s", "reject@50s+10s", "factor=1..2:2", "r=3,jitter=full", "lambda", "0s"}

// A said is what a command line prints: what it assumes, and the rest without what only repeats the flags.
type said struct {
	assumed, rest string
	refused       bool
	without       bool // a flag has no effect
}

func saidBy(t *testing.T, line string) (s said) {
	status, out, errs := once(append(strings.Fields(line), "--format", "json")...)
	var all map[string]any
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		return said{refused: status != 0 && errs != ""}
	}
	s.assumed, _ = all["assumed"].(string)
	for _, name := range []string{"assumed", "scenario", "command", "summary"} {
		delete(all, name)
	}
	s.without = strings.Contains(out, "no effect")
	rest, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	s.rest = string(rest)
	return s
}

// harmless are flags that change nothing of an answer without a note, with the reason.
var harmless = map[string]string{
	"allow-lost":     "it is about limits",
	"recovers-share": "it is about limits",
	"step what":      "it is about rows",
	"jitter contend": "every type has a row", "jitter jitter": "every type has a row",
	"vs jitter": "a policy B adds its type of jitter, to the chart as well",
}

// TestFlagsMatter gives some command lines each flag with several values. With one of them the answer changes or says
// that the flag has no effect, or all are refused.
func TestFlagsMatter(t *testing.T) {
	for _, line := range some(walked, 5) {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			command, base := strings.Fields(line)[0], saidBy(t, line)
			for _, k := range setting.Settings {
				if !k.HasFlag() || k.IsTarget || harmless[k.Name] != "" || harmless[k.Name+" "+command] != "" ||
					strings.Contains(line, "--"+k.Name+" ") {
					continue
				}
				if text := silent(t, line, k, base); text != "" {
					t.Errorf("retune %s --%s %s changes nothing and has no note", line, k.Name, text)
				}
			}
		})
	}
}

// silent returns a value of a flag if no value changes anything, and no answer says that the flag has no effect.
func silent(t *testing.T, line string, k setting.Setting, base said) (last string) {
	for _, text := range append(slices.Clone(k.Words()), valuesToTry...) {
		s := setting.Default()
		if k.Set(&s, text) != nil {
			continue
		}
		now := saidBy(t, line+" --"+k.Name+" "+text)
		switch {
		case now.without || !now.refused && now.rest != base.rest:
			return ""
		case !now.refused:
			last = text
		}
	}
	return last
}

// assumable are the settings that an answer may assume.
const assumable = "initial-delay factor cap jitter retries traffic clients think window timeout server workers " +
	"service-time outage outage-kind"

// TestAssumed gives some command lines each flag that may be assumed, with its default. Where that changes what is
// assumed, the answer rests on the setting: with another value it changes. All the flags leave nothing assumed.
func TestAssumed(t *testing.T) {
	for _, line := range some(walked, 5) {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			base, all := saidBy(t, line), line
			for name := range strings.FieldsSeq(assumable) {
				k, _ := setting.Find(name)
				usual := cmp.Or(k.Text(new(setting.Default())), "30s") // the default outage
				flag := " --" + name + " " + usual
				if strings.Contains(line, "--scenario") || strings.Contains(line, flag[:len(name)+4]) {
					continue
				}
				now := saidBy(t, line+flag)
				if now.refused || now.without || now.assumed == base.assumed {
					continue
				}
				all += flag
				if text := silent(t, line, k, base); text != "" {
					t.Errorf("retune %s assumes --%s, but --%[2]s %s changes nothing", line, name, text)
				}
			}
			// layers may have delays of their own, and an example has other defaults
			left := saidBy(t, all).assumed
			own := strings.Contains(line, "scenario") || strings.HasPrefix(line, "stack")
			if !own && strings.ContainsAny(left, "0123456789") && !strings.HasSuffix(left, "% utilisation") {
				t.Errorf("retune %s assumes %q", all, left)
			}
		})
	}
}
