//! Tests: the example program prints what each person says and what the bot answers, in order. Not
//! here: the sentences word for word (`transcripts`).

#[expect(dead_code, reason = "no test calls its `main`")]
#[path = "../examples/two_people.rs"]
mod two_people;

#[tokio::test]
async fn two_people_challenge_accept_and_move() {
    let mut printed = Vec::new();
    two_people::two_people(&mut printed).await.unwrap_or_else(|error| panic!("{error}"));
    let printed = String::from_utf8_lossy(&printed);
    let mut rest = &*printed;
    for expected in [
        "Ada: play bob chess white\n",
        "Ada challenges Bob to a game.",
        "Bob: accept\n",
        "The game begins: Ada (White)",
        "[Chess board seen from White's side.",
        "Bob: move e5\n",
        "It is Ada's turn.",
        "Ada: move e4\n",
        "Bob (Black) is to move.",
        "[Chess board seen from Black's side.",
        "Pawns on a2, b2, c2, d2, e4, f2, g2 and h2.",
    ] {
        let (_, behind) =
            rest.split_once(expected).unwrap_or_else(|| panic!("no {expected:?} in order:\n{printed}"));
        rest = behind;
    }
}
