// Package client is a table of the retry rules of real clients. A row has the parameters of the client, and computes
// the policy of package jitter for their values. Begin with [Find] and [Values.Policy].
//
// A row is data: packages jitter and elapsed answer every question from the policy, and no other package distinguishes
// clients. A new client is a new row in the file of its family. The roles of its parameters determine the growth and
// the end of the delays (Values.grown and Values.Policy). Its Policy func determines the jitter and everything else.
//
// The module conformance in this directory runs the clients whose rows are Held to Conformance and compares them with
// their rows. retune does not depend on it.
//
// All times are float64 seconds, parameters included. A parameter's Notation says which unit a number has that the
// client's own configuration or code gives.
package client
