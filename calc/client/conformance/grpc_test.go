package conformance

import (
	"context"
	"fmt"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/types/known/emptypb"

	"retune/calc/client"
)

var grpcConnection = library{
	client: "grpc-connection",
	run: func(v client.Values, attempt func() error) {
		done := make(chan struct{})
		once := sync.OnceFunc(func() { close(done) })
		conn := dialed(func(context.Context, string) (net.Conn, error) {
			if attempt() == nil {
				once()
			}
			return nil, errFailed
		}, grpc.WithConnectParams(grpc.ConnectParams{MinConnectTimeout: time.Nanosecond, Backoff: backoff.Config{
			BaseDelay: duration(v.At("BaseDelay")), Multiplier: v.At("Multiplier"), Jitter: v.At("Jitter"),
			MaxDelay: duration(v.At("MaxDelay"))}}))
		conn.Connect()
		<-done
		_ = conn.Close()
	},
	slow: true,
	cases: []with{{}, {"BaseDelay": 0.1, "Multiplier": 2, "Jitter": 0.5, "MaxDelay": 1}, {"Jitter": 0},
		{"BaseDelay": 5, "MaxDelay": 2}},
}

// grpcRetry calls a failing server through a pipe.
var grpcRetry = library{
	client: "grpc",
	run: func(v client.Values, attempt func() error) {
		listener := bufconn.Listen(1 << 16)
		server := grpc.NewServer(grpc.UnknownServiceHandler(func(any, grpc.ServerStream) error {
			if attempt() != nil {
				return status.Error(codes.Unavailable, "")
			}
			return status.Error(codes.Canceled, "")
		}))
		go func() { _ = server.Serve(listener) }()
		conn := dialed(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) },
			grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"methodConfig": [{"name": [{}],
				"retryPolicy": {"maxAttempts": %v, "initialBackoff": "%vs",
				"maxBackoff": "%vs", "backoffMultiplier": %v, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`,
				v.At("maxAttempts"), v.At("initialBackoff"), v.At("maxBackoff"), v.At("backoffMultiplier"))))
		_ = conn.Invoke(context.Background(), "/service/Method", &emptypb.Empty{}, &emptypb.Empty{})
		_ = conn.Close()
		server.Stop()
	},
	slow: true,
	cases: []with{{}, {"maxAttempts": 9}, {"maxAttempts": 2, "initialBackoff": 3, "maxBackoff": 1},
		{"maxAttempts": 5, "backoffMultiplier": 3}},
}

func dialed(dial func(context.Context, string) (net.Conn, error), options ...grpc.DialOption) *grpc.ClientConn {
	conn, err := grpc.NewClient("passthrough:///retune",
		append(options, grpc.WithContextDialer(dial), grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		panic(err)
	}
	return conn
}
