package org.springframework.core.retry;

import java.time.Duration;

/** Of spring-core 7.0.9, RetryPolicy.java. */
public interface RetryPolicy {
    static Builder builder() {
        return null;
    }

    final class Builder {
        private Builder() {}

        public native Builder maxRetries(long maxRetries);

        public native Builder delay(Duration delay);

        public native Builder jitter(Duration jitter);

        public native Builder multiplier(double multiplier);

        public native Builder maxDelay(Duration maxDelay);

        public native Builder timeout(Duration timeout);

        public native RetryPolicy build();
    }
}
