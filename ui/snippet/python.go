package snippet

// python is Python, where a time is a number of seconds.
var python = Language{Name: "Python", Ending: ".py", comment: "#", forms: map[string]form{
	"count": upTo(1 << 53), "number": number, "truth": truths("True", "False"), "time": number, "whole": upTo(1 << 53),
}}

// tenacityCode is what the waits of tenacity have in common.
func tenacityCode(wait string) string {
	return `"""Retries with exponential backoff."""

import tenacity


def policy() -> tenacity.Retrying:
    """Returns when to retry: policy()(operation) calls it until it succeeds."""
    return tenacity.Retrying(
` + wait + `<<?stop_after_attempt>><<!stop_before_delay>>        stop=tenacity.stop_after_attempt(<<stop_after_attempt>>),
<<!stop_after_attempt>><<?stop_before_delay>>        stop=tenacity.stop_before_delay(<<stop_before_delay>>),
<<?stop_after_attempt>><<?stop_before_delay>>        stop=tenacity.stop_any(
<<?stop_after_attempt>><<?stop_before_delay>>            tenacity.stop_after_attempt(<<stop_after_attempt>>),
<<?stop_after_attempt>><<?stop_before_delay>>            tenacity.stop_before_delay(<<stop_before_delay>>),
<<?stop_after_attempt>><<?stop_before_delay>>        ),
        reraise=True,
    )
`
}

// botocoreCode is the configuration of a client of botocore in that mode.
func botocoreCode(mode string) string {
	return `"""Retries with exponential backoff."""

from botocore.config import Config


def policy() -> Config:
    """Returns when to retry: boto3.client("s3", config=policy())."""
    return Config(
        retries={
            "mode": "` + mode + `",
            "total_max_attempts": <<total_max_attempts>>,
        }
    )
`
}

var pythonTargets = []Target{
	{Name: "tenacity", Title: "tenacity wait_exponential_jitter", Client: "tenacity", Library: "tenacity", Language: python, code: tenacityCode(`        wait=tenacity.wait_exponential_jitter(
            initial=<<initial>>,
            max=<<max>>,
            exp_base=<<exp_base>>,
            jitter=<<jitter>>,
<<?min>>            min=<<min>>,
        ),
`)},

	{Name: "tenacity-exponential", Title: "tenacity wait_exponential", Client: "tenacity-exponential", Library: "tenacity", Language: python, code: tenacityCode(`        wait=tenacity.wait_exponential(
            multiplier=<<multiplier>>,
            max=<<max>>,
            exp_base=<<exp_base>>,
            min=<<min>>,
        ),
`)},

	{Name: "tenacity-random", Title: "tenacity wait_random_exponential", Client: "tenacity-random", Library: "tenacity", Language: python, code: tenacityCode(`        wait=tenacity.wait_random_exponential(
            multiplier=<<multiplier>>,
            max=<<max>>,
            exp_base=<<exp_base>>,
            min=<<min>>,
        ),
`)},

	{Name: "urllib3", Title: "urllib3 Retry", Client: "urllib3", Library: "urllib3", Language: python, code: `"""Retries with exponential backoff."""

from urllib3.util import Retry


def policy() -> Retry:
    """Returns when to retry: PoolManager(retries=policy())."""
    return Retry(
        total=<<total>>,
        backoff_factor=<<backoff_factor>>,
        backoff_max=<<backoff_max>>,
        backoff_jitter=<<backoff_jitter>>,
        status_forcelist=(429, 502, 503, 504),
    )
`},

	{Name: "celery", Title: "Celery task", Client: "celery", Library: "celery", Language: python, code: `"""Retries with exponential backoff."""

from celery import shared_task


@shared_task(
    autoretry_for=(Exception,),
<<?retry_backoff>>    retry_backoff=<<retry_backoff>>,
<<?retry_backoff>>    retry_backoff_max=<<retry_backoff_max whole>>,
<<?retry_backoff>>    retry_jitter=<<retry_jitter>>,
    max_retries=<<max_retries>>,
<<!retry_backoff>>    default_retry_delay=<<default_retry_delay>>,
)
def task() -> None:
    """Does the work: an exception has it retried."""
`},

	{Name: "botocore", Title: "botocore and boto3, standard mode", Client: "botocore-standard", Library: "botocore", Language: python, code: botocoreCode("standard")},

	{Name: "botocore-legacy", Title: "botocore and boto3, legacy mode", Client: "botocore-legacy", Library: "botocore", Language: python, code: botocoreCode("legacy")},
}
