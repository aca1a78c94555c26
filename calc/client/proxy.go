package client

import (
	"math"

	"retune/calc/jitter"
)

// proxyClients returns reverse proxies.
func proxyClients() []Row {
	return []Row{
		{
			Name:    "haproxy",
			Written: inNumberOfMillis,
			Title:   "HAProxy retries",
			Version: "50872daa",
			Source:  "doc/configuration.txt, src/backend.c",
			Formula: "min(timeout connect, 1 s) on the same server, none on another",
			On:      "a connection that cannot be made, unless retry-on says more",
			Stops:   "retries",
			Parameters: []Parameter{
				retryLimit("retries", 3),
				example(initialDelay("connect", 5, "timeout connect; 0s: none")),
				on("redispatch", false, "option redispatch, for several servers that no cookie or hash chooses"),
			},
			Policy: func(v Values) jitter.Policy {
				if v.On("redispatch") {
					return constant(0)
				}
				return exponential(orNever(v.At("connect")), 1, 1)
			},
			Notes: []string{
				"without redispatch the retry follows at once after a connect that timed out, or on a connection that was used " +
					"before",
			},
		},

		{
			Name:    "nginx",
			Written: inNumberOfSeconds,
			Title:   "nginx proxy_next_upstream",
			Names:   []string{"proxy-next-upstream"},
			Version: "3f6f7824",
			Source:  "ngx_http_proxy_module.c",
			Counts:  Attempts,
			Formula: "no wait: the next server at once",
			On:      "error and timeout, of idempotent methods, unless proxy_next_upstream says otherwise",
			Stops:   "proxy_next_upstream_tries; proxy_next_upstream_timeout; every server once",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{
				retryLimit("proxy_next_upstream_tries", 0, "attempts; 0: every server once"),
				example(whole("servers", 3, 1, NoRole, "servers of the upstream")),
				inMillis(deadline("proxy_next_upstream_timeout", 0, "for all attempts; 0: no limit")),
			},
			Policy: func(v Values) jitter.Policy {
				return attempts(constant(0), math.Min(v.At("servers"), orNever(v.At("proxy_next_upstream_tries"))))
			},
		},

		{
			Name:    "caddy",
			Title:   "Caddy reverse_proxy",
			Names:   []string{"caddyserver"},
			Version: "0cf03d32",
			Source:  "modules/caddyhttp/reverseproxy/reverseproxy.go",
			Formula: "lb_try_interval",
			On:      "a connection that cannot be made; what is sent only for GET, or by lb_retry_match",
			Stops:   "lb_retries; lb_try_duration, looked at after each failure",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{
				retryLimit("lb_retries", 0, "retries; 0: by duration"),
				deadline("lb_try_duration", 0, "0: by count"),
				initialDelay("lb_try_interval", 0,
					"wait before each retry; 0s: 250ms with lb_try_duration, and none without"),
			},
			Policy: func(v Values) jitter.Policy {
				n := v.At("lb_retries")
				if n == 0 && v.At("lb_try_duration") > 0 {
					n = inf
				}
				wait := v.At("lb_try_interval")
				if wait == 0 && v.At("lb_try_duration") > 0 {
					wait = 0.25
				}
				return retries(constant(wait), n)
			},
		},
	}
}
