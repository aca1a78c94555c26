package conformance

import (
	"time"

	apiwait "k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/flowcontrol"
	queue "k8s.io/client-go/util/workqueue"

	"retune/calc/client"
)

var wait = library{
	client: "kubernetes-wait",
	run: func(v client.Values, attempt func() error) {
		b := apiwait.Backoff{Duration: duration(v.At("Duration")), Factor: v.At("Factor"), Jitter: v.At("Jitter"),
			Steps: int(v.At("Steps")), Cap: duration(v.At("Cap"))}
		_ = apiwait.ExponentialBackoff(b, func() (bool, error) { return attempt() == nil, nil })
	},
	cases: []with{
		{}, {"Steps": 9, "Factor": 2, "Jitter": 0}, {"Steps": 5, "Factor": 0, "Jitter": 1}, {"Steps": 1},
		{"Duration": 0.001, "Factor": 2, "Steps": 10, "Cap": 0.008, "Jitter": 0},
		{"Duration": 0.001, "Factor": 2, "Steps": 10, "Cap": 0.007},
		{"Duration": 1, "Factor": 2, "Steps": 10, "Cap": 1}, {"Duration": 2, "Factor": 2, "Steps": 10, "Cap": 1},
		{"Duration": 1, "Factor": 1, "Steps": 6, "Cap": 1},
	},
}

var workqueue = library{
	client: "kubernetes-workqueue",
	run: func(v client.Values, attempt func() error) {
		limiter := queue.NewTypedItemExponentialFailureRateLimiter[string](duration(v.At("baseDelay")),
			duration(v.At("maxDelay")))
		for attempt() != nil {
			time.Sleep(limiter.When("item"))
		}
	},
	cases: []with{{}, {"baseDelay": 0.75, "maxDelay": 900}, {"baseDelay": 5, "maxDelay": 1}},
}

var flow = library{
	client: "kubernetes-flowcontrol",
	run: func(v client.Values, attempt func() error) {
		b := flowcontrol.NewBackOffWithJitter(duration(v.At("initial")), duration(v.At("max")), v.At("jitter"))
		for attempt() != nil {
			b.Next("item", time.Now())
			time.Sleep(b.Get("item"))
		}
	},
	cases: []with{{}, {"initial": 1, "max": 1, "jitter": 0.5}, {"jitter": 1},
		{"jitter": 0.3, "initial": 1, "max": 20}},
}
