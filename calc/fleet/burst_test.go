package fleet

import "testing"

// TestBurstTimes reads the times of a burst of ten clients that are all served within one second: those served before
// the outage ended were served at once.
func TestBurstTimes(t *testing.T) {
	w := System{Traffic: Traffic{Kind: Burst, Clients: 10}}
	r := Result{Step: 1, First: []float64{10, 0}, Goodput: []float64{10, 0}, LastEnd: 0.9}
	times, normal := r.burstTimes(w, 10)
	if times != (RecoveryTimes{0.9, 0.45, 0.85, 0.9}) || normal != 1 {
		t.Errorf("%+v, normal from step %d", times, normal)
	}
	w.Outages = []Outage{{Kind: Reject, Length: 0.5}}
	if times, _ := r.burstTimes(w, 10); times.Success50 != 0 || times.Recovery != 0.9-0.5 {
		t.Errorf("after an outage of half a second: %+v", times)
	}
}
