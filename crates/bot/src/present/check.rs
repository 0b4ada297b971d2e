//! A self-test in words: how each thing is stands in front of it, as a word, so that nobody needs to see a colour.

use adoube_render::Scene;
use adoube_rules::{Position, Side, Variant};

use crate::{
    Block, CheckNotice, Message,
    notice::{Finding, Found, Outcome},
    wording::Speaker,
};

/// The board with which a self-test tries whether boards can be drawn.
pub fn trial_board() -> Scene {
    Scene::of(&Position::start(Variant::Grand), Side::White)
}

pub(super) fn message(speaker: Speaker<'_>, check: &CheckNotice) -> Message {
    let summary = match check.troubles() {
        0 => speaker.plain("check-all-fine"),
        troubles => speaker.say("check-troubles", &[("count", troubles.into())]),
    };
    let lines = check.findings.iter().map(|finding| line(speaker, finding)).collect();
    Message {
        blocks: vec![Block::Heading(speaker.plain("check-title")), Block::Text(summary), Block::List(lines)],
        ..Message::default()
    }
}

fn line(speaker: Speaker<'_>, finding: &Finding) -> String {
    let well = matches!(finding.outcome, Outcome::Fine | Outcome::Note);
    let text = match &finding.found {
        Found::Store if well => speaker.plain("check-store-fine"),
        Found::Store => speaker.plain("check-store-broken"),
        Found::Drawing if well => speaker.plain("check-drawing-fine"),
        Found::Drawing => speaker.plain("check-drawing-broken"),
        Found::Waiting(count) if well => speaker.say("check-waiting", &[("count", (*count).into())]),
        Found::Waiting(_) => speaker.plain("check-waiting-broken"),
        Found::PutAside(count) => speaker.say("check-put-aside", &[("count", (*count).into())]),
        Found::Said(text) => text.clone(),
    };
    let key = match finding.outcome {
        Outcome::Fine => "check-fine",
        Outcome::Missing => "check-missing",
        Outcome::Broken => "check-broken",
        Outcome::Note => "check-note",
    };
    speaker.say(key, &[("text", text.into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, wording::Wording};

    #[test]
    fn what_is_broken_is_never_said_to_be_fine() {
        let wording = Wording::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        for (outcome, found, said) in [
            (Outcome::Fine, Found::Store, "OK: Games are saved safely."),
            (Outcome::Broken, Found::Store, "Not working: Games cannot be saved"),
            (Outcome::Fine, Found::Drawing, "OK: Pictures work."),
            (Outcome::Broken, Found::Drawing, "Not working: Pictures do not work."),
            (Outcome::Fine, Found::Waiting(0), "OK: All messages here have been delivered."),
            (Outcome::Broken, Found::Waiting(0), "Not working: I cannot tell whether messages"),
            (Outcome::Missing, Found::Said("A right.".to_owned()), "Missing: A right."),
        ] {
            let told = line(Speaker::new(&wording, Language::EN), &Finding { outcome, found });
            assert!(told.starts_with(said), "{told}");
        }
    }
}
