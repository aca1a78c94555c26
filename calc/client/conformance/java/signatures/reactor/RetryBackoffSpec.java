package reactor.util.retry;

import java.time.Duration;

/** Of reactor-core 3.8.6, RetryBackoffSpec.java. */
public final class RetryBackoffSpec extends Retry {
    private RetryBackoffSpec() {}

    public native RetryBackoffSpec maxBackoff(Duration maxBackoff);

    public native RetryBackoffSpec multiplier(double multiplier);

    public native RetryBackoffSpec jitter(double jitterFactor);
}
