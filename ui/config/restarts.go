package config

// restartFormats is what restarts programs: a restart is a retry.
var restartFormats = []Format{
	{Name: "systemd", Title: "systemd unit", Client: "systemd", Syntax: []syntax{iniSyntax}, Files: "*.service",
		At: []string{"Service"}, Open: true, Own: "Restart",
		Other: "Restart RestartMode RestartPreventExitStatus RestartForceExitStatus RestartKillSignal",
		Frame: "[Unit]\n[Service]\nExecStart=/usr/bin/service\nRestart=on-failure\n",
		Keys: []Key{
			{"RestartSec", "RestartSec", unitTime},
			{"RestartSteps", "RestartSteps", count},
			{"RestartMaxDelaySec", "RestartMaxDelaySec", unitTime},
			{"RestartRandomizedDelaySec", "RestartRandomizedDelaySec", unitTime},
			{"../Unit/StartLimitBurst", "StartLimitBurst", count},
			{"../Unit/StartLimitIntervalSec", "StartLimitIntervalSec", unitTime},
		}},

	{Name: "supervisord", Title: "supervisord program", Client: "supervisord", Syntax: []syntax{iniSyntax}, Files: "supervisord*.conf",
		At: []string{"*"}, Marks: []string{"startretries"}, Open: true, Own: "startr",
		Frame: "[program:service]\ncommand=/usr/bin/service\n",
		Keys: []Key{
			{"startsecs", "startsecs", wholes},
			{"startretries", "startretries", count},
		}},

	{Name: "docker", Title: "Docker Compose restart", Client: "docker", Syntax: []syntax{yamlSyntax}, Files: "docker-compose*.yml docker-compose*.yaml compose*.yml compose*.yaml",
		At: []string{"services/*"}, Marks: []string{"restart"}, Open: true, Own: "restart",
		Frame: `{services: {service: {image: "busybox:1"}}}`,
		Keys: []Key{
			{"restart", "restart", dockerRestart},
			{"restart", "max_retries", dockerRetries},
		}},

	{Name: "docker-swarm", Title: "Docker Swarm restart_policy", Client: "docker-swarm", Syntax: []syntax{yamlSyntax},
		At:    []string{"services/*/deploy/restart_policy"},
		Frame: `{services: {service: {image: "busybox:1", deploy: {restart_policy: {}}}}}`,
		Keys: []Key{
			{"condition", "condition", words("any on-failure none")},
			{"delay", "delay", goTime},
			{"max_attempts", "max_attempts", count},
			{"window", "window", goTime},
		}},

	{Name: "nomad-restart", Title: "Nomad restart", Client: "nomad-restart", Syntax: []syntax{jsonSyntax}, Files: "*.nomad.json",
		At: []string{"**/RestartPolicy"}, Marks: []string{"Attempts", "Delay", "Interval"}, Other: "RenderTemplates",
		Frame: `{"Job": {"ID": "service", "Type": "service", "TaskGroups": [{"Name": "service", "RestartPolicy": {}}]}}`,
		Keys: []Key{
			{"Attempts", "attempts", count},
			{"Interval", "interval", goNanos},
			{"Delay", "delay", goNanos},
			{"Mode", "mode", words("fail delay")},
		}},

	{Name: "nomad-reschedule", Title: "Nomad reschedule", Client: "nomad-reschedule", Syntax: []syntax{jsonSyntax},
		At: []string{"**/ReschedulePolicy"}, Marks: []string{"Attempts", "Delay", "Unlimited"},
		Frame: `{"Job": {"ID": "service", "Type": "service", "TaskGroups": [{"Name": "service", "ReschedulePolicy": {}}]}}`,
		Keys: []Key{
			{"Attempts", "attempts", count},
			{"Interval", "interval", goNanos},
			{"Delay", "delay", goNanos},
			{"DelayFunction", "delay_function", words("exponential fibonacci constant")},
			{"MaxDelay", "max_delay", goNanos},
			{"Unlimited", "unlimited", truth},
		}},
}
