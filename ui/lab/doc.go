// Package lab runs a fleet with a real HTTP server, real clients and real connections, and compares what it measures
// with the simulation.
//
// # Processes
//
//	retune lab          clients: measures, predicts, prints
//	   | pipe
//	retune lab watch    stops and resumes the server in a hang; kills it when one of the pipes ends
//	   | pipe
//	retune lab serve    server on 127.0.0.1
//
// Each process ends when another one ends, for whatever reason. The watcher reads the end of its pipe and kills the
// server, which reacts to nothing else while it is stopped. The clients see the watcher end and kill the server by its
// process number. The server may also run alone ([Serve]), and so may the clients ([Run] with a URL); then there is one
// process.
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
