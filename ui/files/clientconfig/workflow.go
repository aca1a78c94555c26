package clientconfig

import "slices"

// everyError is the risk of retrying after any error.
const everyError = "has every error retried, also one that stays"

// workflowFormats returns the formats of workflow engines. Sources: the Amazon States Language and the RetryPolicy of
// Temporal's API.
func workflowFormats() []Format {
	return []Format{
		{Name: "step-functions", Title: "Step Functions Retry",
			At: "**/Retry/[]", Marks: "ErrorEquals", Other: "ErrorEquals Comment",
			Warnings: []Warning{{At: "ErrorEquals", Values: "States.ALL", Text: "States.ALL " + everyError}},
			Frame: `{"StartAt": "Call", "States": {"Call": {"Type": "Task",
  "Resource": "arn:aws:states:::lambda:invoke", "Retry": [{"ErrorEquals": ["States.ALL"]}], "End": true}}}`,
			Keys: slices.Concat(wholes.at("IntervalSeconds MaxAttempts BackoffRate MaxDelaySeconds"),
				words("NONE FULL").at("JitterStrategy"))},

		{Name: "temporal", Title: "Temporal RetryPolicy", Fold: true,
			At: "**/retryPolicy **/retry", Marks: "backoffCoefficient, maximumAttempts, maximumInterval",
			Other: "nonRetryableErrorTypes",
			Frame: `{"retryPolicy": {}}`,
			Keys:  goTime.at("initialInterval backoffCoefficient maximumInterval maximumAttempts")},
	}
}
