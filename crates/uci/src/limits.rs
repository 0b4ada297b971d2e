//! `go`: how long to think.

use std::time::Duration;

use adoube_engine::Limits;
use adoube_rules::Side;

/// How long a line takes to get through, which is kept back from every clock.
const ON_THE_WAY: Duration = Duration::from_millis(10);
/// Moves that a clock has to last for when nobody says how many.
const MOVES_LEFT: u32 = 30;

/// What `go` says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Go {
    pub(crate) limits: Limits,
    /// How long at most; as long as nobody says `stop` if there is none.
    pub(crate) time: Option<Duration>,
}

/// Reads what follows `go`. What is not understood is left out, as the protocol wants it.
pub(crate) fn read(text: &str, side: Side) -> Go {
    let mut go = Go { limits: Limits::default(), time: None };
    let (mut clock, mut increment, mut moves) = (None, Duration::ZERO, MOVES_LEFT);
    let (own_clock, own_increment) = match side {
        Side::White => ("wtime", "winc"),
        Side::Black => ("btime", "binc"),
    };
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        // A clock may be below zero.
        let mut number =
            || words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or_default().max(0) as u64;
        match word {
            "depth" => go.limits.depth = number().clamp(1, u32::MAX.into()) as u32,
            "nodes" => go.limits.nodes = number().max(1),
            "movetime" => go.time = Some(Duration::from_millis(number()).saturating_sub(ON_THE_WAY / 5)),
            "movestogo" => moves = number().clamp(1, 100) as u32,
            word if word == own_clock => clock = Some(Duration::from_millis(number())),
            word if word == own_increment => increment = Duration::from_millis(number()),
            _ => {}
        }
    }
    if let Some(clock) = clock {
        let left = clock.saturating_sub(ON_THE_WAY);
        go.time = Some((left / moves + increment * 3 / 4).min(left / 2));
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_limits_the_search() {
        let table = [
            ("infinite", None),
            ("depth 4", None),
            ("movetime 100", Some(98)),
            ("wtime 60010 btime 1000 winc 400", Some(2_300)),
            ("wtime 60010 btime 1000 movestogo 2", Some(30_000)),
            ("wtime -5 btime 1000", Some(0)),
            ("wtime", Some(0)),
        ];
        for (text, milliseconds) in table {
            let go = read(text, Side::White);
            assert_eq!(go.time, milliseconds.map(Duration::from_millis), "{text}");
        }
        let go = read("depth 4 nodes 1000", Side::Black);
        assert_eq!((go.limits.depth, go.limits.nodes), (4, 1000));
    }
}
