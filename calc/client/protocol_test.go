package client

import "testing"

// TestProtocolSchedules checks the delays in standards and the documentation of Linux, in seconds.
func TestProtocolSchedules(t *testing.T) {
	for _, c := range protocolSchedules {
		c.compare(t)
	}
}

var protocolSchedules = []schedule{
	{"tcp-syn", "", nil, []float64{1, 1, 1, 1, 1, 2, 4, 8, 16, 32}, nil},
	{"tcp-syn", "tcp_syn_linear_timeouts=0", nil, []float64{1, 2, 4, 8, 16, 32}, nil},
	{"tcp-rto", "", nil, []float64{.2, .4, .8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 120, 120}, nil},
	{"sip-invite", "", nil, []float64{.5, 1, 2, 4, 8, 16}, nil}, {"sip-request", "", nil, []float64{.5, 1, 2, 4, 4}, nil},
	{"coap", "", []float64{2, 4, 8, 16}, []float64{2.5, 5, 10, 20}, []float64{3, 6, 12, 24}},
	{"dhcp", "", []float64{3, 7, 15, 31}, []float64{4, 8, 16, 32}, []float64{5, 9, 17, 33}},
	{"quic-pto", "", nil, []float64{.999, 1.998, 3.996}, nil},
}

// TestProtocols counts the transmissions of SIP: 7 of an INVITE and 11 of another request (RFC 3261, table 4).
func TestProtocols(t *testing.T) {
	for name, want := range map[string]float64{"sip-invite": 6, "sip-request": 10} {
		p, err := set(t, name, "").Policy()
		if got := p.RetriesMade(); err != nil || got != want {
			t.Errorf("%s: %v retries (%v), want %v", name, got, err, want)
		}
	}
}
