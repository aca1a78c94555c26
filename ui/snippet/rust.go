package snippet

import (
	"math"
	"strconv"
	"strings"
)

// rust is Rust; a float has a point in it.
var rust = Language{Name: "Rust", Ending: ".rs", comment: "//", forms: map[string]form{
	"count": upTo(1 << 53), "number": pointed(64), "single": pointed(32), "truth": truths("true", "false"),
	"time": stepped(longest, step{1e9, "Duration::from_secs(#)"}, step{1e6, "Duration::from_millis(#)"}, step{1, "Duration::from_nanos(#)"}),
}}

// pointed writes a float of that many bits.
func pointed(bits int) form {
	return func(x float64) (string, float64) {
		if bits == 32 && math.Abs(float64(float32(x))-x) > 1e-6*math.Abs(x) {
			x = float64(float32(x)) // a difference below that is none
		}
		text := strconv.FormatFloat(x, 'f', -1, bits)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text, x
	}
}

var rustTargets = []Target{
	{Name: "backon", Title: "backon", Client: "backon", Library: "backon", Language: rust, code: `use std::time::Duration;

use backon::ExponentialBuilder;

/// Returns when to retry: operation.retry(policy()).await.
pub fn policy() -> ExponentialBuilder {
    ExponentialBuilder::default()
        .with_min_delay(<<min_delay>>)
        .with_max_delay(<<max_delay>>)
        .with_factor(<<factor single>>)
<<?jitter>>        .with_jitter()
        .with_max_times(<<max_times>>)
        .with_total_delay(Some(<<total_delay>>))
}
`},

	{Name: "tower", Title: "tower retry", Client: "tower", Library: "tower", Language: rust, code: `<<?retry_percent>>use std::sync::Arc;
use std::time::Duration;

use tower::retry::backoff::{Backoff, ExponentialBackoff, ExponentialBackoffMaker, MakeBackoff};
<<?retry_percent>>use tower::retry::budget::{Budget, TpsBudget};
use tower::retry::Policy;
use tower::util::rng::HasherRng;

/// When to retry: ServiceBuilder::new().retry(Retries::new()).
pub struct Retries {
    left: usize,
    backoff: ExponentialBackoff,
<<?retry_percent>>    budget: Arc<TpsBudget>,
}

impl Retries {
    pub fn new() -> Self {
<<?retry_percent>>        // Of all requests: the share, and so many retries per second beside.
<<?retry_percent>>        let budget = TpsBudget::new(<<ttl>>, <<min_per_sec>>, <<retry_percent single>>);
<<?retry_percent>>        Self::within(Arc::new(budget))
<<?retry_percent>>    }
<<?retry_percent>>
<<?retry_percent>>    fn within(budget: Arc<TpsBudget>) -> Self {
        let mut backoff = ExponentialBackoffMaker::new(
            <<min>>,
<<!max>>            Duration::from_millis(u64::MAX),
            <<max>>,
            <<jitter>>,
            HasherRng::default(),
        )
        .expect("the longest delay is at least the shortest");
        Self {
            left: <<attempts>>,
            backoff: backoff.make_backoff(),
<<?retry_percent>>            budget,
        }
    }
}

/// A service clones it for each request: one that is new draws other delays.
impl Clone for Retries {
    fn clone(&self) -> Self {
<<!retry_percent>>        Self::new()
<<?retry_percent>>        Self::within(self.budget.clone())
    }
}

impl<Req: Clone, Res, E> Policy<Req, Res, E> for Retries {
    type Future = tokio::time::Sleep;

    fn retry(&mut self, _: &mut Req, result: &mut Result<Res, E>) -> Option<Self::Future> {
<<?retry_percent>>        if result.is_ok() {
<<?retry_percent>>            self.budget.deposit();
<<?retry_percent>>        }
        if result.is_ok() || self.left == 0 {
            return None;
        }
<<?retry_percent>>        if !self.budget.withdraw() {
<<?retry_percent>>            return None;
<<?retry_percent>>        }
        self.left -= 1;
        Some(self.backoff.next_backoff())
    }

    fn clone_request(&mut self, request: &Req) -> Option<Req> {
        Some(request.clone())
    }
}
`},
}
