package snippet

import "math"

// javascript is JavaScript, as a module. A time is a number of milliseconds, and a timer
// takes at most 2^31 - 1 of them: it waits 1 ms where there are more.
var javascript = Language{Name: "JavaScript", Ending: ".mjs", comment: "//", forms: map[string]form{
	"count": upTo(1 << 53), "number": number, "truth": truths("true", "false"), "time": parts(1000, math.MaxInt32, false),
}}

// retryingCode is the code of a library that takes the options of retry (npm).
func retryingCode(function, library string) string {
	return "import " + function + " from '" + library + `';

/** Calls operation until it succeeds. */
export const retrying = (operation) => ` + function + `(operation, {
  retries: <<retries>>,
  factor: <<factor>>,
  minTimeout: <<minTimeout>>,
  maxTimeout: <<maxTimeout>>,
  randomize: <<randomize>>,
  maxRetryTime: <<maxRetryTime>>,
});
`
}

var javascriptTargets = []Target{
	{Name: "p-retry", Title: "p-retry (npm)", Client: "p-retry", Library: "p-retry", Language: javascript, code: retryingCode("pRetry", "p-retry")},

	{Name: "retry", Title: "retry (npm)", Client: "retry", Library: "retry", Language: javascript, code: `import retry from 'retry';

/** Calls operation until it succeeds. */
export const retrying = (operation) => new Promise((resolve, reject) => {
  const task = retry.operation({
    retries: <<retries>>,
    factor: <<factor>>,
    minTimeout: <<minTimeout>>,
    maxTimeout: <<maxTimeout>>,
    randomize: <<randomize>>,
    maxRetryTime: <<maxRetryTime>>,
  });
  task.attempt(async () => {
    try {
      resolve(await operation());
    } catch (error) {
      if (!task.retry(error)) {
        reject(task.mainError() ?? error);
      }
    }
  });
});
`},

	{Name: "async-retry", Title: "async-retry (npm)", Client: "async-retry", Library: "async-retry", Language: javascript, code: retryingCode("retry", "async-retry")},

	{Name: "exponential-backoff", Title: "exponential-backoff (npm)", Client: "exponential-backoff", Library: "exponential-backoff", Language: javascript, code: `import {backOff} from 'exponential-backoff';

/** Calls operation until it succeeds. */
export const retrying = (operation) => backOff(operation, {
  numOfAttempts: <<numOfAttempts>>,
  startingDelay: <<startingDelay>>,
  timeMultiple: <<timeMultiple>>,
  maxDelay: <<maxDelay>>,
<<?jitter=full>>  jitter: 'full',
<<?jitter=none>>  jitter: 'none',
});
`},

	{Name: "axios-retry", Title: "axios-retry", Client: "axios-retry", Library: "axios-retry", Language: javascript, code: `import axios from 'axios';
import axiosRetry, {exponentialDelay} from 'axios-retry';

/** Requests, and retries what may be sent twice. */
export const client = axios.create();

axiosRetry(client, {
  retries: <<retries>>,
  retryDelay: (count, error) => exponentialDelay(count, error, <<delayFactor>>),
});
`},

	{Name: "got", Title: "got", Client: "got", Library: "got", Language: javascript, code: `import got from 'got';

/** Requests, and retries what may be sent twice. */
export const client = got.extend({
  retry: {
    limit: <<limit>>,
    backoffLimit: <<backoffLimit>>,
    noise: <<noise>>,
  },
});
`},

	{Name: "undici", Title: "undici RetryAgent", Client: "undici", Library: "undici", Language: javascript, code: `import {Agent, RetryAgent} from 'undici';

/** Requests, and retries what may be sent twice: fetch(url, {dispatcher}). */
export const dispatcher = new RetryAgent(new Agent(), {
  maxRetries: <<maxRetries>>,
  minTimeout: <<minTimeout>>,
  maxTimeout: <<maxTimeout>>,
  timeoutFactor: <<timeoutFactor>>,
});
`},
}
