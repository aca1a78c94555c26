//! Compiled with what retune exports for tower with a budget, which EXPORTED names, it prints
//! for each attempt that fails whether it is retried, 1 or 0. EVENTS is what happens: s is an
//! attempt that succeeds, f one that fails, and . a tick later, of so many milliseconds.
//!
//!     budget FILE TICK EVENTS

use std::time::Duration;
use tower::retry::Policy;

mod exported {
    include!(env!("EXPORTED"));
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let tick = Duration::from_millis(args[2].parse().unwrap());
    let policy = exported::Retries::new();
    let mut retried = String::new();
    for event in args[3].chars() {
        let mut request = policy.clone();
        match event {
            '.' => tokio::time::advance(tick).await,
            's' => {
                Policy::<(), (), &str>::retry(&mut request, &mut (), &mut Ok(()));
            }
            _ => {
                let again =
                    Policy::<(), (), &str>::retry(&mut request, &mut (), &mut Err("failed"));
                retried.push(if again.is_some() { '1' } else { '0' });
            }
        }
    }
    println!("{retried}");
}
