package conformance

import (
	"log/slog"
	"math"
	"time"

	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"
)

// activity runs a workflow in the test environment of the SDK, whose own clock the bubble's clock follows. That
// environment lacks the defaults of the server, which makes the retries, so it does not confirm the row.
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
