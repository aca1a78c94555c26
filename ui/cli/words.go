package cli

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"retune/ui/answer"
	"retune/ui/glossary"
	"retune/ui/knob"
	"retune/ui/query"
)

// flagWords is what to type for flags that people try and that no knob has, or that mean
// another thing where no knob of that name is taken.
var flagWords = byWords([][2]string{
	{"timeout with-timeout", "one attempt: --attempt-time; the whole request: --deadline; --timeout belongs to fleet"},
	{"limit", "for the longest wait use --cap, for the number of retries --retries"},
	{"rate", "for the growth of the wait use --factor; --rate is the traffic of fleet"},
	{"duration", "the limit on the whole request is --deadline; --duration is the simulated time of fleet"},
	{"budget", "the limit on the whole request is --deadline; --budget limits the retries of a fleet"},
	{"use-jitter enable-jitter add-jitter retry-jitter-mode retry-randomize enable-randomized-wait backoff-jitter retry-jitter jitter-backoff", "name the type of jitter, such as --jitter full: retune help jitter"},
	{"jitter-seed", "use --seed"},
	{"full-jitter", "use --jitter full"},
	{"equal-jitter", "use --jitter equal"},
	{"no-jitter", "use --jitter none"},
	{"decorrelated", "use --jitter decorrelated"},
	{"exponential exponential-backoff enable-exponential-backoff", "the wait always grows by --factor; --factor 1 is a fixed interval"},
	{"fixed no-backoff", "use --factor 1"},
	{"linear", "growth is exponential here: --factor; linear backoff is not modelled"},
	{"fibonacci", "growth is exponential here: --factor 1.618 comes near"},
	{"backoff-type backoff-policy backoff-strategy retry-strategy delay-type", "growth is exponential here: --factor, and --factor 1 for a fixed interval"},
	{"max-doublings", "use --cap: initial delay times 2 to the number of doublings"},
	{"unlimited infinite forever retry-forever no-limits", "use --retries none"},
	{"retry-after-max respect-retry-after retry-after", "Retry-After headers are not modelled"},
	{"hedging-delay hedging-policy hedge hedging", "hedged requests are not modelled"},
	{"retry-mode aws-retry-mode", "use --client aws --set retry_mode=standard"},
	{"retry-on autoretry-for retryable-status-codes", "every failed attempt is retried here; the share that fails is --failure-rate"},
	{"min-retry-concurrency min-retries-per-second", "use --budget of fleet: 10%+3 has a bucket of 3 tokens"},
	{"max-tokens", "use --budget throttle=10%+10 of fleet, a bucket of 10 tokens"},
	{"no-retries no-retry", "use --retries 0"},
	{"client-retries", "use --retries"},
	{"nested layers", "retries of several layers are not modelled"},
	{"policy config preset retry-policy", "--client NAME has the policy of a client: retune clients lists them"},
	{"aws aws-standard", "use --client aws"},
	{"grpc", "use --client grpc"},
	{"gcs", "use --client gcs"},
	{"p99", "percentiles are printed with jitter; one alone is retune what elapsed-p99"},
	{"p95", "percentiles are printed with jitter; one alone is retune what elapsed-p95"},
	{"p50", "percentiles are printed with jitter; one alone is retune what elapsed-p50"},
	{"percentile", "one percentile alone is retune what elapsed-p99"},
	{"mean", "the mean is printed with jitter; alone it is retune what elapsed-mean"},
	{"simulate", "use retune fleet, which simulates every attempt"},
	{"sim simulation", "use retune fleet, which simulates"},
	{"brownout", "use --outage-kind brownout, with --outage-share for the capacity that is left"},
	{"stampede reconnect-storm", "use --scenario stampede"},
	{"load-shedding shed shedding", "a queue with a limit sheds load: --server queue --queue-size N"},
	{"rate-limiter", "use --server rate-limited --capacity N"},
	{"peak", "fleet prints the peak load, and the peak after the outage"},
	{"herd", "fleet prints the peak after the outage"},
	{"plot graph", "--chart draws one in text, -o FILE.svg a picture, and retune tui has all"},
	{"no-timeline", "the table cannot be left out; the verdict comes first"},
	{"summary verdict", "the verdict comes first"},
	{"quiet", "the answer comes first; --format json is for scripts"},
	{"verbose debug", "--explain prints the formulas and their sources"},
	{"total", "the total time is the elapsed time of the last retry: retune what elapsed"},
	{"fail", "the verdict is in the JSON: --format json"},
	{"out outfile", "use --output FILE, or -o FILE"},
	{"yaml html", "the formats are text, json, csv, markdown and svg"},
	{"color no-color", "set NO_COLOR for a screen without colour"},
	{"a", "for policy A use the flags themselves, for policy B --vs r=1.1,cap=30s"},
	{"b", "for policy B use --vs r=1.1,cap=30s"},
	{"policy-b", "use --vs r=1.1,cap=30s"},
	{"v", "retune --version prints the version"},
	{"success-rate availability", "use --failure-rate: 1 minus the share of attempts that succeed"},
	{"max-concurrency", "use --concurrency of fleet"},
	{"max-clients", "retune levers finds the most clients with which the fleet recovers"},
	{"min-capacity", "retune levers finds the least capacity with which the fleet recovers"},
	{"load", "fleet prints the load; --fail-if 'load_ratio > 1.2' or 'peak_load > 500/s' checks it"},
	{"amplification", "fleet prints the retry amplification; --fail-if 'retry_amplification > 1.2' checks it"},
	{"base-ejection-time", "outlier detection is not modelled; --breaker 50%:10s:20:30s is open for 30s"},
	{"sla", "retune what elapsed-p99 prints it; --fail-unless 'elapsed_p99 < 30s' checks it"},
})

// commandWords is what to type for sub-commands that people try.
var commandWords = byWords([][2]string{
	{"version", "retune --version"},
	{"explain", "retune help WORD explains a word; --explain after a question prints its formulas"},
	{"list", "retune --help lists the sub-commands, retune help WORD explains a word"},
	{"glossary words", "retune help WORD explains a word"},
	{"docs", "retune help WORD explains a word; --explain prints formulas and sources"},
	{"man", "go run ./ui/cli/man man1 writes the manual pages"},
	{"policies policy config libraries", "--client NAME has the policy of a client: retune clients lists them"},
	{"presets recipes", "--client NAME has the policy of a client, and fleet --scenario NAME a fleet and its outage: retune clients and retune help scenario list them"},
	{"aws", "retune clients aws"},
	{"grpc", "retune clients grpc"},
	{"chart plot graph", "--chart draws one in text, -o FILE.svg a picture, and retune tui has all"},
	{"herd", "the peak after an outage is among the figures of retune fleet"},
	{"peak", "the peak load is among the figures of retune fleet; that of one retry of retune jitter"},
	{"outage", "retune --outage 1m is about one client, retune fleet --outage 20s about a fleet"},
	{"budget", "retune fleet --budget 10% is a fleet with a retry budget; retune levers compares"},
	{"breaker", "retune fleet --breaker 50% is a fleet with a circuit breaker; retune levers compares"},
	{"success", "retune --failure-rate 5% says how likely a request succeeds"},
	{"ratio", "retune --ratio 0.1 -T 1000s"},
})

// byWords is hints by each of the words before them.
func byWords(list [][2]string) map[string]string {
	hints := map[string]string{}
	for _, x := range list {
		for word := range strings.FieldsSeq(x[0]) {
			hints[word] = x[1]
		}
	}
	return hints
}

// byWord is what to type for a word that is no sub-command but known otherwise: as a
// scenario, a result, a flag or a word that help explains; or "".
func byWord(word string) string {
	s := knob.Default()
	scenario, _ := knob.Find("scenario")
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "" // it would be repeated as it is
	} else if r, ok := query.Results.Find(word); ok {
		return "retune what " + r.Name
	} else if k, ok := findKnob(word); ok && len(word) > 1 && k.HasFlag() {
		of := cmp.Or(owners(k), "every sub-command that has a policy")
		return "--" + k.Name + " is a flag of " + of + "; retune help " + k.Name + " explains it"
	} else if scenario.Set(&s, word) == nil {
		return "retune fleet --scenario " + word
	} else if topics := glossary.Find(word); len(topics) > 0 {
		return "retune help " + word + " explains the word"
	}
	return ""
}

// owners is the commands that take the knob of a question: "fleet and levers".
func owners(ks ...knob.Knob) string {
	var names []string
	for _, q := range query.Queries {
		switch {
		case slices.ContainsFunc(ks, func(k knob.Knob) bool { return !q.Reads(k.Name) }):
		case q.Sub() != "":
			names = append(names, q.Sub())
		case !slices.Contains(names, "retune itself"):
			names = append(names, "retune itself")
		}
	}
	return answer.Joined(names)
}
