//! What the code that retune exports asks of backon 1.5.2 (backoff/exponential.rs), of tower 0.5.3
//! (retry/policy.rs, retry/backoff.rs, retry/budget, util/rng.rs) and of tokio 1 (time/sleep.rs), and that code,
//! which EXPORTED names when this is compiled.
#![allow(dead_code, unused_variables)]

mod backon {
    use std::time::Duration;

    #[derive(Default)]
    pub struct ExponentialBuilder;

    impl ExponentialBuilder {
        pub const fn with_jitter(self) -> Self {
            self
        }

        pub const fn with_factor(self, factor: f32) -> Self {
            self
        }

        pub const fn with_min_delay(self, min_delay: Duration) -> Self {
            self
        }

        pub const fn with_max_delay(self, max_delay: Duration) -> Self {
            self
        }

        pub const fn with_max_times(self, max_times: usize) -> Self {
            self
        }

        pub const fn without_max_times(self) -> Self {
            self
        }

        pub const fn with_total_delay(self, total_delay: Option<Duration>) -> Self {
            self
        }
    }
}

mod tokio {
    pub mod time {
        pub struct Sleep;

        impl std::future::Future for Sleep {
            type Output = ();

            fn poll(
                self: std::pin::Pin<&mut Self>,
                context: &mut std::task::Context<'_>,
            ) -> std::task::Poll<()> {
                std::task::Poll::Ready(())
            }
        }
    }
}

mod tower {
    pub mod retry {
        use std::future::Future;

        pub trait Policy<Req, Res, E> {
            type Future: Future<Output = ()>;

            fn retry(&mut self, req: &mut Req, result: &mut Result<Res, E>)
                -> Option<Self::Future>;

            fn clone_request(&mut self, req: &Req) -> Option<Req>;
        }

        pub mod budget {
            use std::time::Duration;

            pub trait Budget {
                fn deposit(&self);

                fn withdraw(&self) -> bool;
            }

            pub struct TpsBudget;

            impl TpsBudget {
                pub fn new(ttl: Duration, min_per_sec: u32, retry_percent: f32) -> Self {
                    Self
                }
            }

            impl Budget for TpsBudget {
                fn deposit(&self) {}

                fn withdraw(&self) -> bool {
                    true
                }
            }
        }

        pub mod backoff {
            use crate::{tokio::time::Sleep, tower::util::rng::HasherRng};
            use std::{future::Future, time::Duration};

            pub trait MakeBackoff {
                type Backoff: Backoff;

                fn make_backoff(&mut self) -> Self::Backoff;
            }

            pub trait Backoff {
                type Future: Future<Output = ()>;

                fn next_backoff(&mut self) -> Self::Future;
            }

            pub struct ExponentialBackoffMaker<R = HasherRng>(R);

            pub struct ExponentialBackoff<R = HasherRng>(R);

            #[derive(Debug)]
            pub struct InvalidBackoff(&'static str);

            impl<R> ExponentialBackoffMaker<R> {
                pub fn new(
                    min: Duration,
                    max: Duration,
                    jitter: f64,
                    rng: R,
                ) -> Result<Self, InvalidBackoff> {
                    Ok(Self(rng))
                }
            }

            impl<R: Clone> MakeBackoff for ExponentialBackoffMaker<R> {
                type Backoff = ExponentialBackoff<R>;

                fn make_backoff(&mut self) -> Self::Backoff {
                    ExponentialBackoff(self.0.clone())
                }
            }

            impl<R> Backoff for ExponentialBackoff<R> {
                type Future = Sleep;

                fn next_backoff(&mut self) -> Self::Future {
                    Sleep
                }
            }
        }
    }

    pub mod util {
        pub mod rng {
            #[derive(Clone, Debug, Default)]
            pub struct HasherRng;
        }
    }
}

include!(env!("EXPORTED"));
