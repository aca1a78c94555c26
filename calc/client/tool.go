package client

import (
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// toolClients returns command line programs.
func toolClients() []Row {
	return []Row{
		{
			Name:        "curl",
			Title:       "curl, option retry",
			Version:     "8.10",
			Source:      "src/tool_operate.c RETRY_SLEEP_DEFAULT, RETRY_SLEEP_MAX",
			Held:        Table,
			Honor:       replaces,
			HonorSource: "src/tool_operate.c; beyond retry-max-time curl gives up",
			Formula:     "min(10 min, 1 s 2^(k-1)), or always retry-delay",
			Stops:       "retry, 0 unless it is given; retry-max-time, looked at before the wait",
			Stop:        jitter.LookBehind,
			On: "timeouts, FTP 4xx and HTTP 408, 429, 500, 502, 503, 504, 522, 524; retry-connrefused and " +
				"retry-all-errors have more",
			Parameters: []Parameter{
				example(retryLimit("retry", 3)),
				dur("retry-delay", 0, NoRole, "every wait; 0s: it grows from 1s"),
				deadline("retry-max-time", 0, "for all attempts together; 0s: no limit"),
			},
			Policy: func(v Values) jitter.Policy {
				if d := v.At("retry-delay"); d > 0 {
					return constant(d)
				}
				return exponential(1, 2, 600)
			},
		},

		{
			Name:    "wget",
			Title:   "GNU Wget, option tries",
			Version: "1.21.3",
			Source:  "src/retr.c sleep_between_retrievals, src/http.c http_loop",
			Held:    Table,
			Counts:  Attempts,
			Formula: "min(waitretry, k s)",
			Stops:   "tries",
			On: "timeouts and connections that end early; refused ones with retry-connrefused, and a status only if " +
				"retry-on-http-error has it",
			Parameters: []Parameter{
				limitOrNone("tries", 20, 0, "attempts with the first; 0: no limit"),
				longestDelay("waitretry", 10, "longest wait, whole seconds"),
			},
			Policy: func(v Values) jitter.Policy { return linear(1, v.role(Cap, inf)) },
		},

		{
			Name:    "npm",
			Written: inNumberOfMillis,
			Title:   "npm, fetch-retries",
			Names:   []string{"npm-install"},
			Version: "10.9",
			Source:  "workspaces/config/lib/definitions/definitions.js",
			Held:    Table,
			Formula: "min(fetch-retry-maxtimeout, fetch-retry-mintimeout fetch-retry-factor^(k-1))",
			Stops:   "fetch-retries",
			On:      "404 of a tarball no, 408, 420, 429 and 5xx yes, and connection errors, of GET and HEAD",
			Parameters: []Parameter{
				retryLimit("fetch-retries", 2),
				factor("fetch-retry-factor", 10),
				initialDelay("fetch-retry-mintimeout", 10),
				longestDelay("fetch-retry-maxtimeout", 60),
			},
			Policy:  Values.grown,
			Refuses: atLeast("fetch-retry-maxtimeout", "fetch-retry-mintimeout"),
		},

		{
			Name:        "pip",
			Title:       "pip, option retries",
			Version:     "24.2",
			Source:      "src/pip/_internal/network/session.py",
			Held:        Table,
			Honor:       honors(fleet.Honor{Most: 6 * 3600}),
			HonorSource: "urllib3 util/retry.py sleep_for_retry",
			Formula:     "0, then min(120 s, 0.25 s 2^(k-1))",
			Stops:       "retries",
			On:          "500, 502, 503, 520, 527, 413 and 429 with Retry-After, connection errors, of GET and HEAD",
			Parameters:  []Parameter{retryLimit("retries", 5)},
			Policy:      func(v Values) jitter.Policy { return noFirst(exponential(0.25, 2, 120)) },
			Notes:       []string{"since 25.1 a download that breaks off is resumed beside these: resume-retries, at once"},
		},

		{
			Name:    "apt",
			Title:   "apt, Acquire::Retries",
			Names:   []string{"apt-get"},
			Version: "3.1.12",
			Source:  "apt-pkg/acquire-worker.cc pkgAcquire::Worker::HandleFailure; methods/basehttp.cc",
			Formula: "min(Acquire::Retries::Delay::Maximum, 1 s 2^(k-1))",
			Stops:   "Acquire::Retries",
			On:      "408, 429, 500, 502, 503, 504, 599, timeouts, refused connections, names that do not resolve",
			Honor:   honorsToCap(fleet.Honor{Kind: fleet.Add}),
			HonorSource: "apt-pkg/acquire-worker.cc since 3.1, of 429 alone: it adds to the delay, up to as much again is " +
				"drawn, and the whole is cut to Acquire::Retries::Delay::Maximum",
			Parameters: []Parameter{
				retryLimit("Acquire::Retries", 3),
				on("Acquire::Retries::Delay", true, "wait before a retry"),
				inSeconds(longestDelay("Acquire::Retries::Delay::Maximum", 30)),
			},
			Policy: func(v Values) jitter.Policy {
				if !v.On("Acquire::Retries::Delay") {
					return constant(0)
				}
				return exponential(1, 2, v.role(Cap, inf))
			},
		},

		{
			Name:    "ansible",
			Title:   "Ansible, until with retries",
			Names:   []string{"ansible-playbook"},
			Version: "2.16",
			Source:  "lib/ansible/executor/task_executor.py",
			Formula: "delay",
			Stops:   "retries",
			On:      "a task whose until is false; with retries alone, one that fails",
			Parameters: []Parameter{
				retryLimit("retries", 3), initialDelay("delay", 5, "every wait"),
			},
			Policy: Values.constant,
		},

		{
			Name:    "terraform",
			Title:   "Terraform AWS provider",
			Names:   []string{"terraform-provider-aws", "aws-sdk-go-base"},
			Version: "aws-sdk-go-base 71dcf8a",
			Source:  "aws-sdk-go-base aws_config.go; terraform-provider-aws pull request 36855",
			Held:    Table,
			Counts:  Attempts,
			Formula: "U(0, 2^k s) while 2^k s is at most 5min, then exactly 5min",
			Stops:   "max_retries, which counts attempts; after 9 where a host is not found or refuses",
			On:      awsRetried,
			Parameters: []Parameter{
				attemptLimit("max_retries", 25, "attempts with the first, in spite of the name"),
				recent(whole("token_bucket_rate_limiter_capacity", 0, 0, BudgetReserve, "quota of retries; 0: none")),
			},
			Policy: func(Values) jitter.Policy { return legacyGo(300) },
			Budget: func(v Values) fleet.Budget {
				if n := v.At("token_bucket_rate_limiter_capacity"); n > 0 {
					return fleet.Budget{Kind: fleet.Quota, Reserve: n}
				}
				return fleet.Budget{}
			},
			Notes: []string{"before April 2024 waits were at most 20s; resources have retries of their own on top"},
		},

		{
			Name:    "nick-fields-retry",
			Title:   "GitHub Actions, nick-fields/retry",
			Names:   []string{"github-actions", "nick-invision-retry"},
			Version: "dd56f1c (2026-03)",
			Source:  "action.yml, src/inputs.ts",
			Counts:  Attempts,
			Formula: "retry_wait_seconds",
			Stops:   "max_attempts, after one more wait",
			On:      "a command that fails or times out, unless retry_on says which",
			Parameters: []Parameter{
				attemptLimit("max_attempts", 3),
				zeroIsDefault(inSeconds(initialDelay("retry_wait_seconds", 10, "every wait; 0: the default"))),
				written(inNumberOfMinutes, attemptTimeout("timeout_minutes", inf,
					"longest time of one attempt, which timeout_seconds may give instead")),
			},
			Policy: func(v Values) jitter.Policy { return waits(v.constant()) },
		},

		{
			Name:       "gitlab",
			Title:      "GitLab CI/CD retry",
			Names:      []string{"gitlab-ci"},
			Version:    "e2e5ea37",
			Source:     "lib/gitlab/ci/config/entry/retry.rb",
			Formula:    "0",
			Stops:      "retry:max",
			On:         "a job that fails, unless retry:when says which; it queues again for a runner",
			Parameters: []Parameter{upTo(2, retryLimit("max", 0, "retries, at most 2"))},
			Policy:     atOnce,
		},
	}
}
