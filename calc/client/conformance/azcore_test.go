package conformance

import (
	"context"
	"net/http"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"

	"retune/calc/client"
)

var azcore = library{
	client: "azcore",
	run: func(v client.Values, attempt func() error) {
		line := runtime.NewPipeline("retune", "v0", runtime.PipelineOptions{}, &policy.ClientOptions{
			Transport: transport(attempt),
			Retry: policy.RetryOptions{MaxRetries: int32(v.At("MaxRetries")),
				RetryDelay: duration(v.At("RetryDelay")), MaxRetryDelay: duration(v.At("MaxRetryDelay"))},
		})
		request, err := runtime.NewRequest(context.Background(), http.MethodGet, "http://retune.invalid")
		if err != nil {
			panic(err)
		}
		_, _ = line.Do(request)
	},
	cases: []with{{}, {"MaxRetries": 0, "RetryDelay": 0, "MaxRetryDelay": 0}, {"MaxRetries": 8},
		{"MaxRetries": -1}, {"MaxRetries": 5, "RetryDelay": 4, "MaxRetryDelay": 10},
		{"MaxRetries": 2, "RetryDelay": 10, "MaxRetryDelay": 9}},
}
