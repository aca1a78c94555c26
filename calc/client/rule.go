package client

import "fmt"

// A Rule is a kind of finding. Its number is its identifier for people and programs, and never changes: a new rule is
// added at the end of the table.
type Rule uint8

// The rules.
const (
	NotAccepted Rule = iota + 1
	NoWait
	NoJitter
	SameWait
	FirstAtOnce
	StartLimit
	ShortDeadline
	NoAttemptLimit
	DeadlineFirst
	Multiplied
	InnerCut
	NoBudget
	WideBudget
	FixedBudget
	SpentBudget
	Overflow
	PartOverflow
	NotGrowing
	Ignored
	JitterIgnored
	DataDropped
	QueueFull
	SamplesLost
	Blocked
	Crash
	DeliveredTwice
	ComesBack
	SentAgain
	RefusedTogether
	EndsEarly
	CapEnds
	HangsWhole
	CountKept
	RiskyKey
	StartLimitUnreached
	CapBelowFirst
	NoCap
	MissingKey
	IgnoreUnused
)

// A RuleRow is what is known of a rule.
type RuleRow struct {
	Name   string // short name: "no-jitter"
	Weight Weight
	Says   string // one line without a full stop
	Why    string // the harm and the cure, in sentences
	Behind []Rule // findings that explain this one: if a policy has one of them, this one is not reported
}

// ruleRows is the table of the rules. The row of a rule is at its number.
var ruleRows = [...]RuleRow{
	NotAccepted: {"not-accepted", Serious, "the client refuses the value",
		"The configuration does not load, or the client stops at its start. Write a value that the client takes.", nil},
	NoWait: {"no-wait", Serious, "retries follow at once",
		"Without a wait all retries hit the server within moments, and none is left when it returns. Set an initial delay.",
		[]Rule{NotAccepted}},
	NoJitter: {"no-jitter", Caution, "the waits are not random",
		"Clients that fail together retry together, and each round meets the server as a burst. Choose a rule with jitter.",
		[]Rule{NoWait, JitterIgnored}},
	SameWait: {"same-wait", Caution, "some waits are the same for all clients",
		"Where the wait reaches its cap, or before it has grown beyond its least value, nothing is drawn any more: the " +
			"clients come back together. Move the limit, or end the retries before it.", []Rule{NoJitter, NoWait}},
	FirstAtOnce: {"first-at-once", Caution, "the first retry follows at once",
		"A server that fails gets up to twice the load at once. Set a first wait, or allow for the second attempt.",
		[]Rule{NoWait}},
	StartLimit: {"start-limit", Serious, "a limit of starts ends the retries",
		"The service stays down after a few quick failures, and is not started again. Wait longer between the starts, or " +
			"raise the limit.", nil},
	ShortDeadline: {"short-deadline", Caution, "the deadline leaves no time for all attempts",
		"Against a server that hangs, each attempt takes its whole timeout, and fewer attempts are made than the policy " +
			"says. Raise the deadline or shorten the timeout of an attempt.", nil},
	NoAttemptLimit: {"no-attempt-timeout", Caution, "an attempt has no timeout of its own",
		"An attempt that hangs takes the whole deadline, so it is never retried. Set a timeout for each attempt.", nil},
	DeadlineFirst: {"deadline-first", Note, "the deadline ends the retries before their number does",
		"The number of retries means nothing where the deadline comes first. State the number that can happen.", nil},
	Multiplied: {"multiplied", Caution, "two layers retry the same request",
		"The attempts of the layers multiply: three by three are nine. Retry in one of them.", nil},
	InnerCut: {"inner-cut", Caution, "the outer layer ends the calls of the inner one",
		"The last retries of the inner layer never run, and their work is lost. Give the outer layer more time.", nil},
	NoBudget: {"no-budget", Serious, "nothing limits retries to a share of the requests",
		"In an outage every request is retried, which multiplies the load while the server is weakest. Set a retry budget.",
		nil},
	WideBudget: {"wide-budget", Caution, "the retry budget allows several times the requests",
		"A budget that counts over a long interval lets far more retries through at a time than its share says. Shorten " +
			"the interval.", nil},
	FixedBudget: {"fixed-budget", Caution, "the retry budget does not grow with the load",
		"A fixed number of retries at a time is too much for little traffic and too little for much. Set a share.", nil},
	SpentBudget: {"spent-budget", Note, "the retry budget is soon spent in an outage",
		"Only requests that succeed refill the budget, so a long outage leaves few retries.", nil},
	Overflow: {"overflow", Serious, "the delay overflows, and retries follow at once",
		"The delay exceeds the largest number of the client, and becomes no delay. Set a cap or fewer retries.", nil},
	PartOverflow: {"partial-overflow", Caution, "the delay overflows after many retries",
		"Some delays become wrong after many retries: they restart from the first, or vanish. Set fewer retries.", nil},
	NotGrowing: {"not-growing", Caution, "the wait does not grow",
		"A fixed wait keeps the load of the retries up as long as the outage lasts. Let it grow.",
		[]Rule{NoWait, CapBelowFirst}},
	Ignored: {"ignored", Caution, "the client does not use a value as it is written",
		"The client replaces, limits or ignores the value. Write what it does.", nil},
	JitterIgnored: {"jitter-ignored", Serious, "the client ignores the jitter",
		"The configuration asks for jitter, and clients retry together all the same.", nil},
	DataDropped: {"data-dropped", Serious, "data are dropped when the retries end",
		"An outage that is longer than the retries loses data. Retry for ever, with a buffer that holds them.", nil},
	QueueFull: {"queue-full", Note, "a long outage fills the queue",
		"When the queue is full data are dropped. Size it for the longest outage.", nil},
	SamplesLost: {"samples-lost", Caution, "samples are lost after a long outage",
		"The log of samples holds a fixed time. A longer outage leaves a gap.", nil},
	Blocked: {"blocked", Serious, "retries hold up what comes behind",
		"Without a queue the pipeline waits for the retry, and its receivers refuse data. Enable the queue.", nil},
	Crash: {"crash", Serious, "the client crashes with these values",
		"The client panics or raises an error instead of retrying. Change the value.", nil},
	DeliveredTwice: {"delivered-twice", Serious, "a task is delivered while it waits for its retry",
		"The broker gives the task to another worker before the retry is due, so it runs twice. Keep waits below the " +
			"broker's timeout.", nil},
	ComesBack: {"comes-back", Caution, "a message that always fails comes back for days",
		"Nothing takes it out of the queue. Set a number of receipts after which it goes to a dead-letter queue.", nil},
	SentAgain: {"sent-again", Note, "requests that are not safe to repeat are repeated",
		"A request that was done before its answer was lost is done twice. Retry only what is safe to repeat.", nil},
	RefusedTogether: {"refused-together", Caution, "the value is refused unless another one is changed",
		"The client checks the values against each other. Change both.", nil},
	EndsEarly: {"ends-early", Caution, "the number of retries ends a send before its time does",
		"The client is meant to be limited by time. Leave the number out.", nil},
	CapEnds: {"cap-ends", Serious, "the cap ends the retries",
		"In this client the cap does not limit the wait but ends the retries when it is reached. Raise or remove it.", nil},
	HangsWhole: {"hangs-whole", Note, "an attempt that hangs takes the whole timeout",
		"It is never retried. Where the client has a timeout for each attempt, set it.", []Rule{NoAttemptLimit}},
	CountKept: {"count-kept", Note, "the number of restarts is not reset",
		"Restarts add up over weeks, until the limit is reached and the service stays down.", nil},
	RiskyKey: {"risky-key", Caution, "a setting beside the policy is a risk in an outage",
		"The finding says what it does.", nil},
	StartLimitUnreached: {"start-limit-unreached", Caution, "the limit of starts is never reached",
		"The waits alone take longer than the interval in which starts are counted, so the service is started for ever. " +
			"Lengthen the interval.", nil},
	CapBelowFirst: {"cap-below-first", Caution, "the cap is below the first delay",
		"The waits never grow, and are shorter than the first delay says. Raise the cap or shorten the first delay.", nil},
	NoCap: {"no-cap", Caution, "the wait grows beyond a day",
		"Without a cap a few retries take days, long after the outage has ended. Set a cap or fewer retries.",
		[]Rule{Overflow, PartOverflow}},
	MissingKey: {"missing-key", Serious, "a key is missing that the client requires",
		"The client refuses the configuration, or another program than this client reads it. Add the key.",
		[]Rule{NotAccepted}},
	IgnoreUnused: {"ignore-unused", Caution, "an ignore comment has no effect",
		"It hides no finding, names no rule, or lacks its reason. Remove it, or write # retune:ignore R012 REASON in the " +
			"line of the policy or above it.", nil},
}

// Refuses reports whether the client takes nothing of a policy with this finding: its other effects are then none.
func (r Rule) Refuses() bool { return r == NotAccepted || r == MissingKey }

// Row returns the row of the rule.
func (r Rule) Row() RuleRow { return ruleRows[r] }

// ID returns the identifier of the rule: R012.
func (r Rule) ID() string { return fmt.Sprintf("R%03d", r) }

// Rules returns all rules in the order of their numbers.
func Rules() (list []Rule) {
	for i := range ruleRows[1:] {
		list = append(list, Rule(i+1))
	}
	return list
}
