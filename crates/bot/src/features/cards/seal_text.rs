//! Puts into words the commitment made when the cards of Schachen were dealt, and how to verify it;
//! and refusals about cards. Not here: a player's own cards (`text`), and how many each side has
//! (`card_counts`).

use crate::{
    Attachment, Block, Message,
    core::{
        game::{DealCommitment, GameId},
        notice::{BoardEvent, BoardNotice, CardRefusal},
    },
    text::{Localizer, display_name},
};

/// The commitment on a posted board: its hash at the start, the whole sealed text at the end.
pub(crate) fn seal(speaker: Localizer<'_>, board: &BoardNotice) -> Vec<Block> {
    let Some(DealCommitment { sha256, text }) = &board.commitment else { return Vec::new() };
    match (&board.event, text) {
        (BoardEvent::Started, _) => {
            vec![Block::Text(speaker.fixed_sentence("deal-sealed")), fingerprint(sha256)]
        }
        (_, Some(text)) => {
            let args = [("game", board.game.to_string().into())];
            vec![Block::Text(speaker.sentence("deal-opened", &args)), Block::Code(text.clone())]
        }
        _ => Vec::new(),
    }
}

/// The hash as a block of its own: a screen reader would spell it out within a sentence.
fn fingerprint(sha256: &str) -> Block {
    Block::Code(sha256.to_owned())
}

/// The commitment to the cards, and how to verify it.
pub(crate) fn verified(
    speaker: Localizer<'_>,
    game: &GameId,
    commitment: &DealCommitment,
    fits: bool,
) -> Message {
    let hash = fingerprint(&commitment.sha256);
    let Some(text) = &commitment.text else {
        let sealed = speaker.sentence("verify-sealed", &[("game", game.to_string().into())]);
        return Message { blocks: vec![Block::Text(sealed), hash], ..Message::default() };
    };
    let name = format!("adoube-{game}-cards.txt");
    let by_hand = format!("printf %s '{text}' | sha256sum");
    let file = [("name", name.as_str().into())];
    Message {
        blocks: vec![
            Block::Text(speaker.fixed_sentence(if fits { "verify-fits" } else { "verify-fails" })),
            Block::Code(text.clone()),
            Block::Text(speaker.sentence("verify-by-hand", &file)),
            Block::Code(by_hand),
            Block::Text(speaker.fixed_sentence("verify-compare")),
            hash,
        ],
        attachment: Some(Attachment { name, media_type: "text/plain".to_owned(), text: text.clone() }),
        ..Message::default()
    }
}

/// The sentence for a refusal about cards.
pub(crate) fn refusal(speaker: Localizer<'_>, refusal: &CardRefusal) -> String {
    let of = |key: &str, variant| speaker.sentence(key, &[("variant", speaker.variant(variant).into())]);
    match refusal {
        CardRefusal::NoCards { variant } => of("refused-no-cards", *variant),
        CardRefusal::NoKingsChoice { variant } => of("refused-no-kings-choice", *variant),
        CardRefusal::MoveFirst => speaker.fixed_sentence("refused-move-first"),
        CardRefusal::NotADrop { text } => {
            speaker.sentence("refused-not-a-drop", &[("text", display_name(text).into())])
        }
        CardRefusal::MoveMade { from, to } => speaker.sentence(
            "refused-move-made",
            &[("from", from.to_string().into()), ("to", to.to_string().into())],
        ),
        CardRefusal::Telling { word } => {
            speaker.sentence("refused-telling", &[("word", display_name(word).into())])
        }
        CardRefusal::NoIntendedClaims => speaker.fixed_sentence("refused-no-intended-claims"),
        CardRefusal::NoTakebacks => speaker.fixed_sentence("refused-no-takebacks-with-cards"),
        CardRefusal::Overheard => speaker.fixed_sentence("refused-overheard"),
        CardRefusal::CommandOverheard => speaker.fixed_sentence("refused-command-overheard"),
        CardRefusal::TurnOverheard => speaker.fixed_sentence("refused-turn-overheard"),
    }
}
