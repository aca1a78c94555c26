// Package attempts reads the attempts of requests from logs: the record of retune lab, JSON lines, CSV, spans of
// OpenTelemetry in JSON, and access logs of nginx and Apache whose format is given.
//
// A [Format] turns a log into rows of named values. [Columns] say which of them are the time, the request and the
// outcome; they are guessed by name, or given. A [Collector] gathers the attempts of each request. Above [mostAttempts]
// it keeps the requests whose name has a hash in a part of all hashes, so that memory has a limit whatever the size of
// the log. It keeps times, outcomes and hashes, and no text of a log.
package attempts
