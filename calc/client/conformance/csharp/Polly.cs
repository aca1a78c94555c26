// What the code that retune exports for Polly.Core 8.7.0 asks of it: RetryStrategyOptions.TResult.cs,
// DelayBackoffType.cs, ResiliencePipelineBuilder.cs, RetryResiliencePipelineBuilderExtensions.cs.
using System;

namespace Polly
{
    using Polly.Retry;

    public enum DelayBackoffType
    {
        Constant,
        Linear,
        Exponential,
    }

    public sealed class ResiliencePipeline
    {
        internal ResiliencePipeline()
        {
        }
    }

    public sealed class ResiliencePipelineBuilder
    {
        public ResiliencePipeline Build() => new ResiliencePipeline();
    }

    public static class RetryResiliencePipelineBuilderExtensions
    {
        public static ResiliencePipelineBuilder AddRetry(this ResiliencePipelineBuilder builder, RetryStrategyOptions options) => builder;
    }
}

namespace Polly.Retry
{
    public class RetryStrategyOptions<TResult>
    {
        public int MaxRetryAttempts { get; set; }

        public DelayBackoffType BackoffType { get; set; }

        public bool UseJitter { get; set; }

        public TimeSpan Delay { get; set; }

        public TimeSpan? MaxDelay { get; set; }
    }

    public class RetryStrategyOptions : RetryStrategyOptions<object>
    {
    }
}
