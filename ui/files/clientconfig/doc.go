// Package clientconfig reads and writes the retry configuration of real clients, such as gRPC's service config, Envoy's
// routes and Temporal's policies.
//
// A [Format] is one row of a table: the client, the syntax, how to recognise a file, where retry policies are in the
// file, and their keys with the form of each value. [Read] and [Format.Write] use only the rows, so a new format is a
// new row.
//
// Reading is strict inside a policy and only there: an unknown key is an error with its line and the nearest known key.
// Files are untrusted. They are at most a mebibyte large and a hundred levels deep, and have no duplicate keys and no
// control characters in names.
package clientconfig
