package review

// Sample is a scenario file that says what one may have: the documentation of the format.
const Sample = `# A scenario file of retune: policies, a fleet, outages and limits.
# retune check -f FILE holds every policy in every outage against every limit;
# every other command takes the settings too: retune fleet -f FILE#proposed.
# Any setting of "retune help settings" may stand in a table, by any of its names.

title = "Checkout: retries of the mobile app"
notes = "Traffic of the evening peak."

# A limit is a verdict, or a figure, a comparison and a value. 1.5x is a multiple of the
# load without the outage; a time after the name is the time since the first attempt.
limits = [
  "recovers",
  "peak_load <= 5x",
  "time_to_recovery < 2m",
  "retries_by 60s <= 20",
]

# What holds for all policies and outages: traffic, client, server, simulation.
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

# The first policy is the one that other commands take where none is named. Beside settings one
# may be client = "grpc", or import = "service_config.json#NAME": that policy of a configuration
# file, whose path is relative to this one.
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
