//! Tests that the example programs of this crate print what they promise.

#[expect(dead_code, reason = "no test calls its `main`")]
#[path = "../examples/two_people.rs"]
mod two_people;

#[tokio::test]
async fn two_people_challenge_accept_and_move() {
    let mut printed = Vec::new();
    two_people::two_people(&mut printed).await.unwrap_or_else(|error| panic!("{error}"));
    let expected = "";
    assert_eq!(String::from_utf8_lossy(&printed), expected);
}
