package client

import (
	"math"

	"retune/calc/jitter"
)

// longestRTO is the longest wait of TCP in Linux, seconds.
const longestRTO = 120

// synWaits returns the waits after the SYNs of Linux: first linear ones of 1 s, then doubling ones.
func synWaits(linear, retries float64) (list []float64) {
	for range int(linear) {
		list = append(list, 1)
	}
	for k := range int(retries) + 1 {
		list = append(list, math.Min(longestRTO, math.Exp2(float64(k))))
	}
	return list
}

// protocolClients returns network protocols that repeat unanswered messages.
func protocolClients() []Row {
	return []Row{
		{
			Name:    "tcp-syn",
			Title:   "TCP connect, SYNs of Linux",
			Names:   []string{"syn", "tcp-connect"},
			Version: "Linux 6.5",
			Source:  "Documentation/networking/ip-sysctl; RFC 6298 2.1, 5.5",
			Held:    Table,
			Formula: "1 s tcp_syn_linear_timeouts times, then 1 s 2^(j-1)",
			Stops:   "tcp_syn_retries, beside the linear ones",
			On:      "a SYN without an answer",
			Parameters: []Parameter{
				upTo(127, retryLimit("tcp_syn_retries", 6, "SYNs sent again, beside the linear ones")),
				upTo(100, whole("tcp_syn_linear_timeouts", 4, 0, NoRole, "SYNs sent again after 1s each; before 6.5 none: 0")),
			},
			Policy: func(v Values) jitter.Policy {
				list := synWaits(v.At("tcp_syn_linear_timeouts"), v.At("tcp_syn_retries"))
				return waits(retries(listed(list), float64(len(list)-1)))
			},
		},

		{
			Name:    "tcp-rto",
			Title:   "TCP retransmission of data, Linux",
			Names:   []string{"tcp-retransmission"},
			Version: "Linux 6",
			Source:  "RFC 6298; Documentation/networking/ip-sysctl tcp_retries2",
			Held:    Table,
			Formula: "min(120 s, RTO 2^(k-1))",
			Stops:   "tcp_retries2",
			On:      "a segment without an acknowledgement",
			Parameters: []Parameter{
				example(above0(initialDelay("RTO", 0.2, "SRTT + max(G, 4 RTTVAR), at least 200ms in Linux"))),
				upTo(255, retryLimit("tcp_retries2", 15, "retransmissions")),
			},
			Policy: func(v Values) jitter.Policy { return waits(exponential(v.At("RTO"), 2, longestRTO)) },
		},

		{
			Name:       "sip-invite",
			Title:      "SIP INVITE over UDP, timers A and B",
			Version:    "RFC 3261",
			Source:     "RFC 3261 17.1.1.2, table 4",
			Held:       Table,
			Formula:    "T1 2^(k-1)",
			Stops:      "timer B, 64 T1",
			On:         "a request without an answer",
			Parameters: []Parameter{above0(initialDelay("T1", 0.5, "estimate of the round-trip time"))},
			Policy:     func(v Values) jitter.Policy { return waits(until(v.grown(), 64*v.At("T1"), jitter.LookAhead)) },
		},

		{
			Name:    "sip-request",
			Title:   "SIP requests but INVITE over UDP, timers E and F",
			Version: "RFC 3261",
			Source:  "RFC 3261 17.1.2.2",
			Held:    Table,
			Formula: "min(T2, T1 2^(k-1))",
			Stops:   "timer F, 64 T1",
			On:      "a request without an answer",
			Parameters: []Parameter{
				above0(initialDelay("T1", 0.5, "estimate of the round-trip time")), longestDelay("T2", 4),
			},
			Policy: func(v Values) jitter.Policy { return waits(until(v.grown(), 64*v.At("T1"), jitter.LookAhead)) },
		},

		{
			Name:    "coap",
			Title:   "CoAP, confirmable messages",
			Version: "RFC 7252",
			Source:  "RFC 7252 4.2, 4.8",
			Held:    Table,
			Formula: "x 2^(k-1), x = ACK_TIMEOUT U(1, ACK_RANDOM_FACTOR) drawn once for all",
			Stops:   "MAX_RETRANSMIT",
			On:      "a confirmable message without an acknowledgement",
			Parameters: []Parameter{
				initialDelay("ACK_TIMEOUT", 2), retryLimit("MAX_RETRANSMIT", 4),
				num("ACK_RANDOM_FACTOR", 1.5, 1, 10, NoRole, "most of what the first wait is multiplied by"),
			},
			Policy: func(v Values) jitter.Policy { return once(waits(up(v.grown(), v.At("ACK_RANDOM_FACTOR")-1))) },
		},

		{
			Name:    "dhcp",
			Title:   "DHCPv4 client",
			Version: "RFC 2131",
			Source:  "RFC 2131 4.1",
			Held:    Table,
			Formula: "min(64 s, 4 s 2^(k-1)) + U(-1 s, 1 s)",
			Stops:   "the client's choice",
			On:      "a message without an answer",
			Parameters: []Parameter{
				example(retryLimit("retransmissions", 4)), initialDelay("initial", 4), longestDelay("longest", 64),
			},
			Policy: func(v Values) jitter.Policy { return draws(v.grown(), jitter.Within, 1) },
		},

		{
			Name:    "quic-pto",
			Title:   "QUIC probe timeout",
			Version: "RFC 9002",
			Source:  "RFC 9002 6.2",
			Held:    Table,
			Formula: "PTO 2^(k-1)",
			Stops:   "the idle timeout",
			On:      "packets without an acknowledgement",
			Parameters: []Parameter{
				initialDelay("PTO", 0.999, "smoothed_rtt + max(4 rttvar, 1ms) + max_ack_delay; 999ms before the first sample"),
				example(deadline("max_idle_timeout", 30)),
			},
			Policy: func(v Values) jitter.Policy { return waits(v.grown()) },
		},
	}
}
