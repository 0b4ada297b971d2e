//! Starts the program; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    adoube::adapter::cli::run()
}
