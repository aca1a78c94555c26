package clientconfig

// kubernetesFormats returns the formats of Kubernetes objects. Argo Workflows and Argo CD share key names, but
// maxDuration limits the total wait in one and a single wait in the other.
func kubernetesFormats() []Format {
	return []Format{
		{Name: "argo-workflows", Title: "Argo Workflows retryStrategy",
			Kinds: "Workflow WorkflowTemplate ClusterWorkflowTemplate CronWorkflow", At: "**/retryStrategy",
			Other: "retryPolicy affinity expression",
			Frame: `{apiVersion: argoproj.io/v1alpha1, kind: Workflow, metadata: {generateName: retry-},
  spec: {entrypoint: main, templates: [{name: main, retryStrategy: {}, container: {image: "alpine:3",
  command: ["false"]}}]}}`,
			Keys: secondsTime.at("limit backoff/duration backoff/factor backoff/cap backoff/maxDuration")},

		{Name: "argo-cd", Title: "Argo CD syncPolicy.retry",
			Kinds: "Application ApplicationSet", At: "**/syncPolicy/retry", Other: "refresh", Absent: "limit=0",
			Implied: "spec/syncPolicy automated retry limit=5", // appcontroller.go
			Frame: `{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: service},
  spec: {syncPolicy: {retry: {}}}}`,
			Keys: secondsTime.at("limit backoff/duration backoff/factor backoff/maxDuration")},

		{Name: "kubernetes-job", Title: "Kubernetes Job backoffLimit",
			Kinds: "Job CronJob", At: "spec spec/jobTemplate/spec",
			Marks: "template !template/spec/template", // Cloud Run nests one more template
			Warnings: []Warning{{At: "backoffLimitPerIndex",
				Text: "counts for each index: all of them may use it up at once"}},
			Open: true, Own: "backoff",
			Frame: `{apiVersion: batch/v1, kind: Job, metadata: {name: service},
  spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: "busybox:1"}]}}}}`,
			Keys: wholes.at("backoffLimit backoffLimitPerIndex=backoffLimit activeDeadlineSeconds")},

		{Name: "kubernetes-wait", Title: "Kubernetes wait.Backoff", Fold: true,
			At: "**", Marks: "Duration Steps", Absent: "Factor=0 Jitter=0",
			Frame: `{}`,
			Keys:  goNanos.at("Duration Factor Jitter Steps Cap")},
	}
}
