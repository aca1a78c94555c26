package conformance

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"

	"retune/calc/client"
)

type finalize func() error

func (f finalize) HandleFinalize(context.Context, middleware.FinalizeInput) (out middleware.FinalizeOutput,
	data middleware.Metadata, err error) {
	if f() != nil {
		err = &smithy.GenericAPIError{Code: "RequestTimeout"}
	}
	return out, data, err
}

var awsV2 = library{
	client: "aws-sdk-go-v2",
	run: func(v client.Values, attempt func() error) {
		r := retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts, o.MaxBackoff = int(v.At("MaxAttempts")), duration(v.At("MaxBackoff"))
		})
		m := retry.NewAttemptMiddleware(r, func(request any) any { return request })
		_, _, err := m.HandleFinalize(context.Background(), middleware.FinalizeInput{}, finalize(attempt))
		if err != nil && !errors.As(err, new(*retry.MaxAttemptsError)) {
			panic(err)
		}
	},
	cases: []with{{}, {"MaxAttempts": 9}, {"MaxAttempts": 0}, {"MaxAttempts": 8, "MaxBackoff": 16},
		{"MaxAttempts": 4, "MaxBackoff": 0.5}, {"MaxAttempts": 6, "MaxBackoff": 5}, {"MaxAttempts": 1}},
}
