# Runs a file that retune exports in virtual time, and prints the delays of each run, in
# seconds, as a line of JSON: [[0.1, 0.2], [0.1, 0.2]].
#
#     ruby driver.rb FILE RUNS MOST TOOK
#
# An attempt takes TOOK seconds; after MOST failed ones an operation succeeds.
require "json"

$now = 0.0

module Kernel
  def sleep(seconds)
    $now += seconds
  end
end

class Time
  def self.now = at($now)
end

module Process
  def self.clock_gettime(_clock, unit = :float_second)
    unit == :millisecond ? (1000 * $now).round : $now
  end
end

file, runs, most, took = ARGV[0], ARGV[1].to_i, ARGV[2].to_i, ARGV[3].to_f
begin
  require "faraday/retry"
rescue LoadError
  begin
    require "faraday"
    $LOADED_FEATURES << "faraday/retry.rb" if Faraday::VERSION.start_with?("1.") # which has it
  rescue LoadError
    # it is what the file needs that counts
  end
end
require File.expand_path(file)

# faraday requests until it has a response.
def faraday(attempt)
  with = connection("http://retune.invalid")
  with.adapter(:test) do |server|
    server.get("/") do
      attempt.call(Faraday::TimeoutError)
      [200, {}, ""]
    end
  end
  with.get("/")
end

# Later is where Sidekiq leaves a job that failed.
class Later
  attr_accessor :at, :job

  def zadd(set, at, job)
    @at, @job = at.to_f, job if set == "retry"
  end

  def multi = yield(self)

  def method_missing(*) = nil

  def respond_to_missing?(*) = true
end

# sidekiq runs a job until it is done, or dead.
def sidekiq(attempt)
  raise LoadError, "cannot load such file: sidekiq 8, as #{Sidekiq::VERSION} has other delays" if Sidekiq::VERSION.to_i < 8

  require "sidekiq/job_retry"
  Sidekiq.default_configuration.logger.level = 5
  redis = Later.new
  redis.job = JSON.dump(Object.new.extend(Sidekiq::JobUtil).normalize_item("class" => Work, "args" => []))
  retries = Sidekiq::JobRetry.new(Sidekiq.default_configuration)
  retries.define_singleton_method(:redis) { |&block| block.call(redis) }
  while redis.job
    job, redis.job = redis.job, nil
    begin
      retries.local(Work.new, job, "default") { attempt.call(IOError) }
    rescue Sidekiq::JobRetry::Handled
      sleep(redis.at - $now) if redis.job
    end
  end
end

all = Array.new(runs) do
  delays, ended = [], nil
  attempt = lambda do |error|
    delays << $now - ended if ended
    sleep(took)
    ended = $now
    raise error, "failed" if delays.size < most
  end
  begin
    defined?(Work) ? sidekiq(attempt) : faraday(attempt)
  rescue Faraday::TimeoutError
    # it has given up
  end
  delays
end
puts JSON.dump(all)
