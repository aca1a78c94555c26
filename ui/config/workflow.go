package config

// workflowFormats is what workflow engines read: the Amazon States Language and the
// RetryPolicy of Temporal's API.
var workflowFormats = []Format{
	{Name: "step-functions", Title: "Step Functions Retry", Client: "step-functions", Syntax: []syntax{jsonSyntax}, Files: "*.asl *.asl.json *statemachine*.json",
		At: []string{"**/Retry/[]"}, Marks: []string{"ErrorEquals"}, Other: "ErrorEquals Comment",
		Frame: `{"StartAt": "Call", "States": {"Call": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Retry": [{"ErrorEquals": ["States.ALL"]}], "End": true}}}`,
		Keys: []Key{
			{"IntervalSeconds", "IntervalSeconds", wholes},
			{"MaxAttempts", "MaxAttempts", count},
			{"BackoffRate", "BackoffRate", float},
			{"MaxDelaySeconds", "MaxDelaySeconds", wholes},
			{"JitterStrategy", "JitterStrategy", words("NONE FULL")},
		}},

	{Name: "temporal", Title: "Temporal RetryPolicy", Client: "temporal", Syntax: []syntax{jsonSyntax}, Fold: true,
		At: []string{"**/retryPolicy", "**/retry"}, Marks: []string{"backoffCoefficient", "maximumAttempts", "maximumInterval"},
		Other: "nonRetryableErrorTypes",
		Frame: `{"retryPolicy": {}}`,
		Keys: []Key{
			{"initialInterval", "initialInterval", goTime},
			{"backoffCoefficient", "backoffCoefficient", float},
			{"maximumInterval", "maximumInterval", goTime},
			{"maximumAttempts", "maximumAttempts", count},
		}},
}
