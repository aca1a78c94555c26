package io.github.resilience4j.core;

import java.time.Duration;
import java.util.function.Function;

/** Of resilience4j-core 2.4.0, IntervalFunction.java. */
public interface IntervalFunction extends Function<Integer, Long> {
    static IntervalFunction of(Duration interval) {
        return null;
    }

    static IntervalFunction ofRandomized(Duration interval, double randomizationFactor) {
        return null;
    }

    static IntervalFunction ofExponentialBackoff(Duration initialInterval, double multiplier) {
        return null;
    }

    static IntervalFunction ofExponentialBackoff(Duration initialInterval, double multiplier, Duration maxInterval) {
        return null;
    }

    static IntervalFunction ofExponentialRandomBackoff(Duration initialInterval, double multiplier, double randomizationFactor) {
        return null;
    }

    static IntervalFunction ofExponentialRandomBackoff(Duration initialInterval, double multiplier, double randomizationFactor, Duration maxInterval) {
        return null;
    }
}
