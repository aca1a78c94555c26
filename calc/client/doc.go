// Package client is the retry rules of real clients: a row each, with the client's own
// parameters and the policy of package jitter that they make.
//
// A row is data. What its values do follows from the policy, for which every answer of
// package jitter and package elapsed is exact; no other package knows one client from
// another. A new client is a new row, in the file of its family: its parameters say by their
// roles what delays grow from and what ends them (Values.grown, Values.Policy), and its rule
// what is drawn, and what else differs.
//
// The rows that are Held to Conformance are compared with the clients themselves in the
// module conformance below, which retune does not depend on.
//
// All times are float64 seconds, in the parameters, too: the unit in which a client's
// own configuration counts is that of the format in which it is written.
package client
