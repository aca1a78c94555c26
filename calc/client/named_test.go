package client

import (
	"slices"
	"testing"
)

// TestNamed checks the clients that files name in their names or texts.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       []string
	}{
		{"sidekiq.yml", ":concurrency: 5\n", []string{"sidekiq"}},
		{"dagster.yaml", "run_retries: {enabled: true}\n", []string{"dagster"}},
		{"haproxy.cfg", "global\n", []string{"haproxy"}},
		{"requirements.txt", "tenacity==9.1.4\nrequests\n", []string{"tenacity", "urllib3"}}, // requests is a name of urllib3
		{"package.json", `{"dependencies": {"p-retry": "^7", "axios-retry": "^4"}}`, []string{"axios-retry", "p-retry"}},
		{"a.yaml", "a: 1\nretry: 3\n", nil},
	} {
		got := Named(c.file, c.text)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.file, got, c.want)
		}
	}
}
