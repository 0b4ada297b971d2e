//! `adoube engine`: the engine for chess programs, behind the Universal Chess Interface. Not here: the search
//! (`adoube-engine`), the protocol (`adoube-uci`).

use std::{error::Error, io};

use clap::Subcommand;

#[derive(Subcommand)]
pub(super) enum EngineCommand {
    /// Speak the Universal Chess Interface on standard input and output, until `quit`
    ///
    /// Chess, Chess960 and Grand Chess; `docs/protocols/uci.md` has the options. `UCI_Variant grand` is in the
    /// letters of other programs, `grand-extra` in those of `rules serve`, with extra pieces.
    Uci,
}

pub(super) fn run_command(command: &EngineCommand) -> Result<(), Box<dyn Error>> {
    match *command {
        // The search thread writes as well, so the lock of the output is not held meanwhile.
        EngineCommand::Uci => adoube_uci::serve(io::stdin().lock(), io::stdout())?,
    }
    Ok(())
}
