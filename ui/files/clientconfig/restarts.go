package clientconfig

import "slices"

// restartFormats returns the formats of tools that restart programs: a restart is a retry.
func restartFormats() []Format {
	return []Format{
		{Name: "systemd", Title: "systemd unit", Syntax: "ini",
			At: "Service", Open: true, Own: "Restart", Never: "Restart=no", Marks: "Restart, !ExecStart",
			Other: "Restart RestartMode RestartPreventExitStatus RestartForceExitStatus RestartKillSignal",
			Frame: "[Unit]\n[Service]\nExecStart=/usr/bin/service\nRestart=on-failure\n",
			Keys: slices.Concat(
				unitTime.at(`RestartSec RestartSteps RestartMaxDelaySec RestartRandomizedDelaySec
					../Unit/StartLimitBurst ../Unit/StartLimitIntervalSec`),
				// Keys before systemd 230, which are still valid.
				unitTime.at(`../Unit/StartLimitInterval=StartLimitIntervalSec
					StartLimitInterval=StartLimitIntervalSec StartLimitBurst`),
			)},

		{Name: "supervisord", Title: "supervisord program", Syntax: "ini",
			At: "*", Marks: "startretries, command", Open: true, Own: "startr",
			Frame: "[program:service]\ncommand=/usr/bin/service\n",
			Keys:  wholes.at("startsecs startretries")},

		{Name: "docker", Title: "Docker Compose restart",
			At: "services/*", Marks: "restart", Open: true, Own: "restart",
			Frame: `{services: {service: {image: "busybox:1"}}}`,
			Keys:  slices.Concat(dockerRestart.at("restart"), dockerRetries.at("restart=max_retries"))},

		{Name: "docker-swarm", Title: "Docker Swarm restart_policy",
			At:    "services/*/deploy/restart_policy",
			Frame: `{services: {service: {image: "busybox:1", deploy: {restart_policy: {}}}}}`,
			Keys:  goTime.at("condition delay max_attempts window")},

		{Name: "nomad-restart", Title: "Nomad restart",
			At: "**/RestartPolicy", Marks: "Attempts, Delay, Interval", Other: "RenderTemplates",
			Implied: "**/TaskGroups/[] Name RestartPolicy",
			Inherits: func(n *node) *node { // a task inherits the policy of its group
				if of := n.parent; of != nil && of.parent != nil && of.parent.key == "Tasks" {
					return of.parent.parent.child(n.key)
				}
				return ofBatch(`{"Attempts": 3, "Interval": "24h"}`)(n)
			},
			Frame: `{"Job": {"ID": "service", "Type": "service", "TaskGroups": [{"Name": "service",
  "RestartPolicy": {}}]}}`,
			Keys: goNanos.at("Attempts=attempts Interval=interval Delay=delay Mode=mode")},

		{Name: "nomad-reschedule", Title: "Nomad reschedule",
			At: "**/ReschedulePolicy", Marks: "Attempts, Delay, Unlimited",
			Implied: "**/TaskGroups/[] Name ReschedulePolicy",
			Inherits: ofBatch(`{"Attempts": 1, "Interval": "24h", "Delay": "5s", "DelayFunction": "constant",
				"Unlimited": false}`),
			Frame: `{"Job": {"ID": "service", "Type": "service", "TaskGroups": [{"Name": "service",
  "ReschedulePolicy": {}}]}}`,
			Keys: goNanos.at(`Attempts=attempts Interval=interval Delay=delay DelayFunction=delay_function
				MaxDelay=max_delay Unlimited=unlimited`)},
	}
}

// ofBatch returns the default policy in text if n is in a batch job of Nomad, else nil. Source: api/tasks.go.
func ofBatch(text string) func(*node) *node {
	return func(n *node) *node {
		for ; n != nil; n = n.parent {
			if n.value("Type") == "batch" && n.child("TaskGroups") != nil {
				return defaults(text)
			}
		}
		return nil
	}
}

// defaults parses the policy that a client has if a file has none.
func defaults(text string) *node {
	docs, _ := readYAML([]byte(text))
	return docs[0]
}
