//! Refusals about a set-up as sentences.

use crate::{
    notice::SetupRefusal,
    wording::{Speaker, shown_name},
};

/// What a person reads.
pub(super) fn sentence(speaker: Speaker<'_>, refusal: &SetupRefusal) -> String {
    let named = |key: &str, name: &str| speaker.say(key, &[("name", shown_name(name).into())]);
    let piece = |key: &str, kind| speaker.say(key, &[("piece", speaker.kind(kind).into())]);
    match refusal {
        SetupRefusal::NothingToSetUp { variant } => {
            speaker.say("refused-nothing-to-set-up", &[("variant", speaker.variant(*variant).into())])
        }
        SetupRefusal::ExtraOutOfRange { most: 0, .. } => speaker.plain("refused-extra-none"),
        SetupRefusal::ExtraOutOfRange { least, most, .. } => {
            let args = [("least", (*least as u64).into()), ("most", (*most as u64).into())];
            speaker.say("refused-extra-range", &args)
        }
        SetupRefusal::LockOutOfRange { most } => {
            speaker.say("refused-lock-range", &[("most", most.to_string().into())])
        }
        SetupRefusal::NoArray => speaker.plain("refused-no-array"),
        SetupRefusal::NothingToRedraw => speaker.plain("refused-nothing-to-redraw"),
        SetupRefusal::PanelGone => speaker.plain("refused-panel-gone"),
        SetupRefusal::NotYourPanel { owner } => named("refused-not-your-panel", &owner.name),
        SetupRefusal::PanelStale => speaker.plain("refused-panel-stale"),
        SetupRefusal::PanelSeen => speaker.plain("refused-panel-seen"),
        SetupRefusal::NotChoosing => speaker.plain("refused-not-choosing"),
        SetupRefusal::NotYourChoice { of } => {
            speaker.say("refused-not-your-choice", &[("name", speaker.seat(of).into())])
        }
        SetupRefusal::StillChoosing { of } => {
            speaker.say("refused-still-choosing", &[("name", speaker.seat(of).into())])
        }
        SetupRefusal::NoExtraPiece { kind } => piece("refused-no-extra-piece", *kind),
        SetupRefusal::PieceTaken { kind, by: None } => piece("refused-piece-classic", *kind),
        SetupRefusal::PieceTaken { kind, by: Some(person) } => {
            let args = [("piece", speaker.kind(*kind).into()), ("name", speaker.seat(person).into())];
            speaker.say("refused-piece-taken", &args)
        }
        SetupRefusal::NoPosition => speaker.plain("refused-no-position"),
    }
}
