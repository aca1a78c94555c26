package system

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestRejects compares with shares that were played in slots of 5 ms, and puts the
// share back into the sum in closed form.
func TestRejects(t *testing.T) {
	s := Server{Kind: Limited, Latency: 0.005, Capacity: 1000}
	for _, c := range []struct{ cap, clients, want float64 }{
		{10, 2000, 0.6476}, {10, 5000, 0.7684}, {10, 20000, 0.8836}, {10, 100000, 0.9612},
		{1, 2000, 0.7782}, {1, 5000, 0.9091}, {1, 20000, 0.9757}, {1, 100000, 0.9950},
	} {
		client := Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: c.cap}, Jitter: jitter.Jitter{Type: jitter.Full}, Retries: math.Inf(1), Deadline: math.Inf(1)},
			Timeout: 2}
		fleet := Traffic{Clients: c.clients, Think: 1}
		p := s.Rejects(client, fleet)
		near(t, "share", p, c.want, 0.005) // there a call that fails takes 5 ms, too
		m := client.CapRetry() - 1
		sum := 0.05*p*(1-math.Pow(2*p, m))/(1-2*p) + c.cap/2*math.Pow(p, m+1)/(1-p)
		near(t, "clients", 1000*(1.005+sum), c.clients, 1e-9*c.clients)
		near(t, "tipping", s.Tipping(client, fleet).Rejected, p, 0)

		// With three retries: requests end after four calls, and the clients think again.
		client.Retries = 3
		p = s.Rejects(client, fleet)
		cycle := 1 + 0.005*(1-p*p*p*p) + 0.05*p + 0.1*p*p + 0.2*p*p*p
		near(t, "clients with 3 retries", 1000/(1-p*p*p*p)*cycle, c.clients, 1e-6*c.clients)
	}
	near(t, "within capacity", s.Rejects(Client{}, Traffic{Clients: 1000, Think: 1}), 0, 0)
	near(t, "open", s.Rejects(Client{}, Traffic{Kind: Open, Rate: 2000}), math.NaN(), 0)
}
