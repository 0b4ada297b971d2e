//! Cards in words: how many each side has, what was sealed when they were dealt, and how anybody checks it. Not here: a
//! player's own cards (`hand`).

use adoube_render::{SideCards, VisibleHand};
use adoube_rules::{Position, Side};

use super::counting;
use crate::{
    Attachment, Block, Message,
    game::{Commitment, GameId},
    notice::{BoardEvent, BoardNotice, CardRefusal},
    scenes,
    wording::{Speaker, shown_name},
};

/// "White: 3 cards in hand, 8 in the stack. Black: …" All cards by name when the game is over.
pub(super) fn counts(speaker: Speaker<'_>, position: &Position) -> Option<String> {
    (position.variant().has_cards())
        .then(|| Side::BOTH.map(|side| count(speaker, side, &scenes::cards(position, side))).join(" "))
}

/// "White: 3 cards in hand, 8 in the stack."
pub(super) fn count(speaker: Speaker<'_>, side: Side, cards: &SideCards) -> String {
    let (count, known) = match &cards.hand {
        VisibleHand::Hidden(count) => (usize::from(*count), &[][..]),
        VisibleHand::Known(kinds) => (kinds.len(), kinds.as_slice()),
    };
    let names = counting::names(speaker, known);
    let args = [
        ("side", speaker.side(side).into()),
        ("hand", (count as u64).into()),
        ("pieces", speaker.list(&names).into()),
        ("stack", u32::from(cards.stack).into()),
    ];
    speaker.say(if names.is_empty() { "cards-count" } else { "cards-open" }, &args)
}

/// What a posted board says about the seal: at the start what was sealed, at the end all of it.
pub(super) fn seal(speaker: Speaker<'_>, board: &BoardNotice) -> Vec<Block> {
    let Some(Commitment { sha256, text }) = &board.commitment else { return Vec::new() };
    match (&board.event, text) {
        (BoardEvent::Started, _) => vec![Block::Text(speaker.plain("deal-sealed")), fingerprint(sha256)],
        (_, Some(text)) => {
            let args = [("game", board.game.to_string().into())];
            vec![Block::Text(speaker.say("deal-opened", &args)), Block::Code(text.clone())]
        }
        _ => Vec::new(),
    }
}

/// The hash on a line of its own: in a sentence, a screen reader would spell out all of it before going on.
fn fingerprint(sha256: &str) -> Block {
    Block::Code(sha256.to_owned())
}

/// What is known about the cards, and how anybody checks it.
pub(super) fn verified(speaker: Speaker<'_>, game: &GameId, commitment: &Commitment, fits: bool) -> Message {
    let hash = fingerprint(&commitment.sha256);
    let Some(text) = &commitment.text else {
        let sealed = speaker.say("verify-sealed", &[("game", game.to_string().into())]);
        return Message { blocks: vec![Block::Text(sealed), hash], ..Message::default() };
    };
    let name = format!("adoube-{game}-cards.txt");
    let by_hand = format!("printf %s '{text}' | sha256sum");
    let file = [("name", name.as_str().into())];
    Message {
        blocks: vec![
            Block::Text(speaker.plain(if fits { "verify-fits" } else { "verify-fails" })),
            Block::Code(text.clone()),
            Block::Text(speaker.say("verify-by-hand", &file)),
            Block::Code(by_hand),
            Block::Text(speaker.plain("verify-compare")),
            hash,
        ],
        attachment: Some(Attachment { name, media_type: "text/plain".to_owned(), text: text.clone() }),
        ..Message::default()
    }
}

/// A refusal about cards.
pub(super) fn refusal(speaker: Speaker<'_>, refusal: &CardRefusal) -> String {
    let of = |key: &str, variant| speaker.say(key, &[("variant", speaker.variant(variant).into())]);
    match refusal {
        CardRefusal::NoCards { variant } => of("refused-no-cards", *variant),
        CardRefusal::NoKingsChoice { variant } => of("refused-no-kings-choice", *variant),
        CardRefusal::MoveFirst => speaker.plain("refused-move-first"),
        CardRefusal::NotADrop { text } => {
            speaker.say("refused-not-a-drop", &[("text", shown_name(text).into())])
        }
        CardRefusal::MoveMade { from, to } => speaker
            .say("refused-move-made", &[("from", from.to_string().into()), ("to", to.to_string().into())]),
        CardRefusal::Telling { word } => speaker.say("refused-telling", &[("word", shown_name(word).into())]),
        CardRefusal::NoIntendedClaims => speaker.plain("refused-no-intended-claims"),
        CardRefusal::NoTakebacks => speaker.plain("refused-no-takebacks-with-cards"),
        CardRefusal::Overheard => speaker.plain("refused-overheard"),
        CardRefusal::CommandOverheard => speaker.plain("refused-command-overheard"),
        CardRefusal::TurnOverheard => speaker.plain("refused-turn-overheard"),
    }
}
