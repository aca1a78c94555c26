package setting

import "testing"

// TestRows checks the functions that return one row.
func TestRows(t *testing.T) {
	rows := []func() Setting{Jitter, Client, At, Outage, Runs, Vs, Example}
	for i, want := range []string{"jitter", "client", "at", "outage", "runs", "vs", "scenario"} {
		if got := rows[i]().Name; got != want {
			t.Errorf("row %d is %s, want %s", i, got, want)
		}
	}
}
