// Package scenario is the scenario file of a capacity-planning review: named policies, a fleet,
// outages and limits, and the check of every policy in every outage against every limit.
//
// A [File] is what the text says, each setting with its line. [File.Cases] makes scenarios of it, and
// [Hold] holds them against limits. A [Limit] is a statement about one figure, which the flags
// --fail-if and --fail-unless of every question take as well. A [Document] is a file that is open on
// the screen, with what of it is looked at.
package scenario
