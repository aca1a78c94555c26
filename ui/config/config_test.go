package config

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// settings is a policy as one line.
func settings(p Policy) string {
	var list []string
	for _, s := range p.Set {
		list = append(list, s.Name+"="+s.Text)
	}
	return p.Client + ": " + strings.Join(list, " ")
}

// TestExamples reads what clients' documentation shows.
func TestExamples(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"service_config.json", `{"methodConfig":[{"name":[{"service":"my.Service"}],"timeout":"5s",
  "retryPolicy":{"maxAttempts":4,"initialBackoff":"0.1s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}],
 "retryThrottling":{"maxTokens":10,"tokenRatio":0.1}}`,
			"2 methodConfig[0].retryPolicy grpc: maxAttempts=4 initialBackoff=100ms maxBackoff=1s backoffMultiplier=2 timeout=5s maxTokens=10 tokenRatio=0.1"},
		{"envoy.yaml", `
static_resources:
  listeners:
  - route:
      cluster: a
      timeout: 15s
      retry_policy: {retry_on: "5xx,reset,connect-failure", num_retries: 3, per_try_timeout: 1s,
               retry_back_off: {base_interval: 0.1s, max_interval: 1s}}`,
			"7 static_resources.listeners[0].route.retry_policy envoy: num_retries=3 per_try_timeout=1s base_interval=100ms max_interval=1s timeout=15s"},
		{"envoy.yaml", `
static_resources:
  listeners:
  - route: {cluster: b, retry_policy: {num_retries: 3}}
  clusters:
  - {name: a, circuit_breakers: {thresholds: [{max_retries: 7}]}}
  - {name: b, circuit_breakers: {thresholds: [{retry_budget: {budget_percent: {value: 20.0}, min_retry_concurrency: 5}}]}}`,
			"4 static_resources.listeners[0].route.retry_policy envoy: num_retries=3 budget_percent=20 min_retry_concurrency=5"},
		{"rule.yaml", `
kind: DestinationRule
metadata: {name: ratings}
spec:
  host: ratings
  trafficPolicy: {retryBudget: {percent: 30}, connectionPool: {http: {http2MaxRequests: 10}}}`,
			"6 DestinationRule/ratings istio: percent=30"},
		{"routes.yaml", `
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ratings}
spec:
  http:
  - retries: {attempts: 3, perTryTimeout: 2s, backoff: 100ms, retryOn: "5xx,reset"}
---
kind: VirtualService
metadata: {name: reviews}
spec:
  http:
  - retries: {attempts: 1}
  - retries: {attempts: 2}
`, `7 VirtualService/ratings istio: attempts=3 perTryTimeout=2s backoff=100ms
13 VirtualService/reviews/spec.http[0].retries istio: attempts=1
14 VirtualService/reviews/spec.http[1].retries istio: attempts=2`},
		{"policy.yaml", `
kind: BackendTrafficPolicy
metadata: {name: retry}
spec:
  retry:
    numRetries: 5
    perRetry:
      backOff: {baseInterval: 100ms, maxInterval: 10s}
      timeout: 250ms
    retryOn: {httpStatusCodes: [500], triggers: [connect-failure]}
`, "5 BackendTrafficPolicy/retry envoy-gateway: numRetries=5 timeout=250ms baseInterval=100ms maxInterval=10s"},
		{"budget.yaml", "kind: BackendTrafficPolicy\nmetadata: {name: a}\nspec:\n  retry: {numRetries: 3}\n  circuitBreaker: {retryBudget: {percent: {numerator: 25}, minRetryConcurrency: 4}}\n", "4 BackendTrafficPolicy/a envoy-gateway: numRetries=3 percent=25 minRetryConcurrency=4"},
		{"route.yaml", "kind: HTTPRoute\nmetadata:\n  name: r\nspec:\n  rules:\n  - retry: {codes: [503], attempts: 2, backoff: 100ms}\n    timeouts: {request: 2s}\n", "6 HTTPRoute/r gateway-api: attempts=2 backoff=100ms request=2s"},
		{"dynamic.toml", "[http.middlewares]\n  [http.middlewares.test-retry.retry]\n    attempts = 4\n    initialInterval = \"100ms\"\n", "2 http.middlewares.test-retry.retry traefik: attempts=4 initialInterval=100ms"},
		{"resiliency.yaml", "kind: Resiliency\nmetadata: {name: a}\nspec:\n  policies:\n    retries:\n      fixed: {policy: constant, duration: 5s, maxRetries: 10}\n      more: {policy: exponential, maxInterval: 15s, maxRetries: -1}\n",
			"6 Resiliency/a/spec.policies.retries.fixed dapr: policy=constant duration=5s maxRetries=10\n7 Resiliency/a/spec.policies.retries.more dapr: policy=exponential maxInterval=15s maxRetries=-1"},
		{"profile.yaml", "apiVersion: linkerd.io/v1alpha2\nkind: ServiceProfile\nmetadata: {name: a}\nspec:\n  routes:\n  - {name: b, condition: {pathRegex: /b}, isRetryable: true, timeout: 300ms}\n  retryBudget: {retryRatio: 0.1, minRetriesPerSecond: 5, ttl: 20s}\n", "7 ServiceProfile/a linkerd-profile: retryRatio=0.1 minRetriesPerSecond=5 ttl=20s timeout=300ms"},
		{"budget.yaml", "kind: XBackendTrafficPolicy\nmetadata: {name: a}\nspec:\n  targetRefs: [{group: '', kind: Service, name: b}]\n  retryConstraint:\n    budget: {percent: 10, interval: 30s}\n    minRetryRate: {count: 3, interval: 1s}\n", "5 XBackendTrafficPolicy/a gateway-api: budget.percent=10 budget.interval=30s minRetryRate.count=3 minRetryRate.interval=1s"},
		{"trigger.yaml", "kind: Trigger\nmetadata: {name: a}\nspec:\n  delivery: {deadLetterSink: {uri: x}, retry: 3, backoffPolicy: exponential, backoffDelay: PT0.5S}\n", "4 Trigger/a knative: retry=3 backoffPolicy=exponential backoffDelay=500ms"},
		{"wf.yaml", "kind: Workflow\nmetadata: {generateName: a-}\nspec:\n  templates:\n  - retryStrategy:\n      limit: \"10\"\n      backoff: {duration: \"1\", factor: \"2\", maxDuration: 1m}\n", "5 Workflow argo-workflows: limit=10 duration=1s factor=2 maxDuration=1m"},
		{"app.yaml", "kind: Application\nmetadata: {name: a}\nspec:\n  syncPolicy:\n    retry: {limit: 5, backoff: {duration: 5s, factor: 2, maxDuration: 3m}}\n", "5 Application/a argo-cd: limit=5 duration=5s factor=2 maxDuration=3m"},
		// What these do not say is not the client's own default.
		{"none.yaml", "kind: Application\nspec:\n  syncPolicy:\n    retry: {backoff: {duration: 5s}}\n", "4 Application argo-cd: duration=5s limit=0"},
		{"none.yaml", "kind: VirtualService\nspec:\n  http:\n  - retries: {backoff: 1s}\n", "4 VirtualService istio: backoff=1s attempts=0"},
		{"none.yaml", "kind: Trigger\nspec:\n  delivery: {backoffPolicy: linear, backoffDelay: PT1S}\n", "3 Trigger knative: backoffPolicy=linear backoffDelay=1s retry=0"},
		{"none.json", `{"Duration": 1000000000, "Steps": 5}`, "1 kubernetes-wait kubernetes-wait: Duration=1s Steps=5 Factor=0 Jitter=0"},
		{"queue.yaml", "queue:\n- name: barqueue\n  retry_parameters: {min_backoff_seconds: 10, max_backoff_seconds: 200, max_doublings: 0}\n", "3 queue[0].retry_parameters cloud-tasks: minBackoff=10s maxBackoff=3m20s maxDoublings=0 maxAttempts=-1"},
		{"a.py", "@app.task(\n  autoretry_for=(E,), max_retries=5)\ndef a():\n    pass\n", "1 calls[0] celery: max_retries=5 retry_backoff=0"},
		{"none.properties", "spring.rabbitmq.listener.simple.retry.max-attempts=5\n", "1 spring.rabbitmq.listener.simple.retry spring-rabbitmq: max-attempts=5 enabled=false"},
		{"job.yaml", "kind: CronJob\nmetadata: {name: a}\nspec:\n  jobTemplate:\n    spec:\n      backoffLimit: 4\n      template: {}\n", "5 CronJob/a kubernetes-job: backoffLimit=4"},
		{"b.json", `{"backoff": {"duration": 100000000, "factor": 2, "jitter": 0.1, "steps": 6, "cap": "10s"}}`, "1 backoff kubernetes-wait: Duration=100ms Factor=2 Jitter=0.1 Steps=6 Cap=10s"},
		{"m.asl.json", `{"States":{"A":{"Retry":[{"ErrorEquals":["X"],"IntervalSeconds":3,"MaxAttempts":2,"BackoffRate":1.5,"MaxDelaySeconds":5,"JitterStrategy":"FULL"},{"ErrorEquals":["States.ALL"]}]}}}`,
			"1 States.A.Retry[0] step-functions: IntervalSeconds=3s MaxAttempts=2 BackoffRate=1.5 MaxDelaySeconds=5s JitterStrategy=full\n1 States.A.Retry[1] step-functions: "},
		{"t.yaml", "activities:\n  retryPolicy: {initialInterval: 1s, backoffCoefficient: 2.0, maximumInterval: 100s, maximumAttempts: 5}\n", "2 activities.retryPolicy temporal: initialInterval=1s backoffCoefficient=2 maximumInterval=1m40s maximumAttempts=5"},
		{"q.json", `{"name":"q","retryConfig":{"maxAttempts":100,"maxBackoff":"3600s","maxDoublings":16,"minBackoff":"0.100s"}}`, "1 retryConfig cloud-tasks: maxAttempts=100 minBackoff=100ms maxBackoff=1h maxDoublings=16"},
		{"s.yaml", "retryConfig: {retryCount: 3, minBackoffDuration: 5s, maxBackoffDuration: 3600s, maxDoublings: 5, maxRetryDuration: 0s}\n", "1 retryConfig cloud-scheduler: retryCount=3 maxRetryDuration=0s minBackoffDuration=5s maxBackoffDuration=1h maxDoublings=5"},
		{"queue.yaml", "queue:\n- name: a\n  rate: 1/s\n  retry_parameters:\n    task_retry_limit: 7\n    task_age_limit: 2d\n    min_backoff_seconds: 10\n    max_backoff_seconds: 200\n    max_doublings: 2\n", "4 queue[0].retry_parameters cloud-tasks: maxAttempts=8 maxRetryDuration=2d minBackoff=10s maxBackoff=3m20s maxDoublings=2"},
		{"sub.json", `{"retryPolicy":{"minimumBackoff":"10s","maximumBackoff":"600s"},"deadLetterPolicy":{"maxDeliveryAttempts":5}}`, "1 retryPolicy pubsub: minimumBackoff=10s maximumBackoff=10m maxDeliveryAttempts=5"},
		{"sns.json", `{"http":{"defaultHealthyRetryPolicy":{"minDelayTarget":20,"maxDelayTarget":20,"numRetries":3,"numMaxDelayRetries":0,"backoffFunction":"linear"}}}`, "1 http.defaultHealthyRetryPolicy sns: numRetries=3 minDelayTarget=20s maxDelayTarget=20s numMaxDelayRetries=0 backoffFunction=linear"},
		{"config", "[default]\nregion = eu-central-1\nretry_mode = standard\nmax_attempts = 5\n[profile b]\nregion=x\n", "1 default aws: retry_mode=standard max_attempts=5"},
		{"job.env", "export AWS_RETRY_MODE=adaptive\nAWS_MAX_ATTEMPTS=\"7\"\nOTHER=1\n", "1 aws-environment aws: retry_mode=adaptive max_attempts=7"},
		{"application.yml", "resilience4j.retry:\n  configs:\n    default: {maxAttempts: 4, waitDuration: 100}\n  instances:\n    a:\n      waitDuration: 500ms\n      enableExponentialBackoff: true\n      exponential-backoff-multiplier: 2\n",
			"3 resilience4j.retry.configs.default resilience4j: maxAttempts=4 waitDuration=100ms\n5 resilience4j.retry.instances.a resilience4j: maxAttempts=4 waitDuration=500ms enableExponentialBackoff=true exponentialBackoffMultiplier=2"},
		{"application.properties", "resilience4j.retry.instances.a.max-attempts=${ATTEMPTS:3}\nresilience4j.retry.instances.a.wait-duration=PT2S\n", "1 resilience4j.retry.instances.a resilience4j: maxAttempts=3 waitDuration=2s"},
		{"application-dev.yaml", "spring:\n  rabbitmq:\n    listener:\n      simple:\n        retry: {enabled: true, initial-interval: 2000ms, max-attempts: 5, multiplier: 1.5, max-interval: 10s}\n", "5 spring.rabbitmq.listener.simple.retry spring-rabbitmq: enabled=true max-attempts=5 initial-interval=2s multiplier=1.5 max-interval=10s"},
		{"appsettings.json", "{\n// the handler\n\"Http\": {\"Retry\": {\"MaxRetryAttempts\": 5, \"Delay\": \"00:00:01.5\", \"BackoffType\": \"Exponential\", \"UseJitter\": true,},\n\"TotalRequestTimeout\": {\"Timeout\": \"00:01:00\"}}}", "3 Http.Retry http-resilience: MaxRetryAttempts=5 Delay=1.5s BackoffType=exponential UseJitter=true TotalRequestTimeout=1m"},
		{"producer.properties", "bootstrap.servers=a:1\nretry.backoff.ms: 100\nretry.backoff.max.ms = 1000\nretries=2147483647\n", "1 kafka kafka: retry.backoff.ms=100ms retry.backoff.max.ms=1s retries=2147483647"},
		{"rd.conf", "retry.backoff.ms=100\nmessage.send.max.retries=5\n", "1 librdkafka librdkafka: retry.backoff.ms=100ms message.send.max.retries=5"},
		{"otel.yaml", "exporters:\n  otlp/a:\n    retry_on_failure:\n      enabled: true\n      initial_interval: 5s\n      max_elapsed_time: 0\n  otlp/b:\n    retry_on_failure:\n      max_interval: 1m\n",
			"3 exporters.otlp/a.retry_on_failure otel-collector: enabled=true initial_interval=5s max_elapsed_time=0s\n8 exporters.otlp/b.retry_on_failure otel-collector: max_interval=1m"},
		{"buffer.conf", "<match **>\n  <buffer>\n    retry_wait \"#{ENV['RETRY_WAIT'] || '2s'}\"\n    retry_max_interval \"#{ENV['RETRY_MAX']}\"\n    retry_forever true\n  </buffer>\n</match>\n", "2 match[0].buffer[0] fluentd: retry_wait=2s retry_forever=true"},
		{"buffer.conf", "<match **>\n  <buffer>\n    retry_wait 0.5\n    retry_max_interval 1.5s\n    retry_timeout 500ms\n  </buffer>\n</match>\n", "2 match[0].buffer[0] fluentd: retry_wait=500ms retry_max_interval=5s retry_timeout=8h20m"},
		{"filter.yaml", "kind: EnvoyFilter\nspec:\n  configPatches:\n  - patch:\n      value:\n        route:\n          retry_policy: {retry_on: 5xx, retry_back_off: {base_interval: 50ms}}\n", "7 EnvoyFilter envoy: base_interval=50ms"},
		{"crd.yaml", "kind: CustomResourceDefinition\nspec:\n  retry_on_failure:\n    properties: {}\n", ""},
		{"schema.json", `{"$schema": "http://json-schema.org/schema#", "definitions": {"retry_on_failure": {"properties": {}}}}`, ""},
		{"plain.conf", "[SERVICE]\n    Flush 1\n[OUTPUT]\n    Name forward\n", ""},
		{"prometheus.yml", "remote_write:\n- url: x\n  queue_config:\n    max_shards: 5\n    min_backoff: 30ms\n    max_backoff: 5s\n", "3 remote_write[0].queue_config prometheus: min_backoff=30ms max_backoff=5s"},
		{"promtail.yaml", "clients:\n- url: x\n  backoff_config: {min_period: 500ms, max_period: 5m, max_retries: 10}\n", "3 clients[0].backoff_config dskit: min_period=500ms max_period=5m max_retries=10"},
		{"fluent.conf", "<source>\n@type x\n</source>\n<match **>\n  @type forward\n  <buffer>\n    flush_interval 1s\n    retry_type exponential_backoff\n    retry_wait 1s\n    retry_max_interval 60s\n    retry_timeout 72h\n    retry_max_times 17\n  </buffer>\n</match>\n", "6 match[0].buffer[0] fluentd: retry_type=exponential_backoff retry_wait=1s retry_max_interval=1m retry_timeout=3d retry_max_times=17"},
		{"fluent-bit.conf", "[SERVICE]\n    Flush 5\n    scheduler.base 3\n    scheduler.cap 30\n[OUTPUT]\n    Name http\n    Retry_Limit False\n[OUTPUT]\n    Name es\n    Retry_Limit 5\n[OUTPUT]\n    Name s3\n    Retry_Limit 0\n", "5 output[0] fluent-bit: scheduler.base=3s scheduler.cap=30s retry_limit=none\n8 output[1] fluent-bit: scheduler.base=3s scheduler.cap=30s retry_limit=5\n11 output[2] fluent-bit: scheduler.base=3s scheduler.cap=30s retry_limit=1"},
		{"vector.toml", "[sinks.a]\ntype=\"http\"\nrequest.retry_attempts = 1_0\nrequest.retry_initial_backoff_secs = 2\n", "3 sinks.a.request vector: retry_attempts=10 retry_initial_backoff_secs=2s"},
		{"filebeat.yml", "output.elasticsearch:\n  hosts: [x]\n  backoff.init: 2s\n  backoff.max: 1m\n", "1 output.elasticsearch beats: backoff.init=2s backoff.max=1m"},
		{"a.service", "[Unit]\nStartLimitBurst=5\n[Service]\nExecStart=/bin/a \\\n  b\nRestart=always\nRestartSec=100ms\nRestartSteps=8\nRestartMaxDelaySec=1min\n", "3 Service systemd: RestartSec=100ms RestartSteps=8 RestartMaxDelaySec=1m StartLimitBurst=5"},
		{"workers.conf", "[program:a]\nenvironment =\n  A=1,\n  quiet\nstartretries=5\n", "1 program:a supervisord: startretries=5"},
		{"supervisord.conf", "[supervisord]\nx=1\n[program:a]\ncommand=b\nstartretries=5\n", "3 program:a supervisord: startretries=5"},
		{"docker-compose.yml", "services:\n  a:\n    image: x\n    restart: on-failure:5\n  b:\n    restart: always\n    deploy:\n      restart_policy: {condition: on-failure, delay: 5s, max_attempts: 3, window: 120s}\n", "2 services.a docker: restart=on-failure max_retries=5\n5 services.b docker: restart=always\n8 services.b.deploy.restart_policy docker-swarm: condition=on-failure delay=5s max_attempts=3 window=2m"},
		{"a.nomad.json", `{"Job":{"TaskGroups":[{"RestartPolicy":{"Attempts":2,"Interval":1800000000000,"Delay":15000000000,"Mode":"fail"},"ReschedulePolicy":{"Delay":30000000000,"DelayFunction":"fibonacci","MaxDelay":3600000000000,"Unlimited":true}}]}}`,
			"1 Job.TaskGroups[0].RestartPolicy nomad-restart: attempts=2 interval=30m delay=15s mode=fail\n1 Job.TaskGroups[0].ReschedulePolicy nomad-reschedule: delay=30s delay_function=fibonacci max_delay=1h unlimited=true"},
		{"messenger.yaml", "framework:\n  messenger:\n    transports:\n      async:\n        dsn: x\n        retry_strategy: {max_retries: 3, delay: 1000, multiplier: 2, max_delay: 0}\n", "6 framework.messenger.transports.async.retry_strategy symfony: max_retries=3 delay=1s multiplier=2 max_delay=0s"},
		{"tasks.py", "# retry_backoff=3\n@app.task(autoretry_for=(E,), retry_backoff=2, retry_backoff_max=60,\n  retry_jitter=True, max_retries=MOST)\ndef f(a=1):\n    g(h(1), b=2)\n", "2 calls[0] celery: retry_backoff=2 retry_backoff_max=1m retry_jitter=true"},
		{"tasks.py", "@app.task(\n    autoretry_for=(E,),\n    retry_backoff=30, max_retries=7,\n    retry_kwargs={\"max_retries\": 5, 'queue': Q},\n)\n", "1 calls[0] celery: retry_backoff=30 max_retries=5"},
		{"opts.json", `{"defaultJobOptions":{"attempts":3,"backoff":{"type":"exponential","delay":1000}}}`, "1 defaultJobOptions bullmq: attempts=3 type=exponential delay=1s"},
		{"flink-conf.yaml", "taskmanager.numberOfTaskSlots: 2\nrestart-strategy.type: exponential-delay\nrestart-strategy.exponential-delay.initial-backoff: 10 s\nrestart-strategy.exponential-delay.max-backoff: 2 min\n", "3 restart-strategy.exponential-delay flink: initial-backoff=10s max-backoff=2m"},
	} {
		list, err := Read(c.file, []byte(c.text), nil)
		var got []string
		for _, p := range list {
			got = append(got, fmt.Sprintf("%d %s %s", p.Line, p.Path, settings(p)))
		}
		if err != nil || strings.Join(got, "\n") != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.file, err, strings.Join(got, "\n"), c.want)
		}
	}
}

// TestWriteThenRead writes each format with values of its own and reads the same back,
// by the format and by what the file looks like.
func TestWriteThenRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range Formats {
		for range 30 {
			if f.Frame == "" { // read and not written
				break
			}
			set := randomSettings(f, r)
			if len(set) == 0 { // not every syntax writes what is empty
				continue
			}
			text, inexact, missing, err := f.Write(set)
			if err != nil || missing != nil {
				t.Fatalf("%s: %v: %v, missing %v", f.Name, set, err, missing)
			}
			for _, x := range inexact {
				for i := range set {
					if set[i].Name == x.Name {
						set[i].Text = x.Text
					}
				}
			}
			want := settings(Policy{Client: f.Client, Set: f.completed(slices.Clone(set), 0)})
			for _, format := range []*Format{&f, nil} {
				if (format == nil || f.Open) && f.Marks != nil && len(set) < len(f.Keys) { // may lack what it is recognised by
					continue
				}
				list, err := Read("", []byte(text), format)
				if err != nil || len(list) != 1 || settings(list[0]) != want {
					t.Fatalf("%s, %v: %v\n%s\nhas %v\nwant %s", f.Name, format != nil, err, text, list, want)
				}
			}
		}
	}
}

// randomSettings is values that the format can hold, of most of its keys.
func randomSettings(f Format, r *rand.Rand) (set []Setting) {
	all := r.IntN(2) == 0
	for _, k := range f.Keys {
		for range 20 {
			if !all && r.IntN(3) == 0 {
				break
			}
			text := []string{"0", "1", "7", "0.5", "1.5", "100ms", "2s", "90s", "1h", "250ms", "0.0015s", "none", "true", "false"}[r.IntN(14)]
			if list := strings.Fields(strings.NewReplacer(",", " ", ":", " ").Replace(k.form.like)); r.IntN(3) == 0 {
				text = strings.ToLower(list[r.IntN(len(list))])
			}
			written, _, err := k.form.write(text)
			if err != nil {
				continue
			}
			if value, err := k.form.read(written); err == nil && value != "" {
				set = append(set, Setting{Name: k.Name, Text: value})
				break
			}
		}
	}
	return set
}

// TestStrict answers what is wrong with its line and what would be right.
func TestStrict(t *testing.T) {
	for _, c := range []struct{ file, text, want, hint string }{
		{"a.json", "{\"methodConfig\":[{\n\"retryPolicy\":{\"maxAtempts\":4}}]}", `a.json line 2: unknown key "maxAtempts" in the gRPC service config`, "did you mean maxAttempts?"},
		{"a.json", "{\"methodConfig\":[{\n\"retryPolicy\":{\"maxAttempts\":\"x\"}}]}", `a.json line 2: maxAttempts: "x" is not a whole number: it is written like 5`, ""},
		{"e.yaml", "retry_policy:\n  retry_on: 5xx\n  retry_back_off:\n    base: 1s\n", `e.yaml line 4: unknown key "retry_back_off.base" in the Envoy retry_policy`, ""},
		{"e.yaml", "retry_policy:\n  retry_on: 5xx\n  retry_back_off:\n    base_interval: 25ms\n", `e.yaml line 4: retry_back_off.base_interval: "25ms" is not a time: it is written like 0.1s`, ""},
		{"b.yaml", "kind: BackendTrafficPolicy\nspec:\n  retry:\n    perRetry: {timeout: 1.5s}\n", `b.yaml line 4: perRetry.timeout: "1.5s" is not a time: it is written like 500ms or 1m30s`, ""},
		{"prometheus.yml", "remote_write:\n- queue_config:\n    min_backoff: 0.5s\n", `prometheus.yml line 3: min_backoff: "0.5s" is not a time: it is written like 30ms or 1m30s`, ""},
		{"application.yml", "resilience4j.retry.instances.a:\n  waitDuration: 1.5s\n", `application.yml line 2: waitDuration: "1.5s" is not a time: it is written like 500ms, 2s, PT0.5S or a number of milliseconds`, ""},
		{"a.service", "[Service]\nRestartSecs=5\n", `a.service line 2: unknown key "RestartSecs" in the systemd unit`, "did you mean RestartSec?"},
		{"p.properties", "retry.backoff.ms=1\nretry.backoff.maximum.ms=2\n", `p.properties line 2: unknown key "retry.backoff.maximum.ms" in the Kafka client properties`, "did you mean retry.backoff.max.ms?"},
		{"a.yaml", "a: 1\nb: 2\na: 3\n", `a.yaml line 3: the key "a" is there twice, first in line 1`, ""},
		{"a.yaml", "a: &x 1\nb: *x\n", `a.yaml line 2: an alias (*x) stands for what is elsewhere: it is not followed`, "write out what it stands for"},
		{"a.json", `{"a":1,"a":2}`, `a.json line 1: the key "a" is there twice, first in line 1`, ""},
		{"a.json", "{\n\"a\":\n", `a.json line 2: not JSON: it ends too early`, ""},
		{"a.json", "{\"a\x01\":1}", "a.json line 1: not JSON: invalid character '\\x01' in string literal", ""},
		{"a.json", `{"a\u001b[31m":1}`, `a.json line 1: the key "a\x1b[31m" has a control character`, ""},
		{"a.yaml", "\"a\\e[31m\": 1\n", `a.yaml line 1: the key "a\x1b[31m" has a control character`, ""},
		{"a.toml", "a = 1\nb = = 2\n", `a.toml line 2: not TOML: `, ""},
		{"a.bin", "a\n\x00b", `a.bin line 2: this is not a text`, ""},
		{"a.yaml", "{{- if .on }}\nspec: {{ .spec }}\n", `a.yaml line `, "render it first, as helm template does"},
		{"a.conf", "<match **>\n<buffer>\n", `a.conf line 2: the section is not closed`, ""},
	} {
		_, err := Read(c.file, []byte(c.text), nil)
		e, _ := err.(*Error)
		if e == nil || !strings.HasPrefix(e.Error(), c.want) || c.hint != "" && e.Hint != c.hint {
			t.Errorf("%s %q: %v (%+v), want %s (%s)", c.file, c.text, err, e, c.want, c.hint)
		}
	}
}

// TestHostile reads what is made to do harm: an error, soon, on one line of plain text.
func TestHostile(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c,*%[3]c]\n", c, c, c-1)
	}
	for name, text := range map[string]string{
		"large.yaml": strings.Repeat("a", maxSize+1),
		"bomb.yaml":  bomb,
		"deep.yaml":  strings.Repeat("[", 100_000),
		"nest.yaml":  strings.Repeat("a: {", 20_000),
		"down.yaml": func() (s string) {
			for i := range 300 {
				s += strings.Repeat(" ", i) + "a:\n"
			}
			return s
		}(),
		"deep.json": strings.Repeat("[", 100_000),
		"deep.toml": "a=" + strings.Repeat("[", 100_000),
		"dots.toml": strings.Repeat("a.", 10_000) + "a=1",
		"keys.toml": "[" + strings.Repeat("a.", 10_000) + "a]",
		"deep.conf": strings.Repeat("<match a>\n", 10_000),
		"deep.py":   strings.Repeat("f(", 10_000),
		"esc.yaml":  "\"\\e]0;x\\a\": {retry_policy: {retry_on: a}}",
		"esc.json":  "{\"retry\\u009b31mPolicy\": \x1b[31m}",
		"tabs.yaml": "a:\n\t- b",
	} {
		start := time.Now()
		_, err := Read(name, []byte(text), nil)
		if err == nil || !plain(err.Error()) || len(err.Error()) > 400 {
			t.Errorf("%s: %q", name, err)
		}
		if took := time.Since(start); took > 2*time.Second { // 0.1 s on a machine that does nothing else
			t.Errorf("%s took %v", name, took)
		}
	}
	if _, err := Read("a.properties", []byte(strings.Repeat("a.", 50_000)+"b=1"), nil); err == nil || !strings.Contains(err.Error(), "deeper") {
		t.Errorf("dots: %v", err)
	}
}

// FuzzRead holds that nothing hangs or panics, that errors are one line of plain text,
// and that what is read can be written.
func FuzzRead(f *testing.F) {
	for i, format := range Formats {
		text, _, _, err := format.Write(nil)
		if err == nil {
			f.Add(uint8(i), text)
		}
	}
	ends := []string{".yaml", ".json", ".toml", ".properties", ".service", ".conf", ".py", ""}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		list, err := Read("file"+ends[int(i)%len(ends)], []byte(text), nil)
		if err != nil && (!plain(err.Error()) || len(err.Error()) > 500) {
			t.Fatalf("%q", err)
		}
		for _, p := range list {
			if !plain(p.Path) || p.Line < 1 {
				t.Fatalf("%+v", p)
			}
			format, _ := Find(p.Format)
			if _, _, _, err := format.Write(p.Set); err != nil && format.Frame != "" {
				t.Fatalf("%+v cannot be written: %v", p, err)
			}
		}
	})
}

// TestUnread says what of a policy does not count.
func TestUnread(t *testing.T) {
	list, err := Read("a.yaml", []byte("kind: BackendTrafficPolicy\nspec:\n  retry: {numRetries: 3}\n  circuitBreaker: {retryBudget: {percent: {numerator: 30,\n    denominator: 1000}}}\n"), nil)
	if err != nil || len(list) != 1 || !slices.Equal(list[0].Notes, []string{"line 5: circuitBreaker.retryBudget.percent.denominator does not count: retune does not know it"}) {
		t.Errorf("%v, %v", list, err)
	}
}
