package client

import (
	"math"
	"testing"
)

// TestLibrarySchedules checks delays calculated from the sources of libraries and programs, in seconds.
func TestLibrarySchedules(t *testing.T) {
	for _, c := range librarySchedules {
		c.compare(t)
	}
}

var librarySchedules = []schedule{
	{"linkerd-profile", "", nil, []float64{0, 0, 0}, nil},
	{"azure-java", "", []float64{.76, 1.52, 3.04}, []float64{.8, 1.6, 3.2}, []float64{.84, 1.68, 3.36}},
	{"azure-java", "maxDelay=1s", []float64{.76, 1}, nil, []float64{.84, 1}},
	{"azure-net", "", []float64{.64, 1.28, 2.56}, nil, []float64{.96, 1.92, 3.84}},
	{"azure-js", "", []float64{.5, 1, 2}, []float64{.75, 1.5, 3}, []float64{1, 2, 4}},
	{"aws-sdk-java-v2", "maxAttempts=9", nil, []float64{.05, .1, .2, .4}, []float64{.1, .2, .4, .8}},
	{"feign", "", nil, []float64{.15, .225, .337, .506}, []float64{.15, .225, .337, .506}},
	{"feign", "maxAttempts=9", nil, []float64{.15, .225, .337, .506, .759, 1, 1}, nil},
	{"gax-java", "", nil, nil, []float64{.099, .129, .168}},
	{"httpx", "retries=5", nil, []float64{0, .5, 1, 2, 4}, nil},
	{"aiohttp-retry", "attempts=9", nil, []float64{.2, .4, .8, 1.6}, nil},
	{"image-pull", "", nil, []float64{10, 20, 40, 80, 160, 300, 300}, nil},
	{"librdkafka-reconnect", "", []float64{.075, .15, .3}, nil, []float64{.15, .3, .6}},
	{"ioredis", "", nil, []float64{.05, .1, .15, .2}, nil},
	{"node-redis", "", []float64{.05, .1, .2, .4, .8, 1.6, 2, 2}, nil, nil},
	{"paho-python", "", nil, []float64{1, 2, 4, 8, 16, 32, 64, 120}, nil},
	{"curl", "retry=9", nil, []float64{1, 2, 4, 8}, nil}, {"curl", "retry-delay=7s", nil, []float64{7, 7}, nil},
	{"wget", "", nil, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10}, nil},
	{"npm", "", nil, []float64{10, 60}, nil}, {"pip", "", nil, []float64{0, .5, 1, 2, 4}, nil},
	// 10 s: a mean of 10/9/2 = 0.556 after the second failure, and of (10 - 0.556)/2 after the fourth.
	{"jedis", "", nil, []float64{0, 5. / 9, 0, 85. / 18}, []float64{0, 10. / 9, 0, 85. / 9}},
	{"jedis", "maxAttempts=3 maxTotalRetriesDuration=1s", nil, []float64{0, .5}, []float64{0, 1}},
	{"lettuce", "", nil, []float64{.001, .002, .004, .008, .016, .032, .064, .128, .256, .512, 1.024, 2.048, 4.096,
		8.192, 16.384, 30}, nil},
	{"elasticsearch-py", "", nil, []float64{0, 0, 0}, nil},
	{"elasticsearch-py", "retry_backoff_base=1s retry_backoff_cap=3s max_retries=9", []float64{.25, .5, 1, 1.5}, nil,
		[]float64{.5, 1, 2, 3}},
	{"elasticsearch-js", "", []float64{1, 2, 2}, nil, []float64{2, 4, 4}},
	{"mongodb-overload", "", nil, []float64{.05, .1}, []float64{.1, .2}},
	{"terraform", "", []float64{0, 0, 0, 0, 0, 0, 0, 0, 300}, []float64{1, 2, 4, 8, 16, 32, 64, 128, 300, 300}, nil},
	{"aws-sdk-net", "MaxErrorRetry=9", nil, []float64{.5, 1, 2, 4, 8}, []float64{1, 2, 4, 8, 16, 20, 20}},
	{"aws-sdk-cpp", "maxAttempts=9", nil, []float64{.4995, .999, 1.998}, []float64{.999, 1.998, 3.996, 7.992}},
	{"aws-sdk-php", "", nil, []float64{.05, .1, .2}, []float64{.1, .2, .4}},
	{"aws-sdk-php", "mode=standard", nil, []float64{1, 2}, []float64{2, 4}},
	{"polly-v7", "backoff=exponential factor=3", nil, []float64{1, 3, 9}, nil},
	{"polly-v7", "backoff=linear", nil, []float64{1, 2, 3}, nil},
	{"spring-cloud-gateway", "", nil, []float64{0, 0}, nil},
	{"spring-cloud-gateway", "backoff=true backoff.maxBackoff=18ms", nil, []float64{.005, .01, .018}, nil},
}

// TestProtocolsGiveUp checks when network protocols give up by their documents, in seconds: tcp_syn_retries and
// tcp_retries2 of ip-sysctl, timers B and F of RFC 3261, and MAX_TRANSMIT_WAIT of RFC 7252, 4.8.2.
func TestProtocolsGiveUp(t *testing.T) {
	for _, c := range []struct {
		client, set string
		most        float64 // ratio of the longest to the shortest delay
		want        float64
	}{
		{"tcp-syn", "", 1, 131}, {"tcp-syn", "tcp_syn_linear_timeouts=0", 1, 127}, {"tcp-rto", "", 1, 924.6},
		{"tcp-syn", "tcp_syn_linear_timeouts=0 tcp_syn_retries=0", 1, 1},
		{"sip-invite", "", 1, 32}, {"sip-request", "", 1, 32}, {"coap", "", 1.5, 93}, {"quic-pto", "", 1, 30},
	} {
		p, err := set(t, c.client, c.set).Policy()
		if got := p.CallTime() * c.most; err != nil || !(math.Abs(got-c.want) <= 1e-9) {
			t.Errorf("%s %s gives up after %v, want %v: %v", c.client, c.set, got, c.want, err)
		}
	}
}
