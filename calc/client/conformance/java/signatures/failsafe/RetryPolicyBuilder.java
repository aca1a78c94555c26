package dev.failsafe;

import java.time.Duration;

/** Of failsafe 3.3.2, RetryPolicyBuilder.java. */
public class RetryPolicyBuilder<R> {
    RetryPolicyBuilder() {}

    public native RetryPolicyBuilder<R> withMaxRetries(int maxRetries);

    public native RetryPolicyBuilder<R> withDelay(Duration delay);

    public native RetryPolicyBuilder<R> withBackoff(Duration delay, Duration maxDelay, double delayFactor);

    public native RetryPolicyBuilder<R> withJitter(double jitterFactor);

    public native RetryPolicyBuilder<R> withJitter(Duration jitter);

    public native RetryPolicyBuilder<R> withMaxDuration(Duration maxDuration);

    public native RetryPolicy<R> build();
}
