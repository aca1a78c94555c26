package clients

import (
	"fmt"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
)

// casesOf returns the policies of a file.
func casesOf(t *testing.T, name, text string) (cases []Case) {
	t.Helper()
	list, err := clientconfig.Read(name, []byte(text), nil)
	if err != nil || len(list) == 0 {
		t.Fatalf("%s: %v, %v", name, list, err)
	}
	for _, p := range list {
		s := setting.Default()
		for _, x := range [][2]string{{"client", p.Client}, {"set", p.Parameters()}} {
			if k, _ := setting.Find(x[0]); x[1] != "" {
				if err := k.Set(&s, x[1]); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
		cases = append(
			cases,
			Case{Scenario: s, Where: fmt.Sprint(p.File, ":", p.Line), Path: p.Path, Risks: p.Risks, Missing: p.Missing,
				Unknown: p.Unknown},
		)
	}
	return cases
}

// TestNotSaid checks what doctor leaves out: what depends on a value that is not known, what a refused policy would do,
// and queues that nothing receives from.
func TestNotSaid(t *testing.T) {
	for _, c := range []struct{ file, text, not, says string }{
		{"a.yaml", "kind: Workflow\nspec: {retryStrategy: {limit: \"{{n}}\", backoff: {duration: 1s}}}\n", "without limit",
			""},
		{"a.yaml", "kind: Workflow\nspec: {retryStrategy: {backoff: {duration: \"{{n}}\"}}}\n", "", "without limit"},
		{"sc.json", `{"methodConfig":[{"retryPolicy":{"initialBackoff":"0.5s","maxBackoff":"5s","backoffMultiplier":2}}]}`,
			"times the load", "maxAttempts is missing"},
		{"a.yaml", "Resources: {A: {Properties: {VisibilityTimeout: 300}}}\n", "", "always fails comes back"},
		{"a.yaml", "Resources: {OrderDLQ: {Properties: {VisibilityTimeout: 300}}, B: {Properties: {VisibilityTimeout: 3,\n" +
			"  RedrivePolicy: {maxReceiveCount: 5}}}}\n", "always fails comes back", ""},
		{"a.yaml", "Resources: {A: {Properties: {VisibilityTimeout: 300}}, B: {Properties: {VisibilityTimeout: 300,\n" +
			"  RedrivePolicy: {maxReceiveCount: 5, deadLetterTargetArn: !GetAtt A.Arn}}}}\n", "always fails comes back", ""},
		{"a.json", `{"Resources": {"A": {"Properties": {"VisibilityTimeout": 300}}, "F": {"Properties": {"DeadLetterQueue":` +
			` {"TargetArn": {"Fn::GetAtt": ["A", "Arn"]}}, "VisibilityTimeout": 1, "RedrivePolicy": {"maxReceiveCount": 5}}}}}`,
			"always fails comes back", ""},
	} {
		text := texts(doctor(casesOf(t, c.file, c.text)))
		if c.not != "" && strings.Contains(text, c.not) || !strings.Contains(text, c.says) {
			t.Errorf("%s\nsays %q, with %q and without %q wanted", c.text, text, c.says, c.not)
		}
	}
}

// TestDoctor checks findings outside the formula of a policy: layers of retries, contradicting limits, retries of
// requests that must not be repeated, and queues and leases that end before the delays do.
func TestDoctor(t *testing.T) {
	istio := "kind: VirtualService\nmetadata: {name: a}\nspec: {http: [{timeout: 10s, retries: {attempts: 3, " +
		"perTryTimeout: 5s, retryOn: \"5xx,reset\"}}]}\n"
	for _, c := range []struct{ file, text, want string }{
		{"a.yaml", istio + "---\nresilience4j.retry.instances.a: {maxAttempts: 4}\n",
			"its retries multiply those of resilience4j at a.yaml:5: up to 16 attempts of one request"},
		{"a.yaml", istio + "---\nresilience4j.retry.instances.a: {maxAttempts: 4, waitDuration: 3s}\n",
			"it ends a call of resilience4j at a.yaml:5 after 5s, whose waits alone take up to 9s"},
		{"a.yaml", istio, "4 of 5s and the waits do not fit into timeout 10s"},
		{"a.yaml", istio, "retryOn 5xx has a POST sent again"},
		{"sfn.json", `{"States":{"All":{"Type":"Map","Retry":[{"ErrorEquals":["E"],"MaxAttempts":2}],` + "\n" +
			`"ItemProcessor":{"States":{"One":{"Retry":[{"ErrorEquals":["E"],"MaxAttempts":3}]}}}}}}`,
			"its retries multiply those of step-functions at sfn.json:2: up to 12 attempts"},
		{"a.json", `{"methodConfig":[{"timeout":"1s","retryPolicy":{"maxAttempts":4,"initialBackoff":"0.5s",` +
			`"maxBackoff":"5s","backoffMultiplier":2,"retryableStatusCodes":["DEADLINE_EXCEEDED"]}}]}`,
			"an attempt that hangs takes the whole timeout of 1s"},
		{"p.properties", "retries=3\ndelivery.timeout.ms=120000\n",
			"retries 3 may end a send long before delivery.timeout.ms"},
		{"sqs.yaml", "Resources: {Q: {Properties: {VisibilityTimeout: 3600, MessageRetentionPeriod: 86400,\n" +
			"  RedrivePolicy: {deadLetterTargetArn: x, maxReceiveCount: 50}}}}\n",
			"MessageRetentionPeriod 1d ends it first: about 24 of 49 retries"},
		{"sc.json", `{"methodConfig":[{"retryPolicy":{"initialBackoff":"0.5s","maxBackoff":"5s","backoffMultiplier":2}}]}`,
			"maxAttempts is missing: gRPC refuses the service config without it"},
		{"a.service", "[Unit]\nStartLimitIntervalSec=infinity\n[Service]\nRestart=always\nRestartSec=2.6s\n",
			"StartLimitIntervalSec infinity counts every start: after 5 of them it stays down"},
		{"s.json", `{"ackDeadlineSeconds":60,"messageRetentionDuration":"600s","retryPolicy":{"minimumBackoff":"100s",` +
			`"maximumBackoff":"600s"},"deadLetterPolicy":{"maxDeliveryAttempts":20}}`,
			"20 of 1m and the waits do not fit into messageRetentionDuration 10m"},
		{"otel.yaml", "exporters: {otlp: {sending_queue: {enabled: false}, retry_on_failure: {}}}\n",
			"without a sending queue retries hold up the pipeline"},
		{"otel.yaml", "exporters: {otlp: {sending_queue: {queue_size: 5}, retry_on_failure: {max_elapsed_time: 0s}}}\n",
			"the queue of 5 requests fills"},
		{"prometheus.yml", "remote_write: [{url: \"http://x/\"}]\n", "after about 2h without an answer samples are lost"},
		{"fluent-bit.conf", "[OUTPUT]\n  name es\n  retry_limit no_limits\n  storage.total_limit_size 5M\n",
			"storage.total_limit_size drops the oldest chunks"},
		{"vector.yaml", "sinks: {out: {type: http, uri: \"http://x\", buffer: {when_full: drop_newest}}}\n",
			"drop_newest drops events while retries fill it"},
		{"a.yml", "resilience4j.retry.instances.a: {retryExceptions: [java.lang.Exception]}\n",
			"retryExceptions has every error retried"},
	} {
		if text := texts(doctor(casesOf(t, c.file, c.text))); !strings.Contains(text, c.want) {
			t.Errorf("%s: %s\nwant %s", c.file, text, c.want)
		}
	}
	celery := client.Find("celery").Defaults().With("retry_backoff_max", 7200).With("retry_backoff", 60)
	celery = celery.With("max_retries", 9)
	if text := fmt.Sprint(found(celery)); !strings.Contains(text, "a wait of 2h is beyond visibility_timeout") {
		t.Error(text)
	}
}

// TestCalls checks that the retries of policies multiply if they are in one file, in objects of one name, or given as
// belonging together, and in no other case.
func TestCalls(t *testing.T) {
	istio := "kind: VirtualService\nmetadata: {name: NAME}\nspec: {http: [{retries: {attempts: 3}}]}\n"
	app := "resilience4j.retry.instances.a: {maxAttempts: 4}\n"
	embedded := "kind: ConfigMap\nmetadata: {name: NAME}\ndata:\n  application.yml: |\n    " + app
	named := func(text, name string) string { return strings.Replace(text, "NAME", name, 1) }
	for _, c := range []struct {
		outer, inner string
		with, want   bool
	}{
		{named(istio, "a"), app, false, false}, {named(istio, "a"), app, true, true},
		{named(istio, "a"), named(embedded, "a"), false, true}, {named(istio, "a"), named(embedded, "b"), false, false},
		{named(istio, "a") + "---\n" + app, "resilience4j.retry.instances.b: {maxAttempts: 9}\n", false, true},
	} {
		for _, swapped := range []bool{false, true} { // either may be the one of --with
			outer, inner := casesOf(t, "outer.yaml", c.outer), casesOf(t, "inner.yaml", c.inner)
			if swapped {
				outer[0].With = c.with
			} else {
				inner[0].With = c.with
			}
			text := texts(doctor(append(outer, inner...)))
			if got := strings.Contains(text, "up to 16 attempts"); got != c.want {
				t.Errorf("%q, %q, %v: %s", c.outer, c.inner, c.with, text)
			}
		}
	}
}

// TestRanked checks that one finding of each kind comes first, by weight, then those in further places, and that the
// summary begins with the first of them and the number of its places.
func TestRanked(t *testing.T) {
	var cases []Case
	for i, text := range []string{"retry_policy: {retry_on: gateway-error, num_retries: 2}\n",
		"retry_policy: {retry_on: 5xx}\n", "retry_policy: {retry_on: 5xx}\n"} {
		cases = append(cases, casesOf(t, fmt.Sprintf("%d.yaml", i), text)...)
	}
	cases = append(cases, casesOf(t, "a.service", "[Service]\nRestart=on-failure\n")...)
	cases = append(cases, casesOf(t, "b.service", "[Service]\nRestart=on-failure\n")...)
	a := doctor(cases)
	if !strings.HasPrefix(a.Summary, "Change first, at a.service:1 and in 1 other place: RestartSec=2s or more") {
		t.Error(a.Summary)
	}
	without := casesOf(t, "sc.json", `{"methodConfig":[{"retryPolicy":{"initialBackoff":"1s"}}]}`)
	if a := doctor(without); !strings.HasPrefix(
		a.Summary,
		"Change first, at sc.json:1: maxAttempts is missing",
	) {
		t.Error(a.Summary)
	}
	table, seen, repeated, weight := a.Tables[0], map[string]bool{}, false, "serious"
	for i := range table.Len {
		row := table.Row(i)
		text := row[4].Words + row[5].Words
		if seen[text] && !repeated {
			repeated, weight = true, "serious"
		}
		if seen[text] != repeated || weight == "caution" && row[1].Words == "serious" {
			t.Errorf("%d: %s %s comes too late", i, row[1].Words, text)
		}
		seen[text], weight = true, row[1].Words
	}
}

// doctor returns the findings about the policies as an answer.
func doctor(cases []Case) answer.Answer { return Listed(Findings(cases), len(cases)) }

// texts returns the findings of an answer.
func texts(a answer.Answer) string {
	var all []string
	for _, table := range a.Tables {
		for i := range table.Len {
			all = append(all, table.Row(i)[5].Words)
		}
	}
	return strings.Join(all, "\n")
}
