package org.springframework.core.retry;

/** Of spring-core 7.0.9, RetryTemplate.java. */
public class RetryTemplate {
    public RetryTemplate(RetryPolicy retryPolicy) {}
}
