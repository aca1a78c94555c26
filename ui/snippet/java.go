package snippet

import (
	"math"
	"strings"
)

// java is Java; its libraries count in milliseconds, or in nanoseconds.
var java = Language{Name: "Java", Ending: ".java", comment: "//", forms: map[string]form{
	"count": upTo(math.MaxInt32), "number": number, "truth": truths("true", "false"),
	"time":  stepped(longest, step{1e9, "Duration.ofSeconds(#L)"}, step{1e6, "Duration.ofMillis(#L)"}),
	"nanos": stepped(longest, step{1e9, "Duration.ofSeconds(#L)"}, step{1e6, "Duration.ofMillis(#L)"}, step{1, "Duration.ofNanos(#L)"}),
}}

// javaFile is a file of a class with those imports and methods.
func javaFile(imports, methods string) string {
	return "import " + strings.ReplaceAll(imports, " ", ";\nimport ") + ";\n\n/** Retries with exponential backoff. */\n" +
		"public final class RetryPolicies {\n    private RetryPolicies() {}\n\n" + methods + "}\n"
}

// springCode is the same in 7.0 and later: what it draws differs.
var springCode = javaFile("java.time.Duration org.springframework.core.retry.RetryPolicy org.springframework.core.retry.RetryTemplate", `    /** Returns when to retry. */
    public static RetryPolicy policy() {
        return RetryPolicy.builder()
            .maxRetries(<<maxRetries>>)
            .delay(<<delay>>)
            .jitter(<<jitter>>)
            .multiplier(<<multiplier>>)
            .maxDelay(<<maxDelay>>)
<<?timeout>>            .timeout(<<timeout>>)
            .build();
    }

    /** Returns what calls an operation until it succeeds. */
    public static RetryTemplate template() {
        return new RetryTemplate(policy());
    }
`)

var javaTargets = []Target{
	{Name: "resilience4j-java", Title: "Resilience4j RetryConfig", Client: "resilience4j", Library: "io.github.resilience4j:resilience4j-retry", Language: java, code: javaFile("io.github.resilience4j.core.IntervalFunction io.github.resilience4j.retry.RetryConfig java.time.Duration", `    /** Returns when to retry: Retry.of("service", policy()). */
    public static RetryConfig policy() {
        return RetryConfig.custom()
            .maxAttempts(<<maxAttempts>>)
<<!enableExponentialBackoff>><<!enableRandomizedWait>>            .intervalFunction(IntervalFunction.of(<<waitDuration>>))
<<!enableExponentialBackoff>><<?enableRandomizedWait>>            .intervalFunction(IntervalFunction.ofRandomized(<<waitDuration>>, <<randomizedWaitFactor>>))
<<?enableExponentialBackoff>><<!enableRandomizedWait>><<!exponentialMaxWaitDuration>>            .intervalFunction(IntervalFunction.ofExponentialBackoff(<<waitDuration>>, <<exponentialBackoffMultiplier>>))
<<?enableExponentialBackoff>><<!enableRandomizedWait>><<?exponentialMaxWaitDuration>>            .intervalFunction(IntervalFunction.ofExponentialBackoff(<<waitDuration>>, <<exponentialBackoffMultiplier>>, <<exponentialMaxWaitDuration>>))
<<?enableExponentialBackoff>><<?enableRandomizedWait>><<!exponentialMaxWaitDuration>>            .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(<<waitDuration>>, <<exponentialBackoffMultiplier>>, <<randomizedWaitFactor>>))
<<?enableExponentialBackoff>><<?enableRandomizedWait>><<?exponentialMaxWaitDuration>>            .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(<<waitDuration>>, <<exponentialBackoffMultiplier>>, <<randomizedWaitFactor>>, <<exponentialMaxWaitDuration>>))
            .build();
    }
`)},

	{Name: "spring", Title: "Spring Framework 7 RetryPolicy", Client: "spring", Library: "org.springframework:spring-core", Language: java, code: springCode},
	{Name: "spring-7.0", Title: "Spring Framework 7.0 RetryPolicy", Client: "spring-7.0", Library: "org.springframework:spring-core", Language: java, code: springCode},

	{Name: "failsafe-java", Title: "Failsafe RetryPolicy", Client: "failsafe-java", Library: "dev.failsafe:failsafe", Language: java, code: javaFile("dev.failsafe.RetryPolicy java.time.Duration", `    /** Returns when to retry: Failsafe.with(policy()).run(operation). */
    public static RetryPolicy<Object> policy() {
        return RetryPolicy.builder()
            .withMaxRetries(<<maxRetries>>)
<<?delay>><<!maxDelay>>            .withDelay(<<delay nanos>>)
            .withBackoff(<<delay nanos>>, <<maxDelay nanos>>, <<delayFactor>>)
<<?delay>><<!jitter>><<?jitterFactor>>            .withJitter(<<jitterFactor>>)
<<?delay>><<?jitter>>            .withJitter(<<jitter nanos>>)
            .withMaxDuration(<<maxDuration nanos>>)
            .build();
    }
`)},

	{Name: "reactor", Title: "Reactor Retry.backoff", Client: "reactor", Library: "io.projectreactor:reactor-core", Language: java, code: javaFile("java.time.Duration reactor.util.retry.Retry reactor.util.retry.RetryBackoffSpec", `    /** Returns when to retry, for retryWhen. */
    public static RetryBackoffSpec policy() {
        return Retry.backoff(<<maxAttempts>>, <<minBackoff>>)
            .maxBackoff(<<maxBackoff>>)
            .multiplier(<<multiplier>>)
            .jitter(<<jitter>>);
    }
`)},
}
