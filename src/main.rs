//! Entry point of the program. Everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Dependencies bring two providers of cryptography, so rustls has to be told which one to use. The call cannot fail, as it
    // is the first line.
    let _ = rustls::crypto::ring::default_provider().install_default();
    adoube::panics::log();
    adoube::cli::run()
}
