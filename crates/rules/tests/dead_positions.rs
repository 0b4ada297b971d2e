//! Tests of dead positions of chess, in which neither side can checkmate. Who could mate whom is in
//! `mating`.

use adoube_rules::{Game, OutcomeReason, Position, Variant};

#[test]
fn bishops_are_dead_on_squares_of_one_colour() {
    let table = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", true),
        ("5b1k/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("2b4k/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("2b4k/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("7k/8/8/8/8/4B3/8/2B1K3 w - - 0 1", true),
        ("7k/8/8/8/8/3B4/8/2B1K3 w - - 0 1", false),
        ("7k/8/8/8/8/8/8/1NN1K3 w - - 0 1", false),
        ("6nk/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("7k/8/8/8/8/8/P7/4K3 w - - 0 1", false),
        ("7k/8/8/8/8/8/8/R3K3 w - - 0 1", false),
    ];
    for (text, dead) in table {
        let position =
            Position::parse(Variant::Chess, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let outcome = Game::new(position).outcome();
        let is_dead = outcome.is_some_and(|outcome| outcome.reason == OutcomeReason::DeadPosition);
        assert_eq!(is_dead, dead, "{text}: {outcome:?}");
    }
}
