//! Compiled with what retune exports for backon, which EXPORTED names, it prints the delays of
//! each run, in seconds, as a line of JSON: [[0.1, 0.2], [0.1, 0.2]].
//!
//!     backon FILE RUNS MOST

use backon::BackoffBuilder;

mod exported {
    include!(env!("EXPORTED"));
}

fn main() {
    let args: Vec<usize> = std::env::args().flat_map(|a| a.parse()).collect();
    let run = || exported::policy().build().take(args[1]);
    let all: Vec<Vec<f64>> = (0..args[0])
        .map(|_| run().map(|delay| delay.as_secs_f64()).collect())
        .collect();
    println!("{all:?}");
}
