//! Tests that the example programs of this crate print what they promise.

#[expect(dead_code, reason = "no test calls its `main`")]
#[path = "../examples/play_game.rs"]
mod play_game;

#[test]
fn a_short_game_is_played_and_printed() {
    let mut printed = Vec::new();
    play_game::play_game(&mut printed).unwrap_or_else(|error| panic!("{error}"));
    let expected = "\
f2f3 f3
e7e5 e5
g2g4 g4
d8h4 Qh4#
0-1 (checkmate)
8 r n b . k b n r
7 p p p p . p p p
6 . . . . . . . .
5 . . . . p . . .
4 . . . . . . P q
3 . . . . . P . .
2 P P P P P . . P
1 R N B Q K B N R
  a b c d e f g h
";
    assert_eq!(String::from_utf8_lossy(&printed), expected);
}
