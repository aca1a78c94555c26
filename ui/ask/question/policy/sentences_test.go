package policy

import (
	"strings"
	"testing"

	"retune/ui/ask/answer"
)

// sentences are questions with their answers in words. The numbers follow from a 1s, r 2 and the settings by hand, or
// are those of TestFigures; the warnings come after the sentence, separated by "| ".
var sentences = []struct {
	q              *answer.Question
	settings, says string
}{
	{&Schedule, "retries 3", "Keeps trying for 7s: 4 attempts, 3 retries."},
	{&Schedule, "retries 1", "Keeps trying for 1s: 2 attempts, 1 retry."},
	{&Schedule, "retries 0", "Makes one attempt and no retry. | last delay: the policy makes no retry"},
	{&Schedule, "retries none", "Never gives up: there is no limit on retries or time. | retries made, last retry at, " +
		"last delay, gives up at: no retry limit or deadline | the policy never ends; these are its first 100 retries"},
	{&Schedule, "retries none, cap 3s", "Never gives up: there is no limit on retries or time, every 3s from 3s on. | " +
		"retries made, last retry at, gives up at: no retry limit or deadline | the policy never ends; these are its " +
		"first 100 retries"},
	{&Schedule, "retries none, deadline 10s", "Keeps trying for 7s: 4 attempts, 3 retries by the deadline of 10s."},
	{&Schedule, "retries 9, deadline 8s, attempt-time 2s", "Keeps trying for 9s: 3 attempts, 2 retries; the last one " +
		"starts before the deadline of 8s and runs past it."},
	{&Schedule, "retries 9, total-timeout 8s", "Keeps trying for 8s: 4 attempts, 3 retries by the total timeout of 8s. " +
		"| the total timeout ends the call at 8s, an attempt in progress included; --deadline 8s would let it finish"},
	{&Schedule, "retries 2, cap 5s",
		"Keeps trying for 3s: 3 attempts, 2 retries. | cap from retry, cap from: the cap is " +
			"never reached; the longest delay is 2s"},
	{&Schedule, "retries 3, failure-rate 50%", "Keeps trying for 7s: 4 attempts, 3 retries."},
	{&Schedule, "retries 3, vs retries=2", "A keeps trying for 7s: 4 attempts, 3 retries; B keeps trying for 3s: 3 " +
		"attempts, 2 retries."},
	{&Schedule, "retries 3, vs factor=2", "Keeps trying for 7s: 4 attempts, 3 retries."},
	{&Schedule, "retries none, deadline 9s, jitter equal, cap 3s",
		"Keeps trying for 7.79s on average (p99 8.98s, at most " +
			"9s), until the deadline of 9s. | this table ignores the deadline of 9s and stops where fewer than 1 client in " +
			"1000 is left"},
	{&Schedule, "retries 5, deadline 8s, jitter equal, cap 3s", "Keeps trying for 6.87s on average (p99 7.97s, at most " +
		"8s): up to 6 attempts, 5 retries. | this table ignores the deadline of 8s and stops where fewer than 1 client in " +
		"1000 is left"},
	{&At, "at 10s", "At 10s: 3 retries done; waiting 8s for the next retry, at 15s."},
	{&At, "at 0.5s, attempt-time 1s", "At 0.5s: 0 retries done, an attempt in progress until 1s; then waiting 1s for " +
		"the next retry, at 2s. | previous delay: no delay precedes the first retry"},
	{&At, "at 10s, retries 2", "At 10s: the policy has ended; it gave up at 3s, after 2 retries. | the policy gives up " +
		"after retry 2 at 3s; the figures at T ignore that"},
	{&At, "at 10s, retries 9, deadline 6s", "At 10s: the policy has ended; it gave up at 3s, after 2 retries. | the " +
		"deadline of 6s ends the policy after retry 2 at 3s; the figures at T ignore that"},
	{&At, "at 4s, retries 2, attempt-time 2s",
		"At 4s: 1 retry done, an attempt in progress until 5s; then waiting 2s for " +
			"the next retry, at 7s."},
	{&At, "at 8s, retries 2, attempt-time 2s",
		"At 8s: 2 retries done, an attempt in progress until 9s (the last). | the " +
			"policy gives up after retry 2 at 7s; the figures at T ignore that"},
	{&At, "at 1000s, retries none, cap 100s", "At 1000s (16m40s): 15 retries done; waiting 1m40s for the next retry, at " +
		"17m7s. | retries made, last retry at: no retry limit or deadline"},
	{&Reconnect, "outage 5s", "After an outage of 5s, clients reconnect 2s later, with 2 wasted retries."},
	{&Reconnect, "outage 5s, retries 2", "After an outage of 5s, every client gives up before it ends, after 2 wasted " +
		"retries; raise --retries. | reconnect delay mean, reconnect delay p50, reconnect delay p95, reconnect delay p99, " +
		"reconnect delay max, reconnect delay relative mean: the policy gives up before the outage ends"},
	{&Reconnect, "outage 5s, retries 9, vs deadline=4s",
		"After an outage of 5s, A: clients reconnect 2s later, with 2 wasted " +
			"retries; B: every client gives up before it ends, after 2 wasted retries; raise --retries or --deadline. | " +
			"reconnect delay mean, reconnect delay p50, reconnect delay p95, reconnect delay p99, reconnect delay max, " +
			"reconnect delay relative mean: the policy gives up before the outage ends"},
	{&Reconnect, "outage 0s", "there is no outage"},
	{&Ratio, "ratio 0.1", "A factor of 1.1 gives a ratio of 0.1 in the long run."},
	{&Ratio, "ratio 0.1, at 1000s", "A factor of 1.1 gives a ratio of 0.1 in the long run; for that ratio at 1000s " +
		"(16m40s) the factor is 1.099, with a delay of 1m40s."},
	{&Ratio, "ratio 0.1, cap 5s",
		"A factor of 1.1 gives a ratio of 0.1 in the long run. | the cap limits the delay to 5s, " +
			"so the ratio is lower from T = 50s on"},
	{&Ratio, "ratio 0.1, at 5s", "a ratio of 0.1 at 5s is a delay of 500ms, shorter than the initial delay 1s"},
	{&Ratio, "ratio 3, at 5s, cap 10s", "a ratio of 3 at 5s is a delay of 15s, longer than the cap 10s"},
	{&Ratio, "ratio 0.1, initial-delay 0s", "an initial delay of 0s does not grow with any factor"},
	{&Ratio, "ratio 0.1, at 0s", "at 0s no time has passed, so the ratio is infinite with any factor"},
	{&ToFactor, "to-factor 1.1, at 1000s", "A factor of 1.1 makes 4.858 times the retries of 2 by 1000s (16m40s): 48.42 " +
		"instead of 9.967."},
	{&ToFactor, "to-factor 1.5", "A factor of 1.5 makes about 1.71 times the retries of 2 in the long run."},
	{&ToFactor, "to-factor 1",
		"In the long run the ratio of retries with a factor of 1 to retries with 2 has no limit. | " +
			"retries ratio approx: the ratio has no limit if one factor is 1"},
	{&ToFactor, "to-factor 1.5, cap 10s",
		"A factor of 1.5 makes about 1.71 times the retries of 2 in the long run. | the " +
			"approximate retries ratio does not hold once a cap is reached"},
	{&Success, "failure-rate 20%, retries 3",
		"99.84% of requests succeed, with 1.248 attempts on average; success takes " +
			"301.3ms on average (p99 3s)."},
	{&Success, "failure-rate 0, retries 3", "100% of requests succeed, with 1 attempt on average; success takes 0s on " +
		"average (p99 0s). | at a failure rate of 0% every first attempt succeeds"},
	{&Success, "failure-rate 50%, retries none",
		"100% of requests succeed, with 2 attempts on average. | time to success " +
			"mean: infinite, because the mean delay grows at least 2-fold per retry and only 50% of the requests remain"},
	{&Jitter, "retries 0", "The policy makes no retry, so jitter has nothing to spread. | the policy makes no retry"},
}

// TestSentences compares the words of answers.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range sentences {
		s := scenarioOf(t, c.q, c.settings)
		a := c.q.Ask(t.Context(), &s, answer.Full)
		said := []string{a.Summary}
		if a.None != nil {
			said = []string{a.None.Reason}
		}
		for _, w := range a.Warnings {
			said = append(said, w.Message)
		}
		if got := strings.Join(said, " | "); got != c.says {
			t.Errorf("%s %s:\n%s\nwant\n%s", c.q.Name, c.settings, got, c.says)
		}
	}
}

// TestShown checks what the text of a schedule shows, and which figures it has at a failure rate.
func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"jitter none":                    "retry, delay, elapsed",
		"jitter none, failure-rate 30%":  "retry, delay, elapsed, success",
		"jitter full":                    "retry, delay, delay mean, delay p95, elapsed, elapsed mean, elapsed p95",
		"jitter full, failure-rate 0.1%": "retry, delay, delay mean, delay p95, elapsed, elapsed mean, elapsed p95, success",
	} {
		s := scenarioOf(t, nil, "retries 3", text)
		a := Schedule.Ask(t.Context(), &s, answer.Full)
		var names []string
		for _, c := range a.Tables[0].Columns {
			if !c.Detail {
				names = append(names, c.Name)
			}
		}
		if _, ok := a.Figure("success probability"); ok {
			names = append(names, "success")
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for name, want := range map[string]string{"gave-up": "the outage of 4s", "elapsed-p99": "retry 3, the last",
		"retries-real":        "retry 2, the last by 3s",
		"success-probability": "retry 3, the last"} {
		s := scenarioOf(t, nil, "retries 3, outage 4s, at 3s, failure-rate 30%")
		if r, _ := Figures().Find(name); r.DeterminedBy(&s) != want {
			t.Errorf("%s is determined by %q, want %q", name, r.DeterminedBy(&s), want)
		}
	}
}

// TestTraits names what the type of jitter does that its name does not say.
func TestTraits(t *testing.T) {
	for text, want := range map[string]string{
		"jitter none": "", "jitter spread=0.2": "", "jitter between=0..2": "",
		"jitter full":       "with full jitter half of the clients wait at most 500ms before their first retry",
		"jitter normal=0.5": "normal jitter has no upper limit",
		"jitter up=0.5, cap 5s": "" +
			"jitter is applied after the cap, so delays exceed it by up to 2.5s (--cap-after prevents this)",
		"jitter normal=0.1, cap 5s": "normal jitter has no upper limit; jitter is applied after the cap, so delays " +
			"exceed it (--cap-after prevents this)",
		"jitter up=0.5, cap 5s, retries 1": "",
		"jitter up=0.5, cap 5s, cap-after yes": "jitter vanishes at the cap: all clients end up waiting exactly 5s, in " +
			"lock-step again",
		"jitter decorrelated": "decorrelated jitter: delays grow 1.5-fold per retry on average, not 3-fold; the factor is " +
			"not used",
		"jitter full, retries 0": "",
	} {
		s := scenarioOf(t, nil, text)
		var said []string
		for _, w := range Traits(t.Context(), &s, answer.Rough) {
			said = append(said, w.Message)
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
