//! Compiled with what retune exports for tower, which EXPORTED names, it prints the delays of
//! each run, in seconds, as a line of JSON: [[0.1, 0.2], [0.1, 0.2]].
//!
//!     tower FILE RUNS MOST

use tokio::time::{Instant, Sleep};
use tower::retry::Policy;

mod exported {
    include!(env!("EXPORTED"));
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let args: Vec<usize> = std::env::args().flat_map(|a| a.parse()).collect();
    let policy = exported::Retries::new(); // which a service clones for each request
    let delay = |wait: Sleep| (wait.deadline() - Instant::now()).as_secs_f64();
    let all: Vec<Vec<f64>> = (0..args[0])
        .map(|_| {
            let mut policy = policy.clone();
            let mut failed =
                || Policy::<(), (), &str>::retry(&mut policy, &mut (), &mut Err("failed"));
            (0..args[1]).map_while(|_| failed().map(delay)).collect()
        })
        .collect();
    println!("{all:?}");
}
