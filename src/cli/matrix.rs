//! `adoube matrix`: commands about the bot's account on Matrix, such as a new digital identity. Not here: how it is made
//! (`adoube-matrix-client`).

use std::{
    io::{self, BufRead},
    path::Path,
    sync::Arc,
};

use adoube_matrix_client::OperatorTask;
use clap::Subcommand;

use super::terminal::print_line;
use crate::{
    config::Config,
    start::{self, AnnounceFn, Announcement, StartError},
};

/// What is done with the account.
#[derive(Subcommand)]
pub enum MatrixCommand {
    /// Give the account a new digital identity, when nobody has its recovery key any more; the bot must not be running
    ///
    /// It makes new signing keys, with which others trust the bot's device, an empty backup of the keys of encrypted messages,
    /// and a recovery key for both. It says first what is lost by that, and asks.
    ResetIdentity {
        /// Do it without asking
        #[arg(long)]
        yes: bool,
    },
}

/// Shown to the operator before the confirmation.
const LOST: &str = "\
A new digital identity for the bot's account on Matrix. Its games stay. What is lost:
- The recovery key there is now opens nothing any more. A new one is made.
- The backup of keys on the homeserver is deleted: what was said in encrypted rooms stays readable only where its keys are,
  which is in the bot's own folder and in clients that run.
- Whoever has verified the account is warned and has to verify it again, and so do its sessions in other clients.
Once it is begun it has to be finished, by this command: until then the bot has no signing keys, and starts on Matrix only with
the recovery key there is now.";

/// Why the identity was not reset.
#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    /// The operator did not confirm.
    #[error("nothing was changed: say yes, or use `--yes`")]
    NotConfirmed,
    /// Standard input cannot be read.
    #[error("the answer cannot be read: {0}")]
    Answer(#[from] io::Error),
    /// The account cannot be changed.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Gives the account a new identity, after the operator has confirmed.
///
/// # Errors
///
/// See [`ResetError`].
pub fn reset_identity(
    is_wanted: bool,
    config: &Config,
    data: &Path,
    mut answers: impl BufRead,
) -> Result<(), ResetError> {
    print_line(LOST);
    if !is_wanted {
        print_line("Type yes to go on.");
        let mut answer = String::new();
        answers.read_line(&mut answer)?;
        if answer.trim() != "yes" {
            return Err(ResetError::NotConfirmed);
        }
    }
    let announce: AnnounceFn = Arc::new(|announcement| {
        if let Announcement::MatrixErrand(asked) = announcement {
            print_line(&task_text(&asked));
        }
    });
    let user = start::reset_matrix_identity(config, data, &announce)?;
    print_line(&format!(
        "{user} has a new digital identity. Its recovery key is in {}: keep it in a safe place, and take another one out of \
         the configuration.",
        start::recovery_file(data).display()
    ));
    Ok(())
}

/// An operator's task in words.
pub(super) fn task_text(errand: &OperatorTask) -> String {
    match errand {
        OperatorTask::LogIn { address, code, with_code } => {
            let short = with_code.as_ref().map(|address| format!(" (or open {address})")).unwrap_or_default();
            format!(
                "To let adoube into Matrix, open {address} in a browser, log in as the bot and enter the code {code}{short}. \
                 adoube waits for that."
            )
        }
        OperatorTask::ApproveKeys { address } => format!(
            "To allow the new identity, open {address} in a browser, log in as the bot and confirm. adoube waits for that."
        ),
    }
}
