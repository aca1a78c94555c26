package reactor.util.retry;

import java.time.Duration;

/** Of reactor-core 3.8.6, Retry.java. */
public abstract class Retry {
    public static native RetryBackoffSpec backoff(long maxAttempts, Duration minBackoff);
}
