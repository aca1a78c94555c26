package scenario

// Sample is a scenario file with an example of everything it can hold. It documents the format.
const Sample = `# A scenario file of retune: policies, a fleet, outages and limits.
# retune check -f FILE checks every limit for every policy in every outage;
# other commands take the settings as well: retune fleet -f FILE#proposed.
# Tables take any setting of "retune help settings", by any of its names.

title = "Checkout: retries of the mobile app"
notes = "Traffic at the evening peak."

# A limit is a verdict, or compares a figure with a value. 1.5x is a multiple of the
# load without an outage; a time after the name is the time since the first attempt.
limits = [
  "recovers",
  "peak_load <= 5x",
  "time_to_recovery < 2m",
  "retries_by 60s <= 20",
]

# Settings of all policies and outages: traffic, client, server, simulation.
[fleet]
traffic = "closed"
clients = 1000
think = "10s"
server = "queue"
workers = 15
service-time = "100ms"
timeout = "2s"
seed = 1

[outages.deploy]
outage = "20s"

[outages.incident]
outage = "90s"
outage-kind = "reject"

# Other commands take the first policy unless one is named. A policy may also set
# client = "grpc", or import = "service_config.json#NAME", a policy of a configuration
# file. The path is relative to this file.
[policies.today]
initial-delay = "1s"
factor = 1          # a fixed interval
retries = "none"

[policies.proposed]
initial-delay = "500ms"
factor = 2
cap = "30s"
jitter = "full"
retries = "none"
`
