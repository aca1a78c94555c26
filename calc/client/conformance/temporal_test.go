package conformance

import (
	"log/slog"
	"math"
	"time"

	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"
)

// activity runs a workflow in the test environment of the SDK, which has a clock of its
// own: the one of the bubble follows it. That environment has no defaults of the server,
// which does the retries, so that the row is not held by it.
func activity(options workflow.ActivityOptions, attempt func() error) {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(math.MaxInt64)
	env.SetWorkflowRunTimeout(1e6 * time.Hour)
	last := env.Now()
	work := func() error {
		now := env.Now()
		time.Sleep(now.Sub(last))
		last = now
		return attempt()
	}
	env.RegisterActivity(work)
	env.ExecuteWorkflow(func(c workflow.Context) error {
		return workflow.ExecuteActivity(workflow.WithActivityOptions(c, options), work).Get(c, nil)
	})
}
