//! Starts the program; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Two providers of cryptography come in with others; whoever opens a TLS connection asks which one is meant. That
    // there is one already cannot be: this is the first line.
    let _ = rustls::crypto::ring::default_provider().install_default();
    adoube::panics::log();
    adoube::cli::run()
}
