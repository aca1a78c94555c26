package io.github.resilience4j.retry;

import io.github.resilience4j.core.IntervalFunction;

/** Of resilience4j-retry 2.4.0, RetryConfig.java. */
public class RetryConfig {
    public static native <T> Builder<T> custom();

    public static class Builder<T> {
        public native Builder<T> maxAttempts(int maxAttempts);

        public native Builder<T> intervalFunction(IntervalFunction f);

        public native RetryConfig build();
    }
}
