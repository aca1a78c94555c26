package clientconfig

import (
	"slices"

	"retune/ui/unit"
)

// toolFormats returns the formats of programs for a command line and of what deploys. Sources: the documentation of
// npm, pip, curl, apt, Ansible, Tekton, Flux, consul-template and LiteLLM.
func toolFormats() []Format {
	return []Format{
		{Name: "npm", Title: "npm fetch-retries", Syntax: "properties",
			At: "", Marks: "fetch-retries, fetch-retry-factor, fetch-retry-mintimeout, fetch-retry-maxtimeout", Open: true,
			Own:  "fetch-retr",
			Keys: millis.at("fetch-retries fetch-retry-factor fetch-retry-mintimeout fetch-retry-maxtimeout")},

		{Name: "pip", Title: "pip retries", Syntax: "ini", At: "global install download wheel", Marks: "retries", Open: true,
			Keys: count.at("retries")},

		{Name: "curl", Title: "curl retry", Syntax: "properties", Files: ".curlrc _curlrc",
			At: "", Marks: "retry, --retry", Open: true,
			Keys: wholes.at(`retry --retry=retry retry-delay --retry-delay=retry-delay retry-max-time
				--retry-max-time=retry-max-time`)},

		{Name: "apt", Title: "apt Acquire::Retries", Syntax: "apt", At: "", Marks: "Acquire::Retries", Open: true,
			Own:   "Acquire::Retries",
			Keys:  wholes.at("Acquire::Retries Acquire::Retries::Delay Acquire::Retries::Delay::Maximum"),
			Other: "Acquire::Retries::HandleRetryAfter"},

		{Name: "ansible", Title: "Ansible task until", At: "**/[]", Open: true,
			Marks: "until retries, until delay, retries delay",
			Keys:  seconds.at("retries delay")},

		{Name: "tekton", Title: "Tekton task retries", Kinds: "Pipeline PipelineRun",
			At:    "spec/tasks/[] spec/finally/[] spec/pipelineSpec/tasks/[] spec/pipelineSpec/finally/[]",
			Marks: "retries", Open: true, Keys: count.at("retries")},

		{Name: "flux-kustomization", Title: "Flux Kustomization", Kinds: "Kustomization",
			At: "spec", Marks: "interval sourceRef", Open: true, Own: "retry",
			Keys: goTime.at("interval retryInterval")},

		{Name: "flux-helmrelease", Title: "Flux HelmRelease", Kinds: "HelmRelease", At: "spec/install spec/upgrade",
			Marks: "remediation, strategy", Open: true, Own: "retry",
			Other: "remediation/remediateLastFailure remediation/ignoreTestFailures remediation/strategy",
			Keys: slices.Concat(words("RemediateOnFailure RetryOnFailure").at("strategy/name=strategy"),
				countOrNone.at("remediation/retries"), goTime.at("strategy/retryInterval"))},

		{Name: "consul-template", Title: "consul-template retry",
			At: `**/consul/retry **/vault/retry **/nomad/retry **/consul/[]/retry/[] **/vault/[]/retry/[]
				**/nomad/[]/retry/[]`,
			Marks: "attempts, backoff, max_backoff", Never: "enabled=false", Other: "enabled",
			Keys: goTime.at("attempts backoff max_backoff")},

		{Name: "litellm", Title: "LiteLLM router_settings",
			At: "router_settings litellm_settings", Marks: "num_retries", Open: true,
			Keys: seconds.at("num_retries retry_after")},
	}
}

// countOrNone is a limit where each negative number means none.
var countOrNone = form{like: "5", kind: unit.Count, reads: notations(`-\d+`, "-1", number, "$0"), text: decimal}
