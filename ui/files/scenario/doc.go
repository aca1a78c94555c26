// Package scenario reads the scenario file of a capacity-planning review (named policies, a fleet, outages and limits)
// and checks every policy in every outage against every limit.
//
// A [File] holds the settings of the text with their lines. [File.Cases] turns it into scenarios, and [Run] checks them
// against the limits. A [Limit] is a condition on one figure, also used by the flags --fail-if and --fail-unless. A
// [Document] is a file open on the screen, with the selected policy and outage.
package scenario
