//! Parses the commands of the UCI protocol. Words before the first known command are skipped, as
//! the protocol demands.

/// A command with the text after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UciCommand<'a> {
    Uci,
    IsReady,
    SetOption(&'a str),
    NewGame,
    Position(&'a str),
    Go(&'a str),
    Stop,
    PonderHit,
    Quit,
    /// `debug` and `register`, which change nothing here.
    Ignored,
}

/// Reads a line; `None` if there is no command in it.
pub(crate) fn read_command(line: &str) -> Option<UciCommand<'_>> {
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let after = after.trim();
        let command = match word {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "setoption" => UciCommand::SetOption(after),
            "ucinewgame" => UciCommand::NewGame,
            "position" => UciCommand::Position(after),
            "go" => UciCommand::Go(after),
            "stop" => UciCommand::Stop,
            "ponderhit" => UciCommand::PonderHit,
            "quit" => UciCommand::Quit,
            "debug" | "register" => UciCommand::Ignored,
            _ => {
                rest = after;
                continue;
            }
        };
        return Some(command);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_found_behind_unknown_words() {
        let table = [
            ("uci", Some(UciCommand::Uci)),
            ("joho debug on", Some(UciCommand::Ignored)),
            ("  \t isready  ", Some(UciCommand::IsReady)),
            ("please go  depth 3 ", Some(UciCommand::Go("depth 3"))),
            ("hello", None),
            ("", None),
        ];
        for (line, command) in table {
            assert_eq!(read_command(line), command, "{line:?}");
        }
    }
}
