//! Commands of the UCI protocol. Words before the first known command are skipped, as the protocol
//! demands.

/// A command with the text after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command<'a> {
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
pub(crate) fn read(line: &str) -> Option<Command<'_>> {
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let after = after.trim();
        let command = match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => Command::SetOption(after),
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(after),
            "go" => Command::Go(after),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "debug" | "register" => Command::Ignored,
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
            ("uci", Some(Command::Uci)),
            ("joho debug on", Some(Command::Ignored)),
            ("  \t isready  ", Some(Command::IsReady)),
            ("please go  depth 3 ", Some(Command::Go("depth 3"))),
            ("hello", None),
            ("", None),
        ];
        for (line, command) in table {
            assert_eq!(read(line), command, "{line:?}");
        }
    }
}
