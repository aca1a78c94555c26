package conformance

import (
	"net/http"

	"github.com/hashicorp/go-retryablehttp"

	"retune/calc/client"
)

// transport answers requests without a network.
type transport func() error

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := t(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: r}, nil
}

// Do is the method that azcore calls.
func (t transport) Do(r *http.Request) (*http.Response, error) { return t.RoundTrip(r) }

func runRetryableHTTP(b retryablehttp.Backoff) func(client.Values, func() error) {
	return func(v client.Values, attempt func() error) {
		c := retryablehttp.Client{CheckRetry: retryablehttp.DefaultRetryPolicy, Backoff: b,
			RetryWaitMin: duration(v.At("RetryWaitMin")), RetryWaitMax: duration(v.At("RetryWaitMax")),
			RetryMax: int(v.At("RetryMax"))}
		get(&c, attempt)
	}
}

// get counts the attempts of a client by its requests.
func get(c *retryablehttp.Client, attempt func() error) {
	c.HTTPClient, c.Logger = &http.Client{Transport: transport(attempt)}, nil
	if response, err := c.Get("http://retune.invalid"); err == nil {
		_ = response.Body.Close()
	}
}

var retryableHTTP = library{
	client: "go-retryablehttp", run: runRetryableHTTP(retryablehttp.DefaultBackoff),
	cases: []with{{}, {"RetryMax": 10}, {"RetryMax": 0}, {"RetryMax": 3, "RetryWaitMin": 5, "RetryWaitMax": 2}},
}

// retryableHTTPLinear seeds each draw with the clock, which starts at the same time in every bubble, so the draws are
// the same in every run.
var retryableHTTPLinear = library{
	client: "go-retryablehttp-linear", run: runRetryableHTTP(retryablehttp.LinearJitterBackoff),
	cases: []with{{}, {"RetryWaitMin": 0.8, "RetryWaitMax": 1.2}, {"RetryWaitMin": 2, "RetryWaitMax": 1},
		{"RetryWaitMin": 0}},
}
