// Package clientconfig reads and writes the retry configuration of real clients: gRPC's
// service config, Envoy's routes, Temporal's policies and so on.
//
// A [Format] is one row: the client that it belongs to, the syntax, how a file of it is
// recognised, where in the file a retry policy stands, and its keys with how their
// values are written. [Read] and [Format.Write] work by the rows alone; a new format is
// a new row.
//
// What is read is strict where a policy stands, and only there: an unknown key is
// answered with its line and the nearest right one. Files are hostile until they are
// read: none may be larger than a mebibyte or nested deeper than a hundred levels,
// aliases and duplicate keys are refused, and a name may have no control characters.
package clientconfig
