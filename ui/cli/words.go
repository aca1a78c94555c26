package cli

import (
	"cmp"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/help"
)

// flagWords maps flags that people try to hints. retune has no such flag, or it belongs to another command.
var flagWords = wordHints{
	{"timeout with-timeout", "for one attempt use --attempt-time, for the whole call --total-timeout; --timeout belongs " +
		"to fleet"},
	{"limit", "for the longest wait use --cap, for the number of retries --retries; check and review take --require"},
	{"error-rate", "for attempts that fail at any time use --failure-rate; for those of an outage --outage-share"},
	{"rate", "for the growth of the wait use --factor; --rate is the traffic of fleet"},
	{"duration", "for the whole request use --deadline; --duration is the simulated time of fleet"},
	{"budget", "for the whole request use --deadline; --budget limits the retries of a fleet"},
	{"type jitter-type use-jitter enable-jitter add-jitter retry-jitter-mode retry-randomize enable-randomized-wait " +
		"backoff-jitter retry-jitter jitter-backoff", "use --jitter with a type, such as --jitter full: retune help " +
		"jitter lists them"},
	{"until", "for the time after which no retry starts use --deadline, for an elapsed time -T"},
	{"survive survives survives-outage outage-survived", "retune what longest-outage finds the longest outage that a " +
		"fleet survives; retune solve retries --gave-up 1% --outage 90s the retries that outlast an outage"},
	{"writers writer", "use --clients: each writes once"},
	{"jitter-seed", "use --seed"},
	{"url host endpoint address target-url", "no traffic leaves this machine; retune probe runs your program against a " +
		"server that fails, retune lab clients runs clients against your own server"},
	{"search find grep filter", "retune clients WORD lists the clients with that word in their names"},
	{"full-jitter", "use --jitter full"},
	{"equal-jitter", "use --jitter equal"},
	{"no-jitter", "use --jitter none"},
	{"decorrelated", "use --jitter decorrelated"},
	{"fixed no-backoff", "use --factor 1"},
	{"linear", "delays grow by --factor; linear backoff is not modelled, but --delays 1s,2s,3s lists delays"},
	{"fibonacci", "use --factor 1.618, which is close"},
	{"exponential exponential-backoff enable-exponential-backoff backoff-type backoff-policy backoff-strategy " +
		"retry-strategy delay-type", "delays grow by --factor; --factor 1 is a fixed interval"},
	{"max-doublings", "use --cap: initial delay times 2 to the number of doublings"},
	{"unlimited infinite forever retry-forever no-limits", "use --retries none"},
	{"retry-after", "retune fleet --retry-after 60s simulates a server that asks for waits"},
	{"retry-after-max max-retry-after", "use --honor-retry-after replace:60s, the longest wait that clients accept"},
	{"hedging-delay hedging-policy hedge hedging", "hedged requests are not modelled"},
	{"retry-mode aws-retry-mode", "use --client aws --set retry_mode=standard"},
	{"retry-on autoretry-for retryable-status-codes", "retune retries every failed attempt; --failure-rate is the share " +
		"that fails"},
	{"min-retry-concurrency min-retries-per-second", "use --budget of fleet: 10%+3 has a bucket of 3 tokens"},
	{"max-tokens", "use --budget throttle=10%+10 of fleet, a bucket of 10 tokens"},
	{"no-retries no-retry", "use --retries 0"},
	{"client-retries", "use --retries"},
	{"nested layers layer", "a fleet has one layer of retries; retune stack takes several: retune help nested retries"},
	{"policy config preset retry-policy", "use --client NAME for the policy of a client: retune clients lists them"},
	{"aws aws-standard", "use --client aws"},
	{"grpc", "use --client grpc"},
	{"gcs", "use --client gcs"},
	{"p99 p95 p90 p50 percentile", "a percentile belongs to a figure, such as --call-time-p99 of solve; retune what " +
		"call-time-p99 prints it"},
	{"mean", "answers with jitter have the mean; retune what call-time-mean prints it"},
	{"simulate sim simulation", "use retune fleet, which simulates every attempt"},
	{"brownout", "use --outage-kind brownout, with --outage-share for the capacity that is left"},
	{"stampede reconnect-storm", "use --scenario stampede"},
	{"load-shedding shed shedding", "use --server queue --queue-size N: a bounded queue sheds load"},
	{"rate-limiter", "use --server rate-limited --capacity N"},
	{"peak herd", "fleet prints the peak load and the peak after the outage"},
	{"plot graph", "--chart draws a text chart, -o FILE.svg a picture; retune tui shows all charts"},
	{"no-timeline", "use --table figures, which prints no table"},
	{"summary verdict", "every answer begins with its verdict; --fail-unless recovers checks that of a fleet"},
	{"quiet", "the answer comes first; --format json is for scripts"},
	{"verbose debug", "--explain prints the formulas and their sources"},
	{"call-time", "use --attempt-time for the time of one attempt; solve, recommend and check have --call-time as a " +
		"bound"},
	{"total", "retune what call-time prints the time from the first attempt to the end of the last"},
	{"fail", "the verdict is in the JSON: --format json"},
	{"out outfile", "use --output FILE, or -o FILE"},
	{"yaml html", "the formats are text, json, csv, markdown and svg"},
	{"color no-color", "set the environment variable NO_COLOR"},
	{"at t", "leave out the sub-command: retune -T 1h, with the same flags, answers for that elapsed time"},
	{"to", "name the format after export: retune export tenacity --client temporal"},
	{"devices iot", "use --scenario devices --clients N: devices that reconnect at once"},
	{"seed", "nothing is drawn here: the answer is computed from the distributions"},
	{"sample samples", "the answer is computed from the distributions; retune fleet simulates every attempt"},
	{"recovers max-clients min-capacity", "retune levers finds the most clients and the least capacity with which " +
		"the fleet recovers; --fail-unless recovers checks it, retune check with --require recovers"},
	{"a b policy-b", "flags set policy A; for policy B use --vs r=1.1,cap=30s"},
	{"v", "retune --version prints the version"},
	{"success-rate availability", "use --failure-rate, the share of attempts that fail"},
	{"max-concurrency", "use --concurrency of fleet"},
	{"load", "the load ratio is --load-ratio 1.2, the load itself --peak-load 500/s: solve takes either as a target"},
	{"amplification", "fleet prints the retry amplification; --fail-if 'retry_amplification > 1.2' checks it"},
	{"base-ejection-time", "outlier detection is not modelled; --breaker 50%:10s:20:30s opens for 30s"},
	{"sla", "retune what elapsed-p99 prints it; --fail-unless 'elapsed_p99 < 30s' checks it"},
}

// commandWords maps subcommands that people try to hints.
var commandWords = wordHints{
	{"version", "retune --version"},
	{"explain docs glossary words", "retune help WORD explains a word; --explain after a question prints its formulas"},
	{"list", "retune --help lists the sub-commands, retune help WORD explains a word"},
	{"man", "go run ./ui/cli/man man1 writes the manual pages"},
	{"policies policy config libraries", "use --client NAME for the policy of a client: retune clients lists them"},
	{"presets recipes", "use --client NAME for the policy of a client, fleet --scenario NAME for an example fleet: " +
		"retune clients and retune help scenario list them"},
	{"aws", "retune clients aws"},
	{"grpc", "retune clients grpc"},
	{"chart plot graph", "--chart draws a text chart, -o FILE.svg a picture; retune tui shows all charts"},
	{"herd peak", "retune fleet prints the peak load, retune jitter the peak of one retry"},
	{"outage", "retune --outage 1m is about one client; retune fleet --outage 20s is about a fleet"},
	{"budget", "retune fleet --budget 10% is a fleet with a retry budget; retune levers ranks changes"},
	{"breaker", "retune fleet --breaker 50% is a fleet with a circuit breaker; retune levers ranks changes"},
	{"success", "retune --failure-rate 5% prints the probability of success"},
	{"ratio", "retune --ratio 0.1 -T 1000s"},
}

// wordHints are rows of words, separated by spaces, with their hint.
type wordHints [][2]string

// of returns the hint for a word in any spelling, or "".
func (list wordHints) of(word string) string {
	for _, x := range list {
		if slices.Contains(strings.Fields(x[0]), setting.DashedLower(word)) {
			return x[1]
		}
	}
	return ""
}

// byWord returns a hint for a word that is not a subcommand but the name of a scenario, a result, a flag or a word that
// help explains. Otherwise it returns "".
func byWord(word string) string {
	s := setting.Default()
	if r, ok := question.Figures().Find(word); ok {
		return "retune what " + r.Name
	} else if k, ok := findSetting(word); ok && len(word) > 1 && k.HasFlag() {
		of := cmp.Or(owners(k), "every sub-command that has a policy")
		return "--" + k.Name + " is a flag of " + of + "; retune help " + k.Name + " explains it"
	} else if setting.Example().Set(&s, word) == nil {
		return "retune fleet --scenario " + word
	} else if topics := help.Find(word); len(topics) > 0 {
		return "retune help " + word + " explains the word"
	}
	return ""
}

// owners names the commands that read all of the settings: "fleet and levers".
func owners(ks ...setting.Setting) string {
	var names []string
	for _, q := range question.Questions {
		switch {
		case slices.ContainsFunc(ks, func(k setting.Setting) bool { return !q.Reads(k.Name) }):
		case q.Subcommand() != "":
			names = append(names, q.Subcommand())
		case !slices.Contains(names, "retune itself"):
			names = append(names, "retune itself")
		}
	}
	return answer.JoinWords(names)
}
