// Package lab runs a fleet with a real HTTP server, real clients and real connections, and compares what it measures
// with the simulation.
//
// Server and clients are in one process, or the server ([Run.Serve]) or the clients ([Run.Start] with a URL) are alone.
// In an outage that hangs the server takes connections and answers none.
//
// # Time
//
// Times of a fleet are divided by Plan.Speed: at speed 10 a minute of the fleet takes six seconds of the clock. All
// recorded times are in seconds of the fleet since the start.
//
// # Safety
//
// The server listens on 127.0.0.1. Clients connect to loopback addresses only, look up no name, use no proxy and
// follow no redirect. A run has at most [MostClients] clients and takes at most [MostTime].
package lab
