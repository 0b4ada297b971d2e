//! Puts the findings of a self-test into words: each line begins with its status as a word, so that
//! it does not depend on colour.

use adoube_render::Scene;
use adoube_rules::{Position, Side, Variant};

use crate::{
    Block, Message, SelfTestNotice,
    core::notice::{FindingStatus, FindingSubject, SelfTestFinding},
    text::Localizer,
};

/// The board that a self-test draws.
pub fn trial_board() -> Scene {
    Scene::of(&Position::start(Variant::Grand), Side::White)
}

pub(crate) fn message(speaker: Localizer<'_>, check: &SelfTestNotice) -> Message {
    let summary = match check.troubles() {
        0 => speaker.fixed_sentence("check-all-fine"),
        troubles => speaker.sentence("check-troubles", &[("count", troubles.into())]),
    };
    let lines = check.findings.iter().map(|finding| line(speaker, finding)).collect();
    Message {
        blocks: vec![
            Block::Heading(speaker.fixed_sentence("check-title")),
            Block::Text(summary),
            Block::List(lines),
        ],
        ..Message::default()
    }
}

fn line(speaker: Localizer<'_>, finding: &SelfTestFinding) -> String {
    let well = matches!(finding.outcome, FindingStatus::Fine | FindingStatus::Note);
    let text = match &finding.found {
        FindingSubject::Store if well => speaker.fixed_sentence("check-store-fine"),
        FindingSubject::Store => speaker.fixed_sentence("check-store-broken"),
        FindingSubject::Drawing if well => speaker.fixed_sentence("check-drawing-fine"),
        FindingSubject::Drawing => speaker.fixed_sentence("check-drawing-broken"),
        FindingSubject::Waiting(count) if well => {
            speaker.sentence("check-waiting", &[("count", (*count).into())])
        }
        FindingSubject::Waiting(_) => speaker.fixed_sentence("check-waiting-broken"),
        FindingSubject::PutAside(count) => speaker.sentence("check-put-aside", &[("count", (*count).into())]),
        FindingSubject::Said(text) => text.clone(),
    };
    let key = match finding.outcome {
        FindingStatus::Fine => "check-fine",
        FindingStatus::Missing => "check-missing",
        FindingStatus::Broken => "check-broken",
        FindingStatus::Note => "check-note",
    };
    speaker.sentence(key, &[("text", text.into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Locales, text::Translations};

    #[test]
    fn what_is_broken_is_never_said_to_be_fine() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        for (outcome, found, said) in [
            (FindingStatus::Fine, FindingSubject::Store, "OK: Games are saved safely."),
            (FindingStatus::Broken, FindingSubject::Store, "Not working: Games cannot be saved"),
            (FindingStatus::Fine, FindingSubject::Drawing, "OK: Pictures work."),
            (FindingStatus::Broken, FindingSubject::Drawing, "Not working: Pictures do not work."),
            (FindingStatus::Fine, FindingSubject::Waiting(0), "OK: All messages here have been delivered."),
            (
                FindingStatus::Broken,
                FindingSubject::Waiting(0),
                "Not working: I cannot tell whether messages",
            ),
            (FindingStatus::Missing, FindingSubject::Said("A right.".to_owned()), "Missing: A right."),
        ] {
            let told = line(Localizer::new(&wording, Language::EN), &SelfTestFinding { outcome, found });
            assert!(told.starts_with(said), "{told}");
        }
    }
}
