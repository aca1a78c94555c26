// Package client is a table of the retry rules of real clients. A row has the parameters of the
// client and the policy of package jitter that their values make.
//
// A row is data: packages jitter and elapsed answer every question from the policy, and no other
// package knows one client from another. A new client is a new row in the file of its family. The
// roles of its parameters say what the delays grow from and what ends them (Values.grown and
// Values.Policy); its Policy func says what is drawn and what else differs.
//
// The module conformance below this directory runs the clients whose rows are Held to Conformance
// and compares them with their rows. retune does not depend on it.
//
// All times are float64 seconds, parameters included. The units of a configuration belong to its
// format, not to the row.
package client
