package dev.failsafe;

/** Of failsafe 3.3.2, RetryPolicy.java. */
public interface RetryPolicy<R> {
    static <R> RetryPolicyBuilder<R> builder() {
        return null;
    }
}
