// Package lab runs a fleet with a real HTTP server, real clients and real connections, and compares what it measures
// with the simulation.
//
// # Processes
//
//	retune lab          clients: measures, predicts, prints; stops and resumes the server in a hang
//	   | pipe
//	retune lab serve    server on 127.0.0.1
//
// Each process ends when the other one ends, for whatever reason: the server reads the end of its pipe, and the
// clients read the end of its reports. If the server is stopped when the clients end, the kernel resumes it. The server
// may also run alone ([Run.Serve]), and so may the clients ([Run.Start] with a URL); then there is one process.
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
