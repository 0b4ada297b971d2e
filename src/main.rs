//! Entry point of the program `adoube`: calls the command line in the library, which holds
//! everything else.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Dependencies bring two providers of cryptography, so rustls has to be told which one to use. The call cannot fail, as it
    // is the first line.
    let _ = rustls::crypto::ring::default_provider().install_default();
    adoube::panics::log();
    adoube::cli::run()
}
