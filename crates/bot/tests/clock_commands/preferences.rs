//! Tests of `/remind` and `/protect`: where a person is reminded, and whether they are protected
//! from losing on time.

use adoube_bot::Language;

use super::world::{World, says};

#[tokio::test]
async fn choices_are_told_and_kept() {
    let mut world = World::new();
    for (line, said) in [
        ("remind", "I remind you where you play when your time gets short."),
        ("remind private", "From now on I remind you in private"),
        ("remind private", "I remind you in private when"),
        ("remind off", "From now on I do not remind you when"),
        ("remind", "I do not remind you when"),
        ("remind here", "From now on I remind you where you play"),
        ("protect", "You are protected: when your time is up"),
        ("protect on", "You are protected: "),
        ("protect off", "From now on you are not protected when"),
        ("protect", "You are not protected when"),
        ("protect on", "From now on you are protected: "),
    ] {
        says(&world.tells("Ada", line).await, &[said]);
    }
    world.language = Language::of("de");
    for (line, said) in [
        ("erinnern privat", "Ab jetzt erinnere ich dich privat, wenn deine Zeit knapp wird."),
        ("erinnern", "Ich erinnere dich privat, wenn"),
        ("erinnern aus", "Ab jetzt erinnere ich dich nicht, wenn"),
        ("erinnern hier", "Ab jetzt erinnere ich dich dort, wo du spielst, wenn"),
        ("schutz aus", "Ab jetzt bist du nicht geschützt, wenn deine Zeit um ist."),
        (
            "schutz an",
            "Ab jetzt bist du geschützt: Wenn deine Zeit in einer Partie mit mindestens einem Tag pro Zug um ist",
        ),
    ] {
        says(&world.tells("Ada", line).await, &[said]);
    }
}
