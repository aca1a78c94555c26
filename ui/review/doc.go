// Package review is what a capacity-planning review needs: a scenario file with named
// policies, a fleet, outages and limits, and the check of every policy in every outage
// against every limit.
//
// A [File] is what the text says, each setting with its line; [File.Cases] makes scenarios
// of it, and [Check] holds them against limits. A [Limit] is a statement about one figure,
// which the flags --fail-if and --fail-unless of every query take as well.
//
// A [Review] is all that can be said of a file, and a [Page] that as it is read: HTML and
// Markdown are written from it, and JSON keeps it, so that they can be written anew.
package review
