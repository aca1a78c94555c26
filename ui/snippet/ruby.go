package snippet

// ruby is Ruby, where a time is a number of seconds.
var ruby = Language{Name: "Ruby", Ending: ".rb", comment: "#", forms: map[string]form{
	"count": upTo(1 << 53), "number": number, "truth": truths("true", "false"), "time": number,
}}

var rubyTargets = []Target{
	{Name: "sidekiq", Title: "Sidekiq", Client: "sidekiq", Library: "sidekiq", Language: ruby, code: `require "sidekiq"

# Does the work: an exception has it retried.
class Work
  include Sidekiq::Job
<<!retry_for>>  sidekiq_options retry: <<retry>>
  sidekiq_options retry_for: <<retry_for>>

  def perform
  end
end
`},

	{Name: "faraday-retry", Title: "faraday-retry", Client: "faraday-retry", Library: "faraday-retry", Language: ruby, code: `require "faraday"
require "faraday/retry"

# Returns a connection that retries requests.
def connection(url)
  Faraday.new(url: url) do |f|
    f.request :retry,
              max: <<max>>,
              interval: <<interval>>,
              interval_randomness: <<interval_randomness>>,
              max_interval: <<max_interval>>,
              backoff_factor: <<backoff_factor>>
  end
end
`},
}
