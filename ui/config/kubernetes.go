package config

// kubernetesFormats is objects of Kubernetes and of what runs on it. Argo Workflows and
// Argo CD share the names of their keys; maxDuration is the limit of all waits in one and
// of a single one in the other.
var kubernetesFormats = []Format{
	{Name: "argo-workflows", Title: "Argo Workflows retryStrategy", Client: "argo-workflows", Syntax: []syntax{yamlSyntax},
		Kinds: "Workflow WorkflowTemplate ClusterWorkflowTemplate CronWorkflow", At: []string{"**/retryStrategy"},
		Other: "retryPolicy affinity expression",
		Frame: `{apiVersion: argoproj.io/v1alpha1, kind: Workflow, metadata: {generateName: retry-}, spec: {entrypoint: main, templates: [{name: main, retryStrategy: {}, container: {image: "alpine:3", command: ["false"]}}]}}`,
		Keys: []Key{
			{"limit", "limit", count},
			{"backoff/duration", "duration", secondsTime},
			{"backoff/factor", "factor", count},
			{"backoff/cap", "cap", secondsTime},
			{"backoff/maxDuration", "maxDuration", secondsTime},
		}},

	{Name: "argo-cd", Title: "Argo CD syncPolicy.retry", Client: "argo-cd", Syntax: []syntax{yamlSyntax},
		Kinds: "Application ApplicationSet", At: []string{"**/syncPolicy/retry"}, Other: "refresh", Absent: "limit=0",
		Frame: `{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: service}, spec: {syncPolicy: {retry: {}}}}`,
		Keys: []Key{
			{"limit", "limit", count},
			{"backoff/duration", "duration", secondsTime},
			{"backoff/factor", "factor", count},
			{"backoff/maxDuration", "maxDuration", secondsTime},
		}},

	{Name: "kubernetes-job", Title: "Kubernetes Job backoffLimit", Client: "kubernetes-job", Syntax: []syntax{yamlSyntax},
		Kinds: "Job CronJob", At: []string{"spec", "spec/jobTemplate/spec"}, Marks: []string{"backoffLimit"},
		Open: true, Own: "backoff", Other: "backoffLimitPerIndex",
		Frame: `{apiVersion: batch/v1, kind: Job, metadata: {name: service}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: "busybox:1"}]}}}}`,
		Keys: []Key{
			{"backoffLimit", "backoffLimit", count},
			{"activeDeadlineSeconds", "activeDeadlineSeconds", wholes},
		}},

	{Name: "kubernetes-wait", Title: "Kubernetes wait.Backoff", Client: "kubernetes-wait", Syntax: []syntax{jsonSyntax}, Fold: true,
		At: []string{"**"}, Marks: []string{"Duration Steps"}, Absent: "Factor=0 Jitter=0",
		Frame: `{}`,
		Keys: []Key{
			{"Duration", "Duration", goNanos},
			{"Factor", "Factor", float},
			{"Jitter", "Jitter", float},
			{"Steps", "Steps", count},
			{"Cap", "Cap", goNanos},
		}},
}
